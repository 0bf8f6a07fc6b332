import { statSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../../model/source.ts";
import { drawerFilePlace, type FilePlace } from "../../palace/drawer-file/file-place.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { IngestDependencies } from "../dependencies.ts";
import type { DocumentDraft } from "../document-draft.ts";
import type { HeldLease } from "../hold-lease.ts";
import { leaseWriter } from "../lease-writer.ts";
import { manualDocuments } from "./manual-documents.ts";

/** A file of drawers added by hand whose text Loci itself has just changed. */
export interface ManualEdit {
  /** Relative to the source, `<wing>/<room>.md`. */
  readonly path: string;
  /** Empty where the file was not there. */
  readonly before: string;
  readonly after: string;
}

/**
 * Writes files that Loci has just changed to the index, as a run over all of their source would, and nothing else of it: no job, no look at other
 * files. When it has resolved, what they hold is found.
 *
 * @param lease of the source
 * @returns by how much the source's documents have become more
 * Cost: the drawers of these files; only new ones are embedded.
 */
export async function indexManualEdits(
  deps: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache" | "settings" | "place">,
  source: Source,
  edits: readonly ManualEdit[],
  lease: HeldLease,
): Promise<number> {
  const { settings, place } = deps;
  const writer = await leaseWriter(deps, lease);
  let more = 0;
  for (const { path, before, after } of edits) {
    const documents = (text: string, modifiedAt: number): readonly DocumentDraft[] =>
      manualDocuments(
        {
          path,
          place: drawerFilePlace(`palace/${path}`) as FilePlace,
          text,
          contentHash: contentHash(text),
          bytes: Buffer.byteLength(text),
          modifiedAt,
        },
        { source, settings, place },
      ).drafts;
    const old = documents(before, 0).map(({ document }) => document.path);
    const drafts = documents(after, statSync(join(source.root, path)).mtimeMs);
    const kept = new Set(drafts.map(({ document }) => document.path));
    for (const draft of drafts) await writer.add(draft);
    const stale = old.filter((one) => !kept.has(one));
    writer.remove(stale.map((one) => ({ source: source.key, path: one })));
    more += drafts.length - old.length;
  }
  await writer.flush();
  return more;
}
