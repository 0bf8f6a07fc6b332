import { globSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { LociError } from "../../model/error.ts";
import { drawerFilePlace, roomFault, type FilePlace } from "../../palace/drawer-file.ts";
import { decode } from "../../parsing/decode.ts";
import { readDocument } from "../draft-file.ts";
import { statRoot } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { type Behind, manualDocuments, manualFile, manualHashes } from "./manual-documents.ts";
import type { Document } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { IngestDependencies } from "../dependencies.ts";
import type { DocumentDraft } from "../document-draft.ts";
import type { HeldLease } from "../hold-lease.ts";
import { leaseWriter } from "../batch-writer.ts";

/**
 * Brings drawers that were added by hand up to date with their files, which people may have edited: each file is read (there are few, and
 * they are small), and written again where it differs.
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` where the folder of files that are known is away: nobody took the drawers out by that; and what
 *   ends the whole source: storage fails, the lease is lost, the signal aborts
 */
export async function indexManualDrawers(run: SourceRun): Promise<void> {
  const { deps, source, known, tally, writer, signal } = run;
  run.onProgress("scanning", 0, 0);
  const paths = manualFiles(source.root, known.size > 0);
  const stale = new Map([...known].map(([path, { contentHash }]) => [path, contentHash]));
  for (const [done, path] of paths.entries()) {
    signal?.throwIfAborted();
    await writer.pass();
    run.onProgress("reading", done, paths.length);
    const before = [...known.values()].filter((document) => manualFile(document.path) === path);
    const keep = (): void => before.forEach((document) => stale.delete(document.path));
    const absolute = join(source.root, path);
    const read = readDocument(absolute);
    const place = drawerFilePlace(`palace/${path}`);
    if (place === null) continue;
    if (read.kind === "failed") {
      tally.failed.push({ path, code: read.code, message: read.message });
      keep();
      continue;
    }
    tally.bytes += read.bytes.length;
    if (!run.readAll && before.length > 0 && before.every(({ contentHash }) => contentHash === read.contentHash)) {
      tally.unchanged++;
      keep();
      continue;
    }
    const decoded = decode(read.bytes);
    if ("refused" in decoded) {
      tally.failed.push({ path, code: "FILE_SKIPPED", message: `'${path}' is no text any more (${decoded.refused})` });
      keep();
      continue;
    }
    const fault = roomFault(decoded.text);
    if (fault !== null) {
      // Nobody does that on purpose: what is known of it stays. Where nothing is, what is left is better than nothing.
      const stays = before.length > 0 ? "what was indexed of it stays" : "only what is left of it was indexed";
      tally.failed.push({
        path,
        code: "FILE_SKIPPED",
        message: `'${absolute}' ${fault.what}; ${stays}: ${fault.hint}`,
      });
      if (before.length > 0) {
        keep();
        continue;
      }
    }
    const file = {
      path,
      place,
      text: decoded.text,
      contentHash: read.contentHash,
      bytes: read.bytes.length,
      modifiedAt: statSync(absolute).mtimeMs,
    };
    const isKnown = ({ path, contentHash, bytes, modifiedAt }: Document): boolean =>
      !run.readAll &&
      contentHash !== file.contentHash &&
      hashes.get(path) === contentHash &&
      (modifiedAt === 0 || (bytes === file.bytes && modifiedAt === file.modifiedAt));
    const hashes = manualHashes(file);
    if (before.length === hashes.size && before.every(isKnown)) {
      tally.unchanged++;
      keep();
      continue;
    }
    const same = new Set(before.filter(isKnown).map((document) => document.path));
    const { drafts, refused } = manualDocuments(file, { source, settings: deps.settings, place: deps.place });
    for (const { line, reason } of refused) tally.skippedMessages.push({ path: `${path}:${line}`, reason });
    for (const draft of drafts) {
      stale.delete(draft.document.path);
      // The last group has the file's size and time.
      if (!same.has(draft.document.path) || draft.document.modifiedAt !== 0) await writer.add(draft);
    }
    tally.indexed++;
  }
  const left = new Set(paths);
  // What others have written meanwhile stays.
  const away = [...stale].flatMap(([path, hash]) => (known.get(path)?.contentHash === hash ? [path] : []));
  tally.removedFiles += new Set(away.map(manualFile).filter((path) => !left.has(path))).size;
  writer.remove(away.map((path) => ({ source: source.key, path })));
  run.onProgress("writing", paths.length, paths.length);
  await writer.flush();
}

/** The files of the palace, `<wing>/<room>.md`, sorted. @param expected whether there were any */
function manualFiles(root: string, expected: boolean): readonly string[] {
  if (expected) statRoot(root);
  else if (statSync(root, { throwIfNoEntry: false }) === undefined) return [];
  try {
    // A folder that can't be read has no files for `globSync`.
    for (const wing of readdirSync(root, { withFileTypes: true }))
      if (wing.isDirectory()) readdirSync(join(root, wing.name));
  } catch (thrown) {
    const { code = "unknown", path = root } = thrown as NodeJS.ErrnoException;
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code})`, {
      hint: "check its permissions",
      details: { path },
      cause: thrown,
    });
  }
  return globSync("*/*.md", { cwd: root })
    .map((path) => path.split(sep).join("/"))
    .sort();
}

/** A file of drawers added by hand whose text Loci itself has just changed. */
export interface ManualEdit {
  /** Relative to the source, `<wing>/<room>.md`. */
  readonly path: string;
  /** Both are empty where the file isn't there. */
  readonly before: string;
  readonly after: string;
  /** Where both are the end of a large file alone: what stands before it. */
  readonly behind?: Behind;
}

/** Edits, one a file: what a first one wrote and the next took out again is neither put nor removed. */
const eachOnce = (edits: readonly ManualEdit[]): readonly ManualEdit[] =>
  [...Map.groupBy(edits, ({ path }) => path).values()].flatMap((same) =>
    same.some(({ behind }) => behind !== undefined)
      ? same
      : [{ ...(same.at(-1) as ManualEdit), before: same[0]?.before ?? "" }],
  );

/**
 * Writes files that Loci has just changed to the index, as a run over all of their source would, and nothing else of it: no job, no look at other
 * files. When it has resolved, what they hold is found.
 * @param lease of the source
 * @returns by how much the source's documents have become more
 * Cost: the drawers of these files; only new ones are embedded.
 */
export async function indexManualEdits(
  deps: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache" | "settings" | "place">,
  source: Source,
  { edits, lease }: { readonly edits: readonly ManualEdit[]; readonly lease: HeldLease },
): Promise<number> {
  const { settings, place } = deps;
  const writer = await leaseWriter(deps, lease);
  let more = 0;
  for (const { path, before, after, behind } of eachOnce(edits)) {
    const { size, mtimeMs } = statSync(join(source.root, path), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    const documents = (text: string, modifiedAt: number): readonly DocumentDraft[] =>
      manualDocuments(
        {
          path,
          place: drawerFilePlace(`palace/${path}`) as FilePlace,
          text,
          contentHash: contentHash(text),
          bytes: size,
          modifiedAt,
          behind,
        },
        { source, settings, place },
      ).drafts;
    const old = documents(before, 0).map(({ document }) => document.path);
    const drafts = documents(after, mtimeMs);
    const kept = new Set(drafts.map(({ document }) => document.path));
    for (const draft of drafts) await writer.add(draft);
    const stale = old.filter((one) => !kept.has(one));
    writer.remove(stale.map((one) => ({ source: source.key, path: one })));
    more += drafts.length - old.length;
  }
  await writer.flush();
  return more;
}
