import { bareQuestion, framesQuestion, writtenOut } from "./question-frame.ts";
import type { Span } from "../model/section.ts";
import { type AskedKind, askedKinds, hasOtherValue, holdsKind, holdsValue } from "./asked-kind.ts";
import { isClause, sentences } from "./sentences.ts";
import { frontMatterLength } from "./snippet.ts";
import { isStopWord, words } from "./words.ts";
import { indexTerms } from "./analyzer.ts";

/** A sentence, list item, row or line of a text, and how well it answers. */
export interface Answering extends Span {
  /** 0 where it has nothing to do with the question. Comparable between texts of one call. */
  readonly score: number;
  /** Whether it says anything itself: a heading and what names or sorts a file don't. */
  readonly says: boolean;
}

/** A line that begins a piece of its own: a list item, a row, a heading, a quote, a fence, a setting. */
const BEGINS = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\||#{1,6}\s|>|```|~~~|[\w.-]{1,40}\s*[:=]\s)/u;
/** A line that is a piece whatever follows. */
const ENDS = /^\s*(?:#{1,6}\s.*|\|.*|(?:```|~~~).*|.*:)\s*$/u;
const HEADING = /^\s*(?:#{1,6}\s.*|[=~-]{3,}|(?:```|~~~)\w*|---)\s*$/u;
/** A setting that names or sorts a file, wherever it stands. */
const NAMING = /^\s*(?:title|alias(?:es)?|tags?|slug|layout|draft|categor(?:y|ies)|date|created|updated)\s*[:=]/iu;
/** Without a sign of a sentence's end, and short: a title. */
const TITLE_WORDS = 8;

/**
 * How well each piece of some texts answers a question, by rules: the share of the question's words that it has, rare ones before common,
 * those of its heading and of the piece before it for less; and what the question asks for (a day, a number, a name, a place, a reason).
 * A heading answers nothing itself. Pure.
 * @param texts each with the heading that it stands under
 * @returns pieces of each text, in order
 * Cost: linear in the texts.
 * @example answering("Which port does staging use?", [{ text: "Ports.\nStaging listens on 8099.", heading: "" }])
 */
export function answering(
  raw: string,
  texts: readonly { readonly text: string; readonly heading: string }[],
): readonly (readonly Answering[])[] {
  const question = bareQuestion(raw);
  const asked = askedTerms(question);
  const all = texts.map(({ text, heading }) => ({
    heading: new Set(indexTerms(heading)),
    settings: frontMatterLength(text),
    pieces: piecesBelow(text, frontMatterLength(text)).map((span) => {
      const said = text.slice(span.start, span.end);
      return { span, said, terms: new Set(indexTerms(said)) };
    }),
  }));
  const said = all.flatMap(({ pieces }) => pieces);
  const weights = Array.from(asked, ([term, own]) => {
    const spread = said.filter(({ terms }) => terms.has(term)).length;
    return { term, weight: own * Math.log(1 + (said.length + 1) / (spread + 0.5)) };
  });
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const expected = askedKinds(question).map(({ kind }) => kind);
  const questionWords = wordsOf(question);
  return all.map(({ heading, pieces, settings }) => {
    const above = new Set(heading);
    let before: ReadonlySet<string> = new Set();
    return pieces.map(({ span, said, terms }): Answering => {
      const title = isTitle(said);
      let matched = 0;
      for (const { term, weight } of weights)
        matched += weight * (terms.has(term) ? 1 : above.has(term) ? 0.55 : before.has(term) ? 0.4 : 0);
      if (title) for (const term of terms) above.add(term);
      before = terms;
      const own = [...terms].some((term) => asked.has(term));
      const fresh = newWords(said, questionWords);
      const holds = expected.length > 0 && expected.some((kind) => holdsKind(kind, fresh));
      const says = /[\p{L}\p{N}]/u.test(said) && !HEADING.test(said.trim()) && !NAMING.test(said);
      const score =
        ((matched / whole) * (own ? 1 : 0.75) * (expected.length === 0 || holds ? 1 : 0.6) +
          (holds && matched > 0 ? 0.12 : 0)) *
        (title ? 0.25 : 1) *
        (/[^\s…]/u.test(fresh) ? 1 : 0.3) *
        // A setting of the file says little of its subject.
        (span.start < settings ? 0.3 : 1) *
        (/[?？]\s*$/u.test(said) ? 0.4 : 1);
      return { ...span, score, says };
    });
  });
}

/** Whether a text only names what stands below it: headings that state nothing and hold no value, and settings that name or sort. */
export function onlyNames(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // Nearly every passage has a line of another form: then no heading of it is read for what it states.
  if (!lines.every((line) => HEADING.test(line) || NAMING.test(line))) return false;
  const titles = lines.filter((line) => !NAMING.test(line)).map((line) => line.replace(/^\W+/u, ""));
  return !titles.some((title) => holdsValue(title) || isClause(title));
}

/** What a question asks for: whether some words hold it beside what the question says itself, and how many of its terms they have. */
export function expectation(raw: string): {
  readonly kinds: readonly AskedKind[];
  readonly holds: (text: string) => boolean;
  /** Whether they do so otherwise than others: what is asked for has another value. */
  readonly holdsOther: (text: string, than: string) => boolean;
  readonly terms: (text: string) => number;
} {
  const question = bareQuestion(raw);
  const asked = askedTerms(question);
  const own = wordsOf(question);
  const expected = askedKinds(question).map(({ kind }) => kind);
  const holds = (text: string): boolean => expected.some((kind) => holdsKind(kind, text));
  return {
    kinds: expected,
    holds: (text) => holds(newWords(text, own)),
    holdsOther: (text, than) =>
      holds(newWords(text, new Set([...own, ...wordsOf(than)]))) ||
      (holds(newWords(text, own)) && hasOtherValue(newWords(text, own), than)),
    terms: (text) => new Set(indexTerms(text).filter((term) => asked.has(term))).size,
  };
}

const wordsOf = (question: string): ReadonlySet<string> =>
  new Set(words(question).map(({ start, end }) => question.slice(start, end).toLowerCase()));

/** The question's terms by what they weigh: what every question has, nothing. */
function askedTerms(asked: string): ReadonlyMap<string, number> {
  const question = writtenOut(asked);
  const terms = new Map<string, number>();
  const done = DONE.exec(question)?.index;
  for (const { start, end } of words(question)) {
    const word = question.slice(start, end);
    // Weighed once: where no blanks part words, one has thousands of terms.
    const weight = framesQuestion(word.toLowerCase()) ? 0 : start === done ? 2 : weightOf(word, start);
    for (const term of weight === 0 ? [] : indexTerms(word)) terms.set(term, Math.max(terms.get(term) ?? 0, weight));
  }
  return terms;
}

/** What somebody is asked for who did it: the rest of the question is often named in another sentence, as its subject is. */
const DONE = /(?<=\b[Ww]ho )\p{Ll}+/u;

/** A name, a number or an identifier says more than a word of the dictionary. */
const weightOf = (word: string, start: number): number =>
  /\p{N}/u.test(word) || (start > 0 && /\p{Lu}/u.test(word)) || /[_.\-/]/u.test(word) ? 1.6 : 1;

/** What a piece says with "…" for what the question says: an answer's day isn't the one that was asked about, and a name stands before its verb. */
const newWords = (said: string, asked: ReadonlySet<string>): string =>
  said.replace(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu, (word) => {
    const small = word.toLowerCase();
    return asked.has(small) && !isStopWord(small) ? "…" : word;
  });

function isTitle(said: string): boolean {
  const line = said.trim();
  return (
    HEADING.test(line) ||
    (!/[.!?:;,|`=]|\p{N}/u.test(line) && words(line).length <= TITLE_WORDS && !/^[-*+•]\s/u.test(line))
  );
}

/** The pieces of a text whose first characters are its settings: none reaches over their end. */
function piecesBelow(text: string, settings: number): readonly Span[] {
  const below = piecesOf(text.slice(settings)).map(({ start, end }) => ({
    start: start + settings,
    end: end + settings,
  }));
  return [...piecesOf(text.slice(0, settings)), ...below];
}

function piecesOf(text: string): readonly Span[] {
  return sentences(text).flatMap(({ start, end }) => {
    const spans: Span[] = [];
    let from = start;
    for (let at = text.indexOf("\n", start); at >= 0 && at < end - 1; at = text.indexOf("\n", at + 1)) {
      const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
      const next = text.slice(at + 1, at + 200).split("\n", 1)[0] as string;
      if (!(BEGINS.test(next) || ENDS.test(line)) || text.slice(from, at).trim() === "") continue;
      spans.push({ start: from, end: at + 1 });
      from = at + 1;
    }
    return [...spans, { start: from, end }];
  });
}
