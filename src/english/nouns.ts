import WORDS from "./noun-words.json" with { type: "json" };
import { fold, straight } from "./tokens.ts";

/** Plurals that follow no rule, with their singulars. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.irregular));
/** Words that are the same in both numbers. */
const INVARIANT: ReadonlySet<string> = new Set(WORDS.invariant);
/** Singulars that look like plurals. */
const SINGULARS: ReadonlySet<string> = new Set(WORDS.singulars);
/**
 * From plural to singular, by the ending, in order of trial. `except`: words that take another ending in the singular; one with `*` before it stands
 * for all that end so.
 */
const RULES: readonly {
  readonly plural: string;
  readonly singular: string;
  readonly except?: { readonly ending: string; readonly words: readonly string[] };
}[] = WORDS.rules;
/** From singular to plural, by the ending, in order of trial. */
const PLURALS: readonly (readonly [singular: string, plural: string])[] = Object.entries(WORDS.plurals);
const VARIANTS: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.variants));
const SYNONYMS: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.synonyms));
/** Words that people shorten, or have another one for: either names the other, but each is kept as it was said. */
const SHORT: readonly (readonly [short: string, whole: string])[] = Object.entries(WORDS.short);
/** Words that end the head of a phrase. */
const LINKS: ReadonlySet<string> = new Set(WORDS.links);

export interface Topic {
  /** Equal for topics that are the same: number, case, spelling variants and built-in synonyms don't count; modifiers do. */
  readonly key: string;
  /** As shown: in the singular, in the spelling used. */
  readonly name: string;
  /** Whether it was said in a plural that shows; "series" doesn't, its verb does. */
  readonly plural: boolean;
}

/** Longest topic, in characters. */
export const LONGEST_TOPIC = 200;

/**
 * The singular of a noun; a singular comes back as it is.
 * @param word in lower case
 * @example singular("movies") // "movie"
 */
function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (INVARIANT.has(word) || SINGULARS.has(word)) return word;
  for (const rule of RULES) {
    if (!word.endsWith(rule.plural) || word.length < rule.plural.length + 2 - Math.min(rule.plural.length - 1, 1))
      continue;
    const isOther = rule.except?.words.some((one) =>
      one.startsWith("*") ? word.endsWith(one.slice(1)) : word === one,
    );
    return word.slice(0, -rule.plural.length) + (isOther === true ? rule.except?.ending : rule.singular);
  }
  return word;
}

/** Words in -s of running text that are no plurals, or whose plural is their name; the endings of others. */
const NO_PLURAL: ReadonlySet<string> = new Set(WORDS.noPlural);
const NO_PLURAL_END = /(?:ss|us|is|ics|js|selves)$/u;

/**
 * The singular of a word of running text, which needn't be a noun: "always", "postgres" and "physics" stay as they are.
 * @param word in lower case
 */
export const singularOfWord = (word: string): string =>
  word.length < 4 || !word.endsWith("s") || NO_PLURAL_END.test(word) || NO_PLURAL.has(word) ? word : singular(word);

/** The plural of a singular noun, for display. @example plural("quiz") // "quizzes" */
function plural(word: string): string {
  if (INVARIANT.has(word)) return word;
  const rule = PLURALS.find(([end]) => word.endsWith(end));
  return rule === undefined ? word : word.slice(0, word.length - rule[0].length) + rule[1];
}

/**
 * The topic that a noun phrase names: the whole phrase. Only its head changes with number: "kinds of pasta" is "kind of pasta".
 * @param least whether it is about what is liked least, which is a topic of its own
 * @example topicOf("Board Games") // { key: "board game", name: "board game", plural: true }
 */
export function topicOf(phrase: string, least = false): Topic {
  const bare = fold(phrase)
    .replace(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f]*/gu, " ")
    .trim();
  const words = (bare === "" ? fold(phrase) : bare)
    .replace(/[*_`"“”]+/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .split(" ");
  const spoken = words.flatMap((word) => (VARIANTS.get(word) ?? word).split(" "));
  const one = singularPhrase(spoken).join(" ");
  const key = SYNONYMS.get(one) ?? one;
  const foreign =
    words.length > 1 &&
    words.some((word) => /[^\u0020-\u007e]/u.test(word)) &&
    words.every((word) => singular(word) !== word);
  const before = least ? "least favorite " : "";
  const shown = singularPhrase(words);
  const typed = straight(phrase.normalize("NFKC")).split(/\s+/u);
  // Of a heading, and of a sentence's first word, a capital says nothing.
  const isNamed = (one: string, i: number): boolean =>
    isBrand(one) || (/^\p{Lu}/u.test(one) && (i > 0 || capitals > 1) && capitals < typed.length);
  const capitals = typed.filter((one) => /^\p{Lu}/u.test(one)).length;
  const name = (foreign ? words : shown).map((word, i) => {
    const as = typed.find((one) => one.toLowerCase().startsWith(word) && isNamed(one, i));
    return as?.slice(0, word.length) ?? word;
  });
  return { key: before + key, name: before + name.join(" "), plural: shown.join(" ") !== words.join(" ") };
}

/** Whether a word is written as a name or an initialism: "ThinkPad", "X1", "IBAN". */
const isBrand = (word: string): boolean => /\p{Lu}.*[\p{Lu}\d]|\p{Ll}\p{Lu}/u.test(word);

/** A topic in the plural, for display. @example pluralTopic("kind of pasta") // "kinds of pasta" */
export function pluralTopic(name: string): string {
  const words = name.split(" ");
  const head = headOf(words);
  if (!/^[a-z'-]+$/iu.test(words[head] ?? "")) return name;
  return words.map((word, i) => (i === head ? plural(word) : word)).join(" ");
}

/** Index of the word that carries number: the last before the first link. */
function headOf(words: readonly string[]): number {
  const link = words.findIndex((word, i) => i > 0 && LINKS.has(word));
  return (link < 0 ? words.length : link) - 1;
}

function singularPhrase(words: readonly string[]): readonly string[] {
  const head = headOf(words);
  return words.map((word, i) => (i === head ? singular(word) : word));
}

/** A key, and the same with a word shortened or whole, and with the first as an owner without its apostrophe: "dogs chip". */
export function spellings(key: string): readonly string[] {
  const swapped = (from: string, to: string): string =>
    key
      .split(" ")
      .map((word) => (word === from ? to : word))
      .join(" ");
  const others = SHORT.flatMap(([short, whole]) => [swapped(short, whole), swapped(whole, short)]);
  const number = /^\p{L}{3,}s /u.test(key)
    ? key.replace(/^(\p{L}+)s /u, "$1 ")
    : key.replace(/^(\p{L}{3,})(?= )/u, "$1s");
  return [...new Set([key, number, ...others])];
}

/** What a thing's name or number is called beside the thing. */
export const ASPECT = /(?<= )(?:name|date|time|day|number|address)$/u;

/** Keys under which what is asked for may stand: "wife name" for "wife", "standup" for "standup time". */
export function alternatives(key: string): readonly string[] {
  const shorter = key.replace(ASPECT, "").trimEnd();
  return [
    key,
    ...(shorter === key ? ["name", "date", "time", "number", "day"].map((word) => `${key} ${word}`) : [shorter]),
  ];
}

/** Keys that say nothing by themselves: of these a line or a sentence states nothing. */
export const GENERAL: ReadonlySet<string> = new Set(WORDS.general);

/** Of these one's own may be named: "my car is a Volvo". */
export const OWNED = /^(?:car|house|room|book|song|game|film|movie|show|server|site|dog|bus|train|flight)$/u;

/** Keys that "the" suffices for with a plain name: there is one of each. */
export const ONE_OF = new RegExp(`(?:${WORDS.oneOf.join("|")})$`, "u");

/** Roles and relations, which somebody's name holds. */
export const PERSON = new RegExp(`(?:^| )(?:${WORDS.person.join("|")})(?:-in-law)?$`, "u");

/** Origins, beliefs and states, which are no names of what they stand for. */
export const NATIONAL = new RegExp(
  String.raw`^(?:\p{Lu}\p{L}+(?:ian|ese|ish|can)|French|German|Dutch|Greek|Czech|Swiss|Thai|Jewish|` +
    String.raw`Catholic|Muslim|Christian|Buddhist|Hindu|Republican|Democrat|Delayed|Late|Ready|Done|Broken|` +
    String.raw`Closed|Canceled|Cancelled|Great|Good|Bad|Fine|Ok|OK|Amazing|Awesome|Terrible|Perfect)$`,
  "u",
);

/** Keys of which a common noun may be the value. */
export const COMMON = new RegExp(`(?:^| )(?:${WORDS.common.join("|")})$`, "u");

/** What holds a code, so that a value with a digit needs no word of whose it is: "printer code is 0077". */
export const CODE = /(?:^| )(?:code|password|passcode|pin|id|number|token)$/iu;

export const PASSING =
  /(?:^| )(?:error|status|exit|return|response|line|page|issue|step|phase|build|ticket|zip|area|country)(?: |$)/iu;

/** Topics of which a bare number is one. */
export const COUNTED =
  /(?:number|digit|year|integer|prime|channel|route|bus|highway|room|issue|jersey|version|time|age|size)$/u;

/** Topics of which a word in -ing is one: "my favorite sport is swimming". */
export const ACTIVITY = new RegExp(`(?:${WORDS.activity.join("|")})$`, "u");
