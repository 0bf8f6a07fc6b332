import { operation, hintOf, step } from "../model/next-step.ts";
import { callerOf, type VisibleScopes, visibleScopes } from "../model/caller.ts";
import type { DrawerFilter } from "../model/filter.ts";
import type { Note } from "../model/hit.ts";
import { type SearchMode, type SearchOptions, FUSIONS, HIT_UNITS, SEARCH_MODES } from "../model/search.ts";
import type { PalaceNames } from "../palace/names.ts";
import {
  analyseQuestion,
  MAX_OPERATOR_WORDS,
  MAX_QUESTION_CHARACTERS,
  type Question,
} from "./analyse/analyse-question.ts";
import type { AskedField } from "./analyse/query-syntax.ts";
import type { SearchDependencies } from "./dependencies.ts";
import { instant, resolveFilter, type SourceName } from "./resolve-filter.ts";
import { LociError } from "../model/error.ts";

const MAX_LIMIT = 1_000;
const WHOLE_ID = /^[0-9a-f]{32}$/;

/**
 * Holds options against their types, which JavaScript doesn't: one that is misspelt would be taken for its default, and the answer would
 * not be to what was asked. Times, sources and scopes are checked where they are read.
 *
 * @throws LociError `QUERY_INVALID` naming the option and what is allowed
 * Cost: a few comparisons.
 */
export function checkOptions({
  limit,
  mode,
  fusion,
  groupBy,
  budgetTokens,
  minScore,
  excludeIds,
  passage,
}: SearchOptions): void {
  if (limit !== undefined && !(isCount(limit) && limit <= MAX_LIMIT))
    refuse("limit", limit, `a whole number from 1 to ${MAX_LIMIT}`);
  checkChoice("mode", mode, SEARCH_MODES);
  checkChoice("fusion", fusion, FUSIONS);
  checkChoice("groupBy", groupBy, HIT_UNITS);
  if (budgetTokens !== undefined && !isCount(budgetTokens))
    refuse("budgetTokens", budgetTokens, "a whole number from 1");
  if (passage !== undefined && !(isCount(passage) && passage >= 80 && passage <= 10_000))
    refuse("passage", passage, "a whole number from 80 to 10000");
  if (minScore !== undefined && (typeof minScore !== "number" || Number.isNaN(minScore)))
    refuse("minScore", minScore, "a number");
  // The command line shows the beginnings of ids; one of them would leave out nothing.
  const cut = excludeIds?.find((id) => !WHOLE_ID.test(id));
  if (cut !== undefined)
    throw new LociError("QUERY_INVALID", `excludeIds holds ${shown(cut)}, which is no whole id`, {
      hint: "give the 32 digits of 'id' in a JSON answer",
    });
}

/** A null, as JSON has it, says as little as nothing. */
function checkChoice(name: string, value: string | null | undefined, choices: readonly string[]): void {
  if ((value ?? null) !== null && !choices.includes(value as string))
    refuse(name, value, `one of ${choices.join(", ")}`);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1;
}

function refuse(name: string, value: unknown, allowed: string): never {
  throw new LociError("QUERY_INVALID", `${name} is ${shown(value)}, which is not ${allowed}`, {
    hint: `give ${name} as ${allowed}, or leave it out`,
  });
}

/** Whatever it is, in a few characters; an object could throw when it is made a text. */
function shown(value: unknown): string {
  if (typeof value === "string") return `'${value.slice(0, 80)}'`;
  return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, 80);
}

/** A search as the stages after this one read it: everything checked, nothing looked up yet. */
export interface PreparedSearch {
  readonly query: string;
  readonly options: SearchOptions;
  readonly question: Question;
  readonly now: number;
  readonly limit: number;
  /** Whether hits are spread over documents, since the question asks for several things. */
  readonly several: boolean;
  readonly visible: VisibleScopes;
  /** By stored names: what the index is asked. */
  readonly filter: DrawerFilter;
  /** The same as it was asked for. */
  readonly asked: DrawerFilter;
  /** How places are called; null: as they are stored. */
  readonly names: PalaceNames | null;
  readonly mode: SearchMode;
  readonly sources: ReadonlyMap<string, SourceName>;
  readonly notes: readonly Note[];
}

/** As many times the usual hits may be shown of a question for several things. LoCoMo's multi-hop: 55 in ten, 65 in thirty (evals/ranking.md). */
const SEVERAL_DEPTH = 3;
/** Letters of an excluded word up to which it may be a flag of a command: `-la`, `-xzf`. */
const LONGEST_FLAG = 3;
/** Fields that a note names. */
const MOST_FIELDS = 5;

/**
 * Stage 1: reads and checks the question and its options.
 *
 * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`
 */
export async function prepareSearch(
  deps: SearchDependencies,
  query: string,
  options: SearchOptions,
): Promise<PreparedSearch> {
  checkOptions(options);
  const now = timeOfAsking(options, deps.now());
  const question = analyseQuestion(query, now);
  const sources = await deps.sources();
  const notes: Note[] = [];
  if (question.shortened) {
    notes.push({
      code: "QUERY_SHORTENED",
      message: `only the first ${MAX_QUESTION_CHARACTERS} characters of the question were read`,
      hint: "ask a shorter question",
    });
  }
  if (question.prose) {
    notes.push({
      code: "QUERY_READ_AS_PROSE",
      message: `the question has more than ${MAX_OPERATOR_WORDS} words, so quotes, minus signs and fields were read as words`,
      hint: "ask a shorter question to use them as operators",
    });
  }
  if (question.unread.length > 0) {
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `no time or no role, and so read as words: ${shownFields(question.unread)}`,
      hint: 'write after:2026-05-31, before:2026-05 or after:yesterday; words with blanks in quotes: after:"last week"',
    });
  }
  if (question.negated.length > 0) {
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `no field leaves out, so passages with these words were left out: ${shownFields(question.negated)}`,
      hint: "name the places that are wanted: wing:kai wing:ada; a word is left out as -docker",
    });
  }
  const shortest = question.excluded.flatMap((terms) =>
    terms.length === 1 && (terms[0] as string).length <= LONGEST_FLAG ? terms : [],
  );
  if (shortest.length > 0) {
    notes.push({
      code: "WORDS_EXCLUDED",
      message: `passages with these words were left out, for the minus sign before them: ${shortest.join(", ")}`,
      hint: 'to search for a flag of a command, put it in quotes: "-la"',
    });
  }
  let mode = options.mode ?? deps.settings.mode;
  if (deps.provider === null && mode !== "lexical") {
    mode = "lexical";
    notes.push({
      code: "MODEL_UNAVAILABLE",
      message: "no embedding model is there, so search ran on words only",
      ...hintOf(step`${operation("doctor")} says what is missing`),
    });
  }
  const visible = visibleScopes(callerOf(options.caller));
  const asked = resolveFilter(options, question.filter, sources, now);
  // Ranks, which are all that other fusions give, can't be charged; of documents each is shown once anyway.
  const several =
    question.several &&
    (options.fusion ?? deps.settings.fusion) === "learned" &&
    (options.groupBy ?? "message") !== "document";
  const names = (await deps.names?.(visible, asked)) ?? null;
  return {
    query,
    options,
    question,
    now,
    limit: options.limit ?? (several ? Math.min(MAX_LIMIT, SEVERAL_DEPTH * deps.settings.limit) : deps.settings.limit),
    several,
    visible,
    filter: names?.narrow(asked) ?? asked,
    asked,
    names,
    mode,
    sources: new Map(sources.map((source) => [source.key, source])),
    notes,
  };
}

function shownFields(fields: readonly AskedField[]): string {
  return fields
    .map(({ field, value }) => `${field}:${value.slice(0, 80)}`)
    .slice(0, MOST_FIELDS)
    .join(", ");
}

function timeOfAsking(options: SearchOptions, clock: number): number {
  if (options.now !== undefined) return instant("now", options.now, clock).start;
  return options.asOf === undefined ? clock : instant("asOf", options.asOf, clock).end - 1;
}
