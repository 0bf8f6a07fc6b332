import { builtInNames, glyphText, isAccent } from "./glyph-names.ts";
import type { FontSigns, OpenPdf } from "./open-pdf.ts";
import { BLANK, type Operators, putBackLost, type TextRun } from "./lost-glyphs.ts";

type PdfPage = Awaited<ReturnType<OpenPdf["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;

/** What a font says of its glyphs beyond what the library makes of it. */
export interface PageFont {
  /**
   * Its glyphs have numbers and no names: what the library gives for them are these numbers, as if they were
   * characters.
   */
  readonly nameless: boolean;
  readonly bold: boolean;
  /** The text of glyphs that the library doesn't know, by the character that it gives for each: the one of its code. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What the library tells of a font, where it was asked for everything. */
interface RawFont {
  readonly composite?: boolean;
  readonly type?: string;
  readonly name?: string;
  readonly bold?: boolean;
  readonly cMap?: { readonly builtInCMap?: boolean };
  /** Names of glyphs by code, as the page says. */
  readonly differences?: readonly (string | undefined)[];
  /** Code points of the font's own map by code. */
  readonly toFontChar?: readonly (number | undefined)[];
  readonly data?: Uint8Array;
  /** A map; or the first and last code of a font whose codes are taken for characters. */
  readonly toUnicode?: { readonly firstChar?: number; readonly _map?: readonly (string | number | undefined)[] };
}

/** Names of bold fonts, TeX's among them. */
const BOLD = /bold|black|heavy|demi|CMBX|CMSSBX|SFBX|-Bd|\bBd\b/iu;

/** A character that no text contains, in place of a glyph without a name. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u;

/** The fonts of a document, asked for where its text or its bytes say that characters may be missing. */
export class PageFonts {
  readonly #known = new Map<string, PageFont>();
  readonly #signs: Readonly<FontSigns>;
  readonly #weights: boolean;

  /** @param weights whether it matters which fonts are bold */
  constructor(signs: Readonly<FontSigns>, weights: boolean) {
    this.#signs = signs;
    this.#weights = weights;
  }

  /**
   * The fonts of a page's text by the names that its items have; empty where there is nothing to ask.
   * Cost: as much as reading the page again, for each page that has a new font and where something is missing.
   */
  async of(page: PdfPage, { items, styles }: TextContent): Promise<ReadonlyMap<string, PageFont>> {
    const { nameless, compound, low } = this.#signs;
    const asked =
      this.#weights || nameless || compound || low || items.some((item) => "str" in item && NO_TEXT.test(item.str));
    if (!asked) return new Map();
    if (Object.keys(styles).some((name) => !this.#known.has(name))) {
      await page.getOperatorList();
      for (const name of Object.keys(styles))
        if (page.commonObjs.has(name)) this.#known.set(name, this.#read(page.commonObjs.get(name) as RawFont));
    }
    return this.#known;
  }

  #read(font: RawFont): PageFont {
    const numbered =
      font.composite === true && font.cMap?.builtInCMap !== true && font.toUnicode?.firstChar !== undefined;
    return {
      nameless: numbered && !this.#signs.numbersAreCharacters,
      bold: font.bold === true || BOLD.test(font.name ?? ""),
      texts: font.composite === true ? new Map() : unknownTexts(font),
    };
  }
}

/** Ligatures in TeX's text fonts, by their codes. */
const TEX_LIGATURES: readonly (readonly [string, string])[] = [
  ["\x0B", "ff"],
  ["\x0C", "fi"],
  ["\x0D", "fl"],
  ["\x0E", "ffi"],
  ["\x0F", "ffl"],
];
/** Small letters that a font of text has, and one for formulas hasn't. */
const OF_TEXT = 13;

/**
 * Whether a font is one of TeX's for text, in pictures: its glyphs are called by their codes, of which only the first
 * 128 are used.
 */
function isDrawnByTex({ type, differences = [] }: RawFont): boolean {
  const codes = Object.keys(differences).map(Number);
  const named = codes.every((code) => new RegExp(`^[aA]?${code}$`, "u").test(differences[code] ?? ""));
  const small = codes.filter((code) => code >= 97 && code <= 122).length;
  return type === "Type3" && named && small >= OF_TEXT && codes.every((code) => code < 128);
}

/**
 * By the names of the page, and where it gives none by the font's own, what the glyphs are that the library doesn't
 * know.
 */
function unknownTexts(font: RawFont): ReadonlyMap<string, string> {
  const { differences = [], toFontChar = [], toUnicode, data } = font;
  const texts = new Map<string, string>(isDrawnByTex(font) ? TEX_LIGATURES : []);
  const known = toUnicode?._map ?? [];
  const mapped = new Set(known);
  const builtIn = data === undefined ? null : builtInNames(data);
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code);
    // Another glyph that is this character can't be told from it.
    if (known[code] !== undefined || mapped.has(character)) continue;
    const name = differences[code];
    const own = toFontChar[code];
    const text = name === undefined ? (own === undefined ? null : (builtIn?.(own) ?? null)) : glyphText(name);
    if (text !== null) texts.set(character, text);
  }
  return texts;
}

/**
 * The runs of a page's text with what the fonts say of glyphs that the library doesn't know.
 * Cost: nothing where there is none; as much as reading the page again where the library has left some out.
 */
export async function namedRuns(
  page: PdfPage,
  { items, styles }: TextContent,
  fonts: ReadonlyMap<string, PageFont>,
): Promise<readonly TextRun[]> {
  const runs = items.map((item) => ({
    text: "str" in item ? namedText(item.str, fonts.get(item.fontName)?.texts) : "",
    left: 0,
    right: 0,
  }));
  const mayLose = Object.keys(styles).some((name) =>
    [...(fonts.get(name)?.texts.keys() ?? [])].some((one) => BLANK.test(one)),
  );
  if (mayLose || runs.some(({ text }) => isAccent(text.slice(-1)) && /\S\s.$/u.test(text))) {
    const { OPS } = await (await import("unpdf")).getResolvedPDFJS();
    putBackLost(runs, { operators: (await page.getOperatorList()) as Operators, code: OPS }, fonts);
  }
  return runs;
}

function namedText(text: string, texts: ReadonlyMap<string, string> = new Map()): string {
  return texts.size === 0 ? text : Array.from(text, (one) => texts.get(one) ?? one).join("");
}

/** Counts the characters of a page, and those of them that aren't known. */
export class GlyphCount {
  #all = 0;
  #unknown = 0;

  /** @param font null where nothing is known of it */
  add(text: string, font: PageFont | null): void {
    for (const character of text) {
      // Letters of most texts, which needn't be looked at more closely.
      if (font?.nameless !== true && character > " " && character < "\x7F") {
        this.#all++;
        continue;
      }
      if (/\s/u.test(character)) continue;
      this.#all++;
      if (font?.nameless === true || NO_TEXT.test(character)) this.#unknown++;
    }
  }

  /** Whether most of the page's glyphs stand for no known character. */
  get unreadable(): boolean {
    return 2 * this.#unknown > this.#all;
  }
}
