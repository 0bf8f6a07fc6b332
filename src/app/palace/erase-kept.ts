import type { OpenedProject } from "../opened-project.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import type { Caller } from "../../model/caller.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { recordAudit } from "../audit.ts";
import { underLease } from "../under-lease.ts";
import type { ErasedDrawer } from "./erase-manual.ts";

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
  drawers: readonly StoredDrawer[],
  caller: Caller,
): Promise<readonly ErasedDrawer[]> {
  if (drawers.length === 0) return [];
  const { catalog, folder } = project;
  const erased: ErasedDrawer[] = [];
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
        kept.forget(path, ids);
      }
    });
    await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  }
  await recordAudit(
    project,
    erased.map(({ id }) => ({ caller, action: "drawer.forget", object: id })),
  );
  return erased;
}
