import type { Document } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import type { Tally } from "../tally.ts";
import { readSessions } from "./read-sessions.ts";
import { sessionDocument, sessionHash } from "./session-document.ts";
import { sessionPath } from "./session-path.ts";
import type { TranscriptContent } from "./transcripts.ts";

/** One transcript of a source. */
export interface TranscriptFile {
  readonly file: ScannedFile;
  readonly content: TranscriptContent;
  /** Its path inside the source; null where it is the source. */
  readonly prefix: string | null;
  /** The documents that it had after the last run. */
  readonly before: readonly Document[];
}

type Sessions = ReadonlyMap<string, readonly TranscriptMessage[]>;

/**
 * Reads one transcript and writes those of its sessions that differ. What is wrong with it goes into the tally.
 *
 * @returns the paths of its documents; those of before when it couldn't be read
 */
export async function indexTranscript(run: SourceRun, transcript: TranscriptFile): Promise<readonly string[]> {
  const { tally, known } = run;
  const { before, prefix } = transcript;
  const read = await readOrReport(run, transcript);
  if (read === "skipped") return [];
  if (read === "failed") return before.map(({ path }) => path);
  const { sessions, scope } = read;
  const messages = messagesOf(tally);
  let left = sessions.size;
  let changed = 0;
  for (const [session, list] of sessions) {
    const isLast = --left === 0;
    const path = sessionPath(prefix, session);
    const stored = known.get(path);
    const same = !run.readAll && stored?.contentHash === sessionHash(list);
    if (same && !isLast && stored.modifiedAt === 0) {
      messages.kept += list.length;
      continue;
    }
    if (!same) changed++;
    const had = stored === undefined ? new Set<string>() : await storedMessageIds(run, path);
    for (const { id } of list) had.has(id) ? messages.kept++ : messages.added++;
    const { bytes, modifiedAt } = isLast ? transcript.file : { bytes: 0, modifiedAt: 0 };
    await run.writer.add(sessionDocument({ messages: list, path, bytes, modifiedAt, source: run.source, scope, settings: run.deps.settings, place: run.deps.place }));
  }
  // Touched but not changed: its last session was written again for the new time, and the file counts as what it is.
  if (changed === 0 && sessions.size > 0 && sessions.size === before.length) tally.unchanged++;
  else tally.indexed++;
  return [...sessions.keys()].map((session) => sessionPath(prefix, session));
}

/** Ids of the messages that are stored of a session. */
export async function storedMessageIds({ deps, source }: SourceRun, path: string): Promise<ReadonlySet<string>> {
  const drawers = await deps.index.documentDrawers({ source: source.key, path }, "all");
  return new Set(drawers.flatMap(({ drawer }) => drawer.message?.ids ?? []));
}

async function readOrReport({ tally, scope, source, signal }: SourceRun, { file, content, prefix }: TranscriptFile): Promise<{ readonly sessions: Sessions; readonly scope: Scope } | "skipped" | "failed"> {
  try {
    const { sessions, skipped } = await readSessions(content);
    tally.bytes += file.bytes;
    messagesOf(tally).skipped += skipped.length;
    for (const { line, reason } of skipped) tally.skippedMessages.push({ path: `${file.path}:${line}`, reason });
    if (scope === null) throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this chat", { hint: "give --scope kb, admin or user:<id>" });
    return { sessions, scope };
  } catch (thrown) {
    signal?.throwIfAborted();
    // A folder may hold other JSON files too; a file that was named, or whose format was, is something else.
    const guessed = prefix !== null && (source.options.format ?? "auto") === "auto";
    const code = thrown instanceof LociError ? thrown.code : null;
    if (code === "FILE_SKIPPED") tally.skipped.push({ path: file.path, reason: String((thrown as LociError).details["reason"] ?? (thrown as LociError).message) });
    else if (code === "TRANSCRIPT_UNRECOGNISED" && guessed) tally.skipped.push({ path: file.path, reason: "no transcript in a known form" });
    else {
      tally.fail(file.path, thrown);
      return "failed";
    }
    return "skipped";
  }
}

function messagesOf(tally: Tally): { added: number; kept: number; skipped: number } {
  return (tally.messages ??= { added: 0, kept: 0, skipped: 0 });
}
