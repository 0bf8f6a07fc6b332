import { LociError } from "../model/error.ts";

/**
 * One JSON value a line; empty lines are passed over.
 *
 * @param name of the file, for the error
 * @throws LociError `DATA_NOT_FOUND` for a line that is no JSON
 */
export function parseLines<T>(text: string, name: string): T[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as T];
    } catch (cause) {
      throw new LociError("DATA_NOT_FOUND", `line ${i + 1} of ${name} is no JSON`, { cause, hint: "one JSON object a line is expected" });
    }
  });
}
