import type { OpenedProject } from "../opened-project.ts";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../files/private-folder.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import type { Caller } from "../../model/caller.ts";
import { eraseDrawer } from "../../palace/drawer-file/write-drawer.ts";
import { type FilePlace, framed, isBare, type FoundDrawer } from "../../palace/drawer-file/format.ts";
import type { Source } from "../../model/source.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { forgetMoves } from "../../palace/corrections.ts";
import { recordAudit } from "../audit.ts";
import { underLease } from "../exclusive.ts";
import { ForgottenTexts } from "./leave-no-trace.ts";
import { manualParts, requireWhole, manualSource } from "./manual-drawers.ts";
import { keptFolder, keptSources, KeptSessions } from "../../ingest/kept/kept-sessions.ts";

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
export async function eraseManual(
  project: OpenedProject,
  index: SearchIndex,
  { drawers, caller }: { readonly drawers: readonly StoredDrawer[]; readonly caller: Caller },
): Promise<readonly ErasedDrawer[]> {
  const { catalog } = project;
  const source = await manualSource(project);
  const erased: ErasedDrawer[] = [];
  await underLease(project, leaseName("source", source.key), async () => {
    for (const { file, place, text, drawers: erasing, parts } of await manualParts(project, drawers)) {
      for (const { id, drawer } of parts) erased.push({ id, text: drawer.text, file });
      requireWhole(file, text);
      await writeOrRemove(file, without(text, erasing), place);
    }
  });
  const erasedIds = new Set(erased.map(({ id }) => id));
  await catalog.palace.change((edits) => forgetMoves(edits, erasedIds));
  await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  await recordAudit(
    project,
    erased.map(({ id }) => ({ caller, action: "drawer.forget", object: id })),
  );
  return erased;
}

function without(text: string, erasing: ReadonlySet<FoundDrawer>): string {
  return [...erasing].sort((a, b) => b.block.start - a.block.start).reduce(eraseDrawer, text);
}

async function writeOrRemove(file: string, text: string, { room }: FilePlace): Promise<void> {
  if (isBare(text, room)) {
    rmSync(file, { force: true });
    syncFolder(dirname(file));
  } else await writeFileAtomically(file, framed(text));
}

/** Whether a drawer is a message of a session that is kept in the data folder. */
export function isKept({ folder }: Pick<OpenedProject, "folder">, { document }: StoredDrawer): boolean {
  return (
    document.documentType === "chat" &&
    new KeptSessions(keptFolder(folder.sessions, document.source)).summary(document.path) !== null
  );
}

/**
 * Removes mined messages from the kept sessions and from the index, each with all its drawers. The record that a message was forgotten contains only a
 * hash, and keeps its transcript from bringing it back.
 *
 * @returns all drawers that went
 */
export async function eraseKept(
  project: OpenedProject,
  index: SearchIndex,
  { drawers, caller }: { readonly drawers: readonly StoredDrawer[]; readonly caller: Caller },
): Promise<readonly ErasedDrawer[]> {
  if (drawers.length === 0) return [];
  const { catalog, folder } = project;
  const erased: ErasedDrawer[] = [];
  const told = new Set<string>();
  for (const [key, ofSource] of Map.groupBy(drawers, ({ document }) => document.source)) {
    const source = await catalog.sources.get(key);
    if (source === null) continue;
    await underLease(project, leaseName("source", key), async () => {
      const kept = new KeptSessions(keptFolder(folder.sessions, key));
      for (const [path, own] of Map.groupBy(ofSource, ({ document }) => document.path)) {
        const ids = new Set(own.flatMap(({ drawer }) => drawer.message?.ids ?? []));
        for (const { drawer } of await index.documentDrawers({ source: key, path }, "all"))
          if (drawer.message?.ids.some((id) => ids.has(id)) === true)
            erased.push({ id: drawer.id, text: drawer.text, file: kept.file(path) });
        const going = kept.load(path)?.messages.filter(({ id }) => ids.has(id)) ?? [];
        new ForgottenTexts(folder.root).add(going);
        kept.forget(path, ids);
        for (const message of going) told.add(toldKey(message));
      }
    });
    await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  }
  const sources = await eraseCopies(project, told);
  if (sources.length > 0) await indexSources(await project.ingest(index), { kind: "index", sources });
  await recordAudit(
    project,
    erased.map(({ id }) => ({ caller, action: "drawer.forget", object: id })),
  );
  return erased;
}

/**
 * Takes messages out of the other sessions that tell them too: forks, resumed sessions, copies, whose drawers stand with the first.
 *
 * @returns the sources of these
 */
async function eraseCopies(project: OpenedProject, told: ReadonlySet<string>): Promise<readonly Source[]> {
  const changed: Source[] = [];
  for (const key of keptSources(project.folder.sessions))
    await underLease(project, leaseName("source", key), async () => {
      let copied = false;
      const kept = new KeptSessions(keptFolder(project.folder.sessions, key));
      for (const path of kept.paths()) {
        const copies = kept.load(path)?.messages.filter((message) => told.has(toldKey(message))) ?? [];
        if (copies.length === 0) continue;
        kept.forget(path, new Set(copies.map(({ id }) => id)));
        copied = true;
      }
      const source = copied ? await project.catalog.sources.get(key) : null;
      if (source !== null) changed.push(source);
    });
  return changed;
}

function toldKey({ id, text }: { readonly id: string; readonly text: string }): string {
  return JSON.stringify([id, text]);
}
