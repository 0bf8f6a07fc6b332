import type { Fragment } from "./segment.ts";
import type { Overlay } from "./read-overlays.ts";

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
 *
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
