import { keeping } from "../../caches/bounded-cache.ts";
import { isAccent } from "./accents.ts";
import { type PdfPage, shownAt, turnBack } from "./pdf-document.ts";
import type { Pdfium } from "./pdfium.ts";
import { type Fragment, WORD_GAP } from "./segment.ts";

/** Characters of one object of a page, in the order of reading, with no wide gap between them. */
export interface PdfRun extends Fragment {
  /** Degrees by which it is turned clockwise on the page as it is shown; its place is that on the page turned back. */
  readonly angle: number;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/u;
const [SPACE, GRAVE] = [0x20, 0x60];
/** A letter that runs from left to right. */
const LTR = /(?![\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF])\p{L}/u;
/** A character that no text contains, in place of a glyph without a name. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u;
/** Gap behind a space, in font sizes, from which two words are two cells. */
const CELL_GAP = 1.6;
/** Gap, in font sizes, that is no space although one was drawn: it was taken back. */
const TIGHT = 0.08;
/** What the library gives for a hyphen at a line's end. */
const HYPHENS: ReadonlySet<number> = new Set([2, 0xfffe]);
/** Ligatures of TeX's text fonts, which stand at these codes where a font names no characters (encodings OT1 and T1). */
const TEX_LIGATURES: ReadonlyMap<number, string> = new Map(
  ["ff", "fi", "fl", "ffi", "ffl"].flatMap((text, i) => [[11 + i, text] as const, [27 + i, text] as const]),
);
/** Flags of a font's descriptor (PDF 32000-1, table 121). */
const [FIXED_PITCH, FORCE_BOLD] = [1, 1 << 18];
/** Names of bold fonts, TeX's among them. */
const BOLD =
  /bold|black|heavy|demi|CMBX|CMSSBX|SFBX|-Bd|\bBd\b|-Medi(?:Ital)?$|^(?:[A-Z]{6}\+)?LinL?i(?:bertine|olinum)TB/iu;

/** The runs of a page's text, and whether most of its glyphs stand for no known character; those are left out then. */
export function readRuns(page: PdfPage): { readonly runs: readonly PdfRun[]; readonly unreadable: boolean } {
  const { call } = page.library;
  const text = call.FPDFText_LoadPage(page.address);
  try {
    return new RunReader(page, text).read();
  } finally {
    call.FPDFText_ClosePage(text);
  }
}

/** What a font says of its letters. */
interface PageFont {
  readonly mono: boolean;
  readonly bold: boolean;
  readonly drawn: boolean;
}

/** A run that is being read. */
interface OpenRun {
  readonly first: number;
  readonly object: number;
  readonly font: PageFont;
  readonly spaced: boolean;
  readonly nameless: boolean;
  readonly size: number;
  /** Degrees, and their cosine and sine. */
  readonly angle: number;
  readonly cos: number;
  readonly sin: number;
  /** From where to where it reaches. */
  from: number;
  to: number;
  last: number;
  text: string;
  rtl: boolean;
  /** Its only character is an accent, which may belong over a letter. */
  accent: boolean;
}

class RunReader {
  readonly #page: PdfPage;
  readonly #library: Pdfium;
  readonly #text: number;
  readonly #runs: (PdfRun & { readonly nameless: boolean })[] = [];
  #open: OpenRun | null = null;
  #spaced = false;
  #all = 0;
  #unknown = 0;

  constructor(page: PdfPage, text: number) {
    this.#page = page;
    this.#library = page.library;
    this.#text = text;
  }

  read(): { readonly runs: readonly PdfRun[]; readonly unreadable: boolean } {
    const { call } = this.#library;
    const count = call.FPDFText_CountChars(this.#text);
    for (let i = 0; i < count; i++) {
      const code = call.FPDFText_GetUnicode(this.#text, i);
      const isSpace = code === 32 || code === 0xa0 || (code >= 9 && code <= 13);
      if (isSpace && !(code >= 11 && code <= 13 && call.FPDFText_HasUnicodeMapError(this.#text, i) === 1))
        this.#space(code, call.FPDFText_IsGenerated(this.#text, i) === 1);
      else this.#add(i, code);
    }
    this.#close();
    const unreadable = 2 * this.#unknown > this.#all;
    return { runs: unreadable ? this.#runs.filter(({ nameless }) => !nameless) : this.#runs, unreadable };
  }

  /** A space that was drawn stays in its run; in code, the width of each counts. */
  #space(code: number, generated: boolean): void {
    if (code === SPACE && !generated && this.#open !== null && !this.#open.font.mono) this.#open.text += " ";
    else {
      this.#close();
      // Ends of lines are put in wherever a baseline changes, in the middle of a logo too.
      this.#spaced ||= code === SPACE || !generated;
    }
  }

  #add(i: number, code: number): void {
    const { call } = this.#library;
    const object = call.FPDFText_GetTextObject(this.#text, i);
    let text = HYPHENS.has(code) ? "-" : String.fromCodePoint(code);
    // Most characters are none of what is looked at more closely.
    const plain = code < 0x80 && code >= 0x20 && code !== GRAVE;
    const accent = !plain && isAccent(text);
    const rtl = !plain && RTL.test(text);
    const open = this.#open;
    if (
      open !== null &&
      (open.object !== object ||
        accent ||
        open.accent ||
        (rtl ? !open.rtl && LTR.test(open.text) : open.rtl && LTR.test(text)) ||
        this.#isApart(open, i))
    )
      this.#close();
    const run = (this.#open ??= this.#begin(i, object));
    if (!plain && TEX_LIGATURES.has(code) && this.#isInWord(i)) text = TEX_LIGATURES.get(code) as string;
    this.#all++;
    if (run.nameless || (!plain && NO_TEXT.test(text))) this.#unknown++;
    run.text += text;
    run.last = i;
    run.rtl ||= rtl;
    run.accent = accent;
  }

  /** Whether a glyph that has no name stands beside a letter; in a formula the same code is another sign. */
  #isInWord(i: number): boolean {
    const { call } = this.#library;
    const isLetter = (at: number): boolean =>
      /[a-z]/iu.test(String.fromCodePoint(call.FPDFText_GetUnicode(this.#text, at)));
    return call.FPDFText_HasUnicodeMapError(this.#text, i) === 1 && ((i > 0 && isLetter(i - 1)) || isLetter(i + 1));
  }

  /**
   * Whether a gap sets a character apart from its run; a space that was drawn, and taken back, is none. Characters that are read from the right
   * stand in any order.
   */
  #isApart(open: OpenRun, i: number): boolean {
    const [from, to] = this.#extent(i, open.cos, open.sin);
    const gap = (from - open.to) / open.size;
    const spaced = open.text.endsWith(" ");
    open.from = Math.min(open.from, from);
    if (!open.rtl && gap > (spaced ? CELL_GAP : WORD_GAP)) return true;
    if (!open.rtl && spaced && gap < TIGHT) open.text = open.text.trimEnd();
    open.to = Math.max(open.to, to);
    return false;
  }

  #begin(first: number, object: number): OpenRun {
    const { call } = this.#library;
    const font = this.#font(call.FPDFTextObj_GetFont(object));
    const nameless =
      !font.drawn && !this.#page.numbersAreCharacters && call.FPDFText_HasUnicodeMapError(this.#text, first) === 1;
    const spaced = this.#spaced;
    this.#spaced = false;
    const { size, angle, cos, sin } = this.#type(first);
    const [from, to] = this.#extent(first, cos, sin);
    // Named one by one, since there is one for each word of a page.
    return {
      first,
      object,
      font,
      spaced,
      nameless,
      size,
      angle,
      cos,
      sin,
      from,
      to,
      last: first,
      text: "",
      rtl: false,
      accent: false,
    };
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { font, rtl, size, spaced, nameless } = open;
    const text = cleanText(open.text);
    if (text.trim() === "") {
      this.#spaced ||= text !== "";
      return;
    }
    const origin = this.#origin(open.first);
    const { angle, cos, sin } = this.#isVertical(open, origin)
      ? { angle: (open.angle + 90) % 360, cos: -open.sin, sin: open.cos }
      : open;
    // Down a column, the first and the last character say how far it reaches.
    const [left, right] =
      angle === open.angle
        ? [open.from, open.to]
        : [this.#extent(open.first, cos, sin)[0], this.#extent(open.last, cos, sin)[1]];
    const back = left - (origin[0] * cos + origin[1] * sin);
    const [x, y] = turnBack([origin[0] + back * cos, origin[1] + back * sin], angle, this.#page);
    this.#spaced ||= /\s$/u.test(text);
    this.#runs.push({
      text: text.trimEnd(),
      angle,
      x,
      y,
      width: right - left,
      size,
      mono: font.mono && !WIDE.test(text),
      bold: font.bold,
      rtl,
      spaced,
      nameless,
    });
  }

  /** Size and direction of a character. */
  #type(i: number): Pick<OpenRun, "size" | "angle" | "cos" | "sin"> {
    const { call, scratch } = this.#library;
    call.FPDFText_GetMatrix(this.#text, i, scratch);
    const points = call.FPDFText_GetFontSize(this.#text, i);
    const height = Math.hypot(this.#library.float(2), this.#library.float(3)) * Math.abs(points);
    const [along, up] = [this.#library.float(0) * points, this.#library.float(1) * points];
    const [a, b, c, d] = this.#page.toShown;
    const angle = Math.round((Math.atan2(b * along + d * up, a * along + c * up) * 180) / Math.PI);
    const radians = (angle * Math.PI) / 180;
    return {
      size: Math.round(height * 10) / 10 || 1,
      angle: (angle + 360) % 360,
      cos: Math.cos(radians),
      sin: Math.sin(radians),
    };
  }

  #origin(i: number): readonly [x: number, y: number] {
    const { call, scratch } = this.#library;
    call.FPDFText_GetCharOrigin(this.#text, i, scratch, scratch + 8);
    return shownAt(this.#page.toShown, this.#library.double(0), this.#library.double(1));
  }

  /** From where to where a character reaches along a direction, its own advance included. */
  #extent(i: number, cos: number, sin: number): readonly [from: number, to: number] {
    const { call, scratch } = this.#library;
    call.FPDFText_GetLooseCharBox(this.#text, i, scratch);
    const { toShown } = this.#page;
    const [x1, y1] = shownAt(toShown, this.#library.float(0), this.#library.float(1));
    const [x2, y2] = shownAt(toShown, this.#library.float(2), this.#library.float(3));
    const [one, other] = [x1 * cos + y1 * sin, x2 * cos + y2 * sin];
    return one < other ? [one, other] : [other, one];
  }

  /** Whether the characters of a run stand below each other, as in books that are read from top to bottom. */
  #isVertical({ first, last, from, to, size, cos, sin }: OpenRun, [x, y]: readonly [number, number]): boolean {
    if (last === first || to - from > 1.5 * size) return false;
    const [toX, toY] = this.#origin(last);
    const [dx, dy] = [toX - x, toY - y];
    return dy * cos - dx * sin > 0.5 * size && Math.abs(dx * cos + dy * sin) < 0.5 * size;
  }

  readonly #font = keeping((address: number): PageFont => {
    const { call } = this.#library;
    const name = this.#library.string((to, bytes) => call.FPDFFont_GetBaseFontName(address, to, bytes), "utf8");
    const flags = call.FPDFFont_GetFlags(address);
    return {
      mono: flags > 0 && (flags & FIXED_PITCH) !== 0,
      bold: (flags > 0 && (flags & FORCE_BOLD) !== 0) || BOLD.test(name),
      drawn: name === "",
    };
  });
}

/** Text of a PDF as it is kept: ligatures are letters; characters that print nothing, and halves of surrogate pairs, are nothing. */
export function cleanText(text: string): string {
  if (/^[ -~]*$/u.test(text)) return text;
  return text
    .replaceAll(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize("NFKC"))
    .replaceAll(/[\t\n\r]/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\uFEFF\u200B\u2060]/gu, "");
}
