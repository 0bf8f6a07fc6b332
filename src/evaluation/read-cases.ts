import { createHash } from "node:crypto";
import { basename } from "node:path";
import { LociError } from "../model/error.ts";
import { casesFile } from "./cases-file.ts";
import { type LineFormat, parseLines } from "./parse-lines.ts";
import { readText } from "./read-text.ts";

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
  if (cases.length === 0) throw new LociError("DATA_NOT_FOUND", `${file} holds no case`, { hint: `expected, one a line: ${format.expected}` });
  return { cases, data: { name: basename(file), hash: createHash("sha256").update(text).digest("hex").slice(0, 16) } };
}
