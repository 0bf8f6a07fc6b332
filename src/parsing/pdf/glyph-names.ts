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

/**
 * Standard strings 96 to 149 of the Compact Font Format (Adobe's note 5176, appendix A); 1 to 95 are those of ASCII
 * but for two.
 */
const FROM_96 = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß";
const STANDARD_COUNT = 391;
const LIGATURES: Readonly<Record<number, string>> = { 268: "ff", 269: "ffi", 270: "ffl" };

/**
 * What the glyphs of a font are by their own names, which say more than the page's codes: the names that a Type 1 font
 * brought along. Null for a font without names.
 * @param openType the font as the PDF library rewrote it: OpenType around a Compact Font Format
 * @returns the text of the glyph that a character of the font's own map stands for; null for one without
 * Cost: linear in the number of glyphs.
 */
export function builtInNames(openType: Uint8Array): ((character: number) => string | null) | null {
  const data = Buffer.from(openType.buffer, openType.byteOffset, openType.byteLength);
  try {
    const tables = new Map<string, Buffer>();
    for (let i = 0; i < data.readUInt16BE(4); i++) {
      const at = 12 + 16 * i;
      const start = data.readUInt32BE(at + 8);
      tables.set(data.toString("latin1", at, at + 4), data.subarray(start, start + data.readUInt32BE(at + 12)));
    }
    const [cff, cmap] = [tables.get("CFF "), tables.get("cmap")];
    if (cff === undefined || cmap === undefined) return null;
    const texts = glyphTexts(cff);
    const glyphs = characterMap(cmap);
    return (character) => texts[glyphs.get(character) ?? 0] ?? null;
  } catch (thrown) {
    // A font that isn't what it says: its codes stay what they are.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** Glyphs by character: the segments of format 4 and the groups of format 12. */
function characterMap(cmap: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4));
    const format = table.readUInt16BE(0);
    if (format === 12)
      for (let group = 0; group < Math.min(table.readUInt32BE(12), 65_535); group++) {
        const [first, last, glyph] = [0, 4, 8].map((at) => table.readUInt32BE(16 + 12 * group + at)) as [
          number,
          number,
          number,
        ];
        for (let k = 0; k <= Math.min(last - first, 65_535); k++) glyphs.set(first + k, glyph + k);
      }
    if (format !== 4) continue;
    const segments = table.readUInt16BE(6);
    for (let at = 0; at < segments; at += 2) {
      const [last, first] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + segments + at)];
      const [delta, offset] = [table.readUInt16BE(16 + 2 * segments + at), table.readUInt16BE(16 + 3 * segments + at)];
      for (let character = first; character <= last && character < 0xffff; character++) {
        const glyph =
          offset === 0 ? character : table.readUInt16BE(16 + 3 * segments + at + offset + 2 * (character - first));
        glyphs.set(character, (glyph + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/** Texts by glyph, of a Compact Font Format. */
function glyphTexts(cff: Buffer): readonly (string | null)[] {
  const names = index(cff, cff.readUInt8(2));
  const tops = index(cff, names.end);
  const strings = index(cff, tops.end);
  const top = offsets(tops.items[0] ?? Buffer.alloc(0));
  const [charset, charStrings] = [top.get(15) ?? 0, top.get(17) ?? 0];
  // 0 to 2 are sets that the format names, of fonts that need no names of their own.
  if (charset <= 2 || charStrings === 0) return [];
  const count = cff.readUInt16BE(charStrings);
  const texts: (string | null)[] = [null];
  const format = cff.readUInt8(charset);
  for (let at = charset + 1; texts.length < count;) {
    const first = cff.readUInt16BE(at);
    const more = format === 0 ? 0 : format === 1 ? cff.readUInt8(at + 2) : cff.readUInt16BE(at + 2);
    for (let k = 0; k <= more && texts.length < count; k++) texts.push(stringText(first + k, strings.items));
    at += 2 + format;
  }
  return texts;
}

function stringText(id: number, strings: readonly Buffer[]): string | null {
  if (id >= STANDARD_COUNT) return glyphText(strings[id - STANDARD_COUNT]?.toString("latin1") ?? "");
  if (id >= 1 && id <= 95) return id === 8 ? "’" : id === 65 ? "‘" : String.fromCharCode(31 + id);
  return FROM_96[id - 96]?.normalize("NFKC") ?? LIGATURES[id] ?? null;
}

/** An INDEX of the format, and where it ends. */
function index(data: Buffer, at: number): { readonly items: readonly Buffer[]; readonly end: number } {
  const count = data.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = data.readUInt8(at + 2);
  const place = (i: number): number => at + 2 + size * (count + 1) + data.readUIntBE(at + 3 + size * i, size);
  const items = Array.from({ length: count }, (_, i) => data.subarray(place(i), place(i + 1)));
  return { items, end: place(count) };
}

/** The whole numbers of a DICT by their operators. */
function offsets(dict: Buffer): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < dict.length;) {
    const byte = dict.readUInt8(at);
    if (byte <= 21) {
      found.set(byte === 12 ? 1200 + dict.readUInt8(at + 1) : byte, operand);
      at += byte === 12 ? 2 : 1;
    } else if (byte === 28) [operand, at] = [dict.readInt16BE(at + 1), at + 3];
    else if (byte === 29) [operand, at] = [dict.readInt32BE(at + 1), at + 5];
    else if (byte === 30) {
      at++;
      while (at < dict.length && (dict.readUInt8(at) & 15) !== 15 && dict.readUInt8(at) >> 4 !== 15) at++;
      at++;
    } else if (byte <= 246) [operand, at] = [byte - 139, at + 1];
    else if (byte <= 250) [operand, at] = [(byte - 247) * 256 + dict.readUInt8(at + 1) + 108, at + 2];
    else [operand, at] = [-(byte - 251) * 256 - dict.readUInt8(at + 1) - 108, at + 2];
  }
  return found;
}
