import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../model/error.ts";

const USUAL = "cases.jsonl";

/**
 * The file of cases that a path stands for: itself, or of a folder its `cases.jsonl`, else the one file of JSON lines that it holds. A path where nothing
 * is stays as it is, for the reader to name.
 *
 * @throws LociError `DATA_NOT_FOUND` for a folder in which none of several can be meant
 */
export function casesFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const files = readdirSync(path).filter((name) => name.endsWith(".jsonl")).sort();
  const [file] = files.includes(USUAL) ? [USUAL] : files;
  if (file === undefined || (file !== USUAL && files.length > 1)) {
    throw new LociError("DATA_NOT_FOUND", `'${path}' holds ${files.length === 0 ? "no file of JSON lines" : `${files.length} files of JSON lines and no ${USUAL}`}`, { hint: "give the file with --data" });
  }
  return join(path, file);
}
