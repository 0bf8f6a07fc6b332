import type { FactItem } from "../../storage/ports/fact-store.ts";
import { valueKey } from "./value-key.ts";

/** Which item of a list a spelling names. */
export type Resolution =
  | { readonly kind: "exact" | "part"; readonly item: FactItem }
  | { readonly kind: "ambiguous"; readonly items: readonly FactItem[] }
  | { readonly kind: "none" };

/** Articles that a title may drop when it is named: "Matrix" for "The Matrix". */
const ARTICLE = /^(?:the|a|an|el|la|los|las)\s+/u;

/** Pictures set apart before or after a name. */
const PICTURES =
  /^(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?)+\s+|\s+(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?)+$/gu;

/**
 * Names of the items of a list. A spelling names the equal item, then the one that the user's alias gives; else the one
 * of which it is a structural part: a title without its subtitle, series, bracketed note or article, a name
 * without the emoji beside it. A plain prefix
 * or substring names nothing, for "Iron Man" is not "Iron Man 2".
 *
 * @param aliasOf the item key that the user's own alias gives for a spelling's key, or null
 * Cost: linear in the list, once; then a lookup each.
 * @example nameIndex([starTrek], () => null)("First Contact") // { kind: "part", item: "Star Trek: First Contact" }
 */
export function nameIndex(
  items: readonly FactItem[],
  aliasOf: (key: string) => string | null,
): (spelling: string) => Resolution {
  const exact = new Map(items.map((item) => [item.key, item]));
  let parts: ReadonlyMap<string, readonly FactItem[]> | null = null;
  return (spelling) => {
    const key = valueKey(spelling);
    const alias = exact.has(key) ? null : aliasOf(key);
    const item = exact.get(key) ?? (alias === null ? undefined : exact.get(alias));
    if (item !== undefined) return { kind: "exact", item };
    parts ??= byPart(items);
    // "mango 🥭" names mango as "mango" names "mango 🥭".
    const bare = valueKey(key.replace(PICTURES, ""));
    const plain = bare === key ? undefined : exact.get(bare);
    if (plain !== undefined) return { kind: "part", item: plain };
    const named = parts.get(key) ?? parts.get(bare) ?? [];
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
  return [...around, withoutNote, key.replace(PICTURES, ""), key.replace(ARTICLE, "")]
    .map(valueKey)
    .filter((part) => part !== "" && part !== key);
}
