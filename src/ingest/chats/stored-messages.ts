import type { Document, Drawer } from "../../model/drawer.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { sessionHash } from "./session-document.ts";

/**
 * The messages that a session's document was made from, put together again from its drawers.
 *
 * @returns null where they don't give what was indexed (a drawer was taken out, say): then the file has to be read
 * Cost: the drawers of the session.
 */
export async function storedMessages(index: Pick<SearchIndex, "documentDrawers">, document: Document): Promise<readonly TranscriptMessage[] | null> {
  const drawers = await index.documentDrawers({ source: document.source, path: document.path }, "all");
  const messages: TranscriptMessage[] = [];
  let end = -1;
  for (const { drawer } of drawers) {
    const { message, span, text } = drawer;
    const id = message?.ids[0];
    if (message === null || id === undefined) return null;
    const last = messages.at(-1);
    // The parts of a long message touch; between two messages stands an empty line.
    if (last !== undefined && span.start === end) messages[messages.length - 1] = { ...last, text: last.text + text };
    else messages.push(messageOf(drawer, message, id));
    end = span.end;
  }
  return sessionHash(messages) === document.contentHash ? messages : null;
}

function messageOf({ text, caption }: Drawer, { session, role, author, time }: NonNullable<Drawer["message"]>, id: string): TranscriptMessage {
  return { session, id, role, author, time, text, caption };
}
