import { unaccounted } from "./account.ts";
import { closerEnd, closesAt, isSmall, startsClause } from "./boundaries.ts";
import { Chart, type Reading } from "./chart.ts";
import {
  ADVERBS,
  DEGREES,
  FINITE,
  HEDGES,
  IMPERATIVES,
  PREDICATES,
  PREPOSITIONS,
  PRONOUNS,
  VERBS,
} from "./closed-words.ts";
import { grammar } from "./grammar.ts";
import { type Opener, opening } from "./openers.ts";
import { JOKED, type Refusal, refusalOf } from "./refusals.ts";
import { isWrite } from "./intent.ts";
import { readLayout, type Sentence } from "./layout.ts";
import { splitList } from "./split-list.ts";
import type { Token } from "./tokens.ts";
import { readValues } from "./values.ts";

/** A reading with what it leaves of its sentence. */
export interface ClauseReading extends Reading {
  /** What stands behind it, or is joined to it before, and is neither a courtesy nor a clause of its own; empty when all is accounted for. */
  readonly unread: string;
  /** What of the clause's text stands behind it, where a longer reading competes. */
  readonly behind: string;
}

/** A clause of a message, with all its readings, best first. */
export interface Clause {
  readonly text: string;
  /** The sentence that it stands in, as evidence. */
  readonly sentence: string;
  /** Number of its sentence; clauses of one sentence share it. */
  readonly nth: number;
  readonly readings: readonly ClauseReading[];
  readonly refusal: Refusal | null;
  /** "Actually", "no": what was said before no longer holds. */
  readonly correction: boolean;
  /** "Remember that …", "note: …". */
  readonly remember: boolean;
  /** "Also". */
  readonly also: boolean;
  /**
   * Whether it is a `key: value` line: the whole message, one of several that are all of it (a form that somebody fills in), or one of
   * several in a row inside a message.
   */
  readonly line: "no" | "alone" | "form" | "inside";
  /** The mark behind it, where it ends its sentence: `.`, `!`, `?`; else empty. */
  readonly mark: string;
  /** The topic of a list that it states and whose values aren't sure; empty for any other clause. */
  readonly unsure: string;
  /** Its words, folded: what a message names is looked for in them. */
  readonly words: readonly string[];
}

/** Words that begin a question or ask for something to be shown. */
const ASKING = new RegExp(
  "^(?:what|which|who|whom|whats|what's|wat|wats|when|where|how|since|show|list|give|tell|remind|" +
    "recall|name|display|print|read|count|do|does|did|is|are|was|were|am|can|could|would|remember|" +
    "recite|enumerate|and|have|has|know|in|at|see|pull|let|i|say|number|quick|total|run|go|full|" +
    "gimme|out|of|among|on|top)$",
  "u",
);

/**
 * Reads a message: every sentence as clauses with scored readings. Cost: see `Chart`.
 *
 * @param isQuestion whether it was asked, so that "my favorite teas" needs no mark
 */
export function readMessage(message: string, isQuestion = false): readonly Clause[] {
  const clauses: Clause[] = [];
  const sentences = underFavorites(readLayout(message));
  const isText = isDocument(message);
  const block = isText ? sentences.map(() => "no" as const) : blockLines(sentences);
  for (const [nth, sentence] of sentences.entries()) {
    const answered = questionAnswered(sentence, sentences[nth + 1]);
    if (answered !== null) {
      clauses.push({
        ...plain(sentence, nth),
        readings: answered.map((reading) => ({ ...reading, unread: "", behind: "" })),
      });
      continue;
    }
    const before = sentences[nth - 1];
    if (before !== undefined && clauses.at(-1)?.nth === nth - 1 && questionAnswered(before, sentence) !== null)
      continue;
    clauses.push(
      ...clausesOf(sentence, nth, {
        following: sentences[nth + 1]?.text ?? "",
        announced: before?.end === ":" ? before.text : "",
        isQuestion,
      })
        .map((clause) => ({ ...clause, line: clause.line === "no" ? "no" : (block[nth] as Clause["line"]) }))
        .map((clause) => (isText && !clause.remember ? withoutAttributes(clause) : clause)),
    );
  }
  return clauses;
}

/** A heading under which each line names a favourite: "Favorites:", "Some of my faves". */
const FAVORITES =
  /^(?:(?:here are |these are )?(?:some of |all )?my |our )?(?:favou?rites|favs|faves|favou?rite things)$/iu;

/** "Favorites:⏎color: teal" is "favorite color: teal". */
function underFavorites(sentences: readonly Sentence[]): readonly Sentence[] {
  let under = false;
  return sentences.map((sentence) => {
    const { text, line, tokens } = sentence;
    const isPair = line && tokens.some((token, at) => at > 0 && at < 5 && /^[:=：]$/u.test(token.text));
    under = FAVORITES.test(text.replace(/[:*#\s]+$/u, "").replace(/^[*#\s]+/u, "")) || (under && isPair);
    const [read] = under && isPair && !/^\s*(?:my )?(?:least )?fav/iu.test(text) ? readLayout(`favorite ${text}`) : [];
    return read === undefined ? sentence : { ...read, line };
  });
}

/** Headings from which on a message is a document that somebody passes on, not what he says. */
const HEADINGS = 2;

/** What a document says of prices, names and dates are no exact facts of who passes it on. */
function isDocument(message: string): boolean {
  return (message.match(/^\s{0,3}#{1,6}\s+\S/gmu) ?? []).length >= HEADINGS;
}

function withoutAttributes(clause: Clause): Clause {
  return { ...clause, readings: clause.readings.filter(({ intent }) => intent.kind !== "attribute") };
}

/** Fewest `key: value` lines that are a form where the message says more. */
const LEAST_LINES = 3;
/** Most lines of a form: a longer one is data. */
const MOST_LINES = 30;

/** What kind of `key: value` line each sentence may be. */
function blockLines(sentences: readonly Sentence[]): readonly Clause["line"][] {
  if (sentences.length === 1) return ["alone"];
  // "at render (app.js:14:3)" is none.
  const isLine = ({ line, end, tokens }: Sentence): boolean => {
    const sign = tokens.findIndex((token, at) => at > 0 && at < 7 && /^[:=：]$/u.test(token.text));
    const isKey = tokens.slice(0, sign).every(({ text }) => text !== "(");
    return line && end !== "?" && sign > 0 && isKey && tokens[sign + 1]?.spaced !== false;
  };
  const lines = sentences.map(isLine);
  if (lines.every(Boolean)) return lines.map(() => (lines.length <= MOST_LINES ? "form" : "no"));
  return lines.map((is, at) => {
    const from = lines.lastIndexOf(false, at) + 1;
    const to = lines.indexOf(false, at);
    return is && (to < 0 ? lines.length : to) - from >= LEAST_LINES ? "inside" : "no";
  });
}

function plain(sentence: Sentence, nth: number): Clause {
  return {
    text: sentence.text,
    sentence: sentence.text,
    nth,
    readings: [],
    refusal: null,
    correction: false,
    remember: false,
    also: false,
    line: "no",
    mark: sentence.end,
    unsure: "",
    words: sentence.tokens.map(({ word }) => word),
  };
}

/** Adverbs that begin an answer and no title that is known to us. */
const SURELY = /^(?:definitely|certainly|surely|obviously|undoubtedly|easily)$/u;

/** "My fave Disney movie? Mulan.": a question that its asker answers at once states it. */
function questionAnswered(sentence: Sentence, next: Sentence | undefined): readonly Reading[] | null {
  if (
    sentence.end !== "?" ||
    next === undefined ||
    next.end === "?" ||
    next.tokens.length > 14 ||
    sentence.tokens.length > 12
  )
    return null;
  // "Easy: Broadway": what a few small words announce is the answer.
  const lead = next.tokens.findIndex(({ text }) => text === ":");
  const announced = lead > 0 && lead < 4 && next.tokens.slice(0, lead).every((token, at) => at === 0 || isSmall(token));
  const said = announced
    ? next.tokens.slice(lead + 1)
    : SURELY.test(next.tokens[0]?.word ?? "")
      ? next.tokens.slice(1)
      : next.tokens;
  const [opens] = said;
  // "Just Kids" may be the title, or just "Kids".
  if (opens === undefined || (ADVERBS.has(opens.word) && said[1]?.text !== ",")) return null;
  const answer = next.text.slice(opens.start);
  const text = `${sentence.text.replace(/\?$/u, "")}: ${answer}`;
  if (
    readValues(next.text, next.tokens) === null &&
    !next.tokens.some((token, at) => at > 0 && closesAt(next.tokens, at) && token.text === ",")
  )
    return null;
  const joined = readLayout(text.replace(/\n/gu, " "))[0];
  if (joined === undefined || !/^(?:my|our|and|favou?rite|fav|fave|least)$/u.test(joined.tokens[0]?.word ?? ""))
    return null;
  const chart = new Chart(joined.text, joined.tokens, grammar());
  const readings = chart
    .readings(0, (end) => closesAt(joined.tokens, end))
    .filter(({ intent, rule }) => intent.kind === "state" && rule === "favorite-is");
  return readings.length === 0 ? null : readings;
}

/** What stands around a sentence. */
interface Surroundings {
  readonly following: string;
  /** The sentence before, where it ends with a colon. */
  readonly announced: string;
  readonly isQuestion: boolean;
}

function clausesOf(
  sentence: Sentence,
  nth: number,
  { following, announced, isQuestion }: Surroundings,
): readonly Clause[] {
  const { tokens, text } = sentence;
  const chart = new Chart(text, tokens, grammar());
  const closes = (end: number): boolean => closesAt(tokens, end) || tokens[end]?.text === ",";
  const clauses: Clause[] = [];
  const rest: { from: number; to: number }[] = [];
  let at = 0;
  let tries = 0;
  const textOf = (from: number, to: number): string =>
    from >= to
      ? ""
      : text.slice((tokens[from] as Token).start, to === tokens.length ? text.length : (tokens[to - 1] as Token).end);
  const flush = (): void => {
    const [first, last] = [rest[0], rest.at(-1)];
    if (first !== undefined && last !== undefined)
      clauses.push({
        ...plain(sentence, nth),
        text: textOf(first.from, last.to),
        words: tokens.slice(first.from, last.to).map(({ word }) => word),
      });
    rest.length = 0;
  };
  // What is longer than any sentence is a list or noise: only its beginning is read.
  const most = tokens.length > 400 ? 4 : 60;
  while (at < tokens.length && tries < most) {
    tries += 1;
    const open = opening(tokens, at);
    const found = readingsFrom(chart, at, open.at, closes);
    const asks = isQuestion || sentence.end === "?" || ASKING.test(tokens[open.at]?.word ?? "");
    const readings: Reading[] = found.filter(
      ({ intent, end }) => isWrite(intent) || intent.kind === "mention" || (asks && endsQuestion(tokens, end)),
    );
    const best = readings[0] ?? bareCorrection(sentence, open.at, open.senses);
    if (best !== undefined && readings.length === 0) readings.push(best);
    if (best === undefined) {
      const unsure = at === 0 && sentence.end !== "?" && open.senses.size < 2 ? unsureList(chart, open.at) : null;
      if (unsure !== null && !JOKED.test(text)) return [{ ...plain(sentence, nth), unsure }];
      const next = nextStart(tokens, Math.max(open.at, at));
      rest.push({ from: at, to: next });
      at = next;
      continue;
    }
    const joint = tokens[at - 1]?.word ?? "";
    const joined = rest.length === 0 ? "" : nounPhrase(tokens, (rest.at(-1) as { from: number }).from, at - 1);
    // "Anna's and | Tom's birthday is …"; values that begin a clause may be the last of several: "amber, | porter are my …".
    const isJoined = (rule: string): boolean =>
      /^(?:and|or|&)$/u.test(joint) || (joint === "," && VALUES_FIRST.has(rule));
    const accounted = (reading: Reading): ClauseReading => ({
      ...reading,
      // Only of what would change something has the rest to be accounted for.
      unread: !isWrite(reading.intent)
        ? ""
        : (isJoined(reading.rule) && joined) || textOf(unaccounted(tokens, reading.end), tokens.length),
      behind: textOf(afterMarks(tokens, reading.end), best.end),
    });
    const saidBefore = tokens
      .slice(0, at)
      .map(({ word }) => word)
      .join(" ");
    const after = `${tokens
      .slice(best.end)
      .map(({ word }) => word)
      .join(" ")}${sentence.end === "?" ? " ?" : ""}`;
    const refusal = refusalOf({
      senses: open.senses,
      saidBefore: `${announced.toLowerCase()} ${saidBefore}`.trim(),
      joint,
      own: tokens[at]?.word ?? "",
      said: text,
      after,
      following,
      question: sentence.end === "?",
      whole: best.end === tokens.length,
      rest: tokens.slice(best.end),
      commands: ["add", "place", "swap", "replace", "remove", "clear", "transfer"].includes(best.intent.kind),
    });
    flush();
    clauses.push({
      ...plain(sentence, nth),
      text: textOf(at, best.end),
      readings: readings.filter(({ intent }) => refusal === null || outlives(intent, refusal)).map(accounted),
      refusal,
      correction: open.senses.has("correction"),
      remember: open.senses.has("remember") || REMEMBERED.test(after),
      also: open.senses.has("also"),
      line: sentence.line && at === 0 && best.end === tokens.length ? "alone" : "no",
      mark: best.end === tokens.length ? sentence.end : "",
      words: tokens.slice(at, best.end).map(({ word }) => word),
    });
    at = afterMarks(tokens, best.end);
  }
  if (at < tokens.length) rest.push({ from: at, to: tokens.length });
  flush();
  return clauses;
}

/**
 * Readings behind the opening words, and with them where they may be a part of the clause: "Now and Then is my
 * favorite film".
 */
function readingsFrom(chart: Chart, at: number, behind: number, closes: (end: number) => boolean): readonly Reading[] {
  const readings = [...chart.readings(behind, closes)];
  if (behind > at && readings.length === 0)
    readings.push(
      ...chart
        .readings(at, closes)
        .filter(
          ({ intent }) =>
            (intent.kind === "state" && /^[\p{Lu}\d"'“‘]/u.test(intent.values[0]?.value ?? "")) ||
            !isWrite(intent) ||
            intent.kind === "undo",
        ),
    );
  return readings.sort((a, b) => b.score - a.score);
}

/** The topic of "my favorite films are The Good, the Bad and the Ugly, Heat": written names of which no reading is sure. */
function unsureList(chart: Chart, at: number): string | null {
  for (const { value: fav, end } of chart.edges("fav", at))
    for (const { end: from } of fav.whose === "none" || fav.topic === null ? [] : chart.edges("is", end)) {
      const rest = chart.tokens.slice(from);
      const { parts } = splitList(rest);
      const names = parts.filter(({ tokens: [first, second] }) => first?.upper === true || second?.upper === true);
      const isClause = rest.some((token) => isSmall(token) && (FINITE.has(token.word) || PRONOUNS.has(token.word)));
      if (names.length > 2 && names.length === parts.length && !isClause) return fav.topic?.name ?? null;
    }
  return null;
}

/** "No, ginger ale": nothing but a value behind a word of correction. */
function bareCorrection(sentence: Sentence, at: number, senses: ReadonlySet<Opener["sense"]>): Reading | undefined {
  const rest = sentence.tokens.slice(at);
  const small = rest.find(({ kind }) => kind !== "mark");
  if (!senses.has("correction") || sentence.end === "?" || rest.length > 6 || small === undefined) return undefined;
  if (/^['’]/u.test(small.word)) return undefined;
  // "No, thanks", "no, stop", "wait, later" correct nothing.
  if (closerEnd(rest, rest.indexOf(small), true) > rest.indexOf(small)) return undefined;
  if (
    isSmall(small) &&
    [IMPERATIVES, VERBS, ADVERBS, DEGREES, PREDICATES, HEDGES].some((words) => words.has(small.word))
  )
    return undefined;
  const value = readValues(sentence.text, rest)?.one;
  return value === undefined || value === null || /^['’]/u.test(value)
    ? undefined
    : {
        rule: "bare-correction",
        score: 0,
        end: sentence.tokens.length,
        intent: {
          kind: "state",
          list: null,
          position: null,
          values: [{ value, rank: null }],
          order: "none",
          correction: true,
          single: true,
        },
      };
}

/** Whether a question may end before a token: "when did I say that I'd be home" doesn't end at "that". */
function endsQuestion(tokens: readonly Token[], end: number): boolean {
  const token = tokens[end];
  return (
    token === undefined ||
    token.kind !== "word" ||
    /^(?:and|or|but|please|again|though|so|because|then|cause|as|since)$/u.test(token.word)
  );
}

/** The first token from one on that is no mark between clauses. */
function afterMarks(tokens: readonly Token[], from: number): number {
  let at = from;
  while (tokens[at]?.kind === "mark" && /^[,;:)]$/u.test((tokens[at] as Token).text)) at += 1;
  return at;
}

/** Whether a refused clause may still be read as what it means: a question, unless it is another's or a condition. */
function outlives(intent: Reading["intent"], refusal: Refusal): boolean {
  return !isWrite(intent) && intent.kind !== "mention" && refusal !== "hypothetical" && refusal !== "reported";
}

/** "…, remember that please": told to remember behind what is stated. */
const REMEMBERED = new RegExp(
  String.raw`^(?:[,.;:–—-] )?(?:so |and |please |pls )*(?:remember|note|keep|save|store|don't forget)` +
    String.raw`(?: (?:that|this|it))?(?: in mind| down)?(?: please| pls| for me)?$`,
  "u",
);

/** Rules whose values stand before what they are. */
const VALUES_FIRST: ReadonlySet<string> = new Set([
  "is-favorite",
  "favorite-numbered",
  "one-of-favorites",
  "someone-is-attribute",
]);

/**
 * A noun phrase before a clause, which "and" may join to its subject so that what the clause says is said of both: "Anna's"
 * of "Anna's and | Tom's birthday is 3 May". Empty where a clause or a courtesy stands there, or nothing.
 */
function nounPhrase(tokens: readonly Token[], from: number, to: number): string {
  const words = tokens.slice(opening(tokens, from).at, to);
  const [first] = words;
  const isClause = words.some(
    (token) => token.kind === "mark" || token.kind === "emoji" || FINITE.has(token.word) || PRONOUNS.has(token.word),
  );
  return first === undefined ||
    isClause ||
    [IMPERATIVES, VERBS, PREPOSITIONS, ADVERBS].some((some) => some.has(first.word))
    ? ""
    : words.map(({ text }) => text).join(" ");
}

/** Where the next clause may begin: behind a mark or a joining word. */
function nextStart(tokens: readonly Token[], at: number): number {
  for (let i = at + 1; i < tokens.length; i += 1) {
    const before = tokens[i - 1] as Token;
    if (before.kind === "mark" && /^(?:[,;()]|-|–|—|--+|\.{2,}|…|:)$/u.test(before.text)) return i;
    if (before.kind === "emoji") return i;
    if (
      !before.upper &&
      /^(?:and|but|so|then|because)$/u.test(before.word) &&
      (startsClause(tokens, i, "and") || IMPERATIVES.has(tokens[i]?.word ?? ""))
    )
      return i;
  }
  return tokens.length;
}
