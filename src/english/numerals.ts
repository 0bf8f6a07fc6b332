import type { Token } from "./tokens.ts";

/** A place in a list, from its top or its end. */
export type Position =
  | { readonly from: "top"; readonly rank: number }
  | { readonly from: "end"; /** 0 is the last. */ readonly back: number };

/** What a question asks for: one place, the first or last so many, or a span of ranks. */
export type Selector =
  | { readonly kind: "one"; readonly position: Position }
  | { readonly kind: "first" | "last"; readonly count: number }
  | { readonly kind: "span"; readonly first: number; readonly last: number };

/** What was read from tokens, and where it ends. */
export interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** The rank that a position names in a list of `count` items; may be out of range. @example rankOf({ from: "end", back: 0 }, 5) // 5 */
export const rankOf = (position: Position, count: number): number =>
  position.from === "top" ? position.rank : count - position.back;

/**
 * The items that selectors name, in the order asked; those out of range are left out.
 * @example selectItems(items, [{ kind: "last", count: 2 }]) // the last two, in order of rank
 */
export function selectItems<T>(items: readonly T[], selectors: readonly Selector[]): readonly T[] {
  return selectors.flatMap((selector) => {
    if (selector.kind === "first") return items.slice(0, Math.max(0, selector.count));
    if (selector.kind === "last") return items.slice(Math.max(0, items.length - Math.max(0, selector.count)));
    if (selector.kind === "span") return items.slice(Math.max(0, selector.first - 1), Math.max(0, selector.last));
    if (selector.kind !== "one") return [];
    const item = items[rankOf(selector.position, items.length) - 1];
    return item === undefined ? [] : [item];
  });
}

/** From zero to nineteen. */
export const ONES: readonly string[] = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen"
).split(" ");
export const TENS: readonly string[] = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = (
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth " +
  "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split(" ");
const TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(" ");
/** Every word that is a cardinal or an ordinal by itself or a part of one, but "one", which also stands for any noun. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...[...ONES, ...TENS, ...ORDINALS, ...TENTHS].filter((word) => word !== "one"),
  ..."hundred thousand million dozen half quarter once twice".split(" "),
]);
/** Largest rank that is read; larger ones are this. */
const LARGEST = 1_000_000_000;

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token === undefined || token.kind === "quote" ? "" : token.word;
}

const SCALES = ["hundred", "thousand", "million"];

/** A cardinal: "3", "three", "twenty one", "two hundred and four", "twelve hundred", "40 thousand". */
export function cardinalAt(tokens: readonly Token[], at: number): Read<number> | null {
  const isA = wordAt(tokens, at) === "a" && SCALES.includes(wordAt(tokens, at + 1));
  const first = isA ? { value: 1, end: at + 1 } : smallAt(tokens, at);
  if (first === null) return null;
  // What is whole already, what is counted of the next scale, and how large what follows may be.
  let [whole, counted, end, room] = [0, first.value, first.end, 0];
  for (;;) {
    const scale = [100, 1_000, 1_000_000][SCALES.indexOf(wordAt(tokens, end))] ?? 0;
    const more = scale > 0 ? null : smallAt(tokens, wordAt(tokens, end) === "and" ? end + 1 : end);
    if (scale === 0 && (more === null || more.value === 0 || more.value >= room)) break;
    counted = more === null ? counted * scale : counted + more.value;
    if (scale > 100) [whole, counted] = [whole + counted, 0];
    [end, room] = [more?.end ?? end + 1, scale];
  }
  return { value: Math.min(LARGEST, whole + counted), end };
}

/** A cardinal below a hundred, or in figures. */
function smallAt(tokens: readonly Token[], at: number): Read<number> | null {
  const word = wordAt(tokens, at);
  if (/^\d{1,12}$/u.test(word)) return { value: Math.min(LARGEST, Number(word)), end: at + 1 };
  if (ONES.includes(word)) return { value: ONES.indexOf(word), end: at + 1 };
  const [, tensWord = word, unit] = /^([a-z]+)-([a-z]+)$/u.exec(word) ?? [];
  const tens = TENS.indexOf(tensWord);
  if (tens < 0) return null;
  const joined = ONES.indexOf(unit ?? wordAt(tokens, at + 1));
  if (joined > 0 && joined < 10) return { value: (tens + 2) * 10 + joined, end: unit === undefined ? at + 2 : at + 1 };
  return unit === undefined ? { value: (tens + 2) * 10, end: at + 1 } : null;
}

/** Places counted from the end, in the words that name them. */
const FROM_END: ReadonlyMap<string, number> = new Map(
  [
    "last,bottom,final,lowest",
    "penultimate,second last,2nd last,second-to-last,2nd-to-last,next-to-last,next to last,second to last,2nd to last",
    "third-to-last,3rd-to-last,third to last,3rd to last",
  ].flatMap((names, back) => names.split(",").map((name) => [name, back] as const)),
);

const topRank = (rank: number, end: number): Read<Position> => ({
  value: { from: "top", rank: Math.max(-LARGEST, Math.min(LARGEST, rank)) },
  end,
});

/** A rank: "second", "2nd", "#2", "number two", "twenty-first", "last", "next to last". */
export function rankAt(tokens: readonly Token[], at: number): Read<Position> | null {
  const words = [0, 1, 2].map((i) => wordAt(tokens, at + i));
  for (let length = words.length; length > 0; length -= 1) {
    const back = FROM_END.get(words.slice(0, length).join(" "));
    if (back !== undefined) return { value: { from: "end", back }, end: at + length };
  }
  const [word = "", next = ""] = words;
  const digits = /^#(-?\d{1,12})$/u.exec(word)?.[1] ?? /^(\d{1,9})(?:st|nd|rd|th)$/u.exec(word)?.[1];
  if (digits !== undefined) return topRank(Number(digits), at + 1);
  if (/^(?:number|num|no\.|nr)$/u.test(word) || (word === "no" && /^\d/u.test(next))) {
    const number =
      cardinalAt(tokens, at + 1) ?? (/^#\d+$/u.test(next) ? { value: Number(next.slice(1)), end: at + 2 } : null);
    return number === null ? null : topRank(number.value, number.end);
  }
  return ordinalAt(tokens, at);
}

function ordinalAt(tokens: readonly Token[], at: number): Read<Position> | null {
  const [word, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0) return topRank(ordinal, at + 1);
  const tenth = TENTHS.indexOf(word);
  if (tenth >= 0) return topRank((tenth + 2) * 10, at + 1);
  const [, tensWord = word, unit] = /^([a-z]+)-([a-z]+)$/u.exec(word) ?? [];
  const tens = TENS.indexOf(tensWord);
  const ones = ORDINALS.indexOf(unit ?? next);
  if (tens >= 0 && ones > 0 && ones < 10) return topRank((tens + 2) * 10 + ones, unit === undefined ? at + 2 : at + 1);
  if (word === "hundredth") return topRank(100, at + 1);
  return /^(?:top|number-one|topmost|highest)$/u.test(word) ? topRank(1, at + 1) : null;
}

/** Most ranks that are named in a row. */
const MOST = 50;

/** One or several selectors: "second and fourth", "top three", "2 to 4", "the last one". */
export function selectorsAt(tokens: readonly Token[], from: number): Read<readonly Selector[]> | null {
  const found: Selector[] = [];
  let end = from;
  let at = from;
  const labelled = /^(?:numbers|nos|ranks|places|positions|items)$/u.test(wordAt(tokens, at));
  if (labelled) at += 1;
  while (found.length < MOST) {
    const one = selectorAt(tokens, at, labelled);
    if (one === null) break;
    found.push(one.value);
    end = one.end;
    at = end;
    if (wordAt(tokens, at) === ",") at += 1;
    if (/^(?:and|&)$/u.test(wordAt(tokens, at))) at += 1;
    if (at > end && /^(?:the|my)$/u.test(wordAt(tokens, at))) at += 1;
    if (at === end) break;
  }
  return found.length === 0 ? null : { value: found, end };
}

function selectorAt(tokens: readonly Token[], at: number, labelled: boolean): Read<Selector> | null {
  const word = wordAt(tokens, at);
  if (/^(?:top|first|best|last|bottom)$/u.test(word) && !/^ones?$/u.test(wordAt(tokens, at + 1))) {
    const count = cardinalAt(tokens, at + 1);
    if (count !== null)
      return {
        value: { kind: word === "last" || word === "bottom" ? "last" : "first", count: count.value },
        end: count.end,
      };
  }
  const rank = rankAt(tokens, at) ?? (labelled ? cardinalRank(tokens, at) : null);
  if (rank === null) return null;
  if (rank.value.from === "top" && /^(?:to|through|thru|-|–|until)$/u.test(wordAt(tokens, rank.end))) {
    const to = rankAt(tokens, rank.end + 1) ?? cardinalRank(tokens, rank.end + 1);
    if (to?.value.from === "top" && to.value.rank > rank.value.rank)
      return { value: { kind: "span", first: rank.value.rank, last: to.value.rank }, end: to.end };
  }
  return { value: { kind: "one", position: rank.value }, end: rank.end };
}

function cardinalRank(tokens: readonly Token[], at: number): Read<Position> | null {
  const number = cardinalAt(tokens, at);
  return number === null ? null : { value: { from: "top", rank: number.value }, end: number.end };
}
