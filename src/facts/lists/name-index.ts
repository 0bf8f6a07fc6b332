import type { FactItem } from "../../storage/ports/fact-store.ts";

/** Which item of a list a spelling names. */
export type Resolution =
  | { readonly kind: "exact" | "part"; readonly item: FactItem }
  | { readonly kind: "ambiguous"; readonly items: readonly FactItem[] }
  | { readonly kind: "none" };

/** Articles that a title may drop when it is named: "Matrix" for "The Matrix". */
const ARTICLE = /^(?:the|a|an|el|la|los|las)\s+/u;

/**
 * Names of the items of a list. A spelling names the equal item, else the one of which it is a structural part: a title without its subtitle, series,
 * bracketed note or article. A plain prefix or substring names nothing, for "Iron Man" is not "Iron Man 2".
 * Cost: linear in the list, once; then a lookup each.
 * @example nameIndex([starTrek])("First Contact") // { kind: "part", item: "Star Trek: First Contact" }
 */
export function nameIndex(items: readonly FactItem[]): (spelling: string) => Resolution {
  const exact = new Map(items.map((item) => [item.key, item]));
  let parts: ReadonlyMap<string, readonly FactItem[]> | null = null;
  return (spelling) => {
    const key = valueKey(spelling);
    const item = exact.get(key);
    if (item !== undefined) return { kind: "exact", item };
    parts ??= byPart(items);
    const named = parts.get(key) ?? [];
    if (named.length > 1) return { kind: "ambiguous", items: named };
    return named[0] === undefined ? { kind: "none" } : { kind: "part", item: named[0] };
  };
}

function byPart(items: readonly FactItem[]): ReadonlyMap<string, readonly FactItem[]> {
  const parts = new Map<string, FactItem[]>();
  for (const item of items) {
    for (const part of new Set(structuralParts(item.key))) parts.set(part, [...(parts.get(part) ?? []), item]);
  }
  return parts;
}

function structuralParts(key: string): readonly string[] {
  const around = key.split(/:\s+|\s+[-–—|]\s+/u);
  const withoutNote = key.replace(/\s*[([][^()[\]]*[)\]]$/u, "");
  return [...around, withoutNote, key.replace(ARTICLE, "")].map(valueKey).filter((part) => part !== "" && part !== key);
}

/**
 * Items of a list as commands and questions call them, which speak of what is there: as `nameIndex`, else the one item whose last words they are,
 * with or without accents: "Marquez" for "Gabriel García Márquez". Statements don't use it, for what they name may be new: "Blue" beside "Kind of
 * Blue". First words call nothing: "Iron Man" is not "Iron Man 2". Cost: as `nameIndex`; a spelling that is no name looks through the list.
 * @example callIndex([tolkien])("Tolkien") // { kind: "part", item: "J.R.R. Tolkien" }
 */
export function callIndex(items: readonly FactItem[]): (spelling: string) => Resolution {
  const find = nameIndex(items);
  return (spelling) => {
    const found = find(spelling);
    const key = valueKey(spelling);
    // A number is a place; a single letter ends too much.
    if (found.kind !== "none" || !/\p{L}{2}/u.test(key)) return found;
    const last = unmarked(key);
    const called = items.filter((item) => {
      const name = unmarked(item.key);
      return name === last || name.endsWith(` ${last}`) || name.endsWith(`.${last}`);
    });
    if (called.length > 1) return { kind: "ambiguous", items: called };
    return called[0] === undefined ? found : { kind: "part", item: called[0] };
  };
}

/** A key without accents, as it is typed in a hurry. */
const unmarked = (key: string): string => key.normalize("NFD").replace(/\p{M}/gu, "");

/** What surrounds a value or ends it without being part of it: quotes, sentence punctuation, spaces. */
const EDGE = /[\s"'`«»‹›“”„‟‘‚‛「」『』.,;:!?…。、，；：！？]/u;
/** Characters that show nothing: zero-width spaces, direction marks, soft hyphens, byte order marks, variation selectors. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/gu;

/**
 * The key that two spellings of one value share: NFKC, case, kinds of quotes, runs of spaces, edge punctuation and
 * invisible characters don't count; everything else does. Idempotent. A value of marks only is its own key.
 * @example valueKey("“Reese’s.” ") === valueKey("reese's") // true
 */
export function valueKey(value: string): string {
  const folded = caseless(value)
    .replace(INVISIBLE, "")
    .replace(/[’‘‛ʼ＇]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[‐‑]/gu, "-")
    .replace(/\s+/gu, " ");
  const bare = withoutEdges(folded);
  return bare === "" ? folded.trim() : bare;
}

/** The text between the marks at its ends. */
function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start++;
  while (end > start && EDGE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Case folding by way of the upper case, so that ß and ss, ς and σ meet; NFKC last, since folding can undo it. */
const caseless = (value: string): string =>
  value
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0307/gu, "")
    .normalize("NFKC");
