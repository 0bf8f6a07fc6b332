import { operation, hintOf, step } from "../model/next-step.ts";
import { searchedScopes, type VisibleScopes } from "../model/caller.ts";
import type { DrawerFilter, Fusion, SearchMode } from "../model/search.ts";
import type { Note } from "../model/note.ts";
import { SEARCH, type SearchOptions } from "../model/requests/index.ts";
import type { PalaceNames } from "../palace/names.ts";
import type { Question } from "./analyse/analyse-question.ts";
import { analyseQuestion, MAX_OPERATOR_WORDS, MAX_QUESTION_CHARACTERS } from "./analyse/analyse-question.ts";
import type { AskedAt } from "./analyse/time-window.ts";
import type { AskedField, QuerySyntax } from "./analyse/query-syntax.ts";
import type { SearchDependencies } from "./dependencies.ts";
import { respell } from "./expand-terms.ts";
import { instant, resolveFilter, type SourceName } from "./resolve-filter.ts";

/** What may be asked beside the question; `afterwards`: what came after `asOf`, instead of what was known then. */
export type Looked = SearchOptions & { readonly afterwards?: boolean };

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
  readonly fusion: Fusion;
  readonly sources: ReadonlyMap<string, SourceName>;
  readonly notes: readonly Note[];
}

/** Factor by which a question for several things may exceed the usual number of hits (evals/ranking.md). */
const SEVERAL_DEPTH = 3;
/** Maximum length of an excluded word that may be a flag of a command: `-la`, `-xzf`. */
const LONGEST_FLAG = 3;
/** Maximum number of fields that a note names. */
const MAX_FIELDS = 5;

/**
 * Stage 1: reads the question and its options, whose types and limits were checked where they came in.
 * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`
 */
export async function prepareSearch(
  deps: SearchDependencies,
  query: string,
  { afterwards = false, asOf, ...options }: Looked,
): Promise<PreparedSearch> {
  const clock = { now: deps.now(), days: deps.days };
  const seen = options.now === undefined ? clock : { ...clock, now: instant("now", options.now, clock).start };
  const then = asOf === undefined ? null : instant("asOf", asOf, seen).end;
  const at = then === null || options.now !== undefined ? seen : { ...clock, now: then - 1 };
  const visible = searchedScopes(options);
  const { question, notes } = await spelt(deps, query, { at, visible });
  const sources = await deps.sources();
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
  notes.push(...fieldNotes(query, question), ...signNotes(question.syntax));
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
  const asked = bounded(resolveFilter(options, question.filter, sources, at), then, afterwards);
  const fusion = options.fusion ?? deps.settings.fusion;
  // Ranks, which are all that other fusions give, can't be charged; of documents each is shown once anyway.
  const several = question.several && fusion === "learned" && (options.groupBy ?? "message") !== "document";
  const names = (await deps.names?.(visible, asked)) ?? null;
  return {
    query,
    options,
    question,
    now: at.now,
    limit:
      options.limit ??
      (several ? Math.min(SEARCH.limit.max, SEVERAL_DEPTH * deps.settings.limit) : deps.settings.limit),
    several,
    visible,
    filter: names?.narrow(asked) ?? asked,
    asked,
    names,
    mode,
    fusion,
    sources: new Map(sources.map((source) => [source.key, source])),
    notes,
  };
}

/** A question as it is read, its misspelt words as they are written elsewhere. */
async function spelt(
  { index, lexicon, settings }: SearchDependencies,
  query: string,
  { at, visible }: { readonly at: AskedAt; readonly visible: VisibleScopes },
): Promise<{ readonly question: Question; readonly notes: Note[] }> {
  const question = analyseQuestion(query, at);
  const rank = settings.expansion ? lexicon?.frequencyRank?.bind(lexicon) : undefined;
  if (rank === undefined) return { question, notes: [] };
  const contains = (terms: readonly string[]) => index.contains(terms, visible);
  const { text, read } = await respell(query, question.words, { rank, contains });
  if (read.length === 0) return { question, notes: [] };
  const message = read.map(([written, as]) => `"${written}" was read as "${as}"`).join(", ");
  const hint = "to search for a word as it is written, put it in quotes";
  return { question: analyseQuestion(text, at), notes: [{ code: "WORDS_RESPELT", message, hint }] };
}

/** What became of signs that other search engines know. */
function signNotes({ denied, either, starred }: QuerySyntax): readonly Note[] {
  const shown = (words: readonly string[]): string => words.slice(0, MAX_FIELDS).join(", ").slice(0, 200);
  const notes: Note[] = [];
  if (denied.length > 0)
    notes.push({
      code: "WORDS_EXCLUDED",
      message: `passages with these words were left out, for the NOT or ! before them: ${shown(denied)}`,
      hint: "write 'not' in small letters where it is a word of the question",
    });
  if (either.length > 0)
    notes.push({
      code: "SIGN_READ_LOOSELY",
      message: "OR was read as: any of the words, those of phrases too",
      hint: "ask once for each phrase that must stand there word for word",
    });
  if (starred.length > 0)
    notes.push({
      code: "SIGN_READ_LOOSELY",
      message: `the star was not read in ${shown(starred)}: words are found by their stem, codes by their beginning`,
      hint: "write the word out",
    });
  return notes;
}

/** Fields of note-taking programs that are none here, each with what follows. */
const FOREIGN_FIELD = /(?<!\S)(?:tags?|path|file|folder|title|author|lang|scope|project):[^\s:/\\][^\s]*/giu;

/** What was written as a field and is none, or is one of other programs only. */
function fieldNotes(query: string, { prose, syntax }: Question): readonly Note[] {
  const notes: Note[] = [];
  if (syntax.unread.length > 0) {
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `no time or no role, and so read as words: ${shownFields(syntax.unread)}`,
      hint: 'write after:2026-05-31, before:2026-05 or after:yesterday; words with blanks in quotes: after:"last week"',
    });
  }
  const [spaced] = syntax.spaced;
  if (spaced !== undefined) {
    const value = /\s/.test(spaced.value) ? `"${spaced.value}"` : spaced.value;
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `a space stands behind the colon, and so they were read as words, which filter nothing: ${shownFields(syntax.spaced, " ")}`,
      hint: `to filter, write it together: ${spaced.field}:${value.slice(0, 80)}`,
    });
  }
  if (syntax.negated.length > 0) {
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `no field leaves out, so passages with these words were left out: ${shownFields(syntax.negated)}`,
      hint: "name the places that are wanted: wing:kai wing:ada; a word is left out as -docker",
    });
  }
  const foreign = prose ? [] : (query.slice(0, MAX_QUESTION_CHARACTERS).match(FOREIGN_FIELD) ?? []);
  if (foreign.length > 0) {
    notes.push({
      code: "FIELD_READ_AS_WORDS",
      message: `no filter is called so, and so they were read as words: ${foreign.slice(0, MAX_FIELDS).join(", ").slice(0, 200)}`,
      hint: "filter by wing: room: hall: source: type: role: before: after:; names of files and folders, titles and tags count as words",
    });
  }
  return notes;
}

const shownFields = (fields: readonly AskedField[], space = ""): string =>
  fields
    .map(({ field, value }) => `${field}:${space}${value.slice(0, 80)}`)
    .slice(0, MAX_FIELDS)
    .join(", ");

/** A filter that keeps to what was known at a time, or to what came afterwards. */
function bounded(filter: DrawerFilter, then: number | null, afterwards: boolean): DrawerFilter {
  if (then === null) return filter;
  return afterwards
    ? { ...filter, since: Math.max(then, filter.since ?? -Infinity) }
    : { ...filter, before: Math.min(then, filter.before ?? Infinity) };
}
