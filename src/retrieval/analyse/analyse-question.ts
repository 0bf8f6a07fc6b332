import type { DrawerFilter } from "../../model/search.ts";
import { fold, words } from "../../text/words.ts";
import { bareQuestion, framesQuestion, NAMED_VERBS, writtenOut } from "../../text/question-frame.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { asksSeveral } from "./asks-several.ts";
import { rolesCalled } from "../../model/message-role.ts";
import { type AskedAt, periodOf, asksTimeAlone, timeWindow, type TimeWindow } from "./time-window.ts";
import { parseQuerySyntax, plainSyntax, type QueryField, type QuerySyntax } from "./query-syntax.ts";

/** Whose words a question is after, where it says so. */
interface AskedVoice {
  /** What an assistant said: "what did you suggest", "your advice", "the agent announced". */
  readonly assistant: boolean;
  /** What a tool was given or gave back: a command, a flag, a path, an error, an output. */
  readonly tool: boolean;
}

const TELLING =
  "suggest|recommend|propos|advis|sa[iy]|told|tell|mention|explain|describ|offer|gave|give|provid|list|show|announc|answer|repl|help|outlin|wr[io]t";

/** "did you suggest", "you recommended", "your advice", "the agent brushed aside". */
const ASSISTANT = new RegExp(
  String.raw`\b(?:(?:did|have|had|were|could|can|would) (?:you|claude|the (?:agent|assistant|model|ai` +
    String.raw`|bot))\b[^.?!]{0,40}?\b(?:${TELLING})|you (?:had |have |have also |also )?(?:${TELLING}` +
    String.raw`)\w*|(?:your|the (?:agent|assistant|model|ai|bot)(?:['’]s)) (?:suggest|recommend|advice|propos` +
    String.raw`|answer|repl|expla|response|plan|list)\w*|(?:the (?:agent|assistant)|claude) [a-z]+)`,
  "i",
);

/** Words for what tools do, a flag, a path, a file, an identifier with underscores, code in backticks. */
const TOOL = new RegExp(
  String.raw`\b(?:outputs?|commands?|std(?:err|out)|errors?|exceptions?|stack ?trace|exit (?:code|status)` +
    String.raw`|logs?|logged|compile[rd]?|warnings?|ports?|config(?:ured|uration)?|tickets?|issues?|commits?` +
    String.raw`|hash|defaults?|diff|branch|grep|git|test (?:environment|run)|suite|line \d+|env(?:ironment)?` +
    String.raw`|tokens?|sessions? named|left out|bypass)\b|(?:^|\s)--?[a-z]|[\w.-]\/[\w.-]` +
    String.raw`|\w\.(?:[jt]sx?|py|exs?|md|json|to?ml|ya?ml|sh|css|html|go|rs|java|c|h|cpp|rb)\b` +
    String.raw`|\b[a-z]+_[a-z_]+\b|\x60[^\x60]+\x60`,
  "i",
);

/**
 * What of a question turns the weight of who said something.
 * @example askedVoice("What did you recommend for the stand-up?") // { assistant: true, tool: false }
 */
export function askedVoice(question: string): AskedVoice {
  return { assistant: ASSISTANT.test(question), tool: TOOL.test(question) };
}

/** What a name may be made of, with its folders. */
const NAME = /[\p{L}\p{N}_@~.+/-]+/gu;
/** Characters around a name that are no part of it: "./a.md" is "a.md", a sentence ends in a point. */
const AROUND = /^(?:\.{1,2}\/)+|[./+-]+$/g;
const ENDING = /[^./]\.\p{L}[\p{L}\p{N}]{0,9}$/u;
const LONGEST = 1_000;
/** Names that are looked at; more are a list of files, which means none of them. */
const MAX_NAMES = 8;

/**
 * What in a question may be the name of a file, folded, distinct: "e.g" and "node.js" too, which do no harm where no file is called so.
 * @example fileNames("What does `src/ranking/Weights.ts` hold?") // ["src/ranking/weights.ts"]
 */
export function fileNames(text: string): readonly string[] {
  const names = (text.match(NAME) ?? [])
    .filter(({ length }) => length <= LONGEST)
    .map((name) => fold(name.replace(AROUND, "")))
    .filter((name) => ENDING.test(name));
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** Characters of a question that are read; the rest is left out, and the answer says so. */
export const MAX_QUESTION_CHARACTERS = 10_000;

/**
 * Maximum number of words of a question with operators. A longer one is prose, in which quotation marks quote and a dash is a dash: reading them as
 * operators cost RealMem's long questions three points of recall (evals/ranking.md).
 */
export const MAX_OPERATOR_WORDS = 20;

export interface Question {
  /** What is asked, contractions written out, without what frames it, exclusions and field filters, at most `MAX_QUESTION_CHARACTERS` long. */
  readonly text: string;
  /** Content words (no stop words), folded, in order, distinct. */
  readonly words: readonly string[];
  /** Index terms of the content words, in order, distinct. */
  readonly terms: readonly string[];
  /** All words, stop words too, folded: for names of speakers. */
  readonly mentioned: ReadonlySet<string>;
  /** What may be names of files, folded. */
  readonly files: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  /** What the question's own `field:value` parts ask for. */
  readonly filter: DrawerFilter;
  /** As it was read: what its signs ask for, and which say nothing. */
  readonly syntax: QuerySyntax;
  readonly time: TimeWindow | null;
  /** Whether it asks for a time and nothing else: "what happened last Friday", "yesterday". */
  readonly timeAlone: boolean;
  readonly voice: AskedVoice;
  /** Whether it asks for several things; see `asksSeveral`. */
  readonly several: boolean;
  /** Whether only stop words or nothing at all was left to search for. */
  readonly empty: boolean;
  readonly shortened: boolean;
  /** Whether quotes, minus signs or fields were read as prose because the question is long. */
  readonly prose: boolean;
}

/**
 * Takes a question apart: words, phrases, exclusions, field filters, time.
 * @param asked any text; punctuation only and empty are allowed
 * @param at when and where it was asked, for days and relative times
 * Cost: linear in the text, of which at most 10,000 characters are read.
 */
export function analyseQuestion(asked: string, at: AskedAt): Question {
  const shortened = asked.length > MAX_QUESTION_CHARACTERS;
  const read = asked.slice(0, MAX_QUESTION_CHARACTERS).normalize("NFC");
  const parsed = parseQuerySyntax(read, ({ field, value }) =>
    field === "role"
      ? rolesCalled(value) !== null
      : (field !== "before" && field !== "after") || periodOf(value, at) !== null,
  );
  const operators = parsed.phrases.length + parsed.excluded.length + parsed.fields.length;
  const prose = operators > 0 && words(parsed.free).length > MAX_OPERATOR_WORDS;
  const syntax = prose ? plainSyntax(read) : parsed;
  const free = writtenOut(bareQuestion(syntax.free));
  const mentioned = new Set<string>();
  const content = new Set(free.match(NAMED_VERBS)?.map(fold));
  const terms = new Set<string>();
  const time = timeWindow(free, at);
  const timeAlone = time !== null && syntax.phrases.length === 0 && asksTimeAlone(free, time);
  // What was read as a time is no word to search for, where there is another.
  const searched = time === null || timeAlone ? free : free.replace(time.text, " ");
  for (const word of words(searched)) {
    const folded = fold(word.text);
    mentioned.add(folded);
    if (!framesQuestion(folded)) content.add(folded);
  }
  // Cut from the whole text, not word by word, so that identifiers stay whole as they do in documents.
  const stopTerms = new Set([...mentioned].filter((word) => !content.has(word)).flatMap(indexTerms));
  const contentTerms = new Set([...content].flatMap(indexTerms));
  for (const term of indexTerms(searched)) if (!stopTerms.has(term) || contentTerms.has(term)) terms.add(term);
  const phrases = sequencesOf(syntax.phrases);
  for (const phrase of phrases) for (const term of phrase) terms.add(term);
  return {
    text: free,
    words: [...content],
    terms: [...terms],
    mentioned,
    files: fileNames(free),
    phrases,
    excluded: sequencesOf(syntax.excluded),
    filter: fieldFilter(syntax.fields, at),
    syntax,
    time,
    timeAlone,
    voice: askedVoice(syntax.free),
    several: asksSeveral(free),
    empty: terms.size === 0,
    shortened,
    prose,
  };
}

/** Terms in a row, of each text; those that are there, once. */
function sequencesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const sequences = new Map(texts.map(indexTerms).map((terms) => [terms.join(" "), terms]));
  sequences.delete("");
  return [...sequences.values()];
}

function fieldFilter(fields: QuerySyntax["fields"], at: AskedAt): DrawerFilter {
  if (fields.length === 0) return {};
  const asked = Object.groupBy(fields, ({ field }) => field);
  const list = (name: QueryField): string[] | undefined => asked[name]?.map(({ value }) => value);
  const wings = list("wing");
  const rooms = list("room");
  const halls = list("hall");
  const sources = list("source");
  const documentTypes = list("type");
  const roles = list("role")?.flatMap((name) => rolesCalled(name) ?? []);
  const starts = (name: QueryField): number[] => (list(name) ?? []).flatMap((text) => periodOf(text, at)?.start ?? []);
  const after = starts("after");
  const before = starts("before");
  return {
    ...(wings && { wings }),
    ...(rooms && { rooms }),
    ...(halls && { halls }),
    ...(sources && { sources }),
    ...(documentTypes && { documentTypes }),
    ...(roles && { roles }),
    ...(after.length > 0 && { since: Math.max(...after) }),
    ...(before.length > 0 && { before: Math.min(...before) }),
  };
}
