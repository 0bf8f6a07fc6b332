import WORDS from "../english/word-classes.json" with { type: "json" };
import { isName } from "../english/noun-phrase.ts";
import { type Token, tokenise } from "../english/tokens.ts";
import { isDate, typeOf, type ValueType } from "../english/value-type.ts";
import { FINITE, NEWER, oneOf, PREPOSITIONS, PRONOUNS, SURELY_OVER } from "../english/word-classes.ts";
import { remembered } from "../caches/bounded-cache.ts";
import { fold, isStopWord } from "../text/words.ts";

/** Values of a fact, as words of a sentence are held against them. */
export interface Valued {
  readonly values: readonly string[];
  /** What the first is by its form. */
  readonly type: ValueType;
  /** Whether a word is one of the fact's name. */
  readonly isOwn: (word: string) => boolean;
  /** The words of what states it: none is another value. */
  readonly kept: string;
}

/** Whether a sentence is about a name or a thing: "Priya left", "the Volvo is sold". */
export const leads = (unit: string, value: string): boolean =>
  /^(?:the |an? )?\p{Lu}/u.test(value) &&
  holder(
    unit
      .split(" ")
      .slice(0, value.split(" ").length + 1)
      .join(" "),
  )(value);

/** The words of a text alone, a blank around each. */
export const bare = remembered(
  800,
  (text) =>
    ` ${fold(text)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `,
);

/** Tells whether values stand in a sentence, as whole words. */
export function holder(unit: string): (value: string) => boolean {
  const text = bare(unit);
  return (value) => {
    const word = bare(value);
    return text.includes(word) || (value.length > 3 && text.includes(`${word.trimEnd()}s `));
  };
}

/** The words of a value that tell it by themselves: its names and numbers, without titles; of digits alone, none. */
export function tellingWords(value: string): readonly string[] {
  const words = value.split(/\s+/u);
  const isTelling = (word: string): boolean =>
    /^\p{Lu}\p{L}{2,}$|\d{2}/u.test(word) &&
    !/^(?:Mrs|Miss|Prof|Sir|Rev)$/u.test(word) &&
    !isStopWord(word.toLowerCase());
  return words.length < 2 || !/\p{L}/u.test(value) ? [] : words.filter(isTelling);
}

/** Whether a value tells by itself what is spoken of: a name, a code, a large number; "Thursday", "9:15" and "blue" stand elsewhere, too. */
export const isTelling = (value: string): boolean =>
  typeOf(value) !== "date" &&
  (/\p{Lu}\p{L}{2}/u.test(value) || value.replace(/\D/gu, "").length >= 3 || typeOf(value) === "identifier");

/** What says right before a value, or right behind it, that it is over. */
const REPLACED = [
  String.raw`(?:instead of|rather than|from|scratch|so much for|forget|not|(?:is|was|are|were)n't|no more|replac\w+|goodbye to|ignore|` +
    String.raw`${SURELY_OVER.source})\s+(?:the |an? )?`,
  String.raw`(?:'s)?\s+(?:is|was|are|were|got|has been)?\s*(?:dead|gone|over|out|last (?:year|month|week)|replac\w+|` +
    String.raw`${SURELY_OVER.source})\b`,
] as const;

const overBeside = remembered(400, (value) => {
  const name = value.replace(/[^\p{L}\p{N}]+/gu, String.raw`\W+`);
  const [before, behind] = REPLACED;
  const start = typeOf(value) === "date" ? String.raw`^\W*` : String.raw`(?<!\p{L})`;
  return new RegExp(`${start}(?:${before}${name}(?!\\p{L})|${name}${behind})`, "iu");
});

/** Whether words right beside a value say that it is over; a day or an hour, which stands in much else, only where they begin the sentence. */
export const isReplaced = (unit: string, value: string): boolean =>
  // "From Ghent" is where a train comes from, unless something is said to be new.
  overBeside(value).test(/\d/u.test(value) || NEWER.test(unit) ? unit : unit.replace(/\bfrom\b/giu, " "));

/** The tokens of a sentence, which is held against all values of a passage. */
export const tokensOf = remembered(400, tokenise);

/** Whether a sentence holds another value of the same kind as the one that is stored. */
export function otherValue(unit: string, fact: Valued): boolean {
  const tokens = tokensOf(unit);
  return tokens.some((token) => token.kind === "word" && isOther(token, tokens, fact));
}

/** Whether a word may be another value than the stored one, of its kind. */
export function isOther(token: Token, tokens: readonly Token[], { values, type, isOwn, kept }: Valued): boolean {
  const { text, word } = token;
  const [first = ""] = values;
  const isOfKind =
    /^(?:date|text|name)$/u.test(type) ||
    (/^(?:email|url|path|version)$/u.test(type) && typeOf(text) === type) ||
    isAlike(text, comparable(first, type));
  if (!isOfKind || isOwn(word) || kept.includes(bare(text))) return false;
  const at = comparable(first, type) === first ? tokens.indexOf(token) : beginning(tokens, token);
  const [before, behind] = [tokens[at - 1]?.word ?? "", tokens[at + 1]?.word ?? ""];
  // "It isn't C1938" says of another value that it is none.
  const near = tokens.slice(Math.max(0, at - 3), at).map((one) => one.word);
  const isEnd = (one: string, i: number): boolean =>
    (/^[,;:]$/u.test(one) && !/\d$/u.test(near[i - 1] ?? "")) ||
    /^(?:but|it's)$/u.test(one) ||
    (kept.includes(bare(one)) && !/^(?:dr|mrs?|ms|prof)\b/u.test(one));
  const from = near.findLastIndex(isEnd);
  // "Not before the 20th" says when.
  const isDenied = near.slice(from + 1).some((one) => /^(?:not|never|longer)$|n't$/u.test(one));
  if (isDenied && !near.some((one) => /^(?:before|until|till)$/u.test(one))) return false;
  if (type === "date") return isOtherDay(word, before, behind);
  if (type !== "text" && type !== "name") return !(/^(?:19|20)\d\d$/u.test(text) && before === "in");
  if (/\d/u.test(text)) return /\d/u.test(first) && !isDate(word);
  if (isStopWord(word) || isDate(word) || PRONOUNS.has(word) || FINITE.has(word)) return false;
  const isCapital = /^\p{Lu}/u.test(text);
  const leads = at === 0 && isSubject(tokens[1]?.word ?? "");
  const isNamed =
    /^\p{Lu}/u.test(first.replace(/^(?:the|an?) /iu, "")) &&
    tokens.some((one, i) => i > 0 && /^\p{Lu}/u.test(one.text) && one.word !== "i");
  if (isNamed || (isCapital && leads)) return isCapital && (at > 0 || leads);
  return (isPut(before) || /^(?:replaces?|replaced|instead|will)$/u.test(behind)) && isName(text, false);
}

/** What of a value another is held against: of "45 a month" and "GB 412 77" a figure. */
const comparable = (value: string, type: string): string =>
  (/^(?:number|money|identifier)$/u.test(type) && / /u.test(value) && /\d\S*/u.exec(value)?.[0]) || value;

/** Where a code of several words begins that a word stands in. */
const beginning = (tokens: readonly Token[], token: Token): number =>
  tokens.slice(0, tokens.indexOf(token)).findLastIndex(({ text }) => !/^[\p{Lu}\d]+$/u.test(text)) + 1;

/** Words of times that tell none by themselves. */
const NO_DAY = oneOf(WORDS.noDay);

/** Whether a word is of a day or an hour: "Friday", "10:40", "2" before "April" or behind "at". */
function isOtherDay(word: string, before: string, behind: string): boolean {
  if (/^\d{1,2}$/u.test(word)) return isDate(behind) || isDate(before) || /^(?:at|to|the)$/u.test(before);
  return /^\d{1,2}[:.h]\d\d$/u.test(word) || (isDate(word) && !NO_DAY.test(word) && /\p{L}|[:.]/u.test(word));
}

/** What follows a name that begins a sentence. */
const isSubject = (next: string): boolean =>
  FINITE.has(next) || /(?:[^e]ed|[^s]s|took|,)$/u.test(next) || next === "it" || next === "instead";

/** What a new value stands behind. */
const isPut = (before: string): boolean =>
  /^(?:is|are|be|been|it's|that's|'s|to|with|→|->|:|=|—|–|,|prefer|use|on|at|by|now|called|named|meant|for)$/u.test(
    before,
  ) ||
  (before.endsWith("'s") && !PREPOSITIONS.has(before));

/** Whether a figure may stand in the place of another: as many digits, nearly, and letters and signs where that has some. */
export function isAlike(text: string, value: string): boolean {
  const shape = (one: string): readonly [number, boolean, boolean] => [
    one.replace(/\D/gu, "").length,
    /\p{L}/u.test(one.replace(/(?<=\d)(?:k|m|bn|st|nd|rd|th|s)$/iu, "")),
    /\d[:/-]\d/u.test(one),
  ];
  // "The 12th" is no number of hours.
  if (/\d(?:st|nd|rd|th)$/iu.test(text) !== /\d(?:st|nd|rd|th)$/iu.test(value)) return false;
  if (!/\d/u.test(text) || (/\d\.\d/u.test(value) && !/\d\.\d/u.test(text))) return false;
  // "1.30" is no 150.
  const [whole = "", decimals] = text.split(/(?<=\d)\.(?=\d{1,2}(?!\d))/u);
  if (decimals !== undefined && !/\d\.\d/u.test(value) && shape(value)[0] > shape(whole)[0] + 1) return false;
  const [digits, letters, signs] = shape(text);
  const [wanted, letter, sign] = shape(value);
  return Math.abs(digits - wanted) <= (wanted > 2 ? 1 : 0) && letters === letter && (signs === sign || wanted > 4);
}

/** What a passage tells beside what is asked for: figures with their units, days, names and other words. */
export function valuesOf(
  tokens: readonly Token[],
  isAsked: (token: Token) => boolean,
): readonly { readonly value: string; readonly at: number; readonly unit: readonly string[] }[] {
  const found: { value: string; at: number; unit: readonly string[]; isExact: boolean }[] = [];
  for (const [at, token] of tokens.entries()) {
    const { text, word } = token;
    const last = found.at(-1);
    // "9 March", "Dr. Hall" and "555 0182" are one value each.
    const isOne =
      ((word === "may" || !isStopWord(word)) && isDate(`${last?.value} ${word}`)) ||
      [/^\p{Lu}/u, /^[\d-]+$/u].some((form) => form.test(last?.value ?? "") && form.test(text));
    if (last?.isExact === true && last.at === at - 1 && isOne && !isAsked(token)) {
      found.splice(-1, 1, { ...last, value: `${last.value} ${text}`, at });
      continue;
    }
    if (isAsked(token) || isStopWord(word)) continue;
    const isName = /^\p{Lu}/u.test(text) && (at > 0 || isSubject(tokens[1]?.word ?? ""));
    const next = tokens[at + 1]?.word ?? "";
    const isMeasure = /^[\d.,]+$/u.test(text) && !isStopWord(next) && /^\p{L}+$/u.test(next) && !isDate(next);
    const isExact = /\d/u.test(text) || isDate(word) || isName;
    if (isExact || word.length > 3)
      found.push({ value: isExact ? text : word, at, unit: isMeasure ? [next] : [], isExact });
  }
  return found.toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
}
