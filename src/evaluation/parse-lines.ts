import { LociError } from "../model/error.ts";

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
