import type { OpenedProject } from "../opened-project.ts";
import { type CutChat, cutChat, REWRITTEN } from "../../ingest/chats/cut-chat.ts";
import { restoreChat } from "../../ingest/chats/restore-chat.ts";
import type { Source } from "../../model/source.ts";
import type { Cursor } from "../../storage/ports/catalog.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/**
 * Restores the cut-off end of a chat's file from the index, before anything is removed from it or appended to it.
 *
 * Cost: one look at the file's size and the chat's documents where it wasn't cut.
 */
export async function repairCut(project: OpenedProject, index: SearchIndex, { key, root }: Source): Promise<void> {
  const cut = await lostEnd(project, index, { key, root });
  if (cut !== null) project.indexHandle.note(restoreChat(root, cut));
}

/** The cut-off end of a chat's file; null where nothing is missing. */
export async function lostEnd(
  { catalog }: OpenedProject,
  index: SearchIndex,
  { key, root }: Pick<Source, "key" | "root">,
): Promise<CutChat | null> {
  const rewritten = (): Promise<Cursor | null> => catalog.cursors.get(key, REWRITTEN);
  return await cutChat({ file: root, path: null, documents: await index.documents(key), index, rewritten });
}
