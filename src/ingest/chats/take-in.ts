import { rmSync } from "node:fs";
import { scopeRequired } from "../../model/caller.ts";
import { asLociError } from "../../model/error.ts";
import {
  BESIDE_CHATS,
  type TranscriptFormat,
  type TranscriptMessage,
  type TranscriptRead,
} from "../../model/transcript-read.ts";
import { skipInWords } from "../../parsing/parser-input.ts";
import type { IngestDependencies, SessionProjectsOf } from "../dependencies.ts";
import type { KeptSessions, SeenFile } from "../kept/kept-sessions.ts";
import type { ScannedFile } from "../scan/scan.ts";
import { contentDate } from "../file-document.ts";
import type { SourceRun } from "../source-run.ts";
import { continued, type Elsewhere, identityOf, placeOf, type TakenFile } from "./place-conversation.ts";
import { type Sessions, readSessions } from "./read-jsonl.ts";
import { isRecorded, scanChats, scanRecorded } from "./scan-chats.ts";

/** Forms that people write and edit: the file is the whole truth of its sessions as long as it is there. */
const OWN_FORMS: ReadonlySet<TranscriptFormat> = new Set([
  ...(["jsonl", "text", "messages", "specstory", "aider", "claude-code-screen", "claude-memory", "whatsapp"] as const),
]);
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

const isUnchanged = ({ run, kept, file, seen }: Pick<FileInput, "run" | "kept" | "file" | "seen">): boolean =>
  !run.readAll &&
  seen !== null &&
  file.changedAt < run.checkedFrom &&
  seen.bytes === file.bytes &&
  seen.modifiedAt === file.modifiedAt &&
  seen.sessions.every((path) => kept.summary(path) !== null);

const messagesOf = (kept: KeptSessions, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (kept.summary(path)?.messages ?? 0), 0);

interface FileInput extends TakenFile {
  readonly seen: SeenFile | null;
  /** Null where all messages are this project's. */
  readonly projects: SessionProjectsOf | null;
}

/** What a session is called tells of all that was said in it, so also of what was forgotten. */
function titleOf<Title extends { readonly title: string } | null>(
  { run }: FileInput,
  title: Title,
  messages: readonly TranscriptMessage[],
): Title | null {
  const { session = "", time = null } = messages.at(-1) ?? {};
  return title !== null && run.deps.isForgotten({ session, text: title.title, time }) ? null : title;
}

function unforgottenOf({ run, file }: FileInput, told: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const left = told.filter((message) => !run.deps.isForgotten(message));
  if (left.length < told.length) run.tally.name("FORGOTTEN_LEFT_OUT", file.path);
  return left;
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
  tally.leaveOut(reading.leftOut);
  tally.bytes += reading.continued ? Math.max(0, file.bytes - (seen?.position?.offset ?? 0)) : file.bytes;
  if (reading.rewritten && isOwnForm) tally.name("TRANSCRIPT_REWRITTEN", file.path);
  const paths = new Set(reading.continued || !isOwnForm ? (seen?.sessions ?? []) : []);
  let [added, changed, others] = [0, 0, 0];
  // Of this transcript's sessions, those to come too: two of one file are never one, however alike they begin.
  const told = keptFiles(input, sessions);
  for (const session of new Set([...sessions.keys(), ...titles.keys()])) {
    // A file may hold thousands of sessions; whoever else asks this process something has a turn between two.
    await new Promise(setImmediate);
    const { ours, isShared } = await ourMessages(input, sessions.get(session) ?? []);
    const unforgotten = unforgottenOf(input, ours);
    const list = unforgotten.map(({ redacted: _, ...message }) => marked(message, run.deps));
    nameRedacted(input, sessions.size > 1, unforgotten);
    const named = identityOf(input.chats, reading.format, { session, messages: ours });
    const title = isShared ? null : titleOf(input, titles.get(session) ?? null, ours);
    const at = await placeOf(input, { identity: named, session, list, told });
    told.set(at.sessions.file(at.path), session);
    if (list.length === 0 && at.sessions.summary(at.path) === null) continue;
    const header = { path: at.path, session, identity: at.identity };
    const all = isOwnForm && reading.continued ? continued(at, at.list) : at.list;
    const took = at.sessions.take(at.path, {
      header,
      messages: all,
      title,
      file: isWaiting ? "" : file.absolute,
      counts: isOwnForm || at.list !== list ? "all" : "more",
      continued: reading.continued,
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
  if (isWaiting) return rmSync(file.absolute, { force: true });
  const { bytes, modifiedAt } = file;
  kept.saw(file.path, { bytes, modifiedAt, position: reading.position(), sessions: [...paths] });
}

/** Names the file whose messages lost secrets, and the session where it has `many`. */
function nameRedacted({ run, file }: FileInput, many: boolean, messages: readonly TranscriptMessage[]): void {
  const kinds = messages.flatMap(({ redacted = [] }) => redacted);
  run.tally.redact(many ? `${file.path}, session ${messages[0]?.session}` : file.path, kinds);
}

/** Sessions that a transcript told before and tells now, by the kept file that each has. */
function keptFiles({ kept, seen }: FileInput, now: Sessions["sessions"]): Map<string, string> {
  const before = (seen?.sessions ?? []).map((path) => [kept.file(path), kept.summary(path)?.session ?? ""] as const);
  return new Map(before.filter(([, session]) => now.has(session)));
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

async function readOrReport(input: FileInput): Promise<(Sessions & { readonly reading: TranscriptRead }) | null> {
  const { run, chats, file, seen } = input;
  const { tally, source, signal } = run;
  try {
    const since = run.readAll || seen === null || seen.bytes > file.bytes ? null : seen.position;
    const reading = await chats.read(file, since);
    const sessions = await readSessions(reading.content);
    if (run.scope.given === null) throw scopeRequired("this chat");
    const messages = [...sessions.sessions.values()].flat();
    // Whoever writes the generic form gives the times that there are.
    const isDated = chats.agent !== null || reading.format === "jsonl" || contentDate({}, file.path, 0) !== null;
    const hasTimes = isDated || messages.some(({ time }) => time !== null);
    if (!hasTimes && messages.length > 0) tally.name("TRANSCRIPT_WITHOUT_TIMES", file.path);
    return { ...sessions, reading };
  } catch (thrown) {
    signal?.throwIfAborted();
    // A folder may hold other JSON files too; a file that was named, or whose format was, is something else.
    const guessed = chats.agent !== null || (!chats.single && (source.options.format ?? "auto") === "auto");
    const error = asLociError(thrown);
    const { code, details } = error;
    if (code === "FILE_SKIPPED") tally.skipped.push({ path: file.path, reason: skipInWords(error) });
    else if (code === "TRANSCRIPT_UNRECOGNISED" && guessed) {
      const reason =
        details["entries"] !== undefined
          ? `looks like ${String(details["format"])}, holds no message`
          : isBesideChats(input)
            ? "no chat: index this file to have it found"
            : UNKNOWN_FORM;
      tally.skipped.push({ path: file.path, reason });
      if (reason === UNKNOWN_FORM) tally.name("TRANSCRIPT_UNKNOWN", file.path);
    } else tally.fail(file.path, thrown);
    return null;
  }
}

const UNKNOWN_FORM = "no transcript in a known form";

/** Whether a file is what an unpacked export holds beside its conversations: what somebody may miss, or any other JSON next to them. */
function isBesideChats({ file, chats }: Pick<FileInput, "file" | "chats">): boolean {
  const [beside] = BESIDE_CHATS.exec(file.path) ?? /(?:^|\/)[^/]+\.json$/u.exec(file.path) ?? [];
  if (beside === undefined) return false;
  const folder = file.path.slice(0, -beside.length);
  return chats.scan.files.some(
    ({ path }) => /^\/?conversations(?:-\d+)?\.json$/u.test(path.slice(folder.length)) && path.startsWith(folder),
  );
}
