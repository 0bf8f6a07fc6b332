import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { LociError } from "../model/error.ts";
import { parseLines } from "./parse-lines.ts";

/** Cases of a file, one a line, with what names the data in a report. */
export interface Cases<T> {
  readonly cases: readonly T[];
  readonly data: { readonly name: string; readonly hash: string };
}

/**
 * Reads a file of cases.
 *
 * @param check whether a line is a case
 * @throws LociError `DATA_NOT_FOUND` when there is no such file, or a line is none
 */
export function readCases<T>(file: string, check: (line: unknown) => line is T): Cases<T> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "EISDIR") throw new LociError("DATA_NOT_FOUND", `there is no file '${file}'`, { hint: "give a file of cases with --data", cause: thrown });
    throw thrown;
  }
  const lines = parseLines<unknown>(text, file);
  const cases = lines.filter(check);
  if (cases.length < lines.length) throw new LociError("DATA_NOT_FOUND", `${lines.length - cases.length} lines of ${file} are no cases`, { hint: "see the contract of 'loci eval' for the fields" });
  return { cases, data: { name: basename(file), hash: createHash("sha256").update(text).digest("hex").slice(0, 16) } };
}
