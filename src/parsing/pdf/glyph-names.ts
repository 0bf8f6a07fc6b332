/** Names of Adobe's glyph list that aren't a character themselves, nor a letter with an accent's name behind it. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["space", " "],
  ...pairsOf(
    `zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 exclam ! numbersign # dollar $ ` +
      `percent % ampersand & quotesingle ' quotedbl " parenleft ( parenright ) bracketleft [ bracketright ] ` +
      `braceleft { braceright } asterisk * plus + minus − hyphen - equal = less < greater > slash / bar | at @ ` +
      `underscore _ comma , period . colon : semicolon ; question ? quoteleft ‘ quoteright ’ quotedblleft “ ` +
      `quotedblright ” endash – emdash — ellipsis … bullet • degree ° ff ff fi fi fl fl ffi ffi ffl ffl ae æ ` +
      `AE Æ oe œ OE Œ oslash ø Oslash Ø lslash ł Lslash Ł germandbls ß dotlessi ı dotlessj ȷ eth ð thorn þ ` +
      `grave \` acute ´ circumflex ˆ tilde ˜ macron ¯ breve ˘ dotaccent ˙ dieresis ¨ ring ˚ hungarumlaut ˝ ` +
      `caron ˇ cedilla ¸ ogonek ˛`,
  ),
]);

/** Accents that stand for themselves, as TeX draws them over letters, by what joins a letter. */
const COMBINING: ReadonlyMap<string, string> = new Map(
  pairsOf(
    `\` \u0300 ´ \u0301 ˆ \u0302 ˜ \u0303 ¯ \u0304 ˘ \u0306 ˙ \u0307 ¨ \u0308 ˚ \u030A ˝ \u030B ˇ \u030C ¸ \u0327 ˛ \u0328`,
  ),
);

/** Words that stand in pairs: a name, and what it is. */
function pairsOf(table: string): (readonly [string, string])[] {
  return [...table.matchAll(/(\S+) (\S+)/gu)].map(([, name, text]) => [name as string, text as string]);
}
const ACCENTED = new RegExp(
  "^([A-Za-z])(grave|acute|circumflex|tilde|macron|breve|dotaccent|dieresis|ring|hungarumlaut|caron|cedilla|ogonek)$",
  "u",
);

/**
 * The text that a glyph's name stands for, by the rules of Adobe's glyph list: what is behind a full stop is a form
 * (`a.sc`), parts are joined by low lines (`f_f_i`), and `uniFB01` and `u1F600` name characters by number. Null for a
 * name that says nothing.
 */
export function glyphText(name: string): string | null {
  const base = name.split(".", 1)[0] as string;
  if (base === "") return null;
  const parts = base.split("_").map(partText);
  return parts.includes(null) ? null : parts.join("");
}

function partText(part: string): string | null {
  if (/^[A-Za-z]$/u.test(part)) return part;
  const named = NAMED.get(part);
  if (named !== undefined) return named;
  const [, letter, accent] = ACCENTED.exec(part) ?? [];
  if (letter !== undefined) return accented(letter, NAMED.get(accent as string) as string);
  const digits =
    /^uni((?:[\dA-F]{4})+)$/u.exec(part)?.[1]?.match(/.{4}/gu) ?? /^u([\dA-F]{4,6})$/u.exec(part)?.slice(1);
  const codes = digits?.map((hex) => Number.parseInt(hex, 16)) ?? [];
  if (codes.length === 0 || codes.some((code) => code > 0x10ffff || (code >= 0xd800 && code < 0xe000))) return null;
  return String.fromCodePoint(...codes).normalize("NFKC");
}

export function isAccent(character: string): boolean {
  return COMBINING.has(character);
}

/**
 * A letter with an accent over or under it, as one character; null where the second is no accent, or there is no such
 * character.
 */
export function accented(letter: string, accent: string): string | null {
  const mark = COMBINING.get(accent);
  if (mark === undefined) return null;
  // Letters without a dot are there to carry accents.
  const one = ((letter === "ı" ? "i" : letter === "ȷ" ? "j" : letter) + mark).normalize("NFC");
  return one.length === 1 ? one : null;
}
