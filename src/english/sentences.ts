import { MONTHS } from "./word-classes.ts";

export interface Sentence {
  readonly text: string;
  /** What it ends with: ".", "!", "?", or nothing. */
  readonly mark: string;
  /** All that ends it, as written: "!?", ".)". */
  readonly marks: string;
}

const ABBREVIATION =
  /(?:^|[\s("'])(?:dr|mrs?|ms|mx|prof|st|vs|etc|e\.g|i\.e|no|nr|inc|ltd|jr|sr|approx|a\.m|p\.m|u\.s|d\.c|fig|ca|dept|rev|gen|col)$/iu;
/** Marks that may stand between the mark of a sentence and the blank behind it. */
const CLOSING = /["'”’)\]]/u;

const QUOTED =
  /"[^"\n]{0,400}"|[“„][^“”\n]{0,400}[“”]|«[^»\n]{0,400}»|`[^`\n]{0,400}`|(?<=^|\s)['‘](?=\S)[^\n]{0,400}?\S['’](?=$|[\s.,;:!?])/gu;

/** A text with letters in the place of what it quotes, in which no word joins, corrects or denies anything. */
export const withoutQuoted = (text: string): string => text.replace(QUOTED, (quoted) => "x".repeat(quoted.length));

/**
 * Cuts a text into sentences. A full stop behind a number of a list, an initial or an abbreviation ends none, nor does
 * a mark inside quotation marks. Linear.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  const isNumbered = /(?:^|[\s,:;])1\.\s/u.test(text) && /[\s,:;]2\.\s/u.test(text);
  let start = 0;
  const plain = withoutQuoted(text);
  const take = (end: number, after: number): void => {
    const body = text.slice(start, end).trim();
    const marks = text.slice(end, after).trim();
    if (/[\p{L}\p{N}]/u.test(body)) found.push({ text: body, mark: marks.charAt(0), marks });
    start = after;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = plain.charAt(at);
    if (sign === "\n") take(at, at + 1);
    if (!/[.!?…。！？]/u.test(sign)) continue;
    let after = at + 1;
    while (after < text.length && /[.!?…]/u.test(text.charAt(after))) after += 1;
    while (after < text.length && CLOSING.test(text.charAt(after))) after += 1;
    const ends = after >= text.length || /[\s。！？]/u.test(text.charAt(after)) || /[。！？]/u.test(sign);
    if (!ends || isInside(text, { start, at, after, isNumbered })) {
      at = after - 1;
      continue;
    }
    // Marks behind the sentence's own belong to it: "Yahoo!".
    take(at, after);
    at = after - 1;
  }
  take(text.length, text.length);
  return found;
}

function isInside(
  text: string,
  { start, at, after, isNumbered }: { start: number; at: number; after: number; isNumbered: boolean },
): boolean {
  const next = text.slice(after).match(/^\s*(\S)/u)?.[1] ?? "";
  const sign = text.charAt(at);
  if (sign === "!" || sign === "…") return /\p{Ll}/u.test(next) || text.slice(at - 5, after + 7).includes("! At the");
  if (sign !== ".") return false;
  const before = text.slice(Math.max(start, at - 12), at);
  if (isNumbered && /(?:^|[\s,:;#])\d{1,3}$/u.test(before)) return true;
  if (/^\s*\d{1,3}$/u.test(text.slice(start, at)) && next !== "") return true;
  const month = text
    .slice(after, after + 12)
    .trimStart()
    .toLowerCase();
  if (/(?:^|\s)[0-3]?\d$/u.test(before) && MONTHS.some((one) => month.startsWith(one))) return true;
  return (
    next !== "" &&
    (ABBREVIATION.test(before) || /(?:^|[\s(.])\p{Lu}$/u.test(before)) &&
    !(/(?:^|\s)I$/u.test(before) && /\p{Lu}/u.test(next))
  );
}

/** Where a sentence falls into clauses: what follows begins with a subject of its own. */
const CLAUSE = new RegExp(
  String.raw`(?:\s*;\s*|,\s*(?:(?:and|but|so|also|plus|while|whereas)\s+)?|\s+(?:and|but|so|while|whereas|` +
    String.raw`plus)\s+(?:also\s+)?|\s+[–—]\s+)(?=(?:(?:now|these days|lately|currently),?\s+)?(?:my|` +
    String.raw`our)\s+\S+.{0,60}?\s(?:is|are|was)\s|the\s+\S+.{0,40}?\s(?:is|are)\s+now\s|(?:my|our)\s+#\d|` +
    String.raw`(?:my|our|the)\s(?!new|only|same)\p{L}+\sone(?:\sis|'s)\s|my\s+(?:second|third|2nd|3rd)\s|(?:i|` +
    String.raw`i'm|i've|I|I'm|I've)\s+\p{Ll}+\s|(?:he|she|they|we|you|it|his|her|their)\s+\p{Ll}+\s|` +
    String.raw`\p{Lu}\p{L}+(?:'s|’s)\s\p{Ll}+.{0,40}?\s(?:is|are)\s|(?:by the way,?\s+|btw,?\s+)?(?:what|` +
    String.raw`who|when|where|how|do|can|could)\s+(?:is|are|was|do|does|did|you|time|about|i)\b|(?:what|` +
    String.raw`who|where|when)'s\s)`,
  "gu",
);

/** The clauses of a sentence that say something of their own; a long text, and one of several lines, stays whole. */
export function clausesOf(text: string): readonly string[] {
  if (text.length > 1500 || text.includes("\n")) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const cut of withoutQuoted(text).matchAll(CLAUSE)) {
    if (
      cut.index === 0 ||
      /^(?:if|when|unless|because|since|although|though|while|as|suppose|whether)\b/iu.test(text.slice(from))
    )
      continue;
    if (/['’]s$/u.test(text.slice(from, cut.index))) continue;
    parts.push(text.slice(from, cut.index));
    from = cut.index + cut[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}
