import type { OpenedProject } from "../opened-project.ts";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../files/sync-folder.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import type { Caller } from "../../model/caller.ts";
import { eraseDrawer } from "../../palace/drawer-file/write-drawer.ts";
import { type FilePlace, framed, isBare, type FoundDrawer } from "../../palace/drawer-file/format.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { forgetMoves } from "../../palace/corrections.ts";
import { recordDeeds } from "../audit.ts";
import { underLease } from "../under-lease.ts";
import { handParts, requireWhole } from "./hand-parts.ts";
import { handSource } from "./hand-source.ts";

/** A drawer that is gone. */
export interface ErasedDrawer {
  readonly id: string;
  readonly text: string;
  /** Absolute. */
  readonly file: string;
}

/**
 * Cuts drawers that were added by hand out of their files, and out of the index. A drawer that was too long for one goes with all its
 * parts. A file that is left with nothing but its heading goes too.
 *
 * @returns all that went, parts included
 */
export async function eraseHand(
  project: OpenedProject,
  index: SearchIndex,
  drawers: readonly StoredDrawer[],
  caller: Caller,
): Promise<readonly ErasedDrawer[]> {
  const { catalog } = project;
  const source = await handSource(project);
  const erased: ErasedDrawer[] = [];
  await underLease(project, leaseName("source", source.key), async () => {
    for (const { file, place, text, drawers: going, parts } of await handParts(project, drawers)) {
      for (const { id, drawer } of parts) erased.push({ id, text: drawer.text, file });
      requireWhole(file, text);
      await writeOrRemove(file, without(text, going), place);
    }
  });
  const gone = new Set(erased.map(({ id }) => id));
  await catalog.palace.change((edits) => forgetMoves(edits, gone));
  await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  await recordDeeds(
    project,
    erased.map(({ id }) => ({ caller, action: "drawer.forget", object: id })),
  );
  return erased;
}

function without(text: string, going: ReadonlySet<FoundDrawer>): string {
  return [...going].sort((a, b) => b.block.start - a.block.start).reduce(eraseDrawer, text);
}

async function writeOrRemove(file: string, text: string, { room }: FilePlace): Promise<void> {
  if (isBare(text, room)) {
    rmSync(file, { force: true });
    syncFolder(dirname(file));
  } else await writeFileAtomically(file, framed(text));
}
