import type { Position } from "../languages/language.ts";
import { listMarker } from "./list-marker.ts";
import type { Numerals } from "./numerals.ts";
import type { Pattern } from "./pattern.ts";
import { phraseEnds, type PhraseTable } from "./phrase-table.ts";
import type { Selector } from "./position.ts";
import type { Token } from "./token.ts";

/** A run of tokens: from `start` up to, not including, `end`. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** What the slots and flags of a form took in. */
export interface Captures {
  readonly ranges: Readonly<Record<string, TokenRange>>;
  readonly ranks: readonly Position[];
  readonly selectors: readonly Selector[] | null;
  readonly number: number | null;
  /** Flags of the form, and the names of the categories that matched. */
  readonly flags: readonly string[];
}

/** What a language's words mean, compiled. */
export interface Lexicon {
  readonly tables: Readonly<Record<string, PhraseTable>>;
  readonly numerals: Numerals;
}

/** Longest content of a slot, in tokens; `VALUES` is unbounded. Keeps matching linear in the message. */
const LONGEST: Readonly<Record<string, number>> = { TOPIC: 12, VALUE: 60, REF: 40, OTHER: 40, THIRD: 40, NOUN: 12, MORE: 60, PHRASE: 40, WORD: 1, NAME: 4 };
/** Most times that a repeated part is matched: nobody says "very" more often. Keeps the stack flat. */
const MOST_REPEATS = 8;
/** How far after a possessive its copula is looked for, in tokens. */
const MOST_WORDS = 12;
/** Slots of one item. */
const ITEMS: ReadonlySet<string> = new Set(["REF", "OTHER", "VALUE"]);
const EMPTY: Captures = { ranges: {}, ranks: [], selectors: null, number: null, flags: [] };

type Continue = (at: number, captures: Captures) => Captures | null;

/**
 * Matches a form against the tokens of a clause; slots take as few tokens as they can, tables the longest phrase first.
 *
 * @param whole whether the form must reach the end of the clause
 * @returns what the slots took, or null. Cost: linear in the clause for forms with one long slot; slots are bounded.
 */
export function matchPattern(pattern: Pattern, tokens: readonly Token[], clause: TokenRange, lexicon: Lexicon, whole: boolean): Captures | null {
  const { end } = clause;
  const step = (node: Pattern, at: number, captures: Captures, next: Continue): Captures | null => {
    switch (node.kind) {
      case "word": {
        const token = at < end ? tokens[at] : undefined;
        return token !== undefined && token.kind !== "quote" && token.text === node.name ? next(at + 1, captures) : null;
      }
      case "category": {
        const table = lexicon.tables[node.name];
        if (table === undefined) throw new Error(`no table <${node.name}>`);
        const named = { ...captures, flags: [...captures.flags, node.name] };
        return first(phraseEnds(table, tokens, at, end), (close) => next(close, named));
      }
      case "flag":
        return next(at, { ...captures, flags: [...captures.flags, node.name] });
      case "slot":
        return slot(node.name, at, captures, next);
      case "optional":
        return step(node.part, at, captures, next) ?? next(at, captures);
      case "repeat":
        return repeat(node.part, at, captures, next, MOST_REPEATS);
      case "choice":
        return first(node.parts, (part) => step(part, at, captures, next));
      case "sequence": {
        const from = (i: number, to: number, found: Captures): Captures | null => {
          const part = node.parts[i];
          return part === undefined ? next(to, found) : step(part, to, found, (after, more) => from(i + 1, after, more));
        };
        return from(0, at, captures);
      }
    }
  };
  const repeat = (part: Pattern, at: number, captures: Captures, next: Continue, left: number): Captures | null => {
    if (left === 0) return next(at, captures);
    return step(part, at, captures, (to, found) => (to > at ? repeat(part, to, found, next, left - 1) : null)) ?? next(at, captures);
  };
  const slot = (name: string, at: number, captures: Captures, next: Continue): Captures | null => {
    const { numerals, tables } = lexicon;
    if (name === "RANK") return first(numerals.rank(tokens, at, end), (read) => next(read.end, { ...captures, ranges: { ...captures.ranges, RANK: { start: at, end: read.end } }, ranks: [...captures.ranks, read.value] }));
    if (name === "NUMBER") return first(numerals.number(tokens, at, end), (read) => next(read.end, { ...captures, number: read.value }));
    if (name === "RANKS") return first(numerals.ranks(tokens, at, end, tables["and"] as PhraseTable, tables["before"]), (read) => next(read.end, { ...captures, ranges: { ...captures.ranges, RANKS: { start: at, end: read.end } }, selectors: read.value }));
    if (name === "MARKED") return opensList(tokens, at, end, numerals) ? slot("VALUES", at, captures, next) : null;
    const limit = Math.min(end, at + (LONGEST[name] ?? Number.POSITIVE_INFINITY));
    for (let close = at + 1; close <= limit; close += 1) {
      const token = tokens[close - 1] as Token;
      if ((name === "TOPIC" || name === "NOUN") && !maybeTopic(token, tables) && !(close - 2 >= at && endsInitials(tokens, close - 1)) && !(tables["infinitive"]?.has(tokens[close - 2]?.text ?? "") === true && close - 2 > at) && !(token.text === "'s" && close > at + 1 && close < limit && tokens[close]?.kind === "word")) return null;
      if (name === "TOPIC" && possessive(tokens, close, end, tables)) continue;
      if (ITEMS.has(name) && namesNothing(tokens, at, close, lexicon)) continue;
      if (name === "NAME" && token.kind !== "word" && token.kind !== "quote") return null;
      if (name === "WORD" && (token.kind !== "word" || token.capital)) return null;
      const found = next(close, { ...captures, ranges: { ...captures.ranges, [name]: { start: at, end: close } } });
      if (found !== null) return found;
    }
    return null;
  };
  return step(pattern, clause.start, EMPTY, (at, captures) => (whole && at < end ? null : captures));
}

/** "1) Hanabi 2) Skull": a sign that opens a list where no verb does. */
function opensList(tokens: readonly Token[], at: number, end: number, numerals: Numerals): boolean {
  const marker = listMarker(tokens, at, end, numerals, (to) => to);
  return marker?.rank === 1 && ["hash", "round", "both", "dot", "letter"].includes(marker.style);
}

/** "women's shoes are": an "'s" before a later copula is no copula itself. */
function possessive(tokens: readonly Token[], at: number, end: number, tables: Lexicon["tables"]): boolean {
  if (tokens[at]?.text !== "'s" || tokens[at + 1]?.kind !== "word") return false;
  for (let later = at + 2; later < Math.min(end, at + MOST_WORDS); later += 1) {
    if (tokens[later]?.text === ":" || tokens[later]?.text === "=") return true;
    if (tokens[later]?.text !== "'s" && phraseEnds(tables["be"] as PhraseTable, tokens, later, end).length > 0) return true;
  }
  return false;
}

/** "the", "my number", "item": the beginning of what names an item ("the last one", "my number 3"), and no item by itself. */
function namesNothing(tokens: readonly Token[], at: number, close: number, { tables, numerals }: Lexicon): boolean {
  const opens = (table: string): boolean => tokens[at]?.capital === false && tables[table]?.has(tokens[at]?.text ?? "") === true;
  // "a" alone may be a letter.
  const from = (opens("article") && tokens[at]?.text.length !== 1) || opens("my") ? at + 1 : at;
  const label = tokens[from];
  if (tokens[close]?.kind !== "word" && tokens[close]?.text !== ".") return false;
  if (from === close) return true;
  const next = tokens[close]?.text === "." ? close + 1 : close;
  const counts = label?.capital === false && (numerals.isLabel(label.text) || tables["unit"]?.has(label.text) === true);
  const only = from + 1 === close || (from + 2 === close && tokens[from + 1]?.text === ".");
  return only && counts && numerals.number(tokens, next, tokens.length).length > 0;
}

/** "U.S. state": a stop that ends initials, before a small letter. */
function endsInitials(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === "." && /\p{L}\.\p{L}$/u.test(tokens[at - 1]?.text ?? "") && tokens[at + 1]?.capital === false;
}

/** A topic is words: no signs, no line breaks, no verbs or pronouns of the grammar. */
function maybeTopic(token: Token, tables: Lexicon["tables"]): boolean {
  if (token.kind === "punct") return token.text === "&" || token.text === "/" || token.text === "'";
  return token.kind === "word" && tables["notTopic"]?.has(token.text) !== true;
}

function first<T>(options: readonly T[], attempt: (option: T) => Captures | null): Captures | null {
  for (const option of options) {
    const found = attempt(option);
    if (found !== null) return found;
  }
  return null;
}
