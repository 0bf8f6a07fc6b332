import type { Fragment, Frame } from "./fragment.ts";
import type { OpenPdf } from "./open-pdf.ts";

type PdfPage = Awaited<ReturnType<OpenPdf["getPage"]>>;
type Matrix = readonly [number, number, number, number, number, number];

/**
 * The text of a page, in reading frames: upright text first, then what is turned by each other angle, as if turned
 * back. Vertical writing becomes lines from top to bottom of the frame, the rightmost column first.
 */
export async function readFrames(page: PdfPage): Promise<Frame[]> {
  const content = await page.getTextContent();
  const toDevice = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const frames = new Map<number, Fragment[]>();
  let spaced = false;
  for (const item of content.items) {
    if (!("str" in item)) continue;
    const text = cleanText(item.str);
    if (text.trim() === "") {
      spaced ||= text !== "" && item.width > 0;
      continue;
    }
    const style = content.styles[item.fontName];
    const matrix = multiply(toDevice, item.transform as unknown as Matrix);
    const vertical = style?.vertical === true;
    const angle = vertical ? 90 : (Math.round((Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI) + 360) % 360;
    const [x, y] = turnBack(matrix[4], matrix[5], angle);
    const fragment: Fragment = {
      text,
      x,
      y,
      width: vertical ? item.height : item.width,
      size: Math.round(Math.hypot(matrix[2], matrix[3]) * 10) / 10 || 1,
      mono: style?.fontFamily === "monospace",
      rtl: item.dir === "rtl",
      spaced,
    };
    spaced = false;
    const frame = frames.get(angle);
    if (frame === undefined) frames.set(angle, [fragment]);
    else frame.push(fragment);
  }
  return [...frames].sort((a, b) => a[0] - b[0]).map(([angle, fragments]) => ({ angle, fragments }));
}

/** Ligatures are letters; characters that print nothing, and halves of surrogate pairs, are nothing. */
function cleanText(text: string): string {
  return text
    .replaceAll(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize("NFKC"))
    .replaceAll(/[\t\n\r]/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cs}\uFEFF\u200B\u2060]/gu, "");
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

function turnBack(x: number, y: number, angle: number): [number, number] {
  if (angle === 0) return [x, y];
  const radians = (-angle * Math.PI) / 180;
  return [x * Math.cos(radians) - y * Math.sin(radians), x * Math.sin(radians) + y * Math.cos(radians)];
}
