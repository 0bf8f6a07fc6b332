import { existsSync } from "node:fs";
import type { Source } from "../../model/source.ts";
import type { TranscriptFormat, TranscriptMessage } from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import { holdLease, leaseName, SHORT_PATIENCE_MS } from "../hold-lease.ts";
import { joined, saidIn } from "../kept/kept-session.ts";
import { keptFolder, KeptSessions, keptSources } from "../kept/kept-sessions.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { type ChatScan, isRecorded } from "./scan-chats.ts";
import { BEGINS, hasNoId, messageContent, sessionPath } from "./session-document.ts";

/** Conversations that another source of the project already keeps, and that went on in this one's transcripts. */
export interface Elsewhere {
  readonly owner: Source;
  readonly sessions: KeptSessions;
  readonly paths: Set<string>;
}

export interface TakenFile {
  readonly run: SourceRun;
  readonly kept: KeptSessions;
  readonly chats: ChatScan;
  readonly file: ScannedFile;
  readonly elsewhere: Map<string, Elsewhere>;
  /** What other sources keep, as it was when it was first looked at. */
  readonly others: Map<string, KeptSessions>;
}

/** Conversation ids that are the same in every export: behind the tool, the session; also of chats of people. */
const GLOBAL_IDS =
  /^(?:claude-code|codex|gemini|opencode|copilot-cli|qwen|pi|droid|amp|chatgpt|claude|claude-memory) |^cursor [\da-f]{8}-[\da-f-]{27}$/u;
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
  return `${tool} ${BEGINS}${contentHash(saidIn(tool)(first)).slice(0, 32)}`;
}

export interface Place {
  readonly sessions: KeptSessions;
  readonly path: string;
  readonly identity: string | null;
  /** What is told of it, with what is kept of it where the file tells only a part. */
  readonly list: readonly TranscriptMessage[];
}

/**
 * Where a conversation is kept, or is to be: where its identity is known, in this source or in another one of the same scope; else here. Of
 * another scope it is kept twice, since what one of them shows to some the other may not.
 */
export async function placeOf(
  input: TakenFile,
  said: { identity: string | null; session: string; list: readonly TranscriptMessage[]; told: Map<string, string> },
): Promise<Place> {
  const { run, kept, chats, file, elsewhere } = input;
  const { identity, session, list } = said;
  const own = { sessions: kept, path: sessionPath(chats.single ? null : file.path, session), identity, list };
  if (identity === null) return own;
  if (kept.summary(own.path) !== null)
    return { ...own, list: toldAt(own, file.absolute, list) ?? (hasNoId(identity) ? continued(own, list) : list) };
  const another = async (): Promise<Place> => {
    const [beginning, alike = "1"] = identity.split("#") as [string, string?];
    if (!hasNoId(identity)) return own;
    if (Number(alike) === ALIKE) return { ...own, identity: null };
    return await placeOf(input, { ...said, identity: `${beginning}#${Number(alike) + 1}` });
  };
  const placeIn = (sessions: KeptSessions, path: string): Place | null => {
    const isOwn = (said.told.get(sessions.file(path)) ?? session) === session;
    const here = isOwn ? toldAt({ sessions, path }, file.absolute, list) : null;
    return here === null ? null : { sessions, path, identity, list: here };
  };
  /** Null where another one has its name, undefined where nothing of it is kept. */
  const find = (sessions: KeptSessions): Place | null | undefined => {
    const path = sessions.pathOf(identity);
    if (path !== null) return placeIn(sessions, path);
    for (const alike of hasNoId(identity) ? sessions.alike(list).slice(0, ALIKE) : []) {
      const { identity: named = null } = sessions.summary(alike) ?? {};
      const isOfTool = named === null || named.startsWith(identity.slice(0, identity.indexOf(BEGINS)));
      const place = isOfTool ? placeIn(sessions, alike) : null;
      if (place !== null) return place;
    }
    return undefined;
  };
  const here = find(kept);
  if (here !== undefined) return here ?? (await another());
  let isTaken = false;
  const { catalog, sessions: folder, settings, lease: surroundings } = run.deps;
  for (const key of keptSources(folder)) {
    if (key === run.source.key) continue;
    const known = elsewhere.get(key);
    const there = known?.sessions ?? input.others.get(key) ?? new KeptSessions(keptFolder(folder, key));
    input.others.set(key, there);
    const place = find(there);
    if (place === null) isTaken = true;
    if (place == null || isTaken) continue;
    const { path } = place;
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
    if (takesOver) return takenOver(sessions, path, own);
    return { ...place, sessions, list: toldAt({ sessions, path }, file.absolute, list) ?? list };
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

/**
 * What a file tells of the conversation that is kept at a place; null where that is another one, whatever their ids say: a message that is kept
 * says something else here, or two beginnings go on otherwise. A file that alone is left of those that told one may have been changed by a person.
 */
function toldAt(
  { sessions, path }: Pick<Place, "sessions" | "path">,
  file: string,
  list: readonly TranscriptMessage[],
): readonly TranscriptMessage[] | null {
  const session = sessions.load(path);
  if (session === null) return list;
  const { files, header, messages } = session;
  if (hasNoId(header.identity)) {
    const isChanged = files.includes(file) && !files.some((one) => one !== file && existsSync(one));
    return isChanged ? list : joined(session, list);
  }
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  return list.some(({ id, text }) => texts.has(id) && texts.get(id) !== text) ? null : list;
}

/** What is kept of a session, and behind it what a reading that went on adds. */
export function continued(
  { sessions, path }: Pick<Place, "sessions" | "path">,
  more: readonly TranscriptMessage[],
): readonly TranscriptMessage[] {
  const before = sessions.load(path)?.messages ?? [];
  const there = new Set(before.map(messageContent));
  return [...before, ...more.filter((message) => !there.has(messageContent(message)))];
}
