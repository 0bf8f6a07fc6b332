import { readFileSync, statSync, truncateSync } from "node:fs";
import { ifThere, readPart } from "../../files/plain-file.ts";
import { writing } from "../../model/error.ts";
import type { Document, Drawer } from "../../model/drawer.ts";
import { messageRole } from "../../model/message-role.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import type { Note } from "../../model/note.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { Cursor, CursorStore } from "../../storage/ports/catalog.ts";
import { byteOrderMark } from "../../parsing/decode.ts";
import type { DocumentRef, SearchIndex } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { ownWords } from "../../text/evidence.ts";
import { appendLines, linesIn, messagesIn, reaches, READ_TO, sealedLine, unread } from "./live-chat.ts";
import { readSessions } from "./read-jsonl.ts";
import { sessionHash, sessionPath } from "./session-document.ts";

interface IndexedChat {
  /** Absolute. */
  readonly file: string;
  /** Its path in its source; null where the source is the file. */
  readonly path: string | null;
  readonly documents: readonly Document[];
  readonly index: Pick<SearchIndex, "documentDrawers">;
  /** Of its source; what is kept under `REWRITTEN` is asked for where the file is shorter than it was. */
  readonly source: string;
  readonly cursors: CursorStore;
}

export interface CutChat {
  /** What was said there and is still indexed, in order. */
  readonly missing: readonly TranscriptMessage[];
  /** Bytes in front of the NULs that a loss of power left at its end. */
  readonly end: number;
}

/** Names the note that a chat's file was made shorter on purpose. */
const REWRITTEN = "rewritten";

/** Kept of a file about to be rewritten: it gets shorter on purpose, while the index has it as it was. @param stale its documents that change */
export function rewritten(source: string, text: string, stale: readonly Document[]): Cursor {
  const lastId = stale.map((document) => document.contentHash).join(" ");
  return { source, path: REWRITTEN, offset: Buffer.byteLength(text), lastId, hash: contentHash(text) };
}

/**
 * What a chat's file lacks that was acknowledged: it is shorter than it was when it was indexed last, or doesn't end as a message does, holds the
 * beginning of what it held, and nobody rewrote it. One that lacks something in the middle was edited.
 * @returns null for a file that wasn't cut
 * Cost: a look at the file's size and its end where it has grown; else the file and its drawers are read.
 */
export async function cutChat(chat: IndexedChat): Promise<CutChat | null> {
  const { file, path, documents, index, source, cursors } = chat;
  const known = Math.max(0, ...documents.map(({ bytes }) => bytes));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || (size >= known && endsSealed(file, size))) return null;
  const bytes = readFileSync(file);
  // Saved by an editor in another encoding.
  if (byteOrderMark(bytes)?.startsWith("utf-16") === true) return null;
  if (size < known && isOnPurpose(bytes, documents, await cursors.get(source, REWRITTEN))) return null;
  const { sessions } = await readSessions(messagesIn(bytes));
  const stored = new Map(documents.map((document) => [document.path, document]));
  const missing: TranscriptMessage[] = [];
  let hasEnded = false;
  for (const document of inOrder(documents)) {
    const messages = sessions.get(nameOf(document, path));
    if (messages !== undefined && sessionHash(messages) === document.contentHash) {
      if (hasEnded) return null;
      continue;
    }
    const there = new Map((messages ?? []).map((message) => [message.id, message]));
    const all = (await storedMessages(index, document)) ?? [];
    const known = new Set(all.map(({ id }) => id));
    // Something was written since: what is missing is no end.
    if (messages?.some((message) => spoken(message) !== "" && !known.has(message.id)) === true) return null;
    for (const message of all) {
      const now = there.get(message.id);
      if (now === undefined) missing.push(message);
      // Something stands behind what is missing, or says something else: somebody edited it.
      else if (missing.length > 0 || spoken(now) !== message.text) return null;
    }
    hasEnded = true;
  }
  for (const name of sessions.keys()) if (!stored.has(sessionPath(path, name))) return null;
  let end = bytes.length;
  while (bytes[end - 1] === 0) end--;
  return missing.length > 0 || (hasEnded && size < known) ? { missing, end } : null;
}

const endsSealed = (file: string, size: number): boolean =>
  /,"seal":"[0-9a-f]{8}"\}\n$/u.test(readPart(file, Math.max(0, size - 32), size).toString("latin1"));

/**
 * How it came that a chat's file ends before the last message that was written there, whatever stands behind: where the index still has it, a person
 * took it out, else it is lost. Null where nothing is missing, or Loci itself rewrote the file.
 */
export async function shortChat(chat: IndexedChat): Promise<"edited" | "lost" | null> {
  const { file, path, documents, source, cursors } = chat;
  const written = await cursors.get(source, READ_TO);
  if (written === null || written.offset === 0 || reaches(file, written)) return null;
  const bytes = ifThere(() => readFileSync(file));
  if (bytes === null) return null;
  const ends = [...linesIn(bytes)].map(({ message, end, complete }) => (message ? end + (complete ? 0 : 1) : 0));
  if (ends.some((end) => end >= written.offset)) return null;
  const { sessions } = await readSessions(messagesIn(bytes));
  const asIndexed = (document: Document): boolean =>
    sessionHash(sessions.get(nameOf(document, path)) ?? []) === document.contentHash;
  return documents.every(asIndexed) ? "lost" : "edited";
}

/** What is said of a chat that is lost in part; an edited one is remembered as it is. */
export async function noteShort(chat: IndexedChat): Promise<readonly Note[]> {
  const how = await shortChat(chat);
  if (how === "edited") await chat.cursors.put(unread(chat.source));
  if (how !== "lost") return [];
  const message = `'${chat.file}' was cut off, and the index was lost, too: the last messages are missing`;
  return [{ code: "CHAT_CUT", message, hint: "put the file back from a backup" }];
}

/** The file was made shorter by Loci itself, and not indexed since. */
function isOnPurpose(bytes: Buffer, documents: readonly Document[], note: Cursor | null): boolean {
  const stale = note?.lastId?.split(" ") ?? [];
  if (note === null || !documents.some((document) => stale.includes(document.contentHash))) return false;
  return bytes.length >= note.offset && contentHash(bytes.subarray(0, note.offset).toString("utf8")) === note.hash;
}

/** What of a message stands in its drawers. */
const spoken = ({ role, text }: TranscriptMessage): string =>
  messageRole(role) === "assistant" ? ownWords(text) : text;

const nameOf = ({ path }: Document, file: string | null): string =>
  file === null ? path : path.slice(file.length + 1);

/** Sessions are named by day, and by number within it. */
function inOrder(documents: readonly Document[]): readonly Document[] {
  const collator = new Intl.Collator("en", { numeric: true });
  return documents.toSorted((a, b) => collator.compare(a.path, b.path));
}

/** Writes back what a file lacks; when it returns, it is on the disk. @returns what is to be said of it. @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` */
export function restoreChat(file: string, { missing, end }: CutChat): Note {
  if (end < statSync(file).size) writing(file, () => truncateSync(file, end));
  appendLines(file, missing.map(sealedLine), file);
  return restored(file, missing.length);
}

/** That a file lost its end, and got back what the index still held. */
export function restored(file: string, messages: number): Note {
  const restoredText =
    messages === 1 ? "1 message that the index still held was" : `${messages} messages that the index still held were`;
  return {
    code: "CHAT_RESTORED",
    message: `'${file}' was cut off; ${restoredText} written back`,
    ...hintOf(
      step`look at the disk; answers that only quoted passages may be missing; to delete messages, forget them: ${example("forget", "WORDS")}`,
    ),
  };
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
