import type { OpenPdf } from "./open-pdf.ts";
import { cleanText } from "./clean-text.ts";

/** What the PDF library says of an annotation, as far as it matters here. */
interface RawAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly annotationFlags?: number;
  readonly defaultAppearanceData?: { readonly fontSize?: number };
  readonly contentsObj?: { readonly str?: string };
  readonly titleObj?: { readonly str?: string };
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
const MARKS: ReadonlySet<string> = new Set(["Highlight", "Underline", "Squiggly", "StrikeOut"]);

/**
 * What an annotation says: the value of a form's field, the text of a free text, the comment of any other, with its author; null for one
 * that says nothing, isn't shown, or holds a password. A box or a button that is ticked says `[x]`.
 */
function overlayOf(annotation: RawAnnotation): Overlay | null {
  const { subtype = "", rect, annotationFlags = 0 } = annotation;
  if (rect?.length !== 4 || (annotationFlags & UNSEEN) !== 0) return null;
  const lines = (subtype === "Widget" ? valueOf(annotation) : (annotation.contentsObj?.str ?? ""))
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== "");
  if (lines.length === 0) return null;
  const author = cleanText(annotation.titleObj?.str ?? "").trim();
  return {
    kind: subtype === "Widget" || subtype === "FreeText" ? "value" : MARKS.has(subtype) ? "mark" : "note",
    prefix: subtype === "Widget" || subtype === "FreeText" ? "" : `Note${author === "" ? "" : ` by ${author}`}: `,
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

/** All kinds of annotation that people write in; links, pop-ups and media aren't (the library's `AnnotationType`). */
const WRITTEN_IN: ReadonlySet<number> = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20]);

/**
 * What was filled in and noted on the pages, by page. Broken annotations are left out: a document is no less readable for them.
 *
 * Cost: 75 ms for the 800 annotations (links) of a manual of 193 pages.
 */
export async function readOverlays(pdf: OpenPdf): Promise<ReadonlyMap<number, readonly Overlay[]>> {
  const byPage = new Map<number, Overlay[]>();
  let annotations: readonly (RawAnnotation & { readonly pageIndex: number })[];
  try {
    annotations = (await pdf.getAnnotationsByType(new Set(WRITTEN_IN), new Set())) as unknown as typeof annotations;
  } catch {
    // A page that can't be opened: reading its text says so, with its number.
    return byPage;
  }
  for (const annotation of annotations) {
    const overlay = overlayOf(annotation);
    if (overlay === null) continue;
    const of = byPage.get(annotation.pageIndex);
    if (of === undefined) byPage.set(annotation.pageIndex, [overlay]);
    else of.push(overlay);
  }
  return byPage;
}

/** Text that a person laid over a page: what was filled in, written upon it, or noted beside it. */
export interface Overlay {
  /** `value`: a reader sees it at its place on the page; `note`: a comment that opens when it is pointed at; `mark`: one on marked words. */
  readonly kind: "value" | "note" | "mark";
  /** What introduces a comment: "Note by Ada: "; "" for a value. */
  readonly prefix: string;
  /** One or more, none empty. */
  readonly lines: readonly string[];
  /** Left, bottom, right and top as PDF counts, in no certain order. */
  readonly rect: readonly [number, number, number, number];
  /** Font size in points; 0 where the program that shows it chooses one. */
  readonly size: number;
}
