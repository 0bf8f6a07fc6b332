import { isAbsolute } from "node:path";
import { asLociError } from "../../model/as-loci-error.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { ReadPosition } from "../../model/transcript-read.ts";
import type { SourceRun } from "../source-run.ts";
import { sessionDocument, sessionHash } from "./session-document.ts";
import { sessionPath } from "./session-path.ts";
import { storedMessageIds } from "./stored-message-ids.ts";
import { type TranscriptContents, transcriptContents } from "./transcript-contents.ts";
import type { TranscriptFile } from "./transcript-file.ts";

/** What a transcript became. */
export interface IndexedTranscript {
  /** Paths of its documents; those of before when it couldn't be read. */
  readonly paths: readonly string[];
  /** Where to go on, once what was written is committed; null for none. */
  readonly position: ReadPosition | null;
}

/**
 * Reads one transcript, on from where the last run ended if it can, and writes those of its sessions that differ. What is wrong with it goes
 * into the tally.
 */
export async function indexTranscript(run: SourceRun, transcript: TranscriptFile): Promise<IndexedTranscript> {
  const { tally, known, scope } = run;
  const { before, prefix } = transcript;
  const read = await readOrReport(run, transcript);
  if (read === "skipped") return { paths: [], position: null };
  if (read === "failed") return { paths: before.map(({ path }) => path), position: null };
  const { sessions, carrier, untouched } = read;
  const messages = tally.ofChats();
  let changed = 0;
  const write = async (session: string, list: readonly TranscriptMessage[]): Promise<void> => {
    const path = sessionPath(prefix, session);
    const stored = known.get(path);
    const same = !run.readAll && stored?.contentHash === sessionHash(list);
    if (same && session !== carrier && stored.modifiedAt === 0) {
      messages.kept += list.length;
      return;
    }
    if (!same) changed++;
    const had = stored === undefined ? [] : await storedMessageIds(run, path);
    const kept = countShared(list.map(({ id }) => id), had);
    messages.kept += kept;
    messages.added += list.length - kept;
    const { bytes, modifiedAt } = session === carrier ? transcript.file : { bytes: 0, modifiedAt: 0 };
    await run.writer.add(sessionDocument({ messages: list, path, bytes, modifiedAt, source: run.source, scope: scope as Scope, settings: run.deps.settings, place: run.deps.place, project: projectOf(run, read, session, list) }));
  };
  for (const [session, list] of sessions) if (session !== carrier) await write(session, list);
  if (carrier !== null) await write(carrier, sessions.get(carrier) ?? []);
  for (const { path } of untouched) messages.kept += (await storedMessageIds(run, path)).length;
  // Touched but not changed: its last session was written again for the new time, and the file counts as what it is.
  if (changed === 0 && sessions.size > 0 && sessions.size + untouched.length === before.length) tally.unchanged++;
  else tally.indexed++;
  return { paths: [...[...sessions.keys()].map((session) => sessionPath(prefix, session)), ...untouched.map(({ path }) => path)], position: read.position };
}

/** How many of `ids` stand in `stored`, each of which answers for one. */
function countShared(ids: readonly string[], stored: readonly string[]): number {
  const left = new Map<string, number>();
  for (const id of stored) left.set(id, (left.get(id) ?? 0) + 1);
  return ids.filter((id) => {
    const more = left.get(id) ?? 0;
    left.set(id, more - 1);
    return more > 0;
  }).length;
}

/** The project that a session was about: as it was placed, or that of the folder in which its tool first worked, which may be gone. */
function projectOf({ deps }: SourceRun, { projects }: TranscriptContents, session: string, messages: readonly TranscriptMessage[]): string | null {
  const known = projects.get(session);
  if (known !== undefined) return known;
  const folder = messages.find(({ workspace }) => workspace !== undefined)?.workspace;
  // One of another machine may be spelt in another system's way.
  return folder === undefined ? null : ((isAbsolute(folder) ? deps.projectOf(folder) : null) ?? folder.split(/[\\/]/u).findLast((part) => part !== "") ?? null);
}

async function readOrReport(run: SourceRun, transcript: TranscriptFile): Promise<TranscriptContents | "skipped" | "failed"> {
  const { tally, scope, source, signal } = run;
  const { file, prefix } = transcript;
  try {
    const content = await transcriptContents(run, transcript);
    tally.bytes += content.bytes;
    tally.ofChats().skipped += content.skipped.length;
    for (const { line, reason } of content.skipped) tally.skippedMessages.push({ path: `${file.path}:${line}`, reason });
    if (scope === null) throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this chat", { hint: "give --scope kb, admin or user:<id>" });
    if (content.rewritten) tally.rewritten.push(file.path);
    return content;
  } catch (thrown) {
    signal?.throwIfAborted();
    // A folder may hold other JSON files too; a file that was named, or whose format was, is something else.
    const guessed = prefix !== null && (source.options.format ?? "auto") === "auto";
    const { code, message, details } = asLociError(thrown);
    if (code === "FILE_SKIPPED") tally.skipped.push({ path: file.path, reason: String(details["reason"] ?? message) });
    else if (code === "TRANSCRIPT_UNRECOGNISED" && guessed) tally.skipped.push({ path: file.path, reason: "no transcript in a known form" });
    else {
      tally.fail(file.path, thrown);
      return "failed";
    }
    return "skipped";
  }
}
