import { cleanText } from "./clean-text.ts";
import type { Overlay } from "./overlay.ts";

/** What the PDF library says of an annotation, as far as it matters here. */
export interface RawAnnotation {
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
export function overlayOf(annotation: RawAnnotation): Overlay | null {
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

function valueOf({ fieldType, fieldValue, password, checkBox, radioButton, exportValue, buttonValue, options = [] }: RawAnnotation): string {
  if (fieldType === "Btn") {
    const on = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
    return typeof fieldValue === "string" && fieldValue !== "Off" && fieldValue === on ? "[x]" : "";
  }
  if (fieldType === "Tx") return typeof fieldValue === "string" && password !== true ? fieldValue : "";
  if (fieldType !== "Ch") return "";
  const chosen = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value): value is string => typeof value === "string");
  return chosen.map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value).join(", ");
}
