import type { FontSigns } from "./font-signs.ts";
import type { OpenPdf } from "./open-pdf.ts";

type PdfPage = Awaited<ReturnType<OpenPdf["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;

/** What a font says of its glyphs beyond what the library makes of it. */
export interface PageFont {
  /** Its glyphs have numbers and no names: what the library gives for them are these numbers, as if they were characters. */
  readonly nameless: boolean;
}

/** What the library tells of a font, where it was asked for everything. */
interface RawFont {
  readonly composite?: boolean;
  readonly cMap?: { readonly builtInCMap?: boolean };
  /** A map; or the first and last code of a font whose codes are taken for characters. */
  readonly toUnicode?: { readonly firstChar?: number };
}

/** A character that no text has: one that is no letter to anybody, and stands for a glyph without a name. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u;

/**
 * The fonts of a document, asked for where its text or its bytes say that characters may be missing.
 */
export class PageFonts {
  readonly #known = new Map<string, PageFont>();
  readonly #signs: Readonly<FontSigns>;

  constructor(signs: Readonly<FontSigns>) {
    this.#signs = signs;
  }

  /**
   * The fonts of a page's text by the names that its items have; empty where there is nothing to ask.
   *
   * Cost: as much as reading the page again, for each page that has a new font and where something is missing.
   */
  async of(page: PdfPage, { items, styles }: TextContent): Promise<ReadonlyMap<string, PageFont>> {
    const { nameless, compound } = this.#signs;
    const asked = nameless || compound || items.some((item) => "str" in item && NO_TEXT.test(item.str));
    if (!asked) return new Map();
    if (Object.keys(styles).some((name) => !this.#known.has(name))) {
      await page.getOperatorList();
      for (const name of Object.keys(styles))
        if (page.commonObjs.has(name)) this.#known.set(name, this.#read(page.commonObjs.get(name) as RawFont));
    }
    return this.#known;
  }

  #read({ composite, cMap, toUnicode }: RawFont): PageFont {
    const numbered = composite === true && cMap?.builtInCMap !== true && toUnicode?.firstChar !== undefined;
    return { nameless: numbered && !this.#signs.numbersMeant };
  }
}

/** Counts the characters of a page, and those of them that aren't known. */
export class GlyphCount {
  #all = 0;
  #unknown = 0;

  /** @param font null where nothing is known of it */
  add(text: string, font: PageFont | null): void {
    for (const character of text) {
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
