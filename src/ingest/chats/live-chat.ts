import { hash } from "node:crypto";
import { existsSync, fsyncSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { readPart, onFile } from "../../files/plain-file.ts";
import { makePrivateFolder, syncFolder } from "../../files/private-folder.ts";
import { LociError, writing } from "../../model/error.ts";
import { messageRole } from "../../model/message-role.ts";
import type { TranscriptContent, TranscriptMessage } from "../../model/transcript-read.ts";
import type { Cursor, CursorStore } from "../../storage/ports/catalog.ts";
import { contentHash } from "../../text/content-hash.ts";
import { type JsonlLine, jsonlLines, jsonlMessage, NO_OBJECT, readJsonl, readSessions } from "./read-jsonl.ts";

/** A message that is being said now: its text is exact and not empty, and its id unique in its chat, where saying it again changes nothing. */
export type NewMessage = Pick<TranscriptMessage, "id" | "role" | "text"> & {
  readonly author?: string | undefined;
  /** ISO 8601 with zone. */
  readonly time: string;
} & { readonly [Field in "parent" | "sources" | "passages" | "marks" | "from"]?: TranscriptMessage[Field] | undefined };

/** Messages of one session at most, so that the cost of adding one doesn't grow with the chat. */
const SESSION_MESSAGES = 64;
/** Length of the tail, in bytes, by which a file that has only grown is recognised. */
const TAIL_BYTES = 256;
/** Bytes that are read at once from the end. */
const BLOCK_BYTES = 32 * 1024;
/** What is kept of the file under this path: how far it was read, its last session, and the hash of its tail there. */
export const READ_TO = "live";

/** Kept in that place, says that nothing is known of how far the file went. */
export const unread = (source: string): Cursor => ({ source, path: READ_TO, offset: 0, lastId: null, hash: "" });

/** A chat's file, and where it is remembered what stands where in it. */
export interface ChatFile {
  /** Absolute; it and its folder are made by the first message. */
  readonly file: string;
  readonly source: string;
  readonly cursors: CursorStore;
  readonly dayOf: (time: string) => string;
}

interface Known {
  readonly bytes: number;
  /** Its last session; null where there is none. */
  readonly session: string | null;
  /** Messages and sessions that the catalog doesn't know yet: where their lines begin, and where sessions end. */
  readonly places: ReadonlyMap<string, number>;
  /** Whether it is known from its beginning by this reading alone. */
  readonly anew: boolean;
}

/**
 * One chat's `messages.jsonl`: append only, every message byte for byte, the truth that the index is made from. A chat is cut into
 * sessions by day and by 64 messages; the session stands in each line.
 *
 * Where its messages stand is kept in the catalog, with how far the file was read: adding one reads its end, the session that it goes into, and a few
 * rows. A file that isn't as it was left is read whole.
 *
 * Not for several writers at once: hold the lease of its source.
 */
export class LiveChat {
  readonly #of: ChatFile;

  constructor(of: ChatFile) {
    this.#of = of;
  }

  get file(): { readonly bytes: number; readonly modifiedAt: number } {
    const stat = statSync(this.#of.file, { throwIfNoEntry: false });
    return { bytes: stat?.size ?? 0, modifiedAt: stat?.mtimeMs ?? 0 };
  }

  /** Whether the file is other than it was left: it may have lost its end. */
  async isOther(): Promise<boolean> {
    return (await this.#known()).anew;
  }

  async message(id: string): Promise<TranscriptMessage | null> {
    return this.#messageIn(await this.#known(), id);
  }

  async session(name: string): Promise<readonly TranscriptMessage[]> {
    return await this.#sessionIn(await this.#known(), name);
  }

  async #sessionIn(known: Known, name: string): Promise<readonly TranscriptMessage[]> {
    const [start, end] = [await this.#place(known, startOf(name)), await this.#place(known, endOf(name))];
    if (start === null || end === null) return [];
    return (await readSessions(messagesIn(this.#read(start, end)))).sessions.get(name) ?? [];
  }

  /**
   * The last messages, in order.
   * @param enough is asked with more of them each time; all are given where it never says so
   */
  async last(enough: (messages: readonly TranscriptMessage[]) => boolean): Promise<readonly TranscriptMessage[]> {
    const end = this.file.bytes;
    for (let wanted = BLOCK_BYTES; ; wanted *= 2) {
      const from = Math.max(0, end - wanted);
      const bytes = this.#read(from, end);
      // What begins in the middle of a line is no message.
      const { sessions } = await readSessions(messagesIn(bytes));
      const messages = [...sessions.values()].flat();
      if (from === 0 || enough(messages)) return messages;
    }
  }

  /**
   * Adds a message and makes sure that it is on disk.
   * @returns the message as it is kept; `added: false` when it was said before
   * @throws LociError `DUPLICATE` when its id stands for other words, `USAGE` for what is no message, storage errors
   */
  async append(message: NewMessage): Promise<{ readonly message: TranscriptMessage; readonly added: boolean }> {
    const known = await this.#known();
    const before = await this.#messageIn(known, message.id);
    if (before !== null) {
      if (before.text === message.text && before.role === message.role) return { message: before, added: false };
      throw new LociError("DUPLICATE", `the chat has another message with the id '${message.id.slice(0, 80)}'`, {
        hint: "give every message an id of its own",
      });
    }
    const { id, role, text, author, time, parent, sources, passages, marks, from } = message;
    const session = await this.#sessionFor(known, time);
    const line = sealedLine({ session, id, role, author, time, parent, sources, passages, marks, from, text });
    // As it will be read: what the file can't give back would be gone after a rebuild.
    const kept = jsonlMessage(line);
    if (typeof kept === "string")
      throw new LociError("USAGE", `the message can't be kept: ${kept}`, {
        hint: "give every message an id, a role, a text, and its time as 2026-05-31T14:00:00Z",
      });
    appendLines(this.#of.file, [line], "the message");
    const now = await this.#known();
    const { source, cursors } = this.#of;
    if (now.anew) await cursors.forgetPlaces(source);
    const cursor = {
      source,
      path: READ_TO,
      offset: now.bytes,
      lastId: now.session,
      hash: tailBefore(this.#of.file, now.bytes),
    };
    await cursors.put(cursor, now.places);
    return { message: kept, added: true };
  }

  async #sessionFor(known: Known, time: string): Promise<string> {
    const day = this.#of.dayOf(time);
    const last = known.session;
    const isOfDay = last === day || (last?.startsWith(`${day}-`) ?? false);
    if (last !== null && isOfDay && (await this.#sessionIn(known, last)).length < SESSION_MESSAGES) return last;
    let name = day;
    for (let n = 2; (await this.#place(known, startOf(name))) !== null; n++) name = `${day}-${n}`;
    return name;
  }

  /** What the catalog knows of the file, and what has been written behind that. */
  async #known(): Promise<Known> {
    const { file, source, cursors } = this.#of;
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const cursor = await cursors.get(source, READ_TO);
    const isIts = cursor !== null && reaches(file, cursor);
    const from = isIts ? cursor.offset : 0;
    const places = new Map<string, number>();
    let [session, bytes] = [isIts ? cursor.lastId : null, from];
    for (const { start, end, complete, message } of linesIn(this.#read(from, size))) {
      if (message !== null) {
        session = message.session;
        places.set(idOf(message.id), from + start);
        if ((await this.#place({ places, anew: !isIts }, startOf(session))) === null)
          places.set(startOf(session), from + start);
        places.set(endOf(session), from + end);
      }
      // An unended line may be one that is being written.
      if (complete) bytes = from + end;
    }
    return { bytes, session, places, anew: !isIts };
  }

  async #place({ places, anew }: Pick<Known, "places" | "anew">, name: string): Promise<number | null> {
    return places.get(name) ?? (anew ? null : await this.#of.cursors.place(this.#of.source, name));
  }

  async #messageIn(known: Known, id: string): Promise<TranscriptMessage | null> {
    const start = await this.#place(known, idOf(id));
    if (start === null) return null;
    const size = this.file.bytes;
    for (let wanted = BLOCK_BYTES; ; wanted *= 2) {
      const [line] = linesIn(this.#read(start, Math.min(size, start + wanted)));
      if (line?.complete === false && start + wanted < size) continue;
      return line?.message?.id === id ? line.message : null;
    }
  }

  #read(start: number, end: number): Buffer {
    return readPart(this.#of.file, start, end);
  }
}

const tailBefore = (file: string, offset: number): string =>
  hash("sha256", readPart(file, Math.max(0, offset - TAIL_BYTES), offset), "hex");

/** Whether a file has what was read of it. Cost: its tail there. */
export const reaches = (file: string, { offset, hash }: Pick<Cursor, "offset" | "hash">): boolean =>
  offset <= (statSync(file, { throwIfNoEntry: false })?.size ?? 0) && tailBefore(file, offset) === hash;

/** How a line ends: with a checksum of the object before that field. `#` stands for its digits. */
const SEAL = ',"seal":"########"}';

/** A message as a line of a chat's file, with what tells whether a byte of it has changed since. */
export function sealedLine(message: object): string {
  const line = JSON.stringify(message);
  return `${line.slice(0, -1)}${SEAL.replace("########", contentHash(line).slice(0, 8))}`;
}

/**
 * Numbers of the lines that aren't as Loci wrote them. Those of an earlier version have no seal, and stand before all that have one; what a killed
 * process left unended has none either, and is no message.
 */
export function changedLines(text: string): readonly number[] {
  let begun = false;
  return text.split("\n").flatMap((line, at) => {
    const tail = line.slice(-SEAL.length);
    const wrong = [...SEAL].filter((character, i) => character !== "#" && character !== tail[i]).length;
    // One wrong byte in the seal leaves the rest of it.
    const hasSeal = wrong <= 1;
    if (line === "" || (!hasSeal && (!begun || isUnended(line)))) return [];
    begun = true;
    const whole = `${line.slice(0, -SEAL.length)}}`;
    return hasSeal && tail === SEAL.replace("########", contentHash(whole).slice(0, 8)) ? [] : [at + 1];
  });
}

/** Within a message's text a quotation mark stands escaped, so only a line's own end looks like a seal. */
const isUnended = (line: string): boolean => !/,"seal":"[0-9a-f]{8}"\}/u.test(line) && jsonlMessage(line) === NO_OBJECT;

/**
 * Adds lines to a chat's file; when it returns, they are on the disk.
 * @param what is written, as an error names it
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function appendLines(path: string, lines: readonly string[], what: string): void {
  writing(what, () => {
    const isNew = !existsSync(path);
    if (isNew) makePrivateFolder(dirname(path));
    onFile(path, "a+", (file) => {
      const { size } = statSync(path);
      // A line that a killed process left unended: what follows must not be joined to it.
      const end = Buffer.alloc(1);
      const unended = size > 0 && readSync(file, end, 0, 1, size - 1) === 1 && end[0] !== 0x0a;
      const text = Buffer.from(`${unended ? "\n" : ""}${lines.map((line) => `${line}\n`).join("")}`);
      for (let written = 0; written < text.length;) written += writeSync(file, text, written);
      fsyncSync(file);
      if (isNew) syncFolder(dirname(path));
    });
  });
}

/** All messages of a chat's file, by session, in the order in which they were said; none where there is no file. */
export async function readChat(file: string): Promise<readonly TranscriptMessage[]> {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.length === 0) return [];
  return [...(await readSessions(readJsonl(file, bytes).content)).sessions.values()].flat();
}

/** The answers in a chat's file. Cost: a third of `readChat`. */
export function answersIn(file: string): readonly TranscriptMessage[] {
  const lines = existsSync(file) ? [...linesIn(readFileSync(file))] : [];
  return lines.flatMap(({ message }) => (message !== null && messageRole(message.role) === "assistant" ? message : []));
}

/** A line of a chat's file; `message` is null where it holds none. */
interface ChatLine extends Omit<JsonlLine, "line"> {
  readonly message: TranscriptMessage | null;
}

export function* linesIn(bytes: Buffer): Generator<ChatLine> {
  for (const { line, ...place } of jsonlLines(bytes)) {
    const message = line === null ? "broken UTF-8" : jsonlMessage(line);
    yield { ...place, message: typeof message === "string" ? null : message };
  }
}

export async function* messagesIn(bytes: Buffer): TranscriptContent {
  for (const { message } of linesIn(bytes)) if (message !== null) yield message;
}

/** Under what a message's place is kept. */
const idOf = (id: string): string => `m${id}`;

const startOf = (session: string): string => `s${session}`;

const endOf = (session: string): string => `e${session}`;
