import { singularOfWord } from "../../english/nouns.ts";
import { IRREGULAR } from "../../english/noun-words.ts";
import { slug } from "../../text/slug.ts";

/** User-defined topical halls: keywords by hall (`palace.hall_keywords`), ready to be matched. */
export interface TopicalHalls {
  /** The halls whose keywords stand in the text, as they are stored, sorted. */
  readonly of: (text: string) => readonly string[];
}

/**
 * Prepares the keywords of topical halls. A keyword is a word or phrase, matched without case at word boundaries
 * in any script; an English one also in its other forms ("bug" takes "bugs", "deploy" takes "deployed"). An empty list of keywords never matches.
 *
 * @param keywords hall → keywords, as `palace.hall_keywords` has it
 * @example topicalHalls({ family: ["kids", "grandma"] }).of("The kids are asleep.") // ["family"]
 */
export function topicalHalls(keywords: Readonly<Record<string, readonly string[]>>): TopicalHalls {
  const halls = Object.entries(namedHalls(keywords))
    .map(([hall, words]) => ({ hall, words: words.map((word) => word.trim()).filter((word) => word !== "") }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => (a.hall < b.hall ? -1 : 1))
    .map(({ hall, words }) => ({
      hall,
      starts: words.every((word) => ENGLISH.test(word)) ? words.flatMap(startsOf) : null,
      keyword: `(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`,
    }))
    .map((one) => ({ ...one, here: new RegExp(one.keyword, "iuy"), anywhere: new RegExp(one.keyword, "iu") }));
  const starts = [...new Set(halls.flatMap((hall) => hall.starts ?? []))].sort();
  // Where one begins with another, the shorter is found.
  const startingWith = new Map(
    starts.map((start) => [start, halls.filter((hall) => hall.starts?.some((one) => one.startsWith(start)) === true)]),
  );
  const anyStart = starts.length === 0 ? null : new RegExp(starts.map(literal).join("|"), "g");
  return {
    of(text) {
      const lower = text.toLowerCase();
      const found = new Set(
        halls.filter(
          ({ starts, anywhere }) => (starts === null || lower.length !== text.length) && anywhere.test(text),
        ),
      );
      if (anyStart === null) return named(found);
      anyStart.lastIndex = 0;
      for (let match = anyStart.exec(lower); match !== null; match = anyStart.exec(lower)) {
        for (const hall of startingWith.get(match[0]) ?? []) {
          hall.here.lastIndex = match.index;
          if (!found.has(hall) && hall.here.test(text)) found.add(hall);
        }
        // One may begin inside another.
        anyStart.lastIndex = match.index + 1;
      }
      return named(found);
    },
  };
}

function named(halls: ReadonlySet<{ readonly hall: string }>): readonly string[] {
  return halls.size === 0 ? [] : [...halls].map(({ hall }) => hall).sort();
}

/** Keywords whose beginnings are looked for in the whole text at once, a fifth of the work of looking for each hall's. */
const ENGLISH = /^[\x21-\x7e]+(?:\s+[\x21-\x7e]+)*$/;

/** What a keyword in any of its forms begins with. */
function startsOf(keyword: string): readonly string[] {
  const [first = ""] = keyword.toLowerCase().split(/\s+/u);
  if (!/^[a-z]{3,}$/.test(first)) return [first];
  const word = singularOfWord(first);
  return [first, word.replace(/[ye]$/, ""), ...irregularPlurals(word)];
}

function irregularPlurals(word: string): readonly string[] {
  return [...IRREGULAR].flatMap(([plural, singular]) => (singular === word ? [plural] : []));
}

/** As a pattern, with any run of white space where the keyword has one. A hyphen stays as it is: escaped, it is no valid pattern. */
function escaped(word: string): string {
  return word
    .split(/\s+/u)
    .map((part) => (/^[a-z]{3,}$/iu.test(part) ? forms(part.toLowerCase()) : literal(part)))
    .join("\\s+");
}

function literal(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** An English word in the forms that it may have, regular ones by their endings: some that nobody writes do no harm. */
function forms(given: string): string {
  const word = singularOfWord(given);
  const last = word.slice(-1);
  const regular = /[^aeiou]y$/u.test(word)
    ? `${word.slice(0, -1)}(?:y|y['’]s|ies|ied|ying)`
    : last === "e"
      ? `${word.slice(0, -1)}(?:e|es|e['’]s|ed|ing)`
      : `${word}(?:s|es|['’]s|${/[^aeiou][aeiou][bdglmnprt]$/u.test(word) ? `${last}?` : ""}(?:ed|ing))?`;
  return `(?:${[given, regular, ...irregularPlurals(word)].join("|")})`;
}

/**
 * Keywords by the names under which halls are stored and filtered by: "Family Life" is `family-life`. Those of halls that come to one name are put
 * together; a name of which nothing is left is no hall.
 *
 * @param keywords hall → keywords, as `palace.hall_keywords` has it
 * @returns the same keys in the same order where every name is a slug already
 */
export function namedHalls(
  keywords: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const named = new Map<string, readonly string[]>();
  for (const [hall, words] of Object.entries(keywords)) {
    const name = hallName(hall);
    if (name !== "") named.set(name, [...(named.get(name) ?? []), ...words]);
  }
  return Object.fromEntries(named);
}

/** A hall as it is stored: `hall_facts`, `Facts` and `facts` are one. */
export function hallName(name: string): string {
  return slug(name.replace(/^\s*hall[_-](?=.)/i, ""));
}
