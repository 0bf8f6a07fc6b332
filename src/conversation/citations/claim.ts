import { cardinalAt } from "../../english/numerals.ts";
import { tokenise } from "../../english/tokens.ts";
import { FINITE } from "../../english/word-classes.ts";
import { indexTerms, tellingTerms } from "../../text/analyzer.ts";
import { LEADS } from "../../text/evidence.ts";
import { sentences } from "../../text/sentences.ts";
import { foldedWords } from "../../text/words.ts";
import { citationsOf, type Citation } from "./scan.ts";

/**
 * What a sentence claims beside what it quotes, as far as rules can tell: a number, and whether something is so or not. A true quote doesn't
 * prove a sentence that says another number, nor one that leaves out the "not" before it.
 */

/** The sentences of each line of a text; nothing for an empty one. */
const partsOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .flatMap((line) => (line === "" ? "" : sentences(line).map(({ start, end }) => line.slice(start, end))));

/** The sentences of an answer. A citation belongs to the sentence that it stands in, or directly behind. */
export function sentencesOf(answer: string) {
  const found: { text: string; citations: Citation[]; open: boolean }[] = [];
  let from = 0;
  const add = (text: string, citation: Citation | null): void => {
    const last = found.at(-1);
    const [first = "", ...others] = partsOf(text);
    // What goes on behind a citation, and citations one after another, belong to the sentence before.
    const goesOn = last !== undefined && (last.open || /^[\s,;.]*$/u.test(text));
    if (goesOn) last.text += first;
    const parts = (goesOn ? others : [first, ...others]).filter((part) => /[\p{L}\p{N}]/u.test(part));
    for (const part of parts) found.push({ text: part, citations: [], open: false });
    if (citation === null) return;
    const cited = found.at(-1) ?? { text: "", citations: [], open: false };
    if (found.length === 0) found.push(cited);
    cited.citations.push(citation);
    cited.open = !/^\s*(?:[.!?…。！？\n]|$)/u.test(answer.slice(citation.end));
  };
  for (const citation of citationsOf(answer)) {
    add(answer.slice(from, citation.start), citation);
    from = citation.end;
  }
  add(answer.slice(from), null);
  return found.map(({ text, citations }) => ({ text: text.trim(), citations }));
}

/** Figures, and the word behind them by which they are counted. */
const FIGURES = /(?<![\p{L}\p{N}_.])\d+(?:[.,:]\d+)*(?!\d|\s+(?:hundred|thousand|million)\b)/gu;
/** Words from here on are numbers and not turns of speech ("one of them", "the two"). */
const LEAST_WORD = 3;

/** The numbers of a text, each in one form: figures without signs between thousands, words by what they mean. */
function numbersOf(text: string, leastWord: number): ReadonlySet<string> {
  const figures = [...text.matchAll(FIGURES)].map(([figure]) => plainFigure(figure));
  const tokens = tokenise(text.replace(/[^\p{L}\p{N}.,:'’-]+/gu, " "));
  const said: number[] = [];
  for (let at = 0, end = 0; at < tokens.length; at = end) {
    const read = cardinalAt(tokens, at);
    end = read?.end ?? at + 1;
    if (read !== null && read.value >= leastWord && !(end === at + 1 && /\d/u.test(tokens[at]?.word ?? "")))
      said.push(read.value);
  }
  return new Set([...figures, ...said.map(String)]);
}

function plainFigure(figure: string): string {
  const whole = /^\d{1,3}(?:,\d{3})+$/u.test(figure) ? figure.replaceAll(",", "") : figure;
  return whole.replace(/(?<=^|:)0+(?=\d)/gu, "");
}

/** A mark of a list, and the addresses of links: their figures are no numbers. */
const NO_NUMBER = /^\s*(?:[-*•]\s+)?\(?\d{1,2}[.)]\s|\]\([^)\n]*\)|[a-z]+:\/\/\S+/giu;

export function foreignNumber(sentence: string, texts: readonly string[]): string | null {
  const claimed = numbersOf(sentence.replace(NO_NUMBER, " "), LEAST_WORD);
  if (claimed.size === 0) return null;
  const held = new Set(texts.flatMap((text) => [...numbersOf(text, 0)]));
  return [...claimed].find((number) => !held.has(number)) ?? null;
}

const NEGATION = new RegExp(
  String.raw`(?:\b(?:not(?! only| just| merely)|never|no|nobody|nothing|none|neither|nor|cannot|without|` +
    String.raw`hardly|nicht|nie|ne|kein\p{L}*|jamais|aucun\p{L}*|nunca)\b|n['’]t\b)`,
  "iu",
);
/** Words right before or behind a quote that a "not" may be among. */
const BEFORE = 2;
/** Behind which another clause begins. */
const CLAUSE = /[.!?…。！？,;:(–]\s|\n\s*\n/u;

/**
 * How a quote was cut that proves nothing: behind the "not" of its clause, where neither it nor the sentence that quotes it says one; or before what its
 * clause says of its subject ("Moth damage is"), where the sentence says something else. Empty where it proves.
 */
export function faultyCut(
  sentence: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const quote = text.slice(start, end);
  const isDenied = NEGATION.test(sentence) || NEGATION.test(quote);
  const [ahead = ""] = text
    .slice(Math.max(0, start - 200), start)
    .split(CLAUSE)
    .slice(-1);
  if (!isDenied && NEGATION.test(ahead.trim().split(/\s+/u).slice(-BEFORE).join(" "))) return "cut behind a not";
  const [behind = ""] = text.slice(end, end + 200).split(CLAUSE);
  const [last = ""] = foldedWords(quote).split(" ").slice(-1);
  const [verb = ""] = foldedWords(behind).split(" ");
  // A quote that ends before its verb is cut there where the sentence goes on with the same one.
  const goesOn = FINITE.has(verb) && ` ${foldedWords(sentence)} `.includes(` ${last} ${verb} `);
  if (!FINITE.has(last) && !goesOn) return "";
  const [says] = tellingTerms(behind);
  const isDeniedBehind = NEGATION.test(behind.trim().split(/\s+/u).slice(0, BEFORE).join(" "));
  const saysElse = says !== undefined && !indexTerms(sentence).includes(says);
  return saysElse || (isDeniedBehind && !isDenied) ? "cut before what it says" : "";
}

/** Marks that look like citations and are none: `[1]`, `(M1)`. */
const NO_CITATION = /\[\d{1,3}\](?!\()|\(M\d{1,4}\)/gu;

/** A line of a block quote: it says nothing of its own, however many sentences it holds. */
const QUOTED_LINE = /^[ \t]*>.*$/gmu;
const OWN_WORDS: ReadonlySet<string> = new Set(Object.values(LEADS));

/** What of an answer can't be checked: its sentences that cite nothing, and marks that are no citations. */
export function uncheckable(answer: string): {
  readonly uncited: readonly string[];
  readonly marks: readonly string[];
} {
  const uncited = sentencesOf(answer.replace(QUOTED_LINE, "> quoted")).filter(
    ({ text, citations }) =>
      citations.length === 0 &&
      !OWN_WORDS.has(text) &&
      !/^\s*(?:>|#)|[:?？]\s*$/u.test(text) &&
      text.split(/\s+/u).length > 2,
  );
  return { uncited: uncited.map(({ text }) => text), marks: [...new Set(answer.match(NO_CITATION))] };
}
