import { remembered } from "../../caches/bounded-cache.ts";
import { fold, isStopWord, words } from "../../text/words.ts";
import { stem } from "../../text/stem.ts";
import { GENERIC_WORDS } from "./plain-words.ts";
import WORDS from "./same-words.json" with { type: "json" };

/** What a heading, slug or name is about. */
export interface Concept {
  /** The folded words that say something, in the order of the name. */
  readonly words: readonly string[];
  /** Their stems with abbreviations written out, distinct and sorted, `+` between: equal keys mean the same concept. */
  readonly key: string;
  readonly stems: readonly string[];
  /** Of a name of one or two words: as if it were written as one, with its ending off ("bee keeping" and "beekeeping": `beekeep`); else empty. */
  readonly compact: string;
}

/**
 * Word → the one that stands for it: short forms, spellings, derivations that stemming doesn't join, and plain synonyms. Only words that mean the same
 * in nearly every heading.
 */
const SAME_WORD: ReadonlyMap<string, string> = new Map(
  Object.values<Readonly<Record<string, readonly string[]>>>(WORDS.same).flatMap((groups) =>
    Object.entries(groups).flatMap(([first, others]) => [first, ...others].map((word) => [word, first] as const)),
  ),
);

/** Whether a word is short for another, or another spelling of it ("hr", "ml"). */
export const isShort = (word: string): boolean => SAME_WORD.has(word);

/** Two words → the one that they are also written as. */
const JOINED: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.joined));

/** Names of products that capitals inside don't part. */
const BRANDS: ReadonlySet<string> = new Set(WORDS.brands);

/** Made when first asked for: a search that only shows names would wait some milliseconds for it. */
let generic: ReadonlySet<string> | null = null;

/** Numbering of files, headings and versions: `ch04`, `01`, `part2`, `3a`, `v2`, `rc1`. */
const NUMBERED =
  "ch|chap|chapter|part|pt|sec|section|appendix|lesson|day|week|unit|module|vol|step|ex|exercise|no|s|v|session|rc|beta|alpha|rev|ver|fig|p";
const NUMBERING = new RegExp(`^(?:${NUMBERED})?\\d+[a-z]?$`);
/** The same with a sign between: `sec-5.3`. */
const PARTED_NUMBERING = new RegExp(String.raw`(?<!\p{L})(${NUMBERED})[\s._-]+(?=\d)`, "giu");

/** A letter or a number by which names of a kind are told apart (`dep-a`, `Team 2`): not one that numbers parts, and no date. */
export const TOLD_APART = new RegExp(
  String.raw`(?<=(?<![\p{L}\d])(?!(?:${NUMBERED})[\s._-])\p{L}{2,})[\s._-]+(\p{L}|\d{1,3})(?![\p{L}\d.])`,
  "giu",
);

/**
 * Reads what a name is about: words without stop words, generic words ("notes", "overview"), numbering and dates.
 * @param name a heading, a file name without its extension, a slug
 * @example conceptOf("Overview of the Auth Migrations (2024)").key // "authent+migrat"
 */
export function conceptOf(name: string): Concept {
  const words: string[] = [];
  const stems = new Set<string>();
  let last = "";
  for (const word of joined(nameWords(name))) {
    const stemmed = stemOrNone(word);
    if (stemmed === null) continue;
    words.push(word);
    stems.add(stemmed);
    last = stemmed;
  }
  const sorted = [...stems].sort();
  const compact = words.length === 1 ? last : words.length === 2 ? stem(words.join("")) : "";
  return { words, key: sorted.join("+"), stems: sorted, compact };
}

/** Whether a text says one of these stems. Cost: a look-up a word, up to the first that does. */
export function speaksOf(text: string, stems: ReadonlySet<string>): boolean {
  for (const { text: word } of words(text)) {
    if (saidBy(word).some((stem) => stems.has(stem))) return true;
  }
  return false;
}

const MAX_REMEMBERED = 20_000;
const saidBy = remembered(MAX_REMEMBERED, (word) => conceptOf(word).stems);

/** The concept of a room's slug, in whose key also stands what tells it from others of its kind (`TOLD_APART`). */
function conceptOfSlug(slug: string): Concept {
  const concept = conceptOf(slug);
  const marks = [...slug.matchAll(TOLD_APART)].map(([mark]) => mark).join("");
  return concept.key === "" || marks === "" ? concept : { ...concept, key: concept.key + marks, compact: "" };
}

/** Reads slugs as `conceptOfSlug` does. */
export type SlugConcepts = (slug: string) => Concept;

/** `conceptOfSlug` for many. Cost: some 20 µs a new slug; keeps some 200 bytes for each of the last 20,000 to 40,000. */
export const slugConcepts = (): SlugConcepts => remembered(2 * MAX_REMEMBERED, conceptOfSlug);

/** Null for a word that says nothing. */
function stemOrNone(word: string): string | null {
  if (isStopWord(word) || NUMBERING.test(word)) return null;
  generic ??= new Set(GENERIC_WORDS.map(stem));
  const stemmed = stem(word);
  return generic.has(stemmed) ? null : stemOf(word, stemmed);
}

/** The folded words of a name; capitals inside a word and underscores part it too ("AuthMigration"). */
function nameWords(name: string): readonly string[] {
  if (/^[a-z]{2,}$/.test(name)) return [name];
  const parted = name
    .replace(/[\p{L}]+/gu, (word) =>
      BRANDS.has(word.toLowerCase()) ? word : word.replace(/(\p{Ll})(\p{Lu})(?=\p{Ll}{2})/gu, "$1 $2"),
    )
    .replace(PARTED_NUMBERING, "$1")
    .replace(/['’](?=s\b)/giu, " ")
    .replace(/(\p{L})['’](\p{L})/gu, "$1$2");
  return words(parted)
    .flatMap((word) => fold(word.text).split(" "))
    .filter((word) => word !== "s");
}

/** The stem of a word's group; "quarterly" goes with "quarter". */
function stemOf(word: string, stemmed: string): string {
  const other = SAME_WORD.get(word) ?? (word.length > 7 && word.endsWith("ly") ? word.slice(0, -2) : word);
  return other === word ? stemmed : stem(other);
}

function joined(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const pair = JOINED.get(`${words[i]} ${words[i + 1] ?? ""}`);
    kept.push(pair ?? (words[i] as string));
    if (pair !== undefined) i++;
  }
  return kept;
}
