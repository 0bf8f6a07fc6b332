import { scopeRequired } from "../../model/caller.ts";
import { existsSync, rmSync } from "node:fs";
import { asLociError } from "../../model/error.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptFormat, TranscriptMessage, TranscriptRead } from "../../model/transcript-read.ts";
import { holdLease, leaseName, SHORT_PATIENCE_MS } from "../hold-lease.ts";
import { keptFolder, KeptSessions, keptSources, type KeptSummary, type SeenFile } from "../kept/kept-sessions.ts";
import type { IngestDependencies, SessionProjectsOf } from "../dependencies.ts";
import { goesOn, type KeptSession, saidIn } from "../kept/kept-session.ts";
import { isInside } from "../source-key.ts";
import { type ChatScan, isOlderRecord, scanChats, scanRecorded } from "./scan-chats.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { contentHash } from "../../text/content-hash.ts";
import { BEGINS, isBeginning, messageContent, sessionPath } from "./session-document.ts";
import { type Sessions, readSessions } from "./read-jsonl.ts";

/** Conversations that another source of the project already keeps, and that went on in this one's transcripts. */
export interface Elsewhere {
  readonly owner: Source;
  readonly sessions: KeptSessions;
  readonly paths: Set<string>;
}

/** Conversation ids that are the same in every export: behind the tool, the session; also of chats of people. */
const GLOBAL_IDS =
  /^(?:claude-code|codex|gemini|opencode|copilot-cli|qwen|pi|droid|amp|chatgpt|claude) |^cursor [\da-f]{8}-[\da-f-]{27}$/u;
const CHAT_IDS = /^(?:telegram telegram|discord discord)-\d{5,}$|^messenger inbox\//u;
/** A conversation without such an id is known by how it begins; of those that begin alike, no more are told apart. */
const ALIKE = 8;
/** Forms that people write and edit: the file is the whole truth of its sessions as long as it is there. */
const OWN_FORMS: ReadonlySet<TranscriptFormat> = new Set([
  ...(["jsonl", "text", "messages", "specstory", "aider", "claude-code-screen", "claude-memory", "whatsapp"] as const),
]);
/** Maximum wait for another run over the source that keeps a conversation, milliseconds. */
const OWNER_PATIENCE_MS = 30_000;

/**
 * Reads what changed in a source's transcripts and takes it into the kept sessions. What is wrong with a file goes into the tally, and
 * changes nothing of what is kept.
 * @returns what changed beside the source's own sessions
 * @throws what ends the whole source
 */
export async function takeInTranscripts(run: SourceRun, kept: KeptSessions): Promise<readonly Elsewhere[]> {
  const { tally, signal } = run;
  const chats = isRecorded(run.source, run.deps) ? scanRecorded(run.source.root, run.deps) : await scanChats(run);
  tally.scanned(chats.scan);
  const [elsewhere, others] = [new Map<string, Elsewhere>(), new Map<string, KeptSessions>()];
  // Of sessions that are mined for all projects each message goes to that of its repository.
  const projects = (run.source.options.route ?? null) === null ? null : run.deps.sessionProjects();
  for (const [done, file] of chats.scan.files.entries()) {
    signal?.throwIfAborted();
    // Others who write to these sessions find them as they are.
    await run.writer.pass(() => kept.save());
    run.onProgress("reading", done, chats.scan.files.length);
    if (!chats.isWaiting(file) && !(await isOurs(run, projects, file))) continue;
    const known = kept.seen(file.path);
    if (run.unsettled(file.path) || isUnchanged({ run, kept, file, seen: known })) {
      if (known === null) continue;
      tally.unchanged++;
      tally.ofChats().kept += messagesOf(kept, known.sessions);
      continue;
    }
    await takeInFile({ run, kept, chats, file, seen: known, elsewhere, others, projects });
  }
  projects?.save();
  return [...elsewhere.values()];
}

/** Whether a source is what hooks recorded of an agent's sessions. */
export function isRecorded(
  { root }: Pick<Source, "root">,
  { recorded }: Pick<IngestDependencies, "recorded">,
): boolean {
  return isInside(root, recorded);
}

/** Whether a transcript has messages of this project. What no project is known of is for the rest. */
async function isOurs(
  { source, deps }: SourceRun,
  projects: SessionProjectsOf | null,
  file: ScannedFile,
): Promise<boolean> {
  if (projects === null) return true;
  const of = await projects.ofTranscript(file.absolute);
  return of.length === 0 ? source.options.route === "rest" : of.includes(deps.project);
}

/** Those of a session's messages that are this project's: a message without a folder is of the one before it. */
async function ourMessages(
  { run, chats, file, projects }: Pick<FileInput, "run" | "chats" | "file" | "projects">,
  messages: readonly TranscriptMessage[],
): Promise<{ readonly ours: readonly TranscriptMessage[]; readonly isShared: boolean }> {
  if (projects === null || chats.isWaiting(file)) return { ours: messages, isShared: false };
  const [first, ...others] = await projects.ofTranscript(file.absolute);
  if (others.length === 0) return { ours: messages, isShared: false };
  const ours: TranscriptMessage[] = [];
  let project = first;
  for (const message of messages) {
    if (message.workspace !== undefined) project = await projects.ofFolder(message.workspace);
    if (project === run.deps.project) ours.push(message);
  }
  return { ours, isShared: true };
}

function isUnchanged({ run, kept, file, seen }: Pick<FileInput, "run" | "kept" | "file" | "seen">): boolean {
  return (
    !run.readAll &&
    seen !== null &&
    file.changedAt < run.checkedFrom &&
    seen.bytes === file.bytes &&
    seen.modifiedAt === file.modifiedAt &&
    seen.sessions.every((path) => kept.summary(path) !== null)
  );
}

function messagesOf(kept: KeptSessions, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (kept.summary(path)?.messages ?? 0), 0);
}

interface FileInput {
  readonly run: SourceRun;
  readonly kept: KeptSessions;
  readonly chats: ChatScan;
  readonly file: ScannedFile;
  readonly seen: SeenFile | null;
  readonly elsewhere: Map<string, Elsewhere>;
  /** What other sources keep, as it was when it was first looked at. */
  readonly others: Map<string, KeptSessions>;
  /** Null where all messages are this project's. */
  readonly projects: SessionProjectsOf | null;
}

async function takeInFile(input: FileInput): Promise<void> {
  const { run, kept, file, seen } = input;
  const { tally } = run;
  const transcript = await readOrReport(input);
  if (transcript === null) return;
  const { reading, sessions, titles, skipped } = transcript;
  const isWaiting = input.chats.isWaiting(file);
  const isOwnForm = !isWaiting && reading.format !== null && OWN_FORMS.has(reading.format);
  const messages = tally.ofChats();
  messages.skipped += skipped.length;
  for (const { line, reason } of skipped) tally.skippedMessages.push({ path: `${file.path}:${line}`, reason });
  tally.bytes += reading.continued ? Math.max(0, file.bytes - (seen?.position?.offset ?? 0)) : file.bytes;
  if (reading.rewritten && isOwnForm) tally.rewritten.push(file.path);
  const paths = new Set(reading.continued || !isOwnForm ? (seen?.sessions ?? []) : []);
  let added = 0;
  let changed = 0;
  let others = 0;
  // Kept files of this transcript's sessions: two of one file are never one, however alike they begin.
  const told = new Set<string>();
  for (const session of new Set([...sessions.keys(), ...titles.keys()])) {
    // A file may hold thousands of sessions; whoever else asks this process something has a turn between two.
    await new Promise(setImmediate);
    const { ours, isShared } = await ourMessages(input, sessions.get(session) ?? []);
    const list = ours.filter((message) => !run.deps.isForgotten(message)).map((message) => marked(message, run.deps));
    const named = identityOf(input.chats, reading.format, { session, messages: ours });
    // What a session is called tells of all that was said in it.
    const title = isShared ? null : (titles.get(session) ?? null);
    const at = await placeOf(input, { identity: named, session, list, told });
    told.add(at.sessions.file(at.path));
    if (list.length === 0 && at.sessions.summary(at.path) === null) continue;
    const header = { path: at.path, session, identity: at.identity };
    const all = isOwnForm && reading.continued ? continued(at, list) : list;
    const took = at.sessions.take(at.path, {
      header,
      messages: all,
      title,
      file: isWaiting ? "" : file.absolute,
      counts: isOneOfCopies(at, file.absolute, list) ? "copies" : isOwnForm ? "all" : "more",
      older: isWaiting && isOlderRecord(file.absolute),
    });
    added += took.added;
    if (took.changed) changed++;
    if (at.sessions === kept) paths.add(at.path);
    else others += took.kept + took.added;
  }
  // Sessions that a person took out of a file that he writes.
  for (const path of isOwnForm && !reading.continued ? (seen?.sessions ?? []) : []) {
    // Copies of the file may have told it too.
    if (paths.has(path) || kept.summary(path)?.files.some((one) => one !== file.absolute) === true) continue;
    kept.remove(path);
    changed++;
  }
  messages.added += added;
  messages.kept += messagesOf(kept, [...paths]) + others - added;
  if (changed === 0 && seen !== null) tally.unchanged++;
  else tally.indexed++;
  // What waited is on disk among the kept sessions now.
  if (isWaiting) {
    rmSync(file.absolute, { force: true });
    return;
  }
  const { bytes, modifiedAt } = file;
  kept.saw(file.path, { bytes, modifiedAt, position: reading.position(), sessions: [...paths] });
}

/** What is kept of a session, and behind it what a reading that went on adds. */
function continued({ sessions, path }: Place, more: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const before = sessions.load(path)?.messages ?? [];
  const there = new Set(before.map(messageContent));
  return [...before, ...more.filter((message) => !there.has(messageContent(message)))];
}

/**
 * What a conversation is known by in every file that tells it: the id that its tool gave it; else how it begins, its first message that somebody
 * says. Slack gives its channels no id in an export: the name, and the time of the first message to the microsecond, stand for one.
 */
function identityOf(
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

/** A prompt of which only its hook says that a program wrote it gets the mark that readers give to others. */
function marked(
  message: TranscriptMessage,
  { isProgrammed }: Pick<IngestDependencies, "isProgrammed">,
): TranscriptMessage {
  const { role, marks = [], text } = message;
  return role !== "user" || marks.includes("machine") || !isProgrammed(text)
    ? message
    : { ...message, marks: [...marks, "machine"] };
}

interface Place {
  readonly sessions: KeptSessions;
  readonly path: string;
  readonly identity: string | null;
}

/**
 * Where a conversation is kept, or is to be: where its identity is known, in this source or in another one of the same scope; else here. Of
 * another scope it is kept twice, since what one of them shows to some the other may not.
 */
async function placeOf(
  input: FileInput,
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
  const path = kept.pathOf(identity) ?? (isBeginning(identity) ? movedFrom(kept, session, list) : null);
  const here = path === null ? own : { sessions: kept, path, identity };
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
function movedFrom(kept: KeptSessions, session: string, list: readonly TranscriptMessage[]): string | null {
  const isIt = (path: string): boolean => {
    const { identity, session: own, messages, files } = kept.summary(path) as KeptSummary;
    if (identity !== null || own !== session || messages !== list.length || files.some((one) => existsSync(one)))
      return false;
    return goesOn(kept.load(path) as KeptSession, list);
  };
  return kept.paths().find(isIt) ?? null;
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
function isOneOfCopies({ sessions, path }: Place, file: string, list: readonly TranscriptMessage[]): boolean {
  const { identity = null, files = [] } = sessions.summary(path) ?? {};
  const others = isBeginning(identity) ? files.filter((one) => one !== file) : [];
  const session = others.length === 0 ? null : sessions.load(path);
  return session !== null && (others.some((one) => existsSync(one)) || goesOn(session, list));
}

async function readOrReport(input: FileInput): Promise<(Sessions & { readonly reading: TranscriptRead }) | null> {
  const { run, chats, file, seen } = input;
  const { tally, source, signal } = run;
  try {
    const since = run.readAll || seen === null || seen.bytes > file.bytes ? null : seen.position;
    const reading = await chats.read(file, since);
    const sessions = await readSessions(reading.content);
    if (run.scope.given === null) throw scopeRequired("this chat");
    return { ...sessions, reading };
  } catch (thrown) {
    signal?.throwIfAborted();
    // A folder may hold other JSON files too; a file that was named, or whose format was, is something else.
    const guessed = chats.agent !== null || (!chats.single && (source.options.format ?? "auto") === "auto");
    const { code, message, details } = asLociError(thrown);
    if (code === "FILE_SKIPPED") tally.skipped.push({ path: file.path, reason: String(details["reason"] ?? message) });
    else if (code === "TRANSCRIPT_UNRECOGNISED" && guessed) {
      const like = `looks like ${String(details["format"])}, holds no message`;
      const reason = details["entries"] === undefined ? "no transcript in a known form" : like;
      tally.skipped.push({ path: file.path, reason });
    } else tally.fail(file.path, thrown);
    return null;
  }
}
