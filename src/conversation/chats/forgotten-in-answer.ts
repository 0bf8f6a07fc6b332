import { sentences } from "../../text/sentences.ts";
import { fold, foldedWords, words } from "../../text/words.ts";
import { quotedPassages } from "../../text/evidence.ts";
import { isPartOf } from "../citations/passage-answer.ts";

const FORGOTTEN = "[redacted:forgotten]";
/** Number of consecutive words shared with a text that count as a quote; fewer if they are the whole text, or cited. */
const QUOTED_WORDS = 6;
const MIN_WORDS = 3;

export interface QuotedSpan {
  /** Offsets in the answer of what goes with them: the passage with its citation, or the sentences. */
  readonly start: number;
  readonly end: number;
  /** The words themselves, folded, blanks between them. */
  readonly quote: string;
  /** What is put in their place. */
  readonly by: string;
}

/**
 * Where an answer quotes a text: passages that it shows, citations, and words in a row. Pure.
 * @returns in order, none overlaps another
 * Cost: linear in both.
 */
export function quotedSpans(answer: string, text: string): readonly QuotedSpan[] {
  const shown = (quotedPassages(answer)?.blocks ?? []).filter((block) => isPartOf(block.text, text));
  const found = shown.map(({ start, end, citation, text: quoted }): QuotedSpan => {
    return { start, end, quote: foldedWords(quoted), by: inBlock(citation) };
  });
  for (const run of runs(answer, text)) {
    const around = sentencesAround(answer, run);
    const last = found.at(-1);
    if (found.some(({ start, end }) => run.start < end && run.end > start)) continue;
    if (last !== undefined && last.by === FORGOTTEN && around.start < last.end)
      found[found.length - 1] = { ...last, end: Math.max(last.end, around.end) };
    else found.push({ ...around, quote: run.quote, by: FORGOTTEN });
  }
  return found.sort((a, b) => a.start - b.start);
}

/**
 * Where an answer says words one after another: the passages that it shows with them, and the sentences. Pure.
 * @param phrase folded; none for an empty one
 * @returns in order, none overlaps another
 */
export function phraseSpans(answer: string, phrase: readonly string[]): readonly QuotedSpan[] {
  const all = words(answer);
  const folded = all.map((word) => fold(word.text));
  const blocks = quotedPassages(answer)?.blocks ?? [];
  const found: QuotedSpan[] = [];
  for (let i = 0; phrase.length > 0 && i + phrase.length <= all.length; i++) {
    if (!phrase.every((word, n) => folded[i + n] === word)) continue;
    const run = { start: all[i]?.start ?? 0, end: all[i + phrase.length - 1]?.end ?? 0, quote: phrase.join(" ") };
    const last = found.at(-1);
    if (last !== undefined && run.end <= last.end) continue;
    const block = blocks.find(({ start, end }) => run.start >= start && run.end <= end);
    if (block !== undefined)
      found.push({ start: block.start, end: block.end, quote: run.quote, by: inBlock(block.citation) });
    else {
      const around = sentencesAround(answer, run);
      found.push({ ...around, start: Math.max(around.start, last?.end ?? 0), quote: run.quote, by: FORGOTTEN });
    }
  }
  return found;
}

/** Replacement of a shown passage: the block stays, without the cited words, and without its source, whose name may be made of them. */
const inBlock = (citation: string): string => `> ${FORGOTTEN}\n${citation.replace(/^(\[M\d+)[\s\S]*$/u, "$1]")}`;

type Run = Omit<QuotedSpan, "by">;

/** Longest runs of an answer's words that stand in a text in the same order. */
function runs(answer: string, text: string): readonly Run[] {
  const answerWords = words(answer);
  const folded = answerWords.map((word) => fold(word.text));
  const textWords = words(text).map((word) => fold(word.text));
  if (textWords.length < MIN_WORDS) return [];
  const cited = citedQuotes(answer);
  const least = Math.min(QUOTED_WORDS, textWords.length);
  const places = new Map<string, number[]>();
  for (const [i, word] of textWords.entries()) places.set(word, [...(places.get(word) ?? []), i]);
  const found: Run[] = [];
  for (let i = 0; i < answerWords.length;) {
    let longest = 0;
    for (const at of places.get(folded[i] as string) ?? []) {
      let length = 1;
      while (i + length < folded.length && folded[i + length] === textWords[at + length]) length++;
      longest = Math.max(longest, length);
    }
    const start = answerWords[i]?.start ?? 0;
    const end = answerWords[i + longest - 1]?.end ?? start;
    const isCited =
      longest >= MIN_WORDS &&
      cited.some((quote) => start === quote.first && end >= quote.last && end <= quote.last + 1);
    if (longest >= least || isCited) {
      found.push({ start, end, quote: folded.slice(i, i + longest).join(" ") });
      i += longest;
    } else i++;
  }
  return found;
}

/** First and last word of each quote in a citation, by offset. */
const citedQuotes = (answer: string): readonly { readonly first: number; readonly last: number }[] =>
  [...answer.matchAll(/\[M\d+ "([^"\n]+)"\]/gu)].flatMap(({ index, 0: all, 1: quote = "" }) => {
    const at = index + all.indexOf(quote);
    const inside = words(quote);
    const [first, last] = [inside[0], inside.at(-1)];
    return first === undefined || last === undefined ? [] : [{ first: at + first.start, last: at + last.end }];
  });

/** The sentences around a run, on its lines: the rest of each is derived from the quote. */
function sentencesAround(answer: string, run: Run): { readonly start: number; readonly end: number } {
  const from = answer.lastIndexOf("\n", run.start - 1) + 1;
  const line = answer.indexOf("\n", run.end);
  const to = line < 0 ? answer.length : line;
  const text = answer.slice(from, to);
  const marks = /^(?:> ?)*/u.exec(text)?.[0].length ?? 0;
  const touched = sentences(text).filter(({ start, end }) => from + start < run.end && from + end > run.start);
  const start = Math.max(from + marks, from + (touched[0]?.start ?? 0));
  const last = touched.at(-1);
  const end = last === undefined ? to : from + text.slice(0, last.end).trimEnd().length;
  return { start: Math.min(start, run.start), end: Math.max(end, run.end) };
}
