import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  fstatSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { LociError } from "../../model/error.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import { writeFault } from "../../model/write-fault.ts";
import { slug } from "../../text/slug.ts";

/** A message as a hook hands it over. Ids that begin with `hook-` were made from a hook's own payload, since no transcript was at hand. */
export type RecordedMessage = Pick<TranscriptMessage, "id" | "role" | "marks" | "author" | "time" | "text" | "caption">;

/** What recording did. */
export interface Recorded {
  readonly added: number;
  /** Messages that were recorded before, in this session or in the one that it was forked or resumed from. */
  readonly known: number;
}

const HOOK_ID = "hook-";
/** Bytes of a hash in the list of known entries. */
const KEY_BYTES = 12;
/** Number of last messages that a payload's message is compared with, since its transcript may already contain it. */
const RECENT = 40;
/** Messages at the beginning of a session: enough to tell it from another one, and all that a copy surely has. */
const HEAD = 3;

/**
 * The sessions of one agent, each a file of JSON lines, append only: what the agent's own clean-up can't take away. A message is kept once,
 * however often its session is told: by resumed and forked sessions that repeat it, by two hooks for one turn, by payload and transcript.
 *
 * Not for several writers at once: hold a lease.
 */
export class RecordedSessions {
  readonly #folder: string;
  #known: Set<string> | null = null;

  /** @param folder absolute, of this agent alone; made by the first message */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a session. */
  fileOf(session: string): string {
    const digest = createHash("sha256").update(session).digest("hex").slice(0, 8);
    return join(this.#folder, `${slug(session).slice(0, 60) || "session"}-${digest}.jsonl`);
  }

  /**
   * Adds the messages that aren't known yet, in order; on disk when it returns.
   *
   * @param messages of one session, as far as they are known now; not empty texts
   * @throws LociError storage errors
   */
  append(session: string, messages: readonly RecordedMessage[]): Recorded {
    const file = this.fileOf(session);
    const stored = readStored(file);
    const ids = new Set(stored.map(({ id }) => id));
    const countByContent = new Map<string, number>();
    for (const message of stored) if (message.id.startsWith(HOOK_ID)) count(countByContent, contentKey(message), 1);
    const fresh: RecordedMessage[] = [];
    const keys: string[] = [];
    const copied = stored.length === 0 ? this.#copiedHead(messages) : 0;
    for (const [i, message] of messages.entries()) {
      const key = entryKey(session, message);
      if (ids.has(message.id) || this.#keys().has(key)) continue;
      ids.add(message.id);
      keys.push(key);
      if (i < copied) continue;
      const same = contentKey(message);
      if (message.id.startsWith(HOOK_ID)) {
        if ([...stored, ...fresh].slice(-RECENT).some((other) => contentKey(other) === same)) continue;
      } else if ((countByContent.get(same) ?? 0) > 0) {
        // Recorded from a payload before its transcript existed.
        count(countByContent, same, -1);
        continue;
      }
      fresh.push(message);
    }
    if (fresh.length > 0)
      this.#write(file, fresh.map((message) => `${JSON.stringify({ session, ...message })}\n`).join(""));
    if (keys.length > 0) this.#remember(keys);
    if (copied === 0 && stored.length < HEAD && fresh.length > 0) this.#rememberHead(file, [...stored, ...fresh]);
    return { added: fresh.length, known: messages.length - fresh.length };
  }

  /** The messages of a session as they were recorded; none for one that isn't known. */
  messages(session: string): readonly RecordedMessage[] {
    return readStored(this.fileOf(session));
  }

  /** Number of messages at the beginning that repeat a recorded session, as in a fork or a resumed session. */
  #copiedHead(messages: readonly RecordedMessage[]): number {
    const head = headOf(messages);
    const list = join(this.#folder, "heads");
    if (head === null || !existsSync(list)) return 0;
    let most = 0;
    for (const line of readFileSync(list, "utf8").split("\n")) {
      const [hash, name] = line.split(" ");
      if (hash !== head || name === undefined) continue;
      const other = readStored(join(this.#folder, name));
      let same = 0;
      while (
        same < messages.length &&
        same < other.length &&
        contentKey(messages[same] as RecordedMessage) === contentKey(other[same] as RecordedMessage)
      )
        same++;
      most = Math.max(most, same);
    }
    return most;
  }

  #rememberHead(file: string, messages: readonly RecordedMessage[]): void {
    const head = headOf(messages);
    if (head !== null)
      appendFileSync(join(this.#folder, "heads"), `${head} ${file.slice(this.#folder.length + 1)}\n`, { mode: 0o600 });
  }

  #keys(): Set<string> {
    if (this.#known === null) {
      const file = join(this.#folder, "entries");
      const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      this.#known = new Set();
      for (let at = 0; at + KEY_BYTES <= bytes.length; at += KEY_BYTES)
        this.#known.add(bytes.toString("latin1", at, at + KEY_BYTES));
    }
    return this.#known;
  }

  #remember(keys: readonly string[]): void {
    for (const key of keys) this.#keys().add(key);
    const file = join(this.#folder, "entries");
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const handle = openSync(file, "a", 0o600);
      try {
        // A killed process may have left a part of a key: what follows must stand at a multiple.
        const torn = fstatSync(handle).size % KEY_BYTES;
        const padding = torn === 0 ? "" : "\0".repeat(KEY_BYTES - torn);
        writeSync(handle, Buffer.from(padding + keys.join(""), "latin1"));
      } finally {
        closeSync(handle);
      }
    } catch (thrown) {
      throw writeFault("the list of known messages", thrown);
    }
  }

  #write(file: string, lines: string): void {
    let handle: number | null = null;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      handle = openSync(file, "a+", 0o600);
      const { size } = fstatSync(handle);
      const end = Buffer.alloc(1);
      const unended = size > 0 && readSync(handle, end, 0, 1, size - 1) === 1 && end[0] !== 0x0a;
      writeSync(handle, unended ? `\n${lines}` : lines);
      fsyncSync(handle);
    } catch (thrown) {
      throw writeFault("the session", thrown);
    } finally {
      if (handle !== null) closeSync(handle);
    }
  }
}

/** The key of an entry over all sessions of its agent. Random ids are unique; others are qualified by their session. */
function entryKey(session: string, { id }: RecordedMessage): string {
  const isRandom = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:#\d+)?$/u.test(id);
  return createHash("sha256")
    .update(isRandom ? id : `${session}\0${id}`)
    .digest()
    .toString("latin1", 0, KEY_BYTES);
}

function contentKey({ role, text }: RecordedMessage): string {
  return createHash("sha256").update(`${role}\0${text}`).digest("base64");
}

/** The hash of a session's head; null for one that is too short. */
function headOf(messages: readonly RecordedMessage[]): string | null {
  if (messages.length < HEAD) return null;
  return createHash("sha256").update(messages.slice(0, HEAD).map(contentKey).join("\0")).digest("hex").slice(0, 24);
}

function count(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

/** Lines cut off by a crash are left out: their messages are sent again. */
function readStored(file: string): readonly RecordedMessage[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line === "") return [];
      try {
        return [JSON.parse(line) as RecordedMessage];
      } catch (thrown) {
        if (thrown instanceof SyntaxError) return [];
        throw new LociError("STORAGE_FAILED", "a recorded session can't be read", { cause: thrown });
      }
    });
}
