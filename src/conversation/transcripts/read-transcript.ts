import { option, step } from "../../model/next-step.ts";
import { createHash, type Hash } from "node:crypto";
import { LociError } from "../../model/error.ts";
import {
  TRANSCRIPT_FORMATS,
  type TranscriptCursor,
  type TranscriptEntry,
  type TranscriptFormat,
  type TranscriptProblem,
} from "../../model/transcript-read.ts";
import { type TranscriptBundle, type Continues, type FormatReader, Report } from "./format-reader.ts";
import { readChatGpt } from "./chatgpt.ts";
import { readClaudeAi } from "./claude-ai.ts";
import { readClaudeCode, readClaudeMemory } from "./claude-code.ts";
import { continuesCodex, readCodex } from "./codex.ts";
import { readGemini } from "./gemini.ts";
import { markedText } from "./marked-text.ts";
import { recognise, transcriptsWithin, type TranscriptWithin } from "./detect-format.ts";
import { readMbox } from "./mbox.ts";
import { RECORD_SHAPES, recordReader, TEXT_SHAPES, textReader } from "./record-shapes.ts";
import { folderExport, folderReader } from "./shapes/folder-exports.ts";
import { storeReader } from "./store-reader.ts";
import { readSlack } from "./slack.ts";
import { abandonedBranches } from "./claude-code-records.ts";
import { contentKind, refusedFormat } from "../../parsing/file-type.ts";
import { textOf } from "../../text/fields.ts";
import { firstOf, headOf, jsonLines, tailLines } from "./json-lines.ts";

/**
 * Whether the new records of a Claude Code transcript go on where it ended. One that hangs on something earlier than its last records may turn what
 * was said since into a branch that was given up (an edited prompt, a rewind), and a summary may be of anything: then the file is read whole.
 * Cost: the new records and the last 256 KB before them.
 */
const continuesClaudeCode: Continues = async ({ bundle, name, from }) => {
  const tail = await tailLines(bundle, name, from.offset);
  const all = [...tail];
  const known = new Set(tail.map(({ value }) => value["uuid"]));
  for await (const line of jsonLines(bundle.stream(name, from.offset), null, from)) {
    const { type, uuid, parentUuid, leafUuid, isSidechain } = line.value;
    const above = textOf(type === "summary" ? leafUuid : parentUuid);
    if (above !== null && isSidechain !== true && !known.has(above)) return null;
    known.add(uuid);
    all.push(line);
  }
  const [before, now] = [await abandonedBranches(tail), await abandonedBranches(all)];
  const stay = tail.every(({ value: { uuid } }) => before.has(String(uuid)) === now.has(String(uuid)));
  return stay && tail.some(({ value }) => textOf(value["sessionId"]) !== null) ? readClaudeCode : null;
};

export interface TranscriptReading {
  readonly format: TranscriptFormat;
  /** A cursor was given, and the file isn't what was read then: everything is given again. */
  readonly rewritten: boolean;
  /** `messages` are only those since the cursor. */
  readonly continued: boolean;
  /**
   * Session by session or interleaved, ascending inside each. From a cursor: nothing where nothing came since; what came since where the
   * format is one of lines and it goes on from there; else everything that the file holds, with the same ids.
   */
  readonly messages: AsyncIterable<TranscriptEntry>;
  /** Records that were left out, complete when `messages` has ended. */
  readonly problems: readonly TranscriptProblem[];
  /** Records that hold no message, by name (thinking, snapshots, other branches), complete when `messages` has ended. */
  readonly ignored: ReadonlyMap<string, number>;
  /**
   * Where to go on the next time; null until `messages` has ended, and for what comes as a new export each time.
   * Cost: the file is read once more for its hash.
   */
  readonly cursor: () => TranscriptCursor | null;
}

/** Formats whose records are only ever added. */
const APPENDED: ReadonlyMap<TranscriptFormat, Continues> = new Map([
  ["claude-code", continuesClaudeCode],
  ["codex", continuesCodex],
]);

/** Forms that a table of shapes reads. */
type Shaped = Exclude<
  TranscriptFormat,
  "claude-code" | "codex" | "gemini" | "chatgpt" | "claude" | "claude-memory" | "slack" | "mbox" | "text" | "jsonl"
>;

const READERS: Readonly<Record<Exclude<TranscriptFormat, "jsonl">, FormatReader>> = {
  "claude-code": readClaudeCode,
  codex: readCodex,
  gemini: readGemini,
  chatgpt: readChatGpt,
  claude: readClaudeAi,
  "claude-memory": readClaudeMemory,
  slack: readSlack,
  mbox: readMbox,
  text: textReader(markedText, null),
  ...(Object.fromEntries([
    ...RECORD_SHAPES.map((shape) => [shape.format, recordReader(shape)]),
    ...TEXT_SHAPES.map((shape) => {
      const records = RECORD_SHAPES.find(({ format }) => format === shape.format);
      return [shape.format, textReader(shape, records === undefined ? null : recordReader(records))];
    }),
  ]) as Record<Shaped, FormatReader>),
};

/** Whichever form of several a tool's history has: a database, an export of text, or of JSON. */
const BY_CONTENT: ReadonlySet<TranscriptFormat> = new Set(["opencode", "cursor"]);

/**
 * Reads a transcript of another tool, message by message, with its exact text.
 * @param format `auto` looks at the content
 * @param cursor from an earlier reading of the same path
 * @throws LociError `TRANSCRIPT_UNRECOGNISED` when the format isn't known (nothing is half-read), or is the generic `jsonl`, which ingest
 *   reads; `FILE_SKIPPED` for a damaged archive, also while `messages` is read
 * @example for await (const entry of (await readTranscript(await pathBundle("rollout.jsonl"))).messages) …
 * Cost: one or two passes over the file; memory for the longest record (formats of lines) or conversation.
 */
export async function readTranscript(
  bundle: TranscriptBundle,
  format: TranscriptFormat | "auto" = "auto",
  cursor: TranscriptCursor | null = null,
): Promise<TranscriptReading> {
  const found = await recognise(bundle, format);
  const within = found === null && bundle.many && format === "auto" ? await transcriptsWithin(bundle) : [];
  if (within.length > 0) return readWithin(bundle, within);
  if (found === null || found.format === "jsonl") {
    const refused = bundle.many
      ? "an archive of no known export; unpack it, and mine its folder"
      : (refusedFormat(bundle.path) ??
        (contentKind(await headOf(bundle.stream(bundle.path), 8)) === "an archive" ? "an archive; unpack it" : null));
    throw new LociError(
      "TRANSCRIPT_UNRECOGNISED",
      `'${bundle.path}' is ${refused ?? `not a transcript in a known form; tried: ${TRANSCRIPT_FORMATS.join(", ")}`}`,
      {
        hint:
          refused === null
            ? step`name its form with ${option("format")}, or convert it to the generic jsonl form`
            : "then mine what comes of it",
        details: { path: bundle.path, format: found?.format ?? null },
      },
    );
  }
  const { name } = found;
  const grows = !bundle.many && (APPENDED.has(found.format) || found.format === "text");
  const before =
    cursor !== null && grows && cursor.format === found.format
      ? await prefixOf({ bundle, name }, cursor.offset, null)
      : null;
  const same = cursor !== null && before?.hash === cursor.hash;
  const since = same ? { offset: cursor.offset, lines: before.lines } : START;
  const unchanged = same && (await headOf(bundle.stream(name, since.offset), 1)).length === 0;
  const further =
    unchanged || since.offset === 0
      ? null
      : ((await APPENDED.get(found.format)?.({ bundle, name, from: since })) ?? null);
  const continued = unchanged || further !== null;
  const from = continued ? since : START;
  const report = new Report(from.offset);
  let lastId = continued ? (cursor as TranscriptCursor).lastId : null;
  let reached: TranscriptCursor | null = null;
  const folder = folderExport(bundle);
  const reader =
    folder?.format === found.format
      ? folderReader(folder)
      : (further ??
        (BY_CONTENT.has(found.format) ? await storeReader(bundle, found.format) : null) ??
        READERS[found.format]);
  const messages = (async function* (): AsyncGenerator<TranscriptEntry> {
    if (unchanged) {
      reached = cursor;
      return;
    }
    for await (const entry of reader({ bundle, name, from, report })) {
      lastId = entry.id;
      yield entry;
    }
    if (!grows) return;
    // Taken at once, so that later writes belong to the next reading.
    const offset = APPENDED.has(found.format) ? report.offset : await sizeOf(bundle, name);
    const { hash } = await prefixOf({ bundle, name }, offset, continued ? before : null);
    reached = { format: found.format, offset, lastId, hash: hash ?? "" };
  })();
  return {
    format: found.format,
    rewritten: cursor !== null && grows && !same,
    continued,
    messages,
    problems: report.problems,
    ignored: report.ignored,
    cursor: () => reached,
  };
}

const START = { offset: 0, lines: 0 };

/** Reads the transcripts of an archive one after the other; how many other files it has is told. */
function readWithin({ names }: TranscriptBundle, within: readonly TranscriptWithin[]): TranscriptReading {
  const report = new Report();
  const messages = (async function* (): AsyncGenerator<TranscriptEntry> {
    for (const { bundle, name, format } of within) {
      report.within(name);
      yield* READERS[format]({ bundle, name, from: START, report });
    }
    if (names.length > within.length) report.ignore("files that are no transcript", names.length - within.length);
  })();
  return {
    format: (within[0] as TranscriptWithin).format,
    rewritten: false,
    continued: false,
    messages,
    problems: report.problems,
    ignored: report.ignored,
    cursor: () => null,
  };
}

/** The beginning of a file. */
interface Prefix {
  readonly bytes: number;
  /** SHA-256, hex; null when the file has fewer bytes. */
  readonly hash: string | null;
  /** Lines that end in it. */
  readonly lines: number;
  /** The hash, to be gone on with. */
  readonly open: Hash;
}

/** @param before a beginning of it that was read already */
async function prefixOf(
  { bundle, name }: { readonly bundle: TranscriptBundle; readonly name: string },
  bytes: number,
  before: Prefix | null,
): Promise<Prefix> {
  const open = before?.open.copy() ?? createHash("sha256");
  let lines = before?.lines ?? 0;
  let at = before?.bytes ?? 0;
  for await (const part of at < bytes ? firstOf(bundle.stream(name, at), bytes - at) : []) {
    open.update(part);
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, end + 1)) lines++;
    at += part.length;
  }
  return { bytes, hash: at < bytes ? null : open.copy().digest("hex"), lines, open };
}

async function sizeOf(bundle: TranscriptBundle, name: string): Promise<number> {
  let size = 0;
  for await (const piece of bundle.stream(name)) size += piece.length;
  return size;
}
