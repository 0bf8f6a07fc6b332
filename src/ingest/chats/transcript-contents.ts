import type { Document } from "../../model/drawer.ts";
import type { SkippedMessage, TranscriptMessage } from "../../model/transcript-message.ts";
import type { ReadPosition, TranscriptRead } from "../../model/transcript-read.ts";
import type { SourceRun } from "../source-run.ts";
import { messageContent } from "./message-content.ts";
import { readSessions } from "./read-sessions.ts";
import { storedSession } from "./stored-session.ts";
import type { TranscriptFile } from "./transcript-file.ts";

/** What a transcript holds, as far as it has to be looked at. */
export interface TranscriptContents {
  /** Each of them whole. */
  readonly sessions: ReadonlyMap<string, readonly TranscriptMessage[]>;
  /** The projects by which sessions were placed that are read on; their messages from before don't say. */
  readonly projects: ReadonlyMap<string, string | null>;
  /** The session that carries the file's size and time; null for a file without messages. */
  readonly carrier: string | null;
  /** Documents of sessions in which nothing came. */
  readonly untouched: readonly Document[];
  readonly skipped: readonly SkippedMessage[];
  /** Bytes that were taken in. */
  readonly bytes: number;
  /** It isn't what was read the last time. */
  readonly rewritten: boolean;
  readonly position: ReadPosition | null;
}

/**
 * Reads a transcript on from where the last run ended, with the rest of the sessions that what came belongs to; or whole, where there is no
 * such point: it was never read to its end by this recipe, what is stored isn't what was read, or what came changes what stood before.
 *
 * A position may be older than what is stored (the process ended in between): a message that is there already is not taken twice.
 *
 * @throws what reading throws
 */
export async function transcriptContents(run: SourceRun, transcript: TranscriptFile): Promise<TranscriptContents> {
  const { deps, source, readAll } = run;
  const { file, read, before, prefix } = transcript;
  const cursor = readAll ? null : await deps.catalog.cursors.get(source.key, prefix ?? "");
  const old = before.reduce<Document | null>((most, one) => (one.bytes > (most?.bytes ?? 0) ? one : most), null);
  if (cursor === null || old === null || old.bytes < cursor.offset) return await whole(await read(null), file.bytes);
  const reading = await read({ offset: cursor.offset, lastId: cursor.lastId, hash: cursor.hash });
  if (!reading.continued) return await whole(reading, file.bytes);
  return (await joined(run, transcript, reading, old, Math.max(0, file.bytes - cursor.offset))) ?? (await whole(await read(null), file.bytes));
}

async function whole(reading: TranscriptRead, bytes: number): Promise<TranscriptContents> {
  const { sessions, skipped } = await readSessions(reading.content);
  return { sessions, projects: new Map(), carrier: [...sessions.keys()].at(-1) ?? null, untouched: [], skipped, bytes, rewritten: reading.rewritten, position: reading.position() };
}

/** What came, behind what is stored of its sessions. @param old the document that carries the file's size and time; null where one isn't what was read */
async function joined({ deps }: SourceRun, { before }: TranscriptFile, reading: TranscriptRead, old: Document, bytes: number): Promise<TranscriptContents | null> {
  const { sessions: fresh, skipped } = await readSessions(reading.content);
  const touched = before.filter((document) => document === old || fresh.has(document.title));
  const sessions = new Map<string, readonly TranscriptMessage[]>();
  const projects = new Map<string, string | null>();
  for (const document of touched) {
    const stored = await storedSession(deps.index, document);
    if (stored === null) return null;
    sessions.set(document.title, stored.messages);
    projects.set(document.title, stored.project);
  }
  let carrier = old.title;
  for (const [session, list] of fresh) {
    const stored = sessions.get(session);
    if (stored === undefined) carrier = session;
    const there = new Set(stored?.map(messageContent));
    sessions.set(session, [...(stored ?? []), ...list.filter((message) => !there.has(messageContent(message)))]);
  }
  return { sessions, projects, carrier, untouched: before.filter((document) => !touched.includes(document)), skipped, bytes, rewritten: false, position: reading.position() };
}
