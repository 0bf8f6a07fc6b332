import { fold } from "./fold.ts";
import { transliterate } from "./transliterate.ts";

/** Longest slug in characters. */
const LONGEST = 60;

/**
 * A name for a wing or room: lower case, words joined by hyphens, transliterated to Latin letters as far as a table goes (see
 * `transliterate`; Chinese characters, katakana, Hebrew, Arabic and scripts without a table stay as they are), without dates, at most 60
 * characters, cut between words where there is one. Empty when nothing is left. Idempotent.
 *
 * @example slug("Café notes, 7 May 2023") // "cafe-notes"
 */
export function slug(text: string): string {
  const words = (fold(text).replace(/['’`]/g, "").match(WORD) ?? []).map((word) =>
    KEPT_SCRIPT.test(word) ? word : fold(transliterate(word)),
  );
  return shorten(withoutDates(words).join("-"));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/**
 * A word with Chinese characters keeps its kana: half a reading is none. One in katakana keeps its script as well, and so do Hebrew and Arabic,
 * which write consonants alone: nobody reads them back.
 */
const KEPT_SCRIPT = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hebrew}\p{Script=Arabic}]/u;

const YEAR = /^(?:19|20)\d\d$/;
const MONTH_NUMBER = /^(?:0?[1-9]|1[0-2])$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:t\d{4,6}z?)?$/;
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
  const code = whole.charCodeAt(LONGEST - 1);
  return whole.slice(0, code >= 0xd800 && code < 0xdc00 ? LONGEST - 1 : LONGEST);
}
