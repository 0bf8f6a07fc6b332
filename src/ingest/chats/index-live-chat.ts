import { statSync } from "node:fs";
import { asLociError } from "../../model/error.ts";
import type { Scope } from "../../model/caller.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { skipInWords } from "../../parsing/parser-input.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { cutChat, noteShort, restoreChat } from "./cut-chat.ts";
import { readSessions } from "./read-jsonl.ts";
import { type ChatScan, scanChats } from "./scan-chats.ts";
import { documentsOfFile, sessionDocument, sessionHash, fileOf, isOfFile, sessionPath } from "./session-document.ts";
import type { Source } from "../../model/source.ts";
import type { IngestDependencies } from "../dependencies.ts";
import type { HeldLease } from "../hold-lease.ts";
import { leaseWriter } from "../batch-writer.ts";
import type { LiveChat } from "./live-chat.ts";

/**
 * Brings chats that go on in Loci, or are recorded by it, up to date from their files in the data folder, which are the truth themselves. One
 * document of a file, that of its last session, carries the file's size and time, and is written last.
 */
export async function indexLiveChats(run: SourceRun): Promise<void> {
  const { source, known, tally, writer } = run;
  tally.ofChats();
  const chats = await scanChats(run);
  tally.scanned(chats.scan);
  const stale = new Map([...known].map(([path, { contentHash }]) => [path, contentHash]));
  const keep = (file: string | null): void => {
    for (const path of known.keys()) if (isOfFile(path, file)) stale.delete(path);
  };
  for (const { path } of chats.scan.failed) keep(chats.single ? null : path);
  for (const file of chats.scan.files) {
    run.signal?.throwIfAborted();
    await writer.pass();
    const prefix = chats.single ? null : file.path;
    const paths = await indexLiveFile(run, chats, { file, prefix });
    if (paths === null) keep(prefix);
    else for (const path of paths) stale.delete(path);
  }
  const there = new Set(chats.scan.files.map(({ path }) => path));
  // What others have written meanwhile stays.
  const left = [...stale].flatMap(([path, hash]) => (known.get(path)?.contentHash === hash ? [path] : []));
  const files = new Set(left.map((path) => (chats.single ? "" : (fileOf(path) ?? path))));
  tally.removedFiles += [...files].filter((file) => !there.has(file) && (!chats.single || there.size === 0)).length;
  writer.remove(left.map((path) => ({ source: source.key, path })));
  await writer.flush();
}

/** Sessions between two looks whether somebody waits for the chat: some thousand messages, less than a second. */
const SESSIONS_A_TURN = 16;

interface LiveFile {
  readonly file: ScannedFile;
  readonly prefix: string | null;
  readonly sessions: ReadonlyMap<string, readonly TranscriptMessage[]>;
}

/** What a run has seen to of a file: when somebody has had the chat in between, it isn't done again. */
interface SeenTo {
  /** Hashes, by path. */
  readonly sessions: Map<string, string>;
  changed: number;
}

/** @returns paths of the file's documents; null where it is left as it stands */
async function indexLiveFile(
  run: SourceRun,
  chats: ChatScan,
  { file, prefix }: Pick<LiveFile, "file" | "prefix">,
): Promise<readonly string[] | null> {
  const { known, tally } = run;
  const before = documentsOfFile(known.values(), prefix);
  const isSame =
    !run.readAll &&
    file.changedAt < run.checkedFrom &&
    before.some(({ bytes, modifiedAt }) => bytes === file.bytes && modifiedAt === file.modifiedAt);
  if (run.unsettled(file.path) || isSame) {
    tally.unchanged++;
    return null;
  }
  const seen: SeenTo = { sessions: new Map(), changed: 0 };
  let live: LiveFile | null;
  do {
    live = await readLiveFile(run, chats, { file, prefix });
    if (live === null) return null;
  } while (!(await writeSessions(run, live, seen)));
  tally.bytes += file.bytes;
  if (seen.changed === 0 && live.sessions.size === before.length) tally.unchanged++;
  else tally.indexed++;
  return [...live.sessions.keys()].map((session) => sessionPath(prefix, session));
}

/** The sessions of a file, whose lost end is put back first; null where it can't be read. */
async function readLiveFile(
  { deps, source, known, tally, signal }: SourceRun,
  { read }: ChatScan,
  { file, prefix }: Pick<LiveFile, "file" | "prefix">,
): Promise<LiveFile | null> {
  try {
    const chat = {
      file: file.absolute,
      path: prefix,
      documents: documentsOfFile(known.values(), prefix),
      index: deps.index,
      source: source.key,
      cursors: deps.catalog.cursors,
    };
    const cut = await cutChat(chat);
    tally.notes.push(...(cut === null ? await noteShort(chat) : [restoreChat(file.absolute, cut)]));
    // As it is now: restored, or written to since the scan by those who had the chat in between.
    const { size, mtimeMs } = statSync(file.absolute);
    const scanned = { ...file, bytes: size, modifiedAt: mtimeMs };
    const { sessions, skipped } = await readSessions((await read(scanned, null)).content);
    const told = new Set(tally.skippedMessages.map(({ path }) => path));
    const missed = skipped.map(({ line, reason }) => ({ path: `${file.path}:${line}`, reason }));
    const unsaid = missed.filter(({ path }) => !told.has(path));
    tally.ofChats().skipped += unsaid.length;
    tally.skippedMessages.push(...unsaid);
    return { file: scanned, prefix, sessions };
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = asLociError(thrown);
    if (error.code === "FILE_SKIPPED") tally.skipped.push({ path: file.path, reason: skipInWords(error) });
    else tally.fail(file.path, thrown);
    return null;
  }
}

/** Gives the sessions of a file to the index, and the chat to whoever waits for it in between. @returns false where the file was written to meanwhile */
async function writeSessions(run: SourceRun, { file, prefix, sessions }: LiveFile, seen: SeenTo): Promise<boolean> {
  const { deps, source, known, tally, writer } = run;
  const counts = tally.ofChats();
  const carrier = [...sessions.keys()].at(-1) ?? null;
  let sinceTurn = 0;
  for (const [session, messages] of sessions) {
    const path = sessionPath(prefix, session);
    const hash = sessionHash(messages);
    if (session !== carrier && seen.sessions.get(path) === hash) continue;
    const stored = known.get(path);
    const same = !run.readAll && stored?.contentHash === hash;
    if (!seen.sessions.has(path)) {
      if (stored === undefined) counts.added += messages.length;
      else counts.kept += messages.length;
      if (!same) seen.changed++;
    }
    seen.sessions.set(path, hash);
    if (same && session !== carrier && stored.modifiedAt === 0) continue;
    const { bytes, modifiedAt } = session === carrier ? file : { bytes: 0, modifiedAt: 0 };
    await writer.add(
      sessionDocument({
        messages,
        chat: source.name,
        path,
        bytes,
        modifiedAt,
        source,
        subject: deps.project,
        scope: run.scope.given as Scope,
        settings: deps.settings,
        place: deps.place,
      }),
    );
    if (++sinceTurn < SESSIONS_A_TURN) continue;
    sinceTurn = 0;
    await writer.pass();
    const now = statSync(file.absolute, { throwIfNoEntry: false });
    if (now?.size !== file.bytes || now.mtimeMs !== file.modifiedAt) return false;
  }
  return true;
}

/**
 * Writes the session of a message to the index, as a run over the chat's file would: when it has resolved, the message is found.
 * @returns ids of the message's drawers, in order: one, or several for a long message
 * Cost: the session's messages, 64 at most; only the new one is embedded.
 */
export async function indexMessage(
  deps: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache" | "settings" | "place" | "project">,
  { chat, messages, message }: { chat: LiveChat; messages: readonly TranscriptMessage[]; message: TranscriptMessage },
  { source, lease }: { source: Source & { options: { scope: Scope } }; lease: HeldLease },
): Promise<readonly string[]> {
  const { settings, place } = deps;
  const { bytes, modifiedAt } = chat.file;
  const draft = sessionDocument({
    messages,
    chat: source.name,
    path: message.session,
    bytes,
    modifiedAt,
    source,
    subject: deps.project,
    scope: source.options.scope,
    settings,
    place,
  });
  const writer = await leaseWriter(deps, lease);
  await writer.add(draft);
  await writer.flush();
  return draft.drawers
    .filter(({ drawer }) => drawer.message?.ids.includes(message.id) === true)
    .map(({ drawer }) => drawer.id);
}
