import { readFileSync } from "node:fs";

/** The values of a file of JSON lines, in order. */
export function readLines<T>(file: string | URL): readonly T[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
