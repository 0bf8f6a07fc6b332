/** Names of glyphs that are made of several letters; the library knows none of these. */
const COMPOUND: readonly string[] = ["f_f", "f_i", "f_l", "f_j", "t_t"];
const IDENTITY = "/Identity-";
const FIRST = "/FirstChar";
const CARRIAGE_RETURN = 13;
/** How far around its encoding a font's dictionary is looked for. */
const REACH = 1_000;

/**
 * What the bytes of a PDF say about whether the library can name its characters. To ask it font by font costs as much
 * as
 * the pages' text, and hardly any file needs it.
 */
export class FontSigns {
  /** A font of numbered glyphs without a map to characters. */
  nameless = false;
  /** Such numbers are said to be the characters themselves. */
  numbersAreCharacters = false;
  /** Glyphs of several letters that are named as such. */
  compound = false;

  /** A font whose glyphs begin where other fonts have codes of white space, as those of TeX do. */
  low = false;

  /** Looks at the file itself, or at what one of its streams unpacks to. Cost: a few searches, some 1 GB/s. */
  look(data: Buffer): void {
    this.compound ||= COMPOUND.some((name) => data.includes(name));
    for (let at = data.indexOf(FIRST); at >= 0 && !this.low; at = data.indexOf(FIRST, at + FIRST.length))
      this.low =
        Number.parseInt(data.toString("latin1", at + FIRST.length, at + FIRST.length + 8), 10) <= CARRIAGE_RETURN;
    for (let at = data.indexOf(IDENTITY); at >= 0; at = data.indexOf(IDENTITY, at + IDENTITY.length)) {
      const before = data.toString("latin1", Math.max(0, at - REACH), at);
      const dictionary =
        before.slice(before.lastIndexOf("<<")) + data.toString("latin1", at, at + REACH).split(">>", 1)[0];
      this.numbersAreCharacters ||= /\/ToUnicode\s*$/u.test(before);
      this.nameless ||= /\/Type0\b/u.test(dictionary) && !dictionary.includes("/ToUnicode");
    }
  }
}
