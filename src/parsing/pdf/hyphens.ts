import type { Line } from "./line.ts";

const WORD = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*/gu;
/** Prefixes that English joins with a hyphen of their own, so that a hyphen after them is a real one. */
const KEEP_AFTER: ReadonlySet<string> = new Set(["self", "non", "well", "all", "half", "quasi", "cross"]);

/** How two lines are joined where the first ends in a hyphen: as one word, or with the hyphen kept. */
export type HyphenJoin = "remove" | "keep";

/**
 * Decides what a hyphen at a line's end is, by the document's own words: a word that stands elsewhere unbroken is
 * rejoined, one that stands elsewhere with a hyphen keeps it; a hyphen between two words that the document uses on
 * their own is kept; any other was made by the typesetter. Returns null when this is no broken word at all.
 */
export type HyphenRule = (before: string, after: string) => HyphenJoin | null;

/** Reads the document's words once; each decision then costs four look-ups. */
export function hyphenRule(lines: readonly Line[]): HyphenRule {
  const counts = new Map<string, number>();
  let continued = false;
  for (const { text } of lines) {
    const first = continued ? 0 : -1;
    continued = /[\p{L}\p{N}][-‐\u00AD]$/u.test(text);
    let i = -1;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      i++;
      // The pieces of a broken word are no words.
      const broken = index + word.length + 1 === text.length && /[-‐\u00AD]$/u.test(text);
      if (broken || i === first) continue;
      const key = word.toLowerCase().replaceAll("‐", "-");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const count = (word: string) => counts.get(word) ?? 0;
  return (before, after) => {
    const head = /([\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*)([-‐\u00AD])$/u.exec(before);
    const tail = /^[\p{L}\p{N}]+/u.exec(after)?.[0];
    if (head === null || tail === undefined) return null;
    if (head[2] === "\u00AD") return "remove";
    const shouting = /^\p{Lu}+$/u.test(head[1] as string) && /^\p{Lu}+$/u.test(tail);
    const pieces = (head[1] as string).toLowerCase().split(/[-‐]/u);
    const last = pieces[pieces.length - 1] as string;
    const end = tail.toLowerCase();
    const joined = count([...pieces.slice(0, -1), last + end].join("-")) + (pieces.length > 1 ? count(last + end) : 0);
    const apart = count([...pieces, end].join("-"));
    if (joined !== apart) return joined > apart ? "remove" : "keep";
    if (joined > 0 || KEEP_AFTER.has(last) || /\p{N}/u.test(last) || (!/^\p{Ll}/u.test(tail) && !shouting))
      return "keep";
    return last.length >= 3 && end.length >= 3 && count(last) > 0 && count(end) > 0 ? "keep" : "remove";
  };
}
