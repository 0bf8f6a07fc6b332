import type { Segment } from "./segment.ts";

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A point of a page, as it stands when text that runs at an angle (degrees) is turned back to run to the right; the turned page's left upper
 * corner is 0, 0 again.
 */
export function turnBack([x, y]: [x: number, y: number], angle: number, page: PageSize): [number, number] {
  if (angle === 0) return [x, y];
  const { width, height } = page;
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const left = Math.min(0, width * cos) + Math.min(0, -height * sin);
  const top = Math.min(0, width * sin) + Math.min(0, height * cos);
  return [x * cos - y * sin - left, x * sin + y * cos - top];
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

function asRead(text: string): string {
  if (/\p{L}/u.test(text)) return text;
  return text.replace(/^([.,:;!?)\]}»]+)(?=.*\p{N})(.*)$/u, "$2$1").replace(/^(.*\p{N}.*?)([([{«]+)$/u, "$2$1");
}
