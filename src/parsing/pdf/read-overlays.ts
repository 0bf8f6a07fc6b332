import type { OpenPdf, PdfPage } from "./pdf-document.ts";
import type { Pdfium } from "./pdfium.ts";
import { cleanText } from "./read-runs.ts";
import type { Fragment } from "./segment.ts";

/** Free texts and fields of forms, as the library calls them. */
const [FREE_TEXT, WIDGET] = [3, 20];
const [CHECK_BOX, RADIO_BUTTON, COMBO_BOX, LIST_BOX, TEXT_FIELD] = [2, 3, 4, 5, 6];
/** Flags of annotations that aren't shown: hidden, and no view (PDF 32000-1, table 165); and of fields that hold a password (table 228). */
const UNSEEN = 2 | 32;
const PASSWORD = 1 << 13;

/**
 * What was filled in and written upon a page: values of forms' fields, words of free texts. A box or a button that is ticked says `[x]`;
 * nothing is said of what isn't shown, and of passwords.
 * Cost: 2 µs an annotation.
 */
export function readOverlays(pdf: OpenPdf, { library, address }: PdfPage): readonly Overlay[] {
  const { call } = library;
  const overlays: Overlay[] = [];
  for (let i = 0; i < call.FPDFPage_GetAnnotCount(address); i++) {
    const annotation = call.FPDFPage_GetAnnot(address, i);
    if (annotation === 0) continue;
    const overlay = overlayOf(pdf, annotation);
    if (overlay !== null) overlays.push(overlay);
    call.FPDFPage_CloseAnnot(annotation);
  }
  return overlays;
}

function overlayOf(pdf: OpenPdf, annotation: number): Overlay | null {
  const { library } = pdf;
  const { call, scratch } = library;
  const type = call.FPDFAnnot_GetSubtype(annotation);
  if ((type !== WIDGET && type !== FREE_TEXT) || (call.FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0) return null;
  const said = type === WIDGET ? valueOf(pdf, annotation) : entryOf(library, annotation, "Contents");
  const lines = said
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== "");
  if (lines.length === 0 || call.FPDFAnnot_GetRect(annotation, scratch) === 0) return null;
  const rect = [library.float(0), library.float(1), library.float(2), library.float(3)] as const;
  const hasSize = call.FPDFAnnot_GetFontSize(pdf.forms, annotation, scratch) === 1;
  return { lines, rect, size: hasSize ? library.float(0) : 0 };
}

function valueOf({ library, forms }: OpenPdf, annotation: number): string {
  const { call } = library;
  const value = () => library.string((to, bytes) => call.FPDFAnnot_GetFormFieldValue(forms, annotation, to, bytes));
  switch (call.FPDFAnnot_GetFormFieldType(forms, annotation)) {
    case CHECK_BOX:
    case RADIO_BUTTON: {
      const state = entryOf(library, annotation, "AS");
      return state === "" || state === "Off" ? "" : "[x]";
    }
    case TEXT_FIELD:
      return (call.FPDFAnnot_GetFormFieldFlags(forms, annotation) & PASSWORD) === 0 ? value() : "";
    case COMBO_BOX:
    case LIST_BOX: {
      const chosen: string[] = [];
      for (let i = 0; i < call.FPDFAnnot_GetOptionCount(forms, annotation); i++)
        if (call.FPDFAnnot_IsOptionSelected(forms, annotation, i) === 1)
          chosen.push(library.string((to, bytes) => call.FPDFAnnot_GetOptionLabel(forms, annotation, i, to, bytes)));
      return chosen.length > 0 ? chosen.join(", ") : value();
    }
    default:
      return "";
  }
}

const entryOf = (library: Pdfium, annotation: number, name: string): string =>
  library.string((to, bytes) => library.call.FPDFAnnot_GetStringValue(annotation, library.name(name), to, bytes));

/** Text that a person laid over a page, and that a reader sees at its place. */
export interface Overlay {
  /** One or more, none empty. */
  readonly lines: readonly string[];
  /** Left, bottom, right and top as PDF counts, in no certain order. */
  readonly rect: readonly [number, number, number, number];
  /** Font size in points; 0 where the program that shows it chooses one. */
  readonly size: number;
}

/** An overlay's place in the reading frame of its page: x to the right, y down. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Width of a character, in font sizes, on average. */
const CHARACTER = 0.5;

/**
 * Puts the lines of an overlay among the fragments of a page, behind the label that they stand beside, as if they had
 * been drawn together: "Name:", then the name.
 * @param fragments in the order of drawing; changed
 */
export function layOver(
  fragments: Fragment[],
  { lines, size: given }: Overlay,
  { left, top, right, bottom }: Box,
): void {
  const height = bottom - top;
  const many = lines.length > 1 || height > 30;
  const size = Math.round((given > 0 ? given : Math.min(many ? 10 : 12, Math.max(4, 0.66 * height))) * 10) / 10;
  const leading = lines.length < 2 ? 0 : Math.min(1.2 * size, Math.max(1, height - size) / (lines.length - 1));
  const first = many ? top + 1.1 * size : (top + bottom) / 2 + 0.35 * size;
  let after: number | null = null;
  for (const [i, text] of lines.entries()) {
    const fragment: Fragment = {
      text,
      x: left,
      y: first + i * leading,
      width: Math.min(right - left, CHARACTER * size * text.length),
      size,
      mono: false,
      bold: false,
      rtl: /^[^\p{L}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u.test(text),
      spaced: true,
    };
    const at: number = (after ?? labelBefore(fragments, fragment)) + 1;
    fragments.splice(at, 0, fragment);
    after = at;
  }
}

/** The nearest fragment to the left on the same line, else the last one above; −1 for none. */
function labelBefore(fragments: readonly Fragment[], { x, y, size }: Fragment): number {
  let beside = -1;
  let above = -1;
  for (const [i, other] of fragments.entries()) {
    const near = Math.abs(other.y - y) <= 0.6 * Math.max(size, other.size);
    if (near && other.x < x && (beside === -1 || other.x >= (fragments[beside] as Fragment).x)) beside = i;
    if (!near && other.y < y && (above === -1 || other.y >= (fragments[above] as Fragment).y)) above = i;
  }
  return beside === -1 ? above : beside;
}
