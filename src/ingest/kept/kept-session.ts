import type { SessionTitle, TranscriptMessage } from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import { messageContent } from "../chats/session-document.ts";

/** What names a kept session. */
export interface KeptHeader {
  /** The document's path; see `sessionPath`. */
  readonly path: string;
  readonly session: string;
  /** Tool and conversation, where the tool's own ids tell a conversation whatever file it stands in; else null. */
  readonly identity: string | null;
}

/** A session as it is kept. */
export interface KeptSession {
  readonly header: KeptHeader;
  readonly messages: readonly TranscriptMessage[];
  readonly title: Omit<SessionTitle, "session"> | null;
  /** Absolute paths of the transcripts that it came from, in order. */
  readonly files: readonly string[];
  /** Messages that were forgotten, by `forgottenHash`: they don't come back. */
  readonly forgotten: ReadonlySet<string>;
}

/** What a transcript says of a session. */
export interface SessionReading {
  readonly header: KeptHeader;
  readonly messages: readonly TranscriptMessage[];
  readonly title: Omit<SessionTitle, "session"> | null;
  readonly file: string;
  /**
   * `all`: the transcript is the whole truth of this session, since a person writes it. `more`: what it holds beside what is kept; a message
   * that it doesn't hold any more stays. `copies`: the same of one of several files whose messages have no ids of their own: they are known by
   * what they say.
   */
  readonly counts: "all" | "more" | "copies";
  /** An earlier version read it, which didn't leave out Loci's own words. */
  readonly older?: boolean;
}

/** A message as it is written: what it hasn't is left out, and so is the session, which is the file's. */
type KeptMessage = Pick<TranscriptMessage, "id" | "role" | "text"> & Partial<Omit<TranscriptMessage, "session">>;

/** A line of the log: the session's name, a message, its title, a file that it came from, or a message that was forgotten. */
type Line =
  | { readonly k: KeptHeader }
  | { readonly m: KeptMessage }
  | { readonly t: Omit<SessionTitle, "session"> }
  | { readonly f: string }
  | { readonly x: string };

/** What stands for a message that was forgotten: nothing of it can be read from this. */
function forgottenHash({ id, text }: Pick<TranscriptMessage, "id" | "text">): string {
  return contentHash(JSON.stringify([id, text])).slice(0, 32);
}

/** The session of a log's text; null where not even its name is there. A message without its like is added, one of a known id and ordinal takes its place. */
export function parseKept(text: string): KeptSession | null {
  let header: KeptHeader | null = null;
  let title: KeptSession["title"] = null;
  const messages: TranscriptMessage[] = [];
  const files: string[] = [];
  const forgotten = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const one = JSON.parse(line) as Line;
    if ("k" in one) header = one.k;
    else if ("m" in one && header !== null)
      messages.push({ session: header.session, author: null, time: null, caption: null, ...one.m });
    else if ("t" in one) title = one.t;
    else if ("f" in one) files.push(one.f);
    else if ("x" in one) forgotten.add(one.x);
  }
  return header === null ? null : { header, messages, title, files, forgotten };
}

/** The log of a session. */
export function logOf({ header, messages, title, files, forgotten }: KeptSession): string {
  const lines: Line[] = [
    { k: header },
    ...files.map((f) => ({ f })),
    ...(title === null ? [] : [{ t: title }]),
    ...[...forgotten].map((x) => ({ x })),
    ...messages.map(messageLine),
  ];
  return spelt(lines);
}

function messageLine({ session: _, line: _line, author, time, caption, ...rest }: TranscriptMessage): Line {
  return {
    m: {
      ...rest,
      ...(author !== null && { author }),
      ...(time !== null && { time }),
      ...(caption !== null && { caption }),
    },
  };
}

function spelt(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** What taking a reading in comes to. */
export interface Merged {
  readonly session: KeptSession;
  /** Lines to append; null where what stands before changed too, and the log is to be written anew. */
  readonly more: string | null;
  readonly added: number;
  readonly kept: number;
}

/**
 * Takes what a transcript says into what is kept of its session. Pure.
 *
 * What only continues it is appended; a message that the newer reading tells otherwise (a branch that was given up since, a tool's later
 * wording) takes the place of the older one, and one that stands between known ones goes there.
 */
export function mergeReading(kept: KeptSession | null, reading: SessionReading): Merged {
  const none = { messages: [], title: null, files: [], forgotten: new Set<string>() };
  const before: KeptSession = kept ?? { header: reading.header, ...none };
  const remembered = withoutForgotten(before, reading.messages);
  const { messages, appended, added } =
    reading.counts === "all"
      ? replaced(before.messages, remembered)
      : united(before.messages, remembered, reading.counts === "more" ? byId : saidIn(before.header.identity));
  const title = betterTitle(before.title, reading.title);
  const files = before.files.includes(reading.file) ? before.files : [...before.files, reading.file];
  // What an earlier version kept may have none.
  const identity = before.header.identity ?? reading.header.identity;
  const session: KeptSession = { ...before, header: { ...before.header, identity }, messages, title, files };
  const lines: Line[] = [
    ...(kept === null ? [{ k: before.header }] : []),
    ...files.slice(before.files.length).map((f) => ({ f })),
    ...(title === before.title || title === null ? [] : [{ t: title }]),
    ...(appended ?? []).map(messageLine),
  ];
  const isKnown = identity === before.header.identity && appended !== null;
  return { session, more: isKnown ? spelt(lines) : null, added, kept: remembered.length - added };
}

/** A person's title stands above a tool's; else the later one counts. */
function betterTitle(old: KeptSession["title"], now: KeptSession["title"]): KeptSession["title"] {
  if (now === null || (old?.by === "person" && now.by === "tool")) return old;
  return old?.title === now.title && old.by === now.by ? old : now;
}

interface Taken {
  readonly messages: readonly TranscriptMessage[];
  /** New ones, all behind those that were there; null where something else changed. */
  readonly appended: readonly TranscriptMessage[] | null;
  readonly added: number;
}

function replaced(before: readonly TranscriptMessage[], now: readonly TranscriptMessage[]): Taken {
  const there = new Map<string, number>();
  for (const message of before) there.set(message.id, (there.get(message.id) ?? 0) + 1);
  const added = now.filter(({ id }) => {
    const left = there.get(id) ?? 0;
    there.set(id, left - 1);
    return left <= 0;
  }).length;
  const continues =
    now.length >= before.length && before.every((message, i) => same(message, now[i] as TranscriptMessage));
  return { messages: now, appended: continues ? now.slice(before.length) : null, added };
}

function united(before: readonly TranscriptMessage[], now: readonly TranscriptMessage[], keyOf: KeyOf): Taken {
  const keys = ordinals(before, keyOf);
  const known = new Map(before.map((message, i) => [keys[i] as string, message]));
  const changed = new Map<string, TranscriptMessage>();
  /** New ones by the known message that they stand behind; "" for those before all. */
  const behind = new Map<string, TranscriptMessage[]>();
  const end = keys.at(-1) ?? "";
  const nowKeys = ordinals(now, keyOf);
  // A reading that went on holds nothing that is known: what it holds comes behind all of that.
  let last = nowKeys.some((key) => known.has(key)) ? "" : end;
  let added = 0;
  const told = payloadKeys(before, keys);
  const recent = new Set(before.slice(-RECENT).map(contentKey));
  now.forEach((message, i) => {
    const own = nowKeys[i] as string;
    if (!known.has(own) && message.id.startsWith(PAYLOAD_ID) && recent.has(contentKey(message))) return;
    // What a payload told before its transcript was there becomes the transcript's.
    const key = known.has(own) ? own : (told.get(contentKey(message))?.shift() ?? own);
    const old = known.get(key);
    if (old === undefined) {
      const others = behind.get(last);
      if (others === undefined) behind.set(last, [message]);
      else others.push(message);
      added++;
      return;
    }
    if (keyOf === byId && !same(old, message)) changed.set(key, message);
    last = key;
  });
  const appended =
    changed.size === 0 && [...behind.keys()].every((key) => key === end) ? (behind.get(end) ?? []) : null;
  const messages = [
    ...(end === "" ? [] : (behind.get("") ?? [])),
    ...before.flatMap((message, i) => {
      const key = keys[i] as string;
      return [changed.get(key) ?? message, ...(behind.get(key) ?? [])];
    }),
    ...(end === "" ? (behind.get("") ?? []) : []),
  ];
  return { messages, appended, added };
}

/** Begins the ids of messages that hooks' payloads tell, since no transcript is at hand. */
const PAYLOAD_ID = "hook-";
/** Number of last messages among which a payload's message is looked for. */
const RECENT = 40;

/** Keys of the messages that payloads told, by what they say. */
function payloadKeys(messages: readonly TranscriptMessage[], keys: readonly string[]): Map<string, string[]> {
  const told = new Map<string, string[]>();
  messages.forEach((message, i) => {
    if (!message.id.startsWith(PAYLOAD_ID)) return;
    const said = contentKey(message);
    told.set(said, [...(told.get(said) ?? []), keys[i] as string]);
  });
  return told;
}

function contentKey({ role, text }: TranscriptMessage): string {
  return JSON.stringify([role, text.trim()]);
}

/** What a message is known by in its session. */
type KeyOf = (message: TranscriptMessage) => string;

const byId: KeyOf = ({ id }) => id;

/** The messages' keys, told apart where one was used twice. */
function ordinals(messages: readonly TranscriptMessage[], keyOf: KeyOf): readonly string[] {
  const seen = new Map<string, number>();
  return messages.map((message) => {
    const key = keyOf(message);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return `${key}\u0000${ordinal}`;
  });
}

/**
 * What a message says, who says it, and when: all by which one without an id is known. What Cursor exports has the time of the export alone.
 * @param identity it begins with the tool
 */
export function saidIn(identity: string | null): KeyOf {
  const isTimed = identity?.startsWith("cursor") !== true;
  return ({ role, author, time, text, caption }) =>
    JSON.stringify([role, author, isTimed ? time : null, text, caption]);
}

/** Whether one of two tellings of a conversation is the beginning of the other, but for what was forgotten and what nobody says. */
export function goesOn(kept: KeptSession, told: readonly TranscriptMessage[]): boolean {
  const said = saidIn(kept.header.identity);
  const before = kept.messages.filter(({ role }) => role !== "system");
  const now = withoutForgotten(kept, told).filter(({ role }) => role !== "system");
  return now.every((message, i) => said(before[i] ?? message) === said(message));
}

function withoutForgotten({ forgotten }: KeptSession, told: readonly TranscriptMessage[]): TranscriptMessage[] {
  return told.filter((message) => !forgotten.has(forgottenHash(message)));
}

function same(a: TranscriptMessage, b: TranscriptMessage): boolean {
  return messageContent(a) === messageContent(b) && (a.workspace ?? null) === (b.workspace ?? null);
}

/** A session with only these messages of its own, perhaps with less text: what isn't there any more is remembered as forgotten. */
export function withMessages(session: KeptSession, messages: KeptSession["messages"]): KeptSession {
  const staying = new Set(messages.map(forgottenHash));
  const going = session.messages.map(forgottenHash).filter((hash) => !staying.has(hash));
  return { ...session, messages, forgotten: new Set([...session.forgotten, ...going]) };
}
