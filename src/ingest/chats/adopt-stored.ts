import type { Drawer } from "../../model/drawer.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { DocumentRef, SearchIndex } from "../../storage/ports/search-index.ts";
import type { KeptSessions } from "../kept/kept-sessions.ts";
import type { SourceRun } from "../source-run.ts";
import { sessionHash } from "./session-document.ts";

/**
 * Keeps the sessions that an earlier version of Loci indexed without keeping them, and whose transcripts are gone: their messages are put
 * together again from the drawers.
 *
 * Cost: the drawers of those sessions.
 */
export async function adoptStored({ deps, known }: SourceRun, kept: KeptSessions): Promise<void> {
  for (const document of known.values()) {
    if (kept.summary(document.path) !== null) continue;
    const messages = await storedMessages(deps.index, document);
    // One was taken out, say.
    if (messages === null || messages.length === 0 || sessionHash(messages) !== document.contentHash) continue;
    const session = messages[0]?.session ?? document.title;
    const header = { path: document.path, session, identity: null };
    kept.take(document.path, { header, messages, title: null, file: "", counts: "more", older: true });
  }
}

/** The messages of a session as its drawers give them, without those that have none; null where a drawer is of no message. */
export async function storedMessages(
  index: Pick<SearchIndex, "documentDrawers">,
  document: DocumentRef,
): Promise<readonly TranscriptMessage[] | null> {
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
  return messages;
}

function messageOf(
  { text, caption }: Drawer,
  { session, role, marks, author, time, parent }: NonNullable<Drawer["message"]>,
  id: string,
): TranscriptMessage {
  return {
    session,
    id,
    role,
    ...(marks !== undefined && { marks }),
    author,
    time,
    text,
    caption,
    ...(parent !== undefined && { parent }),
  };
}
