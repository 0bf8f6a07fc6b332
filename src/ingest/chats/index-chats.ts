import { LociError } from "../../model/error.ts";
import type { Document } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import { readDocument } from "../read-document.ts";
import { isSingleFile } from "../scan/is-single-file.ts";
import { scanFile } from "../scan/scan-file.ts";
import { type Scan, scanFolder, type ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { readSessions } from "./read-sessions.ts";
import { sessionDocument, sessionHash } from "./session-document.ts";
import { fileOf, isOfFile, sessionPath } from "./session-path.ts";
import { transcriptRules } from "./transcript-rules.ts";
import type { TranscriptContent } from "./transcripts.ts";

/** What a scanned file holds. @throws LociError `PATH_UNREADABLE`, `PATH_NOT_FOUND`, and what readers throw, while it is read */
type ContentOf = (file: ScannedFile) => TranscriptContent;

/**
 * Brings a chat source up to date. A file whose size and time are those of the last run is not opened. Of a changed file only the
 * sessions that differ are written, so a growing transcript is continued: nothing skipped, nothing repeated.
 *
 * The last session of a file carries the file's size and time, and is written last; so a run that was interrupted within a file
 * has not recorded it as seen.
 *
 * @throws what ends the whole source, as `indexFiles` does
 */
export async function indexChats(run: SourceRun): Promise<void> {
  const { deps, source, known, tally, writer, signal } = run;
  const format = source.options.format ?? "auto";
  const reader = await deps.transcripts.reader(format);
  if (reader === null) {
    throw new LociError("TRANSCRIPT_UNRECOGNISED", `there is no transcript format '${format}'`, { hint: "use --format auto, jsonl, or the name of a tool: claude-code, codex, gemini, chatgpt, claude, slack, text" });
  }
  tally.messages ??= { added: 0, kept: 0, skipped: 0 };
  run.onProgress("scanning", 0, 0);
  const isFile = isSingleFile(source.root);
  const found = await scanChats(run, isFile);
  const isExport = !isFile && (await deps.transcripts.isExport(found.files.map(({ path }) => path)));
  const scan = isExport ? asOneFile(found, source) : found;
  const single = isFile || isExport;
  const contentOf: ContentOf = async function* (file) {
    if (isExport) yield* deps.transcripts.readExport(source.root, format);
    else yield* reader(file.path, readOrThrow(file));
  };
  tally.skipped.push(...scan.skipped);
  tally.failed.push(...scan.failed);
  const gone = new Set(known.keys());
  const keep = (file: string | null): void => {
    for (const path of known.keys()) if (isOfFile(path, file)) gone.delete(path);
  };
  for (const path of known.keys()) if (scan.unreadable.some((folder) => path.startsWith(folder))) gone.delete(path);
  for (const { path } of scan.failed) keep(single ? null : path);
  for (const path of known.keys()) {
    const file = single ? null : fileOf(path);
    if (file !== null && run.unsettled(file)) gone.delete(path);
  }

  for (const [done, file] of scan.files.entries()) {
    signal?.throwIfAborted();
    run.onProgress("reading", done, scan.files.length);
    const prefix = single ? null : file.path;
    const before = [...known.values()].filter(({ path }) => isOfFile(path, prefix));
    if (run.unsettled(file.path)) {
      if (before.length > 0) tally.unchanged++;
      keep(prefix);
      continue;
    }
    if (!run.readAll && file.changedAt < run.checkedFrom && before.some(({ bytes, modifiedAt }) => bytes === file.bytes && modifiedAt === file.modifiedAt)) {
      tally.unchanged++;
      keep(prefix);
      for (const document of before) tally.messages.kept += await storedMessages(run, document.path);
      continue;
    }
    for (const path of await indexTranscript(run, contentOf, file, prefix, before)) gone.delete(path);
  }
  tally.removedFiles += gone.size;
  writer.remove([...gone].map((path) => ({ source: source.key, path })));
  run.onProgress("writing", scan.files.length, scan.files.length);
  await writer.flush();
}

/** Reads one file and gives the paths of its sessions' documents, or of those that it had when it fails. */
async function indexTranscript(
  run: SourceRun,
  contentOf: ContentOf,
  file: ScannedFile,
  prefix: string | null,
  before: readonly Document[],
): Promise<readonly string[]> {
  const { deps, source, known, tally, writer } = run;
  const messages = tally.messages as NonNullable<typeof tally.messages>;
  let sessions: ReadonlyMap<string, readonly TranscriptMessage[]>;
  try {
    const result = await readSessions(contentOf(file));
    tally.bytes += file.bytes;
    sessions = result.sessions;
    messages.skipped += result.skipped.length;
    for (const { line, reason } of result.skipped) tally.skippedMessages.push({ path: `${file.path}:${line}`, reason });
    if (run.scope === null) throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this chat", { hint: "give --scope kb, admin or user:<id>" });
  } catch (thrown) {
    run.signal?.throwIfAborted();
    if (thrown instanceof LociError && thrown.code === "FILE_SKIPPED") {
      tally.skipped.push({ path: file.path, reason: String(thrown.details["reason"] ?? thrown.message) });
      return [];
    }
    // A folder may hold other JSON files too; a file that was named, or whose format was, is something else.
    if (thrown instanceof LociError && thrown.code === "TRANSCRIPT_UNRECOGNISED" && prefix !== null && (source.options.format ?? "auto") === "auto") {
      tally.skipped.push({ path: file.path, reason: "no transcript in a known form" });
      return [];
    }
    tally.fail(file.path, thrown);
    return before.map(({ path }) => path);
  }
  const paths: string[] = [];
  let left = sessions.size;
  let changed = 0;
  for (const [session, list] of sessions) {
    left--;
    const path = sessionPath(prefix, session);
    paths.push(path);
    const stored = known.get(path);
    const same = !run.readAll && stored?.contentHash === sessionHash(list);
    if (same && left > 0 && stored.modifiedAt === 0) {
      messages.kept += list.length;
      continue;
    }
    if (!same) changed++;
    const had = stored === undefined ? new Set<string>() : await storedIds(run, path);
    for (const { id } of list) had.has(id) ? messages.kept++ : messages.added++;
    await writer.add(
      sessionDocument({
        messages: list,
        path,
        bytes: left === 0 ? file.bytes : 0,
        modifiedAt: left === 0 ? file.modifiedAt : 0,
        source,
        scope: run.scope,
        settings: deps.settings,
        place: deps.place,
      }),
    );
  }
  // Touched but not changed: its last session was written again for the new time, and the file counts as what it is.
  if (changed === 0 && sessions.size > 0 && paths.length === before.length) tally.unchanged++;
  else tally.indexed++;
  return paths;
}

async function storedIds({ deps, source }: SourceRun, path: string): Promise<ReadonlySet<string>> {
  const drawers = await deps.index.documentDrawers({ source: source.key, path }, "all");
  return new Set(drawers.flatMap(({ drawer }) => drawer.message?.ids ?? []));
}

async function storedMessages(run: SourceRun, path: string): Promise<number> {
  return (await storedIds(run, path)).size;
}

function readOrThrow({ absolute, path }: ScannedFile): Uint8Array {
  const read = readDocument(absolute);
  if (read.kind === "failed") throw new LociError(read.code, `'${path}' ${read.message}`, { hint: "check it and its permissions" });
  return read.bytes;
}

/** The files of an export as if they were one: as large as all of them, as new as the newest. */
function asOneFile({ files, ...scan }: Scan, { name, root }: Source): Scan {
  const latest = (time: (file: ScannedFile) => number): number => Math.max(...files.map(time));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { ...scan, files: [{ path: name, absolute: root, documentType: "chat", bytes, modifiedAt: latest((file) => file.modifiedAt), changedAt: latest((file) => file.changedAt) }] };
}

async function scanChats({ deps, source, signal }: SourceRun, single: boolean): Promise<Scan> {
  const { maxFileBytes, exclude } = deps.settings;
  if (single) return scanFile(source.root, { maxFileBytes, documentType: "chat" });
  const rules = await transcriptRules(source.options.include, [...exclude, ...source.options.exclude]);
  return scanFolder(source.root, { rules, maxFileBytes, ownFolder: deps.ownFolder, signal });
}
