import type { Numbers, Position } from "../languages/language.ts";
import { phraseEnds, phraseTable, type PhraseTable } from "./phrase-table.ts";
import type { Selector } from "./position.ts";
import type { Token } from "./token.ts";

/** A reading of tokens: what they mean and where it ends. */
export interface Reading<T> {
  readonly value: T;
  readonly end: number;
}

/** Largest number that is read; larger ones are this. Ranks never come near. */
const LARGEST = 1_000_000_000;
/** Most ranks that are named in a row. Each place in a row may begin one, and each of its beginnings is a reading. */
const MOST_RANKS = 50;

/** Reads numbers and ranks of one language. Every method gives all readings at a token, longest first. */
export class Numerals {
  readonly #numbers: Numbers;
  readonly #positions: ReadonlyMap<string, Position>;
  readonly #positionTable: PhraseTable;
  readonly #labels: PhraseTable;

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
    this.#positions = new Map(Object.entries(numbers.positions));
    this.#positionTable = phraseTable([...this.#positions.keys()]);
    this.#labels = phraseTable(numbers.labels);
  }

  /** Whether a word names a rank when a number follows, so that a stop after it ends no sentence: "no. 2". */
  isLabel(word: string): boolean {
    return this.#numbers.labels.includes(word);
  }

  /** A cardinal: "3", "three", "twenty one". @param below what is counted in this unit or a larger one is no part of it */
  number(tokens: readonly Token[], at: number, end: number, below = Number.POSITIVE_INFINITY): readonly Reading<number>[] {
    const word = wordAt(tokens, at, end);
    if (/^-?\d+$/u.test(word)) return [{ value: bounded(word), end: at + 1 }];
    const alone = lookUp(this.#numbers.cardinals, word);
    const tens = lookUp(this.#numbers.tens, word);
    const ones = lookUp(this.#numbers.cardinals, wordAt(tokens, at + 1, end));
    const readings: Reading<number>[] = [];
    const hundreds = this.#hundreds(tokens, at, end, below);
    if (hundreds !== null) readings.push(...this.number(tokens, hundreds.end, end, hundreds.unit).filter((rest) => rest.value > 0 && rest.value < hundreds.unit).map((rest) => ({ value: hundreds.value + rest.value, end: rest.end })), { value: hundreds.value, end: hundreds.whole });
    if (tens !== undefined && ones !== undefined && ones > 0 && ones < 10) readings.push({ value: tens + ones, end: at + 2 });
    if (alone !== undefined) readings.push({ value: alone, end: at + 1 });
    if (tens !== undefined) readings.push({ value: tens, end: at + 1 });
    return readings;
  }

  /** One place: "second", "2nd", "#2", "number two", "twenty-first", "last", "next to last". @param below see `number` */
  rank(tokens: readonly Token[], at: number, end: number, below = Number.POSITIVE_INFINITY): readonly Reading<Position>[] {
    const readings: Reading<Position>[] = [];
    for (const close of phraseEnds(this.#positionTable, tokens, at, end)) {
      const phrase = tokens.slice(at, close).map((token) => token.text).join(" ");
      const position = this.#positions.get(phrase);
      if (position !== undefined) readings.push({ value: position, end: close });
    }
    const top = (rank: number, close: number): void => void readings.push({ value: { from: "top", rank }, end: close });
    const word = wordAt(tokens, at, end);
    for (const open of phraseEnds(this.#labels, tokens, at, end)) {
      const from = wordAt(tokens, open, end) === "." ? open + 1 : open;
      for (const number of this.number(tokens, from, end)) top(number.value, number.end);
    }
    if (/^#-?\d+$/u.test(word)) top(bounded(word.slice(1)), at + 1);
    const numeral = this.#numbers.numeral.exec(word)?.[1];
    if (numeral !== undefined) top(bounded(numeral), at + 1);
    const hundreds = this.#hundreds(tokens, at, end, below);
    if (hundreds !== null) for (const rest of this.rank(tokens, hundreds.end, end, hundreds.unit)) if (rest.value.from === "top" && rest.value.rank < hundreds.unit) top(hundreds.value + rest.value.rank, rest.end);
    const tens = lookUp(this.#numbers.tens, word);
    const ones = lookUp(this.#numbers.ordinals, wordAt(tokens, at + 1, end));
    if (tens !== undefined && ones !== undefined && ones < 10) top(tens + ones, at + 2);
    const ordinal = lookUp(this.#numbers.ordinals, word);
    if (ordinal !== undefined) top(ordinal, at + 1);
    return readings.sort((a, b) => b.end - a.end);
  }

  /** One or several selectors joined by commas and `and`: "second and fourth", "top three", "2 to 4". */
  ranks(tokens: readonly Token[], at: number, end: number, and: PhraseTable, articles: PhraseTable = new Map()): readonly Reading<readonly Selector[]>[] {
    const readings: Reading<readonly Selector[]>[] = [];
    let found: readonly Selector[] = [];
    let next: number | null = at;
    // "numbers 2 and 4": the label counts for all of them.
    const labelled = this.#numbers.plurals.includes(wordAt(tokens, at, end));
    if (labelled) next = at + 1;
    while (next !== null && found.length < MOST_RANKS) {
      const one: Reading<Selector> | undefined = this.#selector(tokens, next, end) ?? (labelled ? this.#numbered(tokens, next, end) : undefined);
      if (one === undefined) break;
      found = [...found, one.value];
      readings.unshift({ value: found, end: one.end });
      const comma: number = wordAt(tokens, one.end, end) === "," ? one.end + 1 : one.end;
      const joined: number = phraseEnds(and, tokens, comma, end)[0] ?? comma;
      // "the second and the third", "my second and my third"
      const article: number = joined > one.end ? (phraseEnds(articles, tokens, joined, end)[0] ?? joined) : joined;
      next = joined > one.end ? article : null;
    }
    return readings;
  }

  /** "two hundred (and) …": what has been counted, where it ends (`whole`: without the "and"), and the unit counted in. */
  #hundreds(tokens: readonly Token[], at: number, end: number, below: number): (Reading<number> & { readonly whole: number; readonly unit: number }) | null {
    const { cardinals, hundreds } = this.#numbers;
    const [word, next] = [wordAt(tokens, at, end), wordAt(tokens, at + 1, end)];
    const factor = lookUp(hundreds.units, word) === undefined ? (hundreds.one.includes(word) ? 1 : (lookUp(cardinals, word) ?? 0)) : 1;
    const close = lookUp(hundreds.units, word) === undefined ? at + 2 : at + 1;
    const unit = lookUp(hundreds.units, close === at + 1 ? word : next);
    if (unit === undefined || unit >= below || factor < 1 || factor >= 10) return null;
    return { value: factor * unit, unit, whole: close, end: hundreds.and.includes(wordAt(tokens, close, end)) ? close + 1 : close };
  }

  /** A number, or a span of numbers, as ranks. */
  #numbered(tokens: readonly Token[], at: number, end: number): Reading<Selector> | undefined {
    const from = this.number(tokens, at, end)[0];
    if (from === undefined) return undefined;
    const to = this.#numbers.through.includes(wordAt(tokens, from.end, end)) ? this.number(tokens, from.end + 1, end)[0] : undefined;
    if (to !== undefined) return { value: { kind: "span", first: from.value, last: to.value }, end: to.end };
    return { value: { kind: "one", position: { from: "top", rank: from.value } }, end: from.end };
  }

  #selector(tokens: readonly Token[], at: number, end: number): Reading<Selector> | undefined {
    const word = wordAt(tokens, at, end);
    for (const [words, kind] of [[this.#numbers.first, "first"], [this.#numbers.last, "last"]] as const) {
      // "the last one" is one item.
      const count = words.includes(word) && !this.#numbers.units.includes(wordAt(tokens, at + 1, end)) ? this.number(tokens, at + 1, end)[0] : undefined;
      if (count !== undefined) return { value: { kind, count: count.value }, end: count.end };
    }
    const from = this.rank(tokens, at, end)[0];
    if (from === undefined) return undefined;
    if (from.value.from === "top" && this.#numbers.through.includes(wordAt(tokens, from.end, end))) {
      const to = this.rank(tokens, from.end + 1, end)[0] ?? this.number(tokens, from.end + 1, end).map((n) => ({ value: { from: "top", rank: n.value } as const, end: n.end }))[0];
      if (to?.value.from === "top") return { value: { kind: "span", first: from.value.rank, last: to.value.rank }, end: to.end };
    }
    return { value: { kind: "one", position: from.value }, end: from.end };
  }
}

function wordAt(tokens: readonly Token[], at: number, end: number): string {
  const token = at < end ? tokens[at] : undefined;
  return token === undefined || token.kind === "quote" ? "" : token.text;
}

function lookUp(table: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function bounded(digits: string): number {
  return Math.max(-LARGEST, Math.min(LARGEST, Number(digits)));
}
