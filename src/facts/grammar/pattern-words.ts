import type { Pattern } from "./pattern.ts";

/** First words of the phrases of each category. */
export type OpeningWords = Readonly<Record<string, ReadonlySet<string>>>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Sets of words of each of which a clause must hold one for the pattern to match: its words, and the first words of its
 * categories, where they are not optional. For leaving out a pattern without trying it.
 */
export function neededWords(pattern: Pattern, categories: OpeningWords): readonly ReadonlySet<string>[] {
  switch (pattern.kind) {
    case "word":
      return [new Set([pattern.name])];
    case "category":
      return [categories[pattern.name] ?? NONE];
    case "sequence":
      return pattern.parts.flatMap((part) => neededWords(part, categories));
    case "choice": {
      // One of the first needs of each alternative; nothing when an alternative needs nothing.
      const firsts = pattern.parts.map((part) => neededWords(part, categories)[0]);
      return firsts.some((set) => set === undefined) ? [] : [new Set(firsts.flatMap((set) => [...(set as ReadonlySet<string>)]))];
    }
    default:
      return [];
  }
}

/** The words that stand in a pattern as they are. */
export function literalWords(pattern: Pattern): readonly string[] {
  if (pattern.kind === "word") return [pattern.name];
  if ("parts" in pattern) return pattern.parts.flatMap(literalWords);
  return "part" in pattern ? literalWords(pattern.part) : [];
}

/** Words with which a match of the pattern can begin; null when that may be any. */
export function openingWords(pattern: Pattern, categories: OpeningWords): ReadonlySet<string> | null {
  switch (pattern.kind) {
    case "word":
      return new Set([pattern.name]);
    case "category":
      return categories[pattern.name] ?? NONE;
    case "choice":
      return union(pattern.parts.map((part) => openingWords(part, categories)));
    case "sequence": {
      const found: (ReadonlySet<string> | null)[] = [];
      for (const part of pattern.parts) {
        const skippable = part.kind === "optional" || part.kind === "repeat";
        found.push(openingWords(skippable ? part.part : part, categories));
        if (!skippable && part.kind !== "flag") return union(found);
      }
      return null;
    }
    case "flag":
      return new Set();
    default:
      return null;
  }
}

function union(sets: readonly (ReadonlySet<string> | null)[]): ReadonlySet<string> | null {
  return sets.includes(null) ? null : new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]));
}
