import type { OpenPdf } from "./open-pdf.ts";
import type { Fragment } from "./segment.ts";

/** What the PDF library says of an annotation, as far as it matters here. */
interface RawAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly annotationFlags?: number;
  readonly defaultAppearanceData?: { readonly fontSize?: number };
  readonly contentsObj?: { readonly str?: string };
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
}

/** Flags of annotations that aren't shown: hidden, and no view (PDF 32000-1, table 165). */
const UNSEEN = 2 | 32;

/**
 * What an annotation says at its place: the value of a form's field, the words of a free text; null for one that says nothing, isn't shown,
 * or holds a password. A box or a button that is ticked says `[x]`.
 */
function overlayOf(annotation: RawAnnotation): Overlay | null {
  const { subtype = "", rect, annotationFlags = 0 } = annotation;
  if (rect?.length !== 4 || (annotationFlags & UNSEEN) !== 0) return null;
  const lines = (subtype === "Widget" ? valueOf(annotation) : (annotation.contentsObj?.str ?? ""))
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== "");
  if (lines.length === 0) return null;
  return {
    lines,
    rect: rect as unknown as Overlay["rect"],
    size: annotation.defaultAppearanceData?.fontSize ?? 0,
  };
}

function valueOf({
  fieldType,
  fieldValue,
  password,
  checkBox,
  radioButton,
  exportValue,
  buttonValue,
  options = [],
}: RawAnnotation): string {
  if (fieldType === "Btn") {
    const on = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
    return typeof fieldValue === "string" && fieldValue !== "Off" && fieldValue === on ? "[x]" : "";
  }
  if (fieldType === "Tx") return typeof fieldValue === "string" && password !== true ? fieldValue : "";
  if (fieldType !== "Ch") return "";
  const chosen = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (value): value is string => typeof value === "string",
  );
  return chosen
    .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
    .join(", ");
}

/** Free texts and fields of forms, in the library's `AnnotationType`. */
const WRITTEN_IN: ReadonlySet<number> = new Set([3, 20]);

/**
 * What was filled in and written upon the pages, by page. Broken annotations are left out: a document is no less readable for them.
 * Cost: 75 ms for the 800 annotations (links) of a manual of 193 pages.
 */
export async function readOverlays(pdf: OpenPdf): Promise<ReadonlyMap<number, readonly Overlay[]>> {
  let annotations: readonly (RawAnnotation & { readonly pageIndex: number })[];
  try {
    annotations = (await pdf.getAnnotationsByType(new Set(WRITTEN_IN), new Set())) as unknown as typeof annotations;
  } catch {
    // A page that can't be opened: reading its text says so, with its number.
    return new Map();
  }
  const byPage = [...Map.groupBy(annotations, ({ pageIndex }) => pageIndex)];
  return new Map(byPage.map(([page, on]) => [page, on.map(overlayOf).filter((overlay) => overlay !== null)]));
}

/** Text that a person laid over a page, and that a reader sees at its place. */
export interface Overlay {
  /** One or more, none empty. */
  readonly lines: readonly string[];
  /** Left, bottom, right and top as PDF counts, in no certain order. */
  readonly rect: readonly [number, number, number, number];
  /** Font size in points; 0 where the program that shows it chooses one. */
  readonly size: number;
}

/** Text of a PDF as it is kept: ligatures are letters; characters that print nothing, and halves of surrogate pairs, are nothing. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize("NFKC"))
    .replaceAll(/[\t\n\r]/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\uFEFF\u200B\u2060]/gu, "");
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
