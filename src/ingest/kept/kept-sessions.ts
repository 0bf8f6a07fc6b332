import { type Dirent, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { ifThere, sealedJson, unsealed } from "../../files/plain-file.ts";
import type { ReadPosition } from "../../model/transcript-read.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { type LociError, writeFault, writing } from "../../model/error.ts";
import { contentHash } from "../../text/content-hash.ts";
import { appendKept, type KeptText, readKept, rewriteKept } from "./kept-file.ts";
import { hasNoId } from "../chats/session-document.ts";
import type { KeptHeader, KeptSession, Merged, SessionReading } from "./kept-session.ts";
import { logOf, marksOf, mergeReading, parseKept, textHashes, withMessages } from "./kept-session.ts";

export interface SeenFile {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Where to read on; null where it is read whole. */
  readonly position: ReadPosition | null;
  /** Paths of the documents that its sessions are. */
  readonly sessions: readonly string[];
}

export interface KeptSummary extends Omit<KeptHeader, "path"> {
  readonly messages: number;
  readonly forgotten?: number;
  /** When its last message was said, ISO 8601; null where none has a time. */
  readonly last: string | null;
  readonly files: readonly string[];
  /** What is kept of it may hold Loci's own words; see `SessionReading`. */
  readonly older?: boolean;
  /** Of a session that is known by its beginning alone, what finds it by what it says; see `marksOf`. */
  readonly marks?: string;
}

/** A cache of what the kept files say, and how far the transcripts were taken in. */
interface State {
  readonly version: 1;
  readonly files: Record<string, SeenFile>;
  /** By path of the document. */
  readonly sessions: Record<string, KeptSummary>;
}

const EXTENSION = ".kept";
const STATE = "state.json";
/** Number of sessions that say a thing, above which it tells nothing of which one it is. */
const COMMON = 8;

/**
 * The sessions that were mined from one source, kept as truth in a folder of their own: a file each (`kept-file.ts`), named by the hash of
 * its document's path. `state.json` beside them can be lost: then the transcripts are read again, and nothing doubles.
 *
 * For one writer at a time: hold the lease of the source, and read again when another has had it.
 */
export class KeptSessions {
  readonly #folder: string;
  #state: State;
  readonly #byIdentity = new Map<string, string>();
  /** Paths of sessions by their marks; null until it is asked for. */
  #byMark: Map<string, Set<string>> | null = null;
  /** What was read last, since one conversation is asked for several times in a row; null once anything is written. */
  #last: { readonly path: string; readonly text: KeptText | null; readonly session: KeptSession | null } | null = null;
  /** Nothing was ever kept of this source. */
  readonly isNew: boolean;

  /** @param folder absolute; made by the first session */
  constructor(folder: string) {
    this.#folder = folder;
    this.isNew = !existsSync(folder);
    this.#state = { version: 1, files: {}, sessions: {} };
    this.readAgain();
  }

  /** Takes what is saved for what is known. */
  readAgain(): void {
    this.#state = this.#readState();
    this.#last = null;
    this.#byMark = null;
    this.#byIdentity.clear();
    for (const [path, { identity }] of Object.entries(this.#state.sessions))
      if (identity !== null) this.#byIdentity.set(identity, path);
  }

  /** Paths of the documents of all kept sessions, sorted. */
  paths(): readonly string[] {
    return Object.keys(this.#state.sessions).sort();
  }

  summary(path: string): KeptSummary | null {
    return this.#state.sessions[path] ?? null;
  }

  pathOf(identity: string): string | null {
    return this.#byIdentity.get(identity) ?? null;
  }

  /** Paths of sessions without ids of their own that say some of the same, those that say most of it first. */
  alike(messages: KeptSession["messages"]): readonly string[] {
    if (this.#byMark === null) {
      this.#byMark = new Map();
      for (const path of this.paths()) this.#mark(path);
    }
    const shared = new Map<string, number>();
    for (const mark of textHashes(messages)) {
      const paths = this.#byMark.get(mark) ?? new Set();
      if (paths.size <= COMMON) for (const path of paths) shared.set(path, (shared.get(path) ?? 0) + 1);
    }
    const there = [...shared].filter(([path]) => path in this.#state.sessions);
    return there.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([path]) => path);
  }

  /** How a transcript was when it was taken in; null when it never was. */
  seen(file: string): SeenFile | null {
    return this.#state.files[file] ?? null;
  }

  /** Remembers that a transcript was taken in; `save` makes it last. */
  saw(file: string, seen: SeenFile): void {
    this.#state.files[file] = seen;
  }

  /** Size and time of a session's file, as a document carries them; null where it isn't there. */
  stat(path: string): { readonly bytes: number; readonly modifiedAt: number } | null {
    const stat = statSync(this.file(path), { throwIfNoEntry: false });
    return stat === undefined ? null : { bytes: stat.size, modifiedAt: stat.mtimeMs };
  }

  /** A session; null where there is none. @throws LociError `STORAGE_FAILED` */
  load(path: string): KeptSession | null {
    return this.#read(path).session;
  }

  /** Whether a session's file holds less than was put into it: it lost its end. Cost: reads it. */
  isCut(path: string): boolean {
    const { messages = 0, forgotten = 0 } = this.#state.sessions[path] ?? {};
    const session = this.load(path);
    // A forget that ended before it said so has one message less, and one forgotten more.
    return session === null || session.messages.length + session.forgotten.size < messages + forgotten;
  }

  /**
   * Takes what a transcript says of a session into what is kept, and sees to it that it is on disk.
   * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
   * Cost: the session is read; what is new is written.
   */
  take(path: string, reading: SessionReading): Pick<Merged, "added" | "kept"> & { readonly changed: boolean } {
    const file = this.file(path);
    const { text: before, session } = this.#read(path);
    // A file of which not even the name was written is made anew.
    const merged = mergeReading(session, reading);
    if (merged.more === null) rewriteKept(file, logOf(merged.session), before?.damaged === true);
    else appendKept(file, session === null ? null : before, merged.more);
    const older = session === null ? reading.older === true : this.isOlder(path);
    this.#remember(merged.session, older);
    const changed = merged.more === null || merged.added > 0 || merged.session.title !== (session?.title ?? null);
    return { added: merged.added, kept: merged.kept, changed };
  }

  /** Takes what is picked of the messages of another source's sessions. @returns number of sessions of which something was */
  takeFrom(
    other: KeptSessions,
    pick: (messages: KeptSession["messages"], path: string) => KeptSession["messages"],
  ): number {
    let taken = 0;
    for (const path of other.paths()) {
      const session = other.load(path);
      const messages = session === null ? [] : pick(session.messages, path);
      if (session === null || messages.length === 0) continue;
      const { header, title, files } = session;
      for (const file of files.length === 0 ? [""] : files)
        this.take(path, { header, messages, title, file, counts: "more", older: other.isOlder(path) });
      taken++;
    }
    if (taken > 0) this.save();
    return taken;
  }

  /** Whether what is kept of a session may hold Loci's own words, since an earlier version kept it. */
  isOlder(path: string): boolean {
    return this.#state.sessions[path]?.older !== false;
  }

  /** Takes messages out of a session for good, so that no transcript brings them back. A session without messages keeps only that. */
  forget(path: string, ids: ReadonlySet<string>): void {
    const staying = (this.load(path)?.messages ?? []).filter(({ id }) => !ids.has(id));
    this.leave(path, staying, this.isOlder(path));
  }

  /** Leaves a session with these of its messages, perhaps with less text; no transcript brings the others back. */
  leave(path: string, messages: KeptSession["messages"], older: boolean): void {
    const session = this.load(path);
    if (session === null) return;
    this.#rewrite(withMessages(session, messages), older);
    rmSync(`${this.file(path)}.damaged`, { force: true });
    this.save();
  }

  /** Leaves a session with these messages; the others are another project's, and may come back. */
  keepOnly(path: string, messages: KeptSession["messages"]): void {
    const session = this.load(path);
    if (session !== null) this.#rewrite({ ...session, messages }, this.isOlder(path));
  }

  remove(path: string): void {
    this.#last = null;
    rmSync(this.file(path), { force: true });
    delete this.#state.sessions[path];
  }

  save(): void {
    const file = join(this.#folder, STATE);
    writing(file, () => replaceFile(file, sealedJson(JSON.stringify(this.#state)), { durable: true }));
  }

  file(path: string): string {
    return join(this.#folder, `${contentHash(path).slice(0, 32)}${EXTENSION}`);
  }

  #read(path: string): { readonly text: KeptText | null; readonly session: KeptSession | null } {
    if (this.#last?.path === path) return this.#last;
    const text = readKept(this.file(path));
    this.#last = { path, text, session: text === null ? null : parseKept(text.text) };
    return this.#last;
  }

  #rewrite(session: KeptSession, older: boolean): void {
    rewriteKept(this.file(session.header.path), logOf(session));
    this.#remember(session, older);
  }

  #remember(kept: KeptSession, older: boolean): void {
    const { path, identity } = kept.header;
    this.#last = null;
    this.#state.sessions[path] = { ...summaryOf(kept), older };
    if (identity !== null) this.#byIdentity.set(identity, path);
    if (this.#byMark !== null) this.#mark(path);
  }

  #mark(path: string): void {
    for (const mark of this.#state.sessions[path]?.marks?.match(/.{8}/gu) ?? []) {
      const paths = this.#byMark?.get(mark);
      if (paths === undefined) this.#byMark?.set(mark, new Set([path]));
      else paths.add(path);
    }
  }

  #readState(): State {
    const there = new Set(entriesOf(this.#folder).flatMap(({ name }) => (name.endsWith(EXTENSION) ? [name] : [])));
    // Absent, cut off or damaged, it is made again: it is a cache.
    const read = unsealed<State>(ifThere(() => readFileSync(join(this.#folder, STATE), "utf8")) ?? "");
    const state: State = read?.version === 1 ? (read as State) : { version: 1, files: {}, sessions: {} };
    // An earlier version kept no marks.
    const isWhole = ({ identity, marks }: KeptSummary): boolean => marks !== undefined || !hasNoId(identity);
    const known = new Map(Object.keys(state.sessions).map((path) => [basename(this.file(path)), path]));
    for (const [file, path] of known) if (!there.has(file)) delete state.sessions[path];
    // A process that ended before it saved its state, or a state that was lost.
    for (const file of there) {
      const before = state.sessions[known.get(file) ?? ""];
      if (before !== undefined && isWhole(before)) continue;
      const session = parseKept(readKept(join(this.#folder, file))?.text ?? "");
      if (session !== null) state.sessions[session.header.path] = { ...before, ...summaryOf(session) };
    }
    return state;
  }
}

function summaryOf({ header: { session, identity }, messages, files, forgotten }: KeptSession): KeptSummary {
  return {
    session,
    identity,
    messages: messages.length,
    ...(forgotten.size > 0 && { forgotten: forgotten.size }),
    last: lastTime(messages),
    files,
    ...(hasNoId(identity) && { marks: marksOf(messages) }),
  };
}

const lastTime = (messages: KeptSession["messages"]): string | null =>
  messages.reduce<string | null>(
    (last, { time }) => (time !== null && (last === null || Date.parse(time) > Date.parse(last)) ? time : last),
    null,
  );

function entriesOf(folder: string): readonly Dirent[] {
  const fault = (thrown: unknown): LociError => writeFault(folder, thrown);
  return ifThere(() => readdirSync(folder, { withFileTypes: true }), fault) ?? [];
}

/** The folder of a source's kept sessions. @param sessions the project's folder of sessions */
export const keptFolder = (sessions: string, source: string): string => join(sessions, source);

/** Keys of the sources whose sessions are kept, sorted. @param sessions the project's folder of sessions */
export function keptSources(sessions: string): readonly string[] {
  const folders = entriesOf(sessions).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}
