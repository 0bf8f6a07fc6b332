import type { Field, Fields } from "./field.ts";

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * A value that came as text, as a flag of the command line or a parameter of an address has it. What can't be read stays a text, to be
 * refused by the check.
 *
 * @example readText(SEARCH.limit, "5") // 5
 */
export function readText({ types }: Field, given: string): unknown {
  const trimmed = given.trim();
  if ((types.includes("whole") || types.includes("number")) && NUMBER.test(trimmed)) return Number(trimmed);
  if (types.includes("flag") && (trimmed === "true" || trimmed === "false")) return trimmed === "true";
  if (types.includes("texts") && !types.includes("text")) return given.split(",").filter((one) => one !== "");
  return given;
}

/** The same for all parameters of an address; those that nobody knows stay, to be refused. */
export function readTexts(fields: Fields, given: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? one : readText(field, one)];
    }),
  );
}

/** What a field means, with what holds where it is left out: `Hits at most; 10 by default (setting recall.limit)`. */
export function describeField({ doc, default: otherwise, setting }: Field): string {
  if (otherwise === undefined || otherwise === 0) return doc;
  return `${doc}; ${otherwise} by default${setting === undefined ? "" : ` (setting ${setting})`}`;
}
