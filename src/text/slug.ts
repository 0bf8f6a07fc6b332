import { fold } from "./words.ts";

/** Longest slug in characters. */
const LONGEST = 60;

/**
 * A name for a wing or room: lower case, words joined by hyphens, in its own script as its people read it ("рецепты", "れしぴ"), Latin letters
 * without accents, without dates, at most 60 characters, cut between words where there is one. Empty when nothing is left. Idempotent.
 * @example slug("Café notes, 7 May 2023") // "cafe-notes"
 */
export function slug(text: string): string {
  const words = fold(text).replace(/['’`]/g, "").match(WORD) ?? [];
  return shorten(withoutDates(words).join("-")).replace(FINAL_SIGMA, "ς");
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Folding writes it as any other sigma. */
const FINAL_SIGMA = /(?<=\p{L})σ(?![\p{L}\p{M}])/gu;

const YEAR = /^(?:19|20)\d\d$/;
const MONTH_NUMBER = /^(?:0?[1-9]|1[0-2])$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:t?\d{4}(?:\d\d)?z?)?$/;
const MONTH_NAME =
  /^(?:jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october|nov|november|dec|december)$/;

/** Orders in which dates are written. A month name alone or a year alone is a word like any other. */
const DATES: readonly (readonly RegExp[])[] = [
  [YEAR, MONTH_NUMBER, DAY],
  [DAY, MONTH_NUMBER, YEAR],
  [MONTH_NUMBER, DAY, YEAR],
  [MONTH_NAME, DAY, YEAR],
  [DAY, MONTH_NAME, YEAR],
  [YEAR, MONTH_NAME, DAY],
  [MONTH_NAME, YEAR],
  [YEAR, MONTH_NAME],
  [YEAR, /^(?:0[1-9]|1[0-2])$/],
  [MONTH_NAME, DAY],
  [DAY, MONTH_NAME],
  [COMPACT],
];

const FIGURE = /\d/;

/** Takes dates away until none is left: what a date stood between may be one too. */
function withoutDates(words: readonly string[]): readonly string[] {
  // Every order has figures in it, and few names do.
  if (!words.some((word) => FIGURE.test(word))) return words;
  const kept: string[] = [...words];
  for (let i = 0; i < kept.length;) {
    const date = DATES.find((order) => order.every((part, k) => part.test(kept[i + k] ?? "")));
    if (date === undefined) {
      i++;
      continue;
    }
    kept.splice(i, date.length);
    i = Math.max(0, i - 2);
  }
  return kept;
}

function shorten(whole: string): string {
  if (whole.length <= LONGEST) return whole;
  const head = whole.slice(0, LONGEST + 1);
  const cut = head.lastIndexOf("-");
  if (cut > 0) return head.slice(0, cut);
  // One long word: not through a pair of surrogates.
  return whole.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
}
