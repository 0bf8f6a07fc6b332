import { LociError } from "../model/error.ts";
import { FUSIONS, HIT_UNITS, SEARCH_MODES, type SearchOptions } from "../model/search.ts";

const MAX_LIMIT = 1_000;
const WHOLE_ID = /^[0-9a-f]{32}$/;

/**
 * Holds options against their types, which JavaScript doesn't: one that is misspelt would be taken for its default, and the answer would
 * not be to what was asked. Times, sources and scopes are checked where they are read.
 *
 * @throws LociError `QUERY_INVALID` naming the option and what is allowed
 * Cost: a few comparisons.
 */
export function checkOptions({ limit, mode, fusion, groupBy, budgetTokens, minScore, excludeIds }: SearchOptions): void {
  if (limit !== undefined && !(isCount(limit) && limit <= MAX_LIMIT)) refuse("limit", limit, `a whole number from 1 to ${MAX_LIMIT}`);
  checkChoice("mode", mode, SEARCH_MODES);
  checkChoice("fusion", fusion, FUSIONS);
  checkChoice("groupBy", groupBy, HIT_UNITS);
  if (budgetTokens !== undefined && !isCount(budgetTokens)) refuse("budgetTokens", budgetTokens, "a whole number from 1");
  if (minScore !== undefined && (typeof minScore !== "number" || Number.isNaN(minScore))) refuse("minScore", minScore, "a number");
  // The command line shows the beginnings of ids; one of them would leave out nothing.
  const cut = excludeIds?.find((id) => !WHOLE_ID.test(id));
  if (cut !== undefined) throw new LociError("QUERY_INVALID", `excludeIds holds ${shown(cut)}, which is no whole id`, { hint: "give the 32 digits of 'id' in a JSON answer" });
}

/** A null, as JSON has it, says as little as nothing. */
function checkChoice(name: string, value: string | null | undefined, choices: readonly string[]): void {
  if ((value ?? null) !== null && !choices.includes(value as string)) refuse(name, value, `one of ${choices.join(", ")}`);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1;
}

function refuse(name: string, value: unknown, allowed: string): never {
  throw new LociError("QUERY_INVALID", `${name} is ${shown(value)}, which is not ${allowed}`, { hint: `give ${name} as ${allowed}, or leave it out` });
}

/** Whatever it is, in a few characters; an object could throw when it is made a text. */
function shown(value: unknown): string {
  if (typeof value === "string") return `'${value.slice(0, 80)}'`;
  return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, 80);
}
