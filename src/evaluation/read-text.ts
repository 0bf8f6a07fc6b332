import { existsSync, readFileSync } from "node:fs";
import { LociError } from "../model/error.ts";

/** The text of a file of a collection. @throws LociError `DATA_NOT_FOUND` */
export function readText(path: string): string {
  if (!existsSync(path)) throw new LociError("DATA_NOT_FOUND", `there is no '${path}'`, { hint: "give the folder of the collection with --data" });
  return readFileSync(path, "utf8");
}
