import type { Span } from "../model/section.ts";

/**
 * The sentences of a text, in order; they cover it exactly, and white space belongs to the sentence before it.
 *
 * A sentence ends at `.`, `?`, `!`, `…` (with closing quotes and brackets) before white space or the end; at `。`, `！`, `？`, `｡`, `।`
 * anywhere; and at a blank line. It doesn't end at a title (Dr. Kay), an initial (J. Kay), a number's point (p. 7, fig. 2, 1. at the
 * start of a line), a day's (17. May), a decimal (3.14), or before a small letter ("e.g. this", "“Why?” she asked").
 * @param isTyped Whether people typed it, without care: a small letter may begin a sentence after a point or a question mark, but
 * not after "etc." and its like.
 * @example sentences("Hi Dr. Kay. Well?").length // 2
 * Cost: linear.
 */
export function sentences(text: string, isTyped = false): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let end = sentenceEnd(text, 0, isTyped); end !== null; end = sentenceEnd(text, start, isTyped)) {
    spans.push({ start, end });
    start = end;
  }
  const last = spans[spans.length - 1];
  if (start < text.length && text.slice(start).trim() === "" && last !== undefined)
    spans[spans.length - 1] = { start: last.start, end: text.length };
  else if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

/** Where the sentence that starts at `start` ends, with the white space behind it; null when it goes on to the end of the text. */
export function sentenceEnd(text: string, start: number, isTyped = false): number | null {
  STOP.lastIndex = start;
  // All before is white space.
  let blank = start;
  for (let match = STOP.exec(text); match !== null; match = STOP.exec(text)) {
    const end = STOP.lastIndex;
    const mark = match[0].charCodeAt(0) > 32;
    if (mark && !endsSentence(text, [match.index, end], isTyped)) continue;
    // White space before the first sentence belongs to it.
    if (text.slice(blank, end).trim() === "") {
      blank = end;
      continue;
    }
    return mark ? skipSpace(text, end) : end;
  }
  return null;
}

/**
 * Blank lines, or marks that may end a sentence with the quotes and brackets that close behind them. A repetition keeps a place for each time:
 * of millions of empty lines it takes some at once.
 */
const STOP = /\r?\n(?:[ \t]*\r?\n){1,1000}|[.!?…。！？｡।]{1,1000}["'”’»）」』)\]*_]{0,1000}/g;

/** Marks that end a sentence whatever follows. */
const ANYWHERE = /[。！？｡।]/;

/** Never end a sentence, before a capital or not. */
const TITLES: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st rev hon gov sen rep gen col capt lt sgt fr vs cf eg ie e.g i.e viz approx resp messrs mme mlle hr fr".split(
    " ",
  ),
);
/** Don't end a sentence before a number. */
const BEFORE_NUMBER: ReadonlySet<string> = new Set(
  "no nos nr tel fig figs eq vol pp p ch sec art ver v jan feb mar apr jun jul aug sep sept oct nov dec ca c para".split(
    " ",
  ),
);

/** What follows the point of a day: "on 17. May". */
const MONTH = new RegExp(
  String.raw`^(?:Jan(?:uary?)?|Feb(?:ruary?)?|M(?:arch|ärz|ar)|Apr(?:il)?|Ma[iy]|Jun[ei]?|Jul[iy]?|Aug(?:ust)?|` +
    String.raw`Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)(?!\p{L})`,
  "u",
);

/** Don't end a sentence of what people type, where small letters begin others. */
const SHORTENED: ReadonlySet<string> = new Set("etc no nr inc ltd jr sr st a.m p.m u.s d.c fig ca dept mx".split(" "));

/** Maximum length of a word whose point doesn't end the sentence. */
const LONGEST = Math.max(...[...TITLES, ...BEFORE_NUMBER].map(({ length }) => length));

function endsSentence(text: string, [mark, end]: readonly [mark: number, end: number], isTyped: boolean): boolean {
  if (ANYWHERE.test(text.slice(mark, end))) return true;
  if (end < text.length && skipSpace(text, end) === end) return false;
  const next = skipSpace(text, end);
  const isAfter = isTyped && /[.?]/u.test(text.charAt(mark));
  if (/^\p{Ll}/u.test(text.slice(next, next + 2)) && !isAfter && !text.slice(end, next).includes("\n")) return false;
  if (text.charAt(mark) !== "." || (end - mark > 1 && !isTyped)) return true;
  let from = mark;
  while (from > 0 && mark - from <= LONGEST && /[\p{L}\p{N}.]/u.test(text.charAt(from - 1))) from--;
  if (mark - from > LONGEST) return true;
  const following = text.slice(next, next + 2);
  const word = text.slice(from, mark);
  const folded = word.toLowerCase();
  if (
    TITLES.has(folded) ||
    (isTyped && SHORTENED.has(folded)) ||
    (BEFORE_NUMBER.has(folded) && /^[\p{N}]/u.test(following))
  )
    return false;
  if (/^[0-3]?\d$/.test(word) && MONTH.test(text.slice(next, next + 12))) return false;
  if (/^\d{1,3}$/.test(word) && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, from - 12), from))) return false;
  if (isTyped && /\.\p{Lu}$/u.test(word)) return false;
  // One letter, of two units at most.
  return !(word.length < 3 && /^\p{Lu}$/u.test(word) && word !== "I" && /^\p{Lu}/u.test(following));
}

const SPACES = /[\t-\r \xa0\u2028\u2029\u3000]*/y;

function skipSpace(text: string, from: number): number {
  SPACES.lastIndex = from;
  return from + (SPACES.exec(text)?.[0].length ?? 0);
}
