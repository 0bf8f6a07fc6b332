import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { LociError } from "../../src/model/error.ts";
import { readdirSync, statSync, readFileSync } from "node:fs";

const USUAL = "cases.jsonl";

/**
 * The file of cases that a path stands for: itself, or of a folder its `cases.jsonl`, else the one file of JSON lines that it holds. A path where nothing
 * is stays as it is, for the reader to name.
 *
 * @throws LociError `DATA_NOT_FOUND` for a folder in which none of several can be meant
 */
function casesFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const files = readdirSync(path)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  const [file] = files.includes(USUAL) ? [USUAL] : files;
  if (file === undefined || (file !== USUAL && files.length > 1)) {
    throw new LociError(
      "DATA_NOT_FOUND",
      `'${path}' holds ${files.length === 0 ? "no file of JSON lines" : `${files.length} files of JSON lines and no ${USUAL}`}`,
      { hint: "give the file with --data" },
    );
  }
  return join(path, file);
}

/** Cases of a file, one a line, with what names the data in a report. */
export interface Cases<T> {
  readonly cases: readonly T[];
  readonly data: { readonly name: string; readonly hash: string };
}

/**
 * Reads a file of cases.
 *
 * @param path the file, or a folder that holds it
 * @throws LociError `DATA_NOT_FOUND` when there is no such file, a line is no case, or there is none
 */
export function readCases<T>(path: string, format: LineFormat<T>): Cases<T> {
  const file = casesFile(path);
  const text = readText(file);
  const cases = parseLines(text, file, format);
  if (cases.length === 0)
    throw new LociError("DATA_NOT_FOUND", `${file} holds no case`, {
      hint: `expected, one a line: ${format.expected}`,
    });
  return { cases, data: { name: basename(file), hash: createHash("sha256").update(text).digest("hex").slice(0, 16) } };
}

/** An id as text, which collections write as a number too. Null for anything else, and for an empty one. */
export function readId(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** The text of a file of a collection, without a byte order mark. @throws LociError `DATA_NOT_FOUND` */
export function readText(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new LociError("DATA_NOT_FOUND", `there is no file '${path}'`, { hint: "say with --data where the data is" });
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}

/** How a line becomes a value. */
export interface LineFormat<T> {
  /** Null for a line that is none. @param number of the line, from 1 */
  readonly read: (line: Readonly<Record<string, unknown>>, number: number) => T | null;
  /** What a line holds, for whoever wrote another. */
  readonly expected: string;
}

/**
 * One JSON object a line; empty lines are passed over.
 *
 * @param name of the file, for the error
 * @throws LociError `DATA_NOT_FOUND` for the first line that isn't in the format
 */
export function parseLines<T>(text: string, name: string, { read, expected }: LineFormat<T>): T[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const parsed = parseObject(
      line,
      (cause) =>
        new LociError("DATA_NOT_FOUND", `line ${i + 1} of ${name} is no JSON`, {
          cause,
          hint: `expected: ${expected}`,
        }),
    );
    const value = parsed === null ? null : read(parsed, i + 1);
    if (value === null)
      throw new LociError("DATA_NOT_FOUND", `line ${i + 1} of ${name} can't be read`, {
        hint: `expected: ${expected}`,
      });
    return [value];
  });
}

function parseObject(line: string, failed: (cause: unknown) => LociError): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch (cause) {
    throw failed(cause);
  }
}
