import { cleanText, layOver, type Overlay } from "./read-overlays.ts";
import type { Fragment, Frame } from "./segment.ts";
import type { OpenPdf } from "./open-pdf.ts";
import type { TextRun } from "./lost-glyphs.ts";
import { GlyphCount, namedRuns, type PageFonts } from "./page-fonts.ts";
import { turnBack } from "./orientation.ts";
import { accented, isAccent } from "./glyph-names.ts";

type PdfPage = Awaited<ReturnType<OpenPdf["getPage"]>>;
type Matrix = readonly [number, number, number, number, number, number];

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A page's text in reading frames, and the angle at which it runs where none of it is upright: such a page lies on its side. */
export interface PageFrames {
  readonly frames: readonly Frame[];
  readonly turned: number;
  /** Points from top to bottom of the frame of angle 0. */
  readonly height: number;
  /** Most of its glyphs stand for no known character; those of fonts that name none are left out. */
  readonly unreadable: boolean;
}

/**
 * The text of a page, in reading frames: upright text (on a page on its side: what most of it is) first, as angle 0,
 * then what is turned by each other angle, as if turned
 * back. Vertical writing becomes lines from top to bottom of the frame, the rightmost column first.
 * @param overlays what was laid over the page, which is put where it stands
 */
export async function readFrames(
  page: PdfPage,
  overlays: readonly Overlay[],
  pageFonts: PageFonts,
): Promise<PageFrames> {
  const content = await page.getTextContent();
  const fonts = await pageFonts.of(page, content);
  const glyphs = new GlyphCount();
  const runs = await namedRuns(page, content, fonts);
  for (const [i, item] of content.items.entries())
    if ("str" in item) glyphs.add((runs[i] as TextRun).text, fonts.get(item.fontName) ?? null);
  const viewport = page.getViewport({ scale: 1 });
  const toDevice = viewport.transform as unknown as Matrix;
  const frames = new Map<number, Fragment[]>();
  let spaced = false;
  for (const [i, item] of content.items.entries()) {
    if (!("str" in item) || (glyphs.unreadable && fonts.get(item.fontName)?.nameless === true)) continue;
    const run = runs[i] as TextRun;
    const text = cleanText(run.text);
    if (text.trim() === "") {
      spaced ||= text !== "" && item.width > 0;
      continue;
    }
    const style = content.styles[item.fontName];
    const matrix = multiply(toDevice, item.transform as unknown as Matrix);
    const vertical = style?.vertical === true;
    const angle = vertical ? 90 : (Math.round((Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI) + 360) % 360;
    const [x, y] = turnBack([matrix[4], matrix[5]], angle, viewport);
    const size = Math.round(Math.hypot(matrix[2], matrix[3]) * 10) / 10 || 1;
    const fragment: Fragment = {
      text,
      x: x - run.left * size,
      y,
      width: (vertical ? item.height : item.width) + (run.left + run.right) * size,
      size,
      // Of fonts that aren't embedded the library knows one width, which makes none of them a typewriter's.
      mono: style?.fontFamily === "monospace" && !WIDE.test(text),
      bold: fonts.get(item.fontName)?.bold === true,
      rtl: item.dir === "rtl",
      spaced,
    };
    spaced = false;
    const frame = frames.get(angle);
    if (frame === undefined) frames.set(angle, [fragment]);
    else frame.push(fragment);
  }
  for (const [angle, fragments] of frames) frames.set(angle, composeAccents(fragments));
  const turned = mostUsed(frames);
  const main = frames.get(turned) ?? [];
  for (const overlay of overlays) {
    const [x1, y1, x2, y2] = viewport.convertToViewportRectangle([...overlay.rect]) as [number, number, number, number];
    const [[left, top], [right, bottom]] = [turnBack([x1, y1], turned, viewport), turnBack([x2, y2], turned, viewport)];
    const box = {
      left: Math.min(left, right),
      right: Math.max(left, right),
      top: Math.min(top, bottom),
      bottom: Math.max(top, bottom),
    };
    layOver(main, overlay, box);
  }
  if (main.length > 0) frames.set(turned, main);
  const radians = (turned * Math.PI) / 180;
  const height = viewport.width * Math.abs(Math.sin(radians)) + viewport.height * Math.abs(Math.cos(radians));
  return {
    turned,
    height,
    unreadable: glyphs.unreadable,
    frames: [...frames]
      .map(([angle, fragments]) => ({ angle: (angle - turned + 360) % 360, fragments }))
      .sort((a, b) => a.angle - b.angle),
  };
}

/** The angle of most characters where nothing stands upright: a running head over a table that lies on its side does. */
function mostUsed(frames: ReadonlyMap<number, readonly Fragment[]>): number {
  if (frames.has(0)) return 0;
  const sizes = [...frames].map(([angle, fragments]) => ({
    angle,
    size: fragments.reduce((sum, { text }) => sum + text.length, 0),
  }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.angle ?? 0;
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

/** Minimum and maximum overlap, in font sizes, of a letter and the accent over it; less is a mark beside it. */
const [LEAST, MOST] = [0.2, 1];

/**
 * Joins accents with the letters that they are drawn over, as TeX and typewriters do: an accent, a step back, the
 * letter; or the letter first. Those that stand beside a letter stay what they are.
 * @param fragments in the order of drawing
 * Cost: linear.
 */
function composeAccents(fragments: readonly Fragment[]): Fragment[] {
  const composed: Fragment[] = [];
  for (const next of fragments) {
    const last = composed[composed.length - 1];
    const over = last === undefined ? null : (accentFirst(last, next) ?? letterFirst(last, next));
    if (over === null) composed.push(next);
    else composed.splice(composed.length - 1, 1, ...over);
  }
  return composed;
}

function accentFirst(last: Fragment, next: Fragment): readonly Fragment[] | null {
  const accent = last.text.slice(-1);
  if (!isAccent(accent) || !overlap(last, next)) return null;
  const letter = accented(next.text.slice(0, 1), accent);
  if (letter === null) return null;
  const text = letter + next.text.slice(1);
  const before = last.text.slice(0, -1);
  if (before.trim() !== "")
    return [
      { ...last, text: before, width: next.x - last.x },
      { ...next, text, spaced: /\s$/u.test(before) },
    ];
  return [
    {
      ...next,
      text,
      spaced: last.spaced,
      x: Math.min(last.x, next.x),
      width: next.width + Math.max(0, next.x - last.x),
    },
  ];
}

function letterFirst(last: Fragment, next: Fragment): readonly Fragment[] | null {
  const [accent, rest] = [next.text.slice(0, 1), next.text.slice(1)];
  if (!isAccent(accent) || !overlap(last, next)) return null;
  const letter = accented(last.text.slice(-1), accent);
  if (letter === null) return null;
  return [
    {
      ...last,
      text: last.text.slice(0, -1) + letter + rest,
      width: Math.max(last.width, next.x + next.width - last.x),
    },
  ];
}

function overlap(last: Fragment, next: Fragment): boolean {
  const size = Math.max(last.size, next.size);
  const over = (last.x + last.width - next.x) / size;
  return Math.abs(last.y - next.y) < 0.5 * size && over > LEAST && over < MOST;
}
