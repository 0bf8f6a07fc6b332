import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { makePrivateFolder, syncFolder } from "../../files/private-folder.ts";
import { LociError } from "../../model/error.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import { writeFault } from "../../model/write-fault.ts";
import { jsonlMessage, readJsonl } from "./read-jsonl.ts";
import { readSessions } from "./read-sessions.ts";

/** A message that is being said now. */
export interface NewMessage {
  /** Unique in its chat: saying it again changes nothing. */
  readonly id: string;
  readonly role: string;
  /** Exact, not empty. */
  readonly text: string;
  readonly author?: string | undefined;
  /** ISO 8601 with zone. */
  readonly time: string;
  /** The message that it answers. */
  readonly parent?: string | undefined;
  /** For an answer: names of what it stood on. */
  readonly sources?: readonly string[] | undefined;
  /** For a note: ids of the messages that it was taken from. */
  readonly from?: readonly string[] | undefined;
}

/** Messages of one session at most, so that the cost of adding one doesn't grow with the chat. */
const SESSION_MESSAGES = 64;

/** Length of the tail, in bytes, by which a file that has only grown is recognised. */
const TAIL_BYTES = 256;

/** What is known of the file that was read last. */
interface Known {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** The last bytes of it. */
  readonly tail: Buffer;
}

/**
 * One chat's `messages.jsonl`: append only, every message byte for byte, the truth that the index is made from. A chat is cut into
 * sessions by day and by 64 messages; the session stands in each line.
 *
 * Not for several writers at once: hold the lease of its source.
 */
export class LiveChat {
  readonly #file: string;
  #known: Known | null = null;
  readonly #byId = new Map<string, TranscriptMessage>();
  readonly #sessions = new Map<string, TranscriptMessage[]>();
  readonly #list: TranscriptMessage[] = [];
  readonly #dayOf: (time: string) => string;
  #last: string | null = null;
  #readAnew = false;

  /**
   * @param file absolute path; it and its folder are made by the first message
   * @param dayOf the day of a time, as the chat counts days; by the time's own zone by default
   */
  constructor(file: string, dayOf: (time: string) => string = (time) => time.slice(0, 10)) {
    this.#file = file;
    this.#dayOf = dayOf;
  }

  /** Size and time of the file, as it was read or written last. */
  get file(): { readonly bytes: number; readonly modifiedAt: number } {
    return this.#known ?? { bytes: 0, modifiedAt: 0 };
  }

  /** Whether the file was read whole since this was last asked: it may have lost its end. */
  takeReadAnew(): boolean {
    const was = this.#readAnew;
    this.#readAnew = false;
    return was;
  }

  /** All messages, in the order in which they were said. */
  async messages(): Promise<readonly TranscriptMessage[]> {
    await this.#refresh();
    return [...this.#list];
  }

  /** A message by its id; null when it wasn't said here. */
  async message(id: string): Promise<TranscriptMessage | null> {
    await this.#refresh();
    return this.#byId.get(id) ?? null;
  }

  /** The messages of a session, in order. */
  session(name: string): readonly TranscriptMessage[] {
    return this.#sessions.get(name) ?? [];
  }

  /**
   * Adds a message and makes sure that it is on disk.
   *
   * @returns the message as it is kept; `added: false` when it was said before
   * @throws LociError `DUPLICATE` when its id stands for other words, `USAGE` for what is no message, storage errors
   */
  async append(message: NewMessage): Promise<{ readonly message: TranscriptMessage; readonly added: boolean }> {
    const before = await this.message(message.id);
    if (before !== null) {
      if (before.text === message.text && before.role === message.role) return { message: before, added: false };
      throw new LociError("DUPLICATE", `the chat has another message with the id '${message.id.slice(0, 80)}'`, {
        hint: "give every message an id of its own",
      });
    }
    const { id, role, text, author, time, parent, sources, from } = message;
    const line = JSON.stringify({
      session: this.#sessionFor(time),
      id,
      role,
      author,
      time,
      parent,
      sources,
      from,
      text,
    });
    // As it will be read: what the file can't give back would be gone after a rebuild.
    const kept = jsonlMessage(line);
    if (typeof kept === "string")
      throw new LociError("USAGE", `the message can't be kept: ${kept}`, {
        hint: "give every message an id, a role, a text, and its time as 2026-05-31T14:00:00Z",
      });
    this.#write(`${line}\n`);
    this.#take(kept);
    return { message: kept, added: true };
  }

  #sessionFor(time: string): string {
    const day = this.#dayOf(time);
    const last = this.#last;
    const isOfDay = last === day || (last?.startsWith(`${day}-`) ?? false);
    if (last !== null && isOfDay && this.session(last).length < SESSION_MESSAGES) return last;
    let name = day;
    for (let n = 2; this.#sessions.has(name); n++) name = `${day}-${n}`;
    return name;
  }

  #take(message: TranscriptMessage): void {
    this.#byId.set(message.id, message);
    this.#list.push(message);
    const session = this.#sessions.get(message.session);
    if (session === undefined) this.#sessions.set(message.session, [message]);
    else session.push(message);
    this.#last = message.session;
  }

  // Reads the file again when somebody else has written to it.
  async #refresh(): Promise<void> {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    if (stat === undefined ? this.#known === null : same(stat, this.#known)) return;
    if (stat !== undefined && this.#takeGrowth(stat)) return;
    this.#byId.clear();
    this.#sessions.clear();
    this.#list.length = 0;
    this.#last = null;
    this.#known = null;
    this.#readAnew = true;
    if (stat === undefined) return;
    const bytes = readFileSync(this.#file);
    this.#known = { bytes: bytes.length, modifiedAt: stat.mtimeMs, tail: bytes.subarray(-TAIL_BYTES) };
    if (bytes.length === 0) return;
    const { sessions } = await readSessions(readJsonl(this.#file, bytes).content);
    for (const messages of sessions.values()) for (const message of messages) this.#take(message);
  }

  /** Reads on from where the file ended, if it has only grown since: another process has said something. */
  #takeGrowth(stat: Stats): boolean {
    const known = this.#known;
    if (known === null || stat.size <= known.bytes || known.tail.at(-1) !== 0x0a) return false;
    const start = known.bytes - known.tail.length;
    const bytes = Buffer.alloc(stat.size - start);
    const file = openSync(this.#file, "r");
    try {
      if (readSync(file, bytes, 0, bytes.length, start) !== bytes.length) return false;
    } finally {
      closeSync(file);
    }
    if (!bytes.subarray(0, known.tail.length).equals(known.tail)) return false;
    for (const line of bytes.subarray(known.tail.length).toString("utf8").split("\n")) {
      const message = jsonlMessage(line);
      if (typeof message !== "string" && !this.#byId.has(message.id)) this.#take(message);
    }
    this.#known = { bytes: stat.size, modifiedAt: stat.mtimeMs, tail: bytes.subarray(-TAIL_BYTES) };
    return true;
  }

  #write(line: string): void {
    let file: number | null = null;
    try {
      const isNew = !existsSync(this.#file);
      if (isNew) makePrivateFolder(dirname(this.#file));
      file = openSync(this.#file, "a+", 0o600);
      const { size } = statSync(this.#file);
      // A line that a killed process left unended: what follows must not be joined to it.
      const end = Buffer.alloc(1);
      const unended = size > 0 && readSync(file, end, 0, 1, size - 1) === 1 && end[0] !== 0x0a;
      const text = Buffer.from(unended ? `\n${line}` : line);
      for (let written = 0; written < text.length;) written += writeSync(file, text, written);
      fsyncSync(file);
      if (isNew) syncFolder(dirname(this.#file));
    } catch (thrown) {
      throw writeFault("the message", thrown);
    } finally {
      if (file !== null) closeSync(file);
    }
    const stat = statSync(this.#file);
    this.#known = { bytes: stat.size, modifiedAt: stat.mtimeMs, tail: Buffer.from(line).subarray(-TAIL_BYTES) };
  }
}

function same(stat: Stats, known: Known | null): boolean {
  return known !== null && stat.size === known.bytes && stat.mtimeMs === known.modifiedAt;
}
