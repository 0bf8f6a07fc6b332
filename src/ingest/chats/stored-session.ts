import type { Document, Drawer } from "../../model/drawer.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { sessionHash } from "./session-document.ts";

/** What a session's document was made from. */
export interface StoredSession {
  readonly messages: readonly TranscriptMessage[];
  /** The project that it was placed by; null for none. */
  readonly project: string | null;
}

/** How sure a wing is that is the project's own name; see `resolveWing`. */
const BY_PROJECT = 0.9;

/**
 * What a session's document was made from, put together again from its drawers.
 *
 * @returns null where they don't give what was indexed (a drawer was taken out, say): then the file has to be read
 * Cost: the drawers of the session.
 */
export async function storedSession(index: Pick<SearchIndex, "documentDrawers">, document: Document): Promise<StoredSession | null> {
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
  const wing = drawers[0]?.drawer.placement.wing;
  const project = wing?.by === "rule" && wing.confidence === BY_PROJECT ? wing.value : null;
  return sessionHash(messages) === document.contentHash ? { messages, project } : null;
}

function messageOf({ text, caption }: Drawer, { session, role, author, time }: NonNullable<Drawer["message"]>, id: string): TranscriptMessage {
  return { session, id, role, author, time, text, caption };
}
