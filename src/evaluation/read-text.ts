import { readFileSync, statSync } from "node:fs";
import { LociError } from "../model/error.ts";

/** The text of a file of a collection, without a byte order mark. @throws LociError `DATA_NOT_FOUND` */
export function readText(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new LociError("DATA_NOT_FOUND", `there is no file '${path}'`, { hint: "say with --data where the data is" });
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}
