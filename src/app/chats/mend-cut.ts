import type { OpenedProject } from "../opened-project.ts";
import { type CutChat, cutChat, REWRITTEN, restoreChat } from "../../ingest/chats/cut-chat.ts";
import type { Source } from "../../model/source.ts";
import type { Cursor } from "../../storage/ports/catalog.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/**
 * Writes back what a chat's file lost of its end and the index still holds, before anything is taken from it or written behind it.
 *
 * Cost: one look at the file's size and the chat's documents where it wasn't cut.
 */
export async function mendCut(project: OpenedProject, index: SearchIndex, { key, root }: Source): Promise<void> {
  const cut = await lostEnd(project, index, { key, root });
  if (cut !== null) project.keeper.note(restoreChat(root, cut));
}

/** What a chat's file lost of its end; null where it lost nothing. */
export async function lostEnd(
  { catalog }: OpenedProject,
  index: SearchIndex,
  { key, root }: Pick<Source, "key" | "root">,
): Promise<CutChat | null> {
  const rewritten = (): Promise<Cursor | null> => catalog.cursors.get(key, REWRITTEN);
  return await cutChat({ file: root, path: null, documents: await index.documents(key), index, rewritten });
}
