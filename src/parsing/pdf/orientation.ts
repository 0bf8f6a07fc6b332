import { inSteps } from "../../model/section.ts";
import type { Line } from "./line.ts";
import type { Box } from "./read-overlays.ts";
import type { Segment } from "./segment.ts";

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A point of a page, as it stands when text that runs at an angle (degrees) is turned back to run to the right; the turned page's left upper
 * corner is 0, 0 again.
 */
export function turnBack(x: number, y: number, angle: number, page: PageSize): [number, number] {
  if (angle === 0) return [x, y];
  const { cos, sin, left, top } = turn(angle, page);
  return [x * cos - y * sin - left, x * sin + y * cos - top];
}

/** The point that `turnBack` has turned. */
function turnForth(x: number, y: number, angle: number, page: PageSize): [number, number] {
  if (angle === 0) return [x, y];
  const { cos, sin, left, top } = turn(angle, page);
  return [(x + left) * cos + (y + top) * sin, (y + top) * cos - (x + left) * sin];
}

function turn(angle: number, { width, height }: PageSize) {
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return {
    cos,
    sin,
    left: Math.min(0, width * cos) + Math.min(0, -height * sin),
    top: Math.min(0, width * sin) + Math.min(0, height * cos),
  };
}

/** What of a line's type stands above its baseline, and below it, in sizes. */
const ABOVE = 0.85;
const BELOW = 0.25;

/**
 * Where a line stands on its page as it is shown: left, top, width, height, as `LinePlaces` counts them.
 * @param angle at which its text runs on the page
 * @param mirrored whether its page was mirrored
 */
export function boxOf(
  { x, right, y, size }: Pick<Line, "x" | "right" | "y" | "size">,
  page: PageSize,
  angle: number,
  mirrored: boolean,
): readonly [number, number, number, number] {
  const [from, to] = mirrored ? [-right, -x] : [x, right];
  const [x1, y1] = turnForth(from, y - ABOVE * size, angle, page);
  const [x2, y2] = turnForth(to, y + BELOW * size, angle, page);
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  return [inSteps(left), inSteps(top), inSteps(Math.max(x1, x2) - left), inSteps(Math.max(y1, y2) - top)];
}

/** Whether most of a page's characters run from right to left. */
export function runsLeft(segments: readonly Segment[]): boolean {
  let left = 0;
  let all = 0;
  for (const { rtl, text } of segments) {
    if (rtl) left += text.length;
    all += text.length;
  }
  return 2 * left > all;
}

/**
 * A page that runs from right to left as if it were held to a mirror, its text still in the order of reading: columns, cells, indents and the ends
 * of lines are then where those of other pages are. `rtl` then marks what runs against the page's direction.
 *
 * Numbers come with the marks beside them as they look (".17:00"), and are given in the order in which they are read ("17:00.").
 */
export function mirror(segments: readonly Segment[]): Segment[] {
  return segments.map((segment) => ({
    ...segment,
    x: -segment.right,
    right: -segment.x,
    rtl: !segment.rtl,
    tight: true,
    text: segment.rtl ? segment.text : asRead(segment.text),
  }));
}

/** The same for a box on the page. */
export function mirrorBox(box: Box): Box {
  return { ...box, left: -box.right, right: -box.left };
}

function asRead(text: string): string {
  if (/\p{L}/u.test(text)) return text;
  return text.replace(/^([.,:;!?)\]}»]+)(?=.*\p{N})(.*)$/u, "$2$1").replace(/^(.*\p{N}.*?)([([{«]+)$/u, "$2$1");
}
