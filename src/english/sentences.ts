import { sentences } from "../text/sentences.ts";

export interface Sentence {
  readonly text: string;
  /** What it ends with: ".", "!", "?", or nothing. */
  readonly mark: string;
  /** All that ends it, as written: "!?", ".)". */
  readonly marks: string;
}

/** Numbers of a list: their points end no sentence, nor does a mark in a quotation. */
const NUMBER = /(?<=(?:^|[\s,:;#*])\d{1,3})\.(?=[\s*])/gu;
const MARKS = /[.!?…。！？]+["'”’)\]]*$/u;
const QUOTED =
  /"[^"\n]{0,400}"|[“„][^“”\n]{0,400}[“”]|«[^»\n]{0,400}»|`[^`\n]{0,400}`|(?<=^|\s)['‘](?=\S)[^\n]{0,400}?\S['’](?=$|[\s.,;:!?])/gu;

/** A text with letters in the place of what it quotes, in which no word joins, corrects or denies anything. */
export const withoutQuoted = (text: string): string => text.replace(QUOTED, (quoted) => "x".repeat(quoted.length));

/** Cuts what somebody typed into sentences: each line by itself, and before small letters too. Linear. */
export function sentencesOf(text: string): readonly Sentence[] {
  const unquoted = text.replace(QUOTED, (quoted) => quoted.charAt(0) + "x".repeat(quoted.length - 1));
  const isNumbered = /(?:^|[\s,:;*])1\.[\s*]/u.test(text) && /[\s,:;*]2\.[\s*]/u.test(text);
  const masked = isNumbered ? unquoted.replace(NUMBER, "x") : unquoted;
  let line = 0;
  return masked.split("\n").flatMap((one) => {
    const from = line;
    line += one.length + 1;
    return sentences(one, true).flatMap(({ start, end }) => {
      const said = one.slice(start, end).trimEnd();
      const body = said.replace(MARKS, "");
      const marks = text.slice(from + start + body.length, from + start + said.length);
      const words = text.slice(from + start, from + start + body.length).trim();
      return /[\p{L}\p{N}]/u.test(words) ? [{ text: words, mark: marks.charAt(0), marks }] : [];
    });
  });
}

/** Where a sentence falls into clauses: what follows begins with a subject of its own. */
const CLAUSE = new RegExp(
  String.raw`(?:\s*;\s*|,\s*(?:(?:and|but|so|also|plus|while|whereas)\s+)?|\s+(?:and|but|so|while|whereas|` +
    String.raw`plus)\s+(?:also\s+)?|\s+[–—]\s+)(?=(?:(?:now|these days|lately|currently),?\s+)?(?:my|` +
    String.raw`our)\s+\S+.{0,60}?\s(?:is|are|was)\s|the\s+\S+.{0,40}?\s(?:is|are)\s+(?:now\s|[^,;]{1,40}\s(?:now|these days)[.!]*$)|(?:my|our)\s+#\d|` +
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
