import type { Numerals } from "./numerals.ts";
import type { Token } from "./token.ts";

/** A sign that opens an item: "1)", "2.", "#3", "(4)", "b)", "first:", "- ". */
export interface ListMarker {
  /** Markers of one list share a style. */
  readonly style: "hash" | "round" | "both" | "dot" | "colon" | "dash" | "letter" | "initial" | "roman" | "ordinal" | "bullet" | "bare";
  /** Null for a bullet. */
  readonly rank: number | null;
  readonly start: number;
  /** Where the item begins. */
  readonly end: number;
}

const SIGNS: Readonly<Record<string, ListMarker["style"]>> = { ")": "round", "）": "round", ".": "dot", "．": "dot", ":": "colon", "：": "colon", "-": "dash", "–": "dash", "—": "dash" };
const ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
/** Words that part an ordinal from its item, beside the copula. */
const AFTER_ORDINAL = new Set([":", "：", "-", "–", "—", ")", ".", ","]);

/**
 * The list marker that stands at a token, if one does. Whether it is meant as one is decided by its company
 * (`split-values.ts`): "10:30" is one word and never a marker, "7 Wonders" has no sign after its number.
 *
 * @param copula where a copula that begins at a token ends, or that token
 */
export function listMarker(tokens: readonly Token[], at: number, end: number, numerals: Numerals, copula: (at: number) => number): ListMarker | null {
  const token = tokens[at];
  if (token === undefined || token.kind === "quote" || at >= end) return null;
  const { text } = token;
  const next = at + 1 < end ? tokens[at + 1] : undefined;
  const made = (style: ListMarker["style"], rank: number | null, close: number): ListMarker => ({ style, rank, start: at, end: close });
  if (/^#\d+$/u.test(text)) {
    const signed = next !== undefined && SIGNS[next.text] !== undefined ? at + 2 : at + 1;
    return made("hash", Number(text.slice(1)), copula(signed));
  }
  if ((text === "(" || text === "（") && (tokens[at + 2]?.text === ")" || tokens[at + 2]?.text === "）") && at + 2 < end && next !== undefined) {
    const rank = /^\d{1,5}$/u.test(next.text) ? Number(next.text) : letterRank(next.text);
    return rank === null ? null : made("both", rank, at + 3);
  }
  if (text === "-" && lineStart(tokens, at)) return made("bullet", null, at + 1);
  const sign = next === undefined || next.kind !== "punct" ? undefined : SIGNS[next.text];
  if (/^\d{1,5}$/u.test(text)) {
    if (sign !== undefined && (sign !== "dash" || next?.spaced === true || tokens[at + 2]?.spaced === true)) return made(sign, Number(text), at + 2);
    return next?.kind === "word" || next?.kind === "quote" ? made("bare", Number(text), at + 1) : null;
  }
  const roman = ROMAN.indexOf(text) + 1;
  if (roman > 0 && (sign === "round" || (sign === "dot" && lineStart(tokens, at)))) return made("roman", roman, at + 2);
  if (/^[a-z]$/u.test(text) && (sign === "round" || (sign === "dot" && lineStart(tokens, at)))) return made("letter", letterRank(text), at + 2);
  if (/^[a-z]$/u.test(text) && token.capital && sign === "dot" && next?.spaced === false) return made("initial", letterRank(text), at + 2);
  const ordinal = numerals.rank(tokens, at, end)[0];
  if (ordinal?.value.from !== "top" || token.capital === (tokens[ordinal.end]?.capital ?? false) && token.capital && !AFTER_ORDINAL.has(tokens[ordinal.end]?.text ?? "")) return null;
  // "1st – Forth": a name that ends its line opens no item.
  const after = tokens[ordinal.end];
  if (token.capital && (after === undefined || ordinal.end >= end || after.kind === "line" || after.kind === "blank")) return null;
  const close = AFTER_ORDINAL.has(tokens[ordinal.end]?.text ?? "") ? ordinal.end + 1 : copula(ordinal.end);
  return made("ordinal", ordinal.value.rank, close);
}

function letterRank(text: string): number | null {
  return /^[a-z]$/u.test(text) ? text.charCodeAt(0) - 96 : null;
}

/** Whether a token is the first of its line. */
export function lineStart(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before === undefined || before.kind === "line" || before.kind === "blank";
}
