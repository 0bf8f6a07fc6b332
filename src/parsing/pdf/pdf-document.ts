import type { Pdfium } from "./pdfium.ts";

/** A map of coordinates: (x, y) comes to (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface PageView {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** From the coordinates of its content to those of the page as it is shown: from the left upper corner, y down. */
  readonly toShown: Matrix;
}

export interface PdfPage extends PageView {
  readonly library: Pdfium;
  readonly address: number;
  /** See `OpenedFile`. */
  readonly numbersAreCharacters: boolean;
}

/** What the library holds of a file, by address: the document, and the bytes, which it reads from as long as that is open. */
interface OpenedFile {
  readonly document: number;
  readonly bytes: number;
  readonly length: number;
  /** Numbers of glyphs are characters where a font names none. */
  readonly numbersAreCharacters: boolean;
}

/** Bytes of a file, and least pages, whose objects the library may hold; each opening reads the fonts again. */
const [BYTES_HELD, PAGES_HELD] = [4_000_000, 32];

/**
 * A document that is open; its pages are opened one at a time, and freed. The library keeps what it has read of them until the document is closed
 * (of a manual of 29 MB 240 MB), so a large one is opened anew now and then. No address outlives a page.
 */
export class OpenPdf {
  readonly pageCount: number;
  readonly library: Pdfium;
  address: number;
  #pagesHeld = 0;
  /** Address of what knows its forms; 0 until it is asked for. */
  #forms = 0;
  #formCalls = 0;
  readonly #file: OpenedFile;

  constructor(library: Pdfium, file: OpenedFile) {
    this.library = library;
    this.address = file.document;
    this.#file = file;
    this.pageCount = library.call.FPDF_GetPageCount(file.document);
  }

  /** What knows the fields of its forms. Nothing that a form would run is run. */
  get forms(): number {
    if (this.#forms === 0) {
      const { call } = this.library;
      this.#formCalls = call.PDFiumExt_OpenFormFillInfo();
      this.#forms = call.PDFiumExt_InitFormFillEnvironment(this.address, this.#formCalls);
    }
    return this.#forms;
  }

  /**
   * @param index 0-based
   * @returns null for a page that can't be read
   */
  withPage<T>(index: number, read: (page: PdfPage) => T): T | null {
    const { library } = this;
    const { bytes, length, numbersAreCharacters } = this.#file;
    if (this.#pagesHeld++ >= Math.max(PAGES_HELD, (this.pageCount * BYTES_HELD) / length)) {
      this.#closeDocument();
      this.address = library.call.FPDF_LoadMemDocument(bytes, length, 0);
      this.#pagesHeld = 1;
    }
    const address = library.call.FPDF_LoadPage(this.address, index);
    if (address === 0) return null;
    try {
      return read({ library, address, numbersAreCharacters, ...shownOf(library, address) });
    } finally {
      library.call.FPDF_ClosePage(address);
    }
  }

  /** What the information dictionary says under a name; empty for nothing. */
  information(name: string): string {
    const { call } = this.library;
    return this.library.string((to, bytes) => call.FPDF_GetMetaText(this.address, this.library.name(name), to, bytes));
  }

  close(): void {
    this.#closeDocument();
    this.library.free(this.#file.bytes);
  }

  #closeDocument(): void {
    const { call } = this.library;
    if (this.#forms !== 0) call.PDFiumExt_ExitFormFillEnvironment(this.#forms);
    if (this.#formCalls !== 0) call.PDFiumExt_CloseFormFillInfo(this.#formCalls);
    this.#forms = this.#formCalls = 0;
    call.FPDF_CloseDocument(this.address);
  }
}

function shownOf(library: Pdfium, page: number): PageView {
  library.call.FPDF_GetPageBoundingBox(page, library.scratch);
  const [left, top, right, bottom] = [library.float(0), library.float(1), library.float(2), library.float(3)];
  const quarters = library.call.FPDFPage_GetRotation(page);
  const toShown: Matrix =
    quarters === 1
      ? [0, 1, 1, 0, -bottom, -left]
      : quarters === 2
        ? [-1, 0, 0, 1, right, -bottom]
        : quarters === 3
          ? [0, -1, -1, 0, top, right]
          : [1, 0, 0, -1, -left, top];
  const [width, height] = [right - left, top - bottom];
  return quarters % 2 === 0 ? { width, height, toShown } : { width: height, height: width, toShown };
}

/** Where a point of the page's content is shown. */
export function shownAt([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/**
 * A point of a page, as it stands when text that runs at an angle (degrees) is turned back to run to the right; the turned page's left upper
 * corner is 0, 0 again.
 */
export function turnBack(
  [x, y]: [x: number, y: number],
  angle: number,
  page: Pick<PageView, "width" | "height">,
): [number, number] {
  if (angle === 0) return [x, y];
  const { width, height } = page;
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const left = Math.min(0, width * cos) + Math.min(0, -height * sin);
  const top = Math.min(0, width * sin) + Math.min(0, height * cos);
  return [x * cos - y * sin - left, x * sin + y * cos - top];
}

/** What the library calls objects that are drawn: outlines, pictures and shadings. */
const DRAWN: ReadonlySet<number> = new Set([2, 3, 4]);
/** Number of first pages checked: those of a scan are like the others. */
const LOOKED_AT = 3;

/** Whether the first pages of a document without text draw something: pictures, or letters as outlines. */
export function drawsAnything(pdf: OpenPdf): boolean {
  const { call } = pdf.library;
  for (let index = 0; index < Math.min(LOOKED_AT, pdf.pageCount); index++) {
    const draws = pdf.withPage(index, ({ address }) =>
      Array.from({ length: call.FPDFPage_CountObjects(address) }, (_, i) => call.FPDFPage_GetObject(address, i)).some(
        // What stands in a form of its own counts too.
        (object) => DRAWN.has(call.FPDFPageObj_GetType(object)) || call.FPDFFormObj_CountObjects(object) > 0,
      ),
    );
    if (draws === true) return true;
  }
  return false;
}
