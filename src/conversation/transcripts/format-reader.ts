import { BESIDE_CHATS, type TranscriptEntry, type TranscriptProblem } from "../../model/transcript-read.ts";
import { decode } from "../../parsing/decode.ts";
import { type Fields, objectsOf } from "../../text/fields.ts";

/** What a transcript comes as: one file, or the files of an archive or folder. Paths have `/`. */
export interface TranscriptBundle {
  /** Named in errors, and in sessions that have no name of their own. */
  readonly path: string;
  /** Ascending. A plain file is one name. */
  readonly names: readonly string[];
  /** Whether `names` are inside an archive or folder. */
  readonly many: boolean;
  /** Where a plain file lies on disk: databases are opened there. */
  readonly file?: string;
  /** The files of the archive that a plain file is in; `stream` has them all. */
  readonly around?: readonly string[];
  /** The content of a file, piece by piece, from an offset. @throws when it can't be read */
  readonly stream: (name: string, from?: number) => AsyncIterable<Uint8Array>;
}

/** The whole content of one of the files; for small ones. */
export const readWhole = async (bundle: TranscriptBundle, name: string): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(bundle.stream(name)));

/** Where a stream begins, when that isn't the beginning of its file. */
export interface LinesStart {
  /** Offset of the stream's first byte, the beginning of a line. */
  readonly offset: number;
  /** Lines before it. */
  readonly lines: number;
}

export interface ReaderInput {
  readonly bundle: TranscriptBundle;
  /** The file to begin with; archives may have more. */
  readonly name: string;
  /** Only what begins here or later is given; formats of lines only, the beginning for the others. */
  readonly from: LinesStart;
  readonly report: Report;
}

/** Reads one format. Never throws for content: what it can't read goes to the report. */
export type FormatReader = (input: ReaderInput) => AsyncIterable<TranscriptEntry>;

/** What reads the records since `from` on their own; null where they change something before it. */
export type Continues = (input: Omit<ReaderInput, "report">) => Promise<FormatReader | null>;

/** A session's name for files that don't say one: the file's name without folder and extension. */
export const sessionOfPath = (path: string): string =>
  (path.split(/[\\/]/u).at(-1) as string).replace(/\.[A-Za-z0-9]{1,8}$/u, "");

/** What tools call the file of each of their sessions: the folder, or the archive, tells them apart. */
const SAME = /^(?:context(_\d+)?|wire|events|api_conversation_history|_chat|chat|messages?(?:_\d+)?|result)$/u;

/** As `sessionOfPath`, by the folder or archive around a file that every session has. */
export function sessionOfFile({ path, many, file }: TranscriptBundle, name: string): string {
  const own = sessionOfPath(name);
  const same = SAME.exec(own);
  if (same === null) return own;
  const folder = (many ? path : (file ?? name)).split(/[\\/]/u).at(many ? -1 : -2) ?? "";
  // Kimi moves what it has summed up into files with a number.
  return folder === "" ? own : `${many ? sessionOfPath(folder) : folder}${same[1] ?? ""}`;
}

/** A file as text; null, and said to the report, when it is none. */
export async function wholeText(bundle: TranscriptBundle, name: string, report: Report): Promise<string | null> {
  const decoded = decode(await readWhole(bundle, name));
  if ("text" in decoded) return decoded.text;
  report.problem(1, "broken UTF-8");
  return null;
}

/** A file as one JSON value; undefined when it is none, as JSONL isn't, or one that was cut off. */
export async function wholeJson(bundle: TranscriptBundle, name: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readWhole(bundle, name)));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** The objects of a file of JSON: of a list, or the one that it is. Of a file that can't be read none, which the report is told. */
export async function wholeObjects(bundle: TranscriptBundle, name: string, report: Report): Promise<readonly Fields[]> {
  const value = await wholeJson(bundle, name);
  if (value === undefined) {
    report.within(name);
    report.problem(1, "not JSON");
  }
  return objectsOf(Array.isArray(value) ? value : [value]);
}

/** Says which files of an export hold something beside its chats, and aren't read. */
export function nameOthers({ names, many }: TranscriptBundle, read: readonly string[], report: Report): void {
  for (const name of many ? names : []) {
    if (read.includes(name) || !BESIDE_CHATS.test(name)) continue;
    report.within(name);
    report.problem(1, "no chat: unpack the export and index this file to have it found");
  }
}

/** What leads to the last of a branch, each of which knows what stands before it, in order; one that comes again ends it. */
export function branchTo<T>(last: T | undefined, before: (one: T) => T | undefined): readonly T[] {
  const branch = new Set<T>();
  for (let at = last; at !== undefined && !branch.has(at); at = before(at)) branch.add(at);
  return [...branch].reverse();
}

/** What a reader reports beside messages: unreadable records, records without messages, and how far it read. */
export class Report {
  readonly problems: TranscriptProblem[] = [];
  /** Records that are known and hold no message, by name; and messages of other branches. */
  readonly ignored = new Map<string, number>();
  /** Bytes of the file that were read for good. */
  offset: number;
  #file: string;

  constructor(offset = 0) {
    this.offset = offset;
    this.#file = "";
  }

  /** Which file of the bundle the next problems are in. */
  within(file: string): void {
    this.#file = file;
  }

  problem(line: number, reason: string): void {
    this.problems.push({ file: this.#file, line, reason });
  }

  ignore(what: string, count = 1): void {
    this.ignored.set(what, (this.ignored.get(what) ?? 0) + count);
  }

  consumed(end: number): void {
    this.offset = end;
  }
}
