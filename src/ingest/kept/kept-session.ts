import type { SessionTitle, TranscriptMessage } from "../../model/transcript-read.ts";
import { tellingTerms } from "../../text/analyzer.ts";
import { contentHash } from "../../text/content-hash.ts";
import { messageContent } from "../chats/session-document.ts";

export interface KeptHeader {
  /** The document's path; see `sessionPath`. */
  readonly path: string;
  readonly session: string;
  /** Tool and conversation, where the tool's own ids tell a conversation whatever file it stands in; else null. */
  readonly identity: string | null;
}

export interface KeptSession {
  readonly header: KeptHeader;
  readonly messages: readonly TranscriptMessage[];
  readonly title: Omit<SessionTitle, "session"> | null;
  /** Absolute paths of the transcripts that it came from, in order. */
  readonly files: readonly string[];
  /** Messages that were forgotten, by `forgottenHash`: they don't come back. */
  readonly forgotten: ReadonlySet<string>;
}

export interface SessionReading extends Pick<KeptSession, "header" | "messages" | "title"> {
  readonly file: string;
  /**
   * `all`: the transcript is the whole truth of this session, since a person writes it. `more`: what it holds beside what is kept; a message
   * that it doesn't hold any more stays.
   */
  readonly counts: "all" | "more";
  /** What its transcript holds behind what was read before, of which all is still so. */
  readonly continued?: boolean;
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
const forgottenHash = ({ id, text }: Pick<TranscriptMessage, "id" | "text">): string =>
  contentHash(JSON.stringify([id, text])).slice(0, 32);

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

const messageLine = ({ session: _, line: _line, author, time, caption, ...rest }: TranscriptMessage): Line => ({
  m: {
    ...rest,
    ...(author !== null && { author }),
    ...(time !== null && { time }),
    ...(caption !== null && { caption }),
  },
});

const spelt = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

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
    reading.counts === "all" ? replaced(before, remembered) : united(before.messages, remembered, reading.continued);
  // Nobody can tell what a new title says of what was forgotten.
  const title = before.forgotten.size > 0 ? before.title : betterTitle(before.title, reading.title);
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

function replaced({ messages: before, header }: KeptSession, now: readonly TranscriptMessage[]): Taken {
  // Not by their ids: where these are ordinals, they move with what comes before.
  const there = new Set(ordinals(before, saidIn(header.identity)));
  const added = ordinals(now, saidIn(header.identity)).filter((key) => !there.has(key)).length;
  const continues =
    now.length >= before.length && before.every((message, i) => same(message, now[i] as TranscriptMessage));
  return continues
    ? { messages: now, appended: now.slice(before.length), added: now.length - before.length }
    : { messages: now, appended: null, added };
}

function united(before: readonly TranscriptMessage[], now: readonly TranscriptMessage[], isContinued = false): Taken {
  const keys = ordinals(before);
  const known = new Map(before.map((message, i) => [keys[i] as string, message]));
  const changed = new Map<string, TranscriptMessage>();
  /** New ones by the known message that they stand behind; "" for those before all. */
  const behind = new Map<string, TranscriptMessage[]>();
  const end = keys.at(-1) ?? "";
  const nowKeys = ordinals(now);
  // A reading that went on holds nothing that is known: what it holds comes behind all of that.
  let last = nowKeys.some((key) => known.has(key)) ? "" : end;
  let added = 0;
  const stays = new Set(nowKeys);
  // Events that told a message alone still do where the reading goes on.
  const isBeside = (id: string): boolean => BESIDE.test(id) && !(isContinued && id.startsWith("lone-"));
  const beside = [...before.entries()].filter(([i, { id }]) => isBeside(id) && !stays.has(keys[i] as string));
  const told = Map.groupBy(beside, ([, message]) => contentKey(message));
  const isTold = toldIn(before);
  now.forEach((message, i) => {
    const own = nowKeys[i] as string;
    if (!known.has(own) && isTold(message)) return;
    // What was told before its transcript was there becomes the transcript's.
    const [at] = (known.has(own) ? undefined : told.get(contentKey(message))?.shift()) ?? [];
    const key = at === undefined ? own : (keys[at] as string);
    const old = known.get(key);
    if (old === undefined) {
      const others = behind.get(last);
      if (others === undefined) behind.set(last, [message]);
      else others.push(message);
      added++;
      return;
    }
    if (!same(old, message)) changed.set(key, message);
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

/** Begins the ids of messages that are told beside a session's own record: by hooks' payloads, Gemini's log of prompts, and Codex's events. */
const BESIDE = /^(?:hook|log|lone)-/u;
/** Number of last messages among which a payload's message is looked for: its time may be another. */
const RECENT = 40;

/** Whether what is told beside a record stands there already. */
function toldIn(messages: readonly TranscriptMessage[]): (message: TranscriptMessage) => boolean {
  const recent = new Set(messages.slice(-RECENT));
  const said = Map.groupBy(messages, contentKey);
  return (message) =>
    BESIDE.test(message.id) &&
    (said.get(contentKey(message)) ?? []).some((one) =>
      message.id.startsWith("hook-")
        ? recent.has(one)
        : Math.abs(timeOf(one) - timeOf(message)) <= (message.id.startsWith("log-") ? SLACK_MS : 0),
    );
}

const contentKey = ({ role, text }: TranscriptMessage): string => JSON.stringify([role, text.trim()]);

/** The messages' keys, ids unless said, told apart where one was used twice. */
function ordinals(messages: readonly TranscriptMessage[], by = ({ id }: TranscriptMessage) => id): readonly string[] {
  const seen = new Map<string, number>();
  return messages.map(by).map((key) => {
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return `${key}\u0000${ordinal}`;
  });
}

/**
 * What a message says, who says it, and when: all by which one without an id is known. What Cursor exports has the time of the export
 * alone, and what Claude Code remembers that of its file.
 * @param identity it begins with the tool
 */
export function saidIn(identity: string | null): (message: TranscriptMessage) => string {
  const isTimed = !/^(?:cursor|claude-memory)\b/u.test(identity ?? "");
  return ({ role, author, time, text, caption }) =>
    JSON.stringify([role, author, isTimed ? time : null, text, caption]);
}

/** Whether one of two tellings of a conversation is the beginning of the other, but for what was forgotten and what nobody says. */
function goesOn(kept: KeptSession, told: readonly TranscriptMessage[]): boolean {
  const said = saidIn(kept.header.identity);
  const before = kept.messages.filter(({ role }) => role !== "system");
  const now = withoutForgotten(kept, told).filter(({ role }) => role !== "system");
  return now.every((message, i) => said(before[i] ?? message) === said(message));
}

/** Different texts that two tellings of one talk share at least: fewer may be said twice, and more of them at another hour or at no known one. */
const LEAST_SHARED = 3;
const LEAST_SHIFTED = 6;
/** Shared messages for each that only one of the two has where the other has one too. */
const SHARED_FOR_EACH = 9;
/** Kept messages among which the next one is looked for where there are no times. */
const NEAR = 8;
/** Copies differ by whole quarters of an hour (zones), and by what their forms leave of a minute. */
const QUARTER_MS = 900_000;
const SLACK_MS = 120_000;
/** Milliseconds by which the zones of two copies are apart at most. */
const FARTHEST_MS = 26 * 3_600_000;

/**
 * What is kept of a talk and what another file tells of it, as one, in order, where one goes on as the other; or where that file begins later or
 * earlier, leaves some out, or has its times in another zone. Null where it isn't the same talk: its messages are others.
 *
 * What both have is as it is kept, and so is the zone of all times. Of a talk of which something was forgotten, nothing new comes in between: it
 * would be that. Pure. Cost: linear.
 */
export function joined(session: KeptSession, other: readonly TranscriptMessage[]): readonly TranscriptMessage[] | null {
  const { messages: kept, forgotten } = session;
  const told = withoutForgotten(session, other);
  const places = Map.groupBy(kept.keys(), (i) => keyOf(kept[i] as TranscriptMessage));
  const shift = shiftBetween({ kept, places }, told);
  const pairs = pairsOf({ kept, places }, told, shift);
  const parts: (readonly TranscriptMessage[])[] = [];
  /** Messages that one tells where the other tells something else. */
  let lonely = 0;
  let [k, t] = [0, 0];
  for (const [i, j] of [...pairs, [kept.length, told.length] as const]) {
    const [before, now] = [kept.slice(k, i), told.slice(t, j)];
    const isBetween = k > 0 && i < kept.length;
    // Beyond what both have, one of them may go on.
    lonely += isBetween ? spoken(before) + spoken(now) : Math.min(spoken(before), spoken(now));
    // What nobody says is known without a time by the messages that it stands between.
    const unsaid = Number.isNaN(shift) ? before.filter(({ role }) => role === "system").map(keyOf) : [];
    const isNew = (message: TranscriptMessage): boolean => {
      const at = unsaid.indexOf(keyOf(message));
      return at < 0 || unsaid.splice(at, 1).length === 0;
    };
    const fresh = isBetween && forgotten.size > 0 ? [] : now.filter(isNew).map((message) => shifted(message, shift));
    parts.push(before, fresh, kept.slice(i, i + 1));
    [k, t] = [i + 1, j + 1];
  }
  // What nobody says stands in every chat ("Messages are encrypted"): it is told once, and proves nothing.
  const shared = pairs.flatMap(([at]) => (kept[at]?.role === "system" ? [] : [kept[at]?.text]));
  const isEnough =
    new Set(shared).size >= (shift === 0 ? LEAST_SHARED : LEAST_SHIFTED) && !(Math.abs(shift) > FARTHEST_MS);
  return (isEnough && shared.length >= SHARED_FOR_EACH * lonely) || goesOn(session, told) ? parts.flat() : null;
}

const shifted = (message: TranscriptMessage, by: number): TranscriptMessage =>
  message.time === null || !(Math.abs(by) > 0)
    ? message
    : { ...message, time: new Date(Date.parse(message.time) + by).toISOString() };

const spoken = (messages: readonly TranscriptMessage[]): number =>
  messages.filter(({ role }) => role !== "system").length;

/** Messages, and where what they say stands among them, by `keyOf`. */
interface Grouped {
  readonly kept: readonly TranscriptMessage[];
  readonly places: ReadonlyMap<string, number[]>;
}

/** Places of the messages that both have, in order; what nobody says is known by its time alone. It uses up `places`. */
function pairsOf(
  { kept, places }: Grouped,
  told: readonly TranscriptMessage[],
  shift: number,
): readonly (readonly [kept: number, told: number])[] {
  const pairs: [number, number][] = [];
  let from = 0;
  for (const [j, message] of told.entries()) {
    const at = message.role === "system" && Number.isNaN(shift) ? [] : (places.get(keyOf(message)) ?? []);
    const apart = (): number => timeOf(kept[at[0] as number] as TranscriptMessage) - timeOf(message) - shift;
    while (at.length > 0 && ((at[0] as number) < from || apart() < -SLACK_MS)) at.shift();
    const i = at[0];
    if (i === undefined || apart() > SLACK_MS || (Number.isNaN(apart()) && from > 0 && i >= from + NEAR)) continue;
    pairs.push([i, j]);
    from = i + 1;
  }
  return pairs;
}

/**
 * By how much the times of one are ahead, as most of what either says once tells; NaN where they aren't to be compared: there are none, or all
 * are that of an export.
 */
function shiftBetween({ kept, places }: Grouped, told: readonly TranscriptMessage[]): number {
  if ([kept, told].some((messages) => new Set(messages.map(({ time }) => time)).size < 2)) return Number.NaN;
  const counts = new Map<number, number>();
  for (const message of told) {
    const [place, ...others] = places.get(keyOf(message)) ?? [];
    if (place === undefined || others.length > 0) continue;
    const quarters = (timeOf(kept[place] as TranscriptMessage) - timeOf(message)) / QUARTER_MS;
    counts.set(Math.round(quarters), (counts.get(Math.round(quarters)) ?? 0) + 1);
  }
  const [most = Number.NaN] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [];
  return most * QUARTER_MS;
}

const timeOf = ({ time }: TranscriptMessage): number => Date.parse(time ?? "");

const keyOf = ({ role, author, text, caption }: TranscriptMessage): string =>
  JSON.stringify([role, author, text, caption]);

/** Texts of a session by which it is found, and their share in a long one: of 40 that two share one is among them, but for one time in 200. */
const LEAST_MARKS = 32;
const TEXTS_FOR_EACH = 8;

/** What a session is found by in whatever part of it another file tells, 8 hex digits each: the smallest hashes of its texts. */
export function marksOf(messages: readonly TranscriptMessage[]): string {
  const hashes = [...textHashes(messages)].sort();
  return hashes.slice(0, Math.max(LEAST_MARKS, hashes.length / TEXTS_FOR_EACH)).join("");
}

/** Hashes of what is said, whoever says it and when. */
export const textHashes = (messages: readonly TranscriptMessage[]): ReadonlySet<string> =>
  new Set(messages.map(({ text }) => contentHash(text).slice(0, 8)));

const withoutForgotten = ({ forgotten }: KeptSession, told: readonly TranscriptMessage[]): TranscriptMessage[] =>
  told.filter((message) => !forgotten.has(forgottenHash(message)));

const same = (a: TranscriptMessage, b: TranscriptMessage): boolean =>
  messageContent(a) === messageContent(b) && (a.workspace ?? null) === (b.workspace ?? null);

/**
 * A session with only these messages of its own, perhaps with less text: what isn't there any more is remembered as forgotten. A title that has a word
 * of a message that went goes with it.
 */
export function withMessages(session: KeptSession, messages: KeptSession["messages"]): KeptSession {
  const staying = new Set(messages.map(forgottenHash));
  const going = session.messages.map(forgottenHash).filter((hash) => !staying.has(hash));
  const left = new Set(messages.map(({ id }) => id));
  const gone = new Set(session.messages.flatMap(({ id, text }) => (left.has(id) ? [] : tellingTerms(text))));
  const title = tellingTerms(session.title?.title ?? "").some((word) => gone.has(word)) ? null : session.title;
  return { ...session, messages, title, forgotten: new Set([...session.forgotten, ...going]) };
}
