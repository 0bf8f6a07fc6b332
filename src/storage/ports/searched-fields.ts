import type { Drawer } from "../../model/drawer.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { withLetters, words } from "../../text/words.ts";

/**
 * Two words with one hyphen; a number in groups of three, as any country writes it; the day of a moment in time. Not as parts of what is longer: a path, an
 * identifier, a fraction.
 */
const JOINED = new RegExp(
  String.raw`(?<![-_./\\@:,\w\u00c0-\u1fff])(?:([A-Za-z\u00c0-\u024f\u0370-\u052f]+)-` +
    String.raw`([A-Za-z\u00c0-\u024f\u0370-\u052f]+)(?![-_./\\@:]?[\w\u00c0-\u1fff])` +
    String.raw`|(\d{1,3}(?:,\d{3})+(?!,?\d)|\d{1,3}(?:\.\d{3})+(?!\.?\d)` +
    String.raw`|\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?!['’\u00a0\u202f]?\d))|(\d{4}-\d\d-\d\d)T\d\d:\d\d)`,
  "g",
);

/** Stands in each match of that: compiling the whole takes a first search longer than reading its texts. */
const MAY_JOIN = /[A-Za-z\u00c0-\u052f]-[A-Za-z\u00c0-\u052f]|\d[,.'’\u00a0\u202f]\d{3}|\dT\d/;
const BETWEEN_GROUPS = /\D/g;

/**
 * What of a text people also write in another way that no cutting into words finds: "Wi-Fi" as wifi, "2,000" (2.000, 2’000) as 2000, the day of
 * "2024-05-10T03:12:44Z", and letters as they are where TeX or HTML wrote them as commands. A text to be searched beside the text itself; mostly empty.
 * Cost: linear; one pass that stops at few places.
 */
export function joinedWords(text: string): string {
  const written = withLetters(text);
  const there = new Set(written === text ? [] : words(text).map((word) => word.text));
  const lettered = written === text ? [] : words(written).filter((word) => !there.has(word.text));
  let joined = lettered.map((word) => ` ${word.text}`).join("");
  // What is written in two ways has a hyphen or figures; to see that most texts have neither takes a tenth of looking for it.
  if ((!text.includes("-") && !/\d/.test(text)) || !MAY_JOIN.test(text)) return joined.slice(1);
  for (const [, first = "", second = "", number = "", day = ""] of text.matchAll(JOINED))
    joined += ` ${first}${second}${number.replace(BETWEEN_GROUPS, "")}${day}`;
  return joined.slice(1);
}

/** The texts that the lexical retriever indexes, by field. */
export interface SearchedFields {
  readonly heading: string;
  readonly content: readonly string[];
  readonly breadcrumb: readonly string[];
}

/**
 * What of a drawer is searched lexically, the same for every engine: the heading; the text and the caption; the
 * breadcrumb above the heading (its last element is left out when it is the heading itself, which would count twice)
 * behind the names of its file.
 * What of the texts others write in another way follows them (see `joinedWords`).
 * Each string is cut into terms on its own, so a phrase never reaches from one into the next.
 */
export function searchedFields(drawer: Omit<Drawer, "id">): SearchedFields {
  const path = drawer.breadcrumb;
  const above = path.length > 0 && path[path.length - 1] === drawer.heading ? path.slice(0, -1) : path;
  const texts = drawer.caption === null ? [drawer.text] : [drawer.text, drawer.caption];
  const joined = texts.map(joinedWords).filter((words) => words !== "");
  return {
    heading: drawer.heading,
    content: joined.length === 0 ? texts : [...texts, ...joined],
    breadcrumb: [...drawer.names, ...above],
  };
}

/** The terms of each searched text of a drawer, with the field that it belongs to, in the order in which they are indexed. */
export function* searchedTerms(
  drawer: Omit<Drawer, "id">,
): Generator<readonly [field: keyof SearchedFields, terms: readonly string[]]> {
  const { heading, content, breadcrumb } = searchedFields(drawer);
  yield ["heading", indexTerms(heading)];
  for (const text of content) yield ["content", indexTerms(text)];
  for (const text of breadcrumb) yield ["breadcrumb", indexTerms(text)];
}

/** Whether a drawer holds a sequence of terms, contiguous within one of its texts. */
export function holdsSequence(texts: Iterable<readonly string[]>, sequence: readonly string[]): boolean {
  for (const terms of texts)
    for (
      let start = terms.indexOf(sequence[0] as string);
      start >= 0;
      start = terms.indexOf(sequence[0] as string, start + 1)
    )
      if (sequence.every((term, i) => terms[start + i] === term)) return true;
  return false;
}

/** Term-frequency saturation and length normalisation of BM25, the constants of FTS5's `bm25()`. */
export const K1 = 1.2;
const B = 0.75;

/**
 * Drawers without any term of the question that each collection counts as having beside its own: a word that two of four notes hold
 * isn't common for that. Chosen on the near misses of `evals/relevance/twins.jsonl`, in projects of 2 to 10 notes.
 */
export const UNSEEN_DRAWERS = 20;

/**
 * Inverse document frequency as FTS5's `bm25()` has it, with `UNSEEN_DRAWERS` (U) more: ln((N + U − n + 0.5) / (n + 0.5)), and 1e-6 where that
 * is ≤ 0, so that a term in more than half of all drawers still counts for a little.
 * @param n drawers that hold the term
 * @param total drawers in all
 * @example idf(1, 3) // ln(22.5 / 1.5) = 2.708…
 */
export function idf(n: number, total: number): number {
  const value = Math.log((total + UNSEEN_DRAWERS - n + 0.5) / (n + 0.5));
  return value > 0 ? value : 1e-6;
}

/**
 * The saturated share of one term, to be multiplied by weight and idf.
 * @param tf field-weighted occurrences; 0 gives 0
 * @param length terms in the text; @param average mean length of such texts; 0 counts as "no normalisation"
 */
export function saturation(tf: number, length: number, average: number): number {
  if (tf === 0) return 0;
  const relative = average > 0 ? length / average : 1;
  return (tf * (K1 + 1)) / (tf + K1 * (1 - B + B * relative));
}
