import { existsSync } from "node:fs";
import type { Source } from "../../model/source.ts";
import type { TranscriptFormat, TranscriptMessage } from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import { holdLease, leaseName, SHORT_PATIENCE_MS } from "../hold-lease.ts";
import { goesOn, type KeptSession, saidIn } from "../kept/kept-session.ts";
import { keptFolder, KeptSessions, keptSources } from "../kept/kept-sessions.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { type ChatScan, isRecorded } from "./scan-chats.ts";
import { BEGINS, isBeginning, sessionPath } from "./session-document.ts";

/** Conversations that another source of the project already keeps, and that went on in this one's transcripts. */
export interface Elsewhere {
  readonly owner: Source;
  readonly sessions: KeptSessions;
  readonly paths: Set<string>;
}

/** A transcript that is taken in, and where its conversations may be kept. */
export interface TakenFile {
  readonly run: SourceRun;
  readonly kept: KeptSessions;
  readonly chats: ChatScan;
  readonly file: ScannedFile;
  readonly elsewhere: Map<string, Elsewhere>;
  /** Paths of the sessions that were kept without an identity before this run, sorted. */
  readonly nameless: readonly string[];
  /** What other sources keep, as it was when it was first looked at. */
  readonly others: Map<string, KeptSessions>;
}

/** Conversation ids that are the same in every export: behind the tool, the session; also of chats of people. */
const GLOBAL_IDS =
  /^(?:claude-code|codex|gemini|opencode|copilot-cli|qwen|pi|droid|amp|chatgpt|claude) |^cursor [\da-f]{8}-[\da-f-]{27}$/u;
const CHAT_IDS = /^(?:telegram telegram|discord discord)-\d{5,}$|^messenger inbox\//u;
/** A conversation without such an id is known by how it begins; of those that begin alike, no more are told apart. */
const ALIKE = 8;
/** Maximum wait for another run over the source that keeps a conversation, milliseconds. */
const OWNER_PATIENCE_MS = 30_000;

/**
 * What a conversation is known by in every file that tells it: the id that its tool gave it; else how it begins, its first message that somebody
 * says. Slack gives its channels no id in an export: the name, and the time of the first message to the microsecond, stand for one.
 */
export function identityOf(
  { agent }: ChatScan,
  format: TranscriptFormat | null,
  { session, messages }: { readonly session: string; readonly messages: readonly TranscriptMessage[] },
): string | null {
  const tool = agent ?? format ?? "";
  const first = messages.find(({ role }) => role !== "system") ?? messages[0];
  if (first === undefined) return null;
  if (tool === "slack") return `slack ${session} ${messages[0]?.id}`;
  const identity = `${tool} ${session}`;
  if (agent !== null || GLOBAL_IDS.test(identity) || CHAT_IDS.test(identity)) return identity;
  // What is remembered is no talk.
  return tool === "claude-memory" ? null : `${tool} ${BEGINS}${contentHash(saidIn(tool)(first)).slice(0, 32)}`;
}

/** Where a conversation is kept, and under which identity. */
export interface Place {
  readonly sessions: KeptSessions;
  readonly path: string;
  readonly identity: string | null;
}

/**
 * Where a conversation is kept, or is to be: where its identity is known, in this source or in another one of the same scope; else here. Of
 * another scope it is kept twice, since what one of them shows to some the other may not.
 */
export async function placeOf(
  input: TakenFile,
  said: { identity: string | null; session: string; list: readonly TranscriptMessage[]; told: ReadonlySet<string> },
): Promise<Place> {
  const { run, kept, chats, file, elsewhere } = input;
  const { identity, session, list } = said;
  const own = { sessions: kept, path: sessionPath(chats.single ? null : file.path, session), identity };
  if (identity === null || kept.summary(own.path) !== null) return own;
  // Another conversation that begins alike.
  const another = async (): Promise<Place> => {
    const [beginning, alike = "1"] = identity.split("#") as [string, string?];
    if (!isBeginning(identity)) return own;
    if (Number(alike) === ALIKE) return { ...own, identity: null };
    return await placeOf(input, { ...said, identity: `${beginning}#${Number(alike) + 1}` });
  };
  const isOther = (place: Place): boolean =>
    said.told.has(place.sessions.file(place.path)) || contradicts(place, file.absolute, list);
  const path = kept.pathOf(identity) ?? (isBeginning(identity) ? movedFrom(input, session, list) : null);
  const here = { sessions: kept, path: path ?? own.path, identity };
  if (path !== null) return isOther(here) ? await another() : here;
  let isTaken = false;
  const { catalog, sessions: folder, settings, lease: surroundings } = run.deps;
  for (const key of keptSources(folder)) {
    if (key === run.source.key) continue;
    const known = elsewhere.get(key);
    const there = known?.sessions ?? input.others.get(key) ?? new KeptSessions(keptFolder(folder, key));
    input.others.set(key, there);
    const path = there.pathOf(identity);
    if (path !== null && isOther({ sessions: there, path, identity })) isTaken = true;
    if (path === null || isTaken) continue;
    const owner = known?.owner ?? (await catalog.sources.get(key));
    if (owner === null) continue;
    const takesOver = chats.agent === null && isRecorded(owner, run.deps);
    const sameScope = (owner.options.scope ?? settings.scope) === run.scope.given;
    if (!sameScope && !takesOver && chats.agent === null) continue;
    known?.paths.add(path);
    let sessions = known?.sessions;
    if (sessions === undefined) {
      // Against the order of leases only a moment, since the other source's run may wait for this one.
      const inOrder = run.source.key < key && [...elsewhere.keys()].every((taken) => taken < key);
      const lease = await holdLease({ leases: catalog.leases, name: leaseName("source", key) }, surroundings, {
        patience: inOrder ? OWNER_PATIENCE_MS : SHORT_PATIENCE_MS,
        signal: run.signal,
      });
      // Read again now that nobody else writes.
      const again = (sessions = new KeptSessions(keptFolder(folder, key)));
      elsewhere.set(key, { owner, sessions, paths: new Set([path]) });
      run.onEnd(async () => {
        again.save();
        await lease.release();
      });
    }
    return takesOver ? takenOver(sessions, path, own) : { sessions, path, identity };
  }
  return isTaken ? await another() : own;
}

/** What hooks recorded of a conversation before the owner mined it goes to where he wants it. */
function takenOver(from: KeptSessions, path: string, own: Place): Place {
  const session = from.load(path);
  if (session === null) return own;
  const { header, messages, title, files } = session;
  const reading = { messages, title, file: files[0] ?? "", counts: "more", older: from.isOlder(path) } as const;
  own.sessions.take(own.path, { ...reading, header: { ...header, path: own.path } });
  from.remove(path);
  return own;
}

/** Path of a session that an earlier version kept without an identity, and whose file was renamed since. */
function movedFrom({ kept, nameless }: TakenFile, session: string, list: readonly TranscriptMessage[]): string | null {
  const isIt = (path: string): boolean => {
    const { identity, session: own, messages, files } = kept.summary(path) ?? {};
    if (identity !== null || own !== session || messages !== list.length || files?.some((one) => existsSync(one)))
      return false;
    return goesOn(kept.load(path) as KeptSession, list);
  };
  return nameless.find(isIt) ?? null;
}

/**
 * Whether a message that is kept says something else here, or one of two beginnings doesn't go on as the other: then these are two conversations,
 * whatever their ids say. A file that alone is left of those that told one may have been changed by a person.
 */
function contradicts({ sessions, path }: Place, file: string, list: readonly TranscriptMessage[]): boolean {
  const session = sessions.load(path);
  if (session === null) return false;
  const { files, header, messages } = session;
  if (isBeginning(header.identity))
    return !goesOn(session, list) && (!files.includes(file) || files.some((one) => one !== file && existsSync(one)));
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  return list.some(({ id, text }) => texts.has(id) && texts.get(id) !== text);
}

/** Whether what is kept of a conversation without an id came from other files too, which tell it still, or told more of it. */
export function isOneOfCopies({ sessions, path }: Place, file: string, list: readonly TranscriptMessage[]): boolean {
  const { identity = null, files = [] } = sessions.summary(path) ?? {};
  const others = isBeginning(identity) ? files.filter((one) => one !== file) : [];
  const session = others.length === 0 ? null : sessions.load(path);
  return session !== null && (others.some((one) => existsSync(one)) || goesOn(session, list));
}
