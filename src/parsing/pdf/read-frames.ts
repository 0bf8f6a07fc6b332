import { composeAccents } from "./accents.ts";
import { layOver, type Overlay } from "./read-overlays.ts";
import { type PageView, type PdfPage, shownAt, turnBack } from "./pdf-document.ts";
import { readRuns } from "./read-runs.ts";
import type { Fragment, Frame } from "./segment.ts";

/** A page's text in reading frames, and the angle at which it runs where none of it is upright: such a page lies on its side. */
export interface PageFrames {
  readonly view: PageView;
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
export function readFrames(page: PdfPage, overlays: readonly Overlay[]): PageFrames {
  const { runs, unreadable } = readRuns(page);
  const turns = Map.groupBy(runs, ({ angle }) => angle);
  const frames = new Map([...turns].map(([angle, fragments]) => [angle, composeAccents(fragments)]));
  const turned = mostUsed(frames);
  const main = frames.get(turned) ?? [];
  for (const overlay of overlays) {
    const [x1, y1, x2, y2] = overlay.rect;
    const [left, top] = turnBack(shownAt(page.toShown, x1, y1), turned, page);
    const [right, bottom] = turnBack(shownAt(page.toShown, x2, y2), turned, page);
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
  const height = page.width * Math.abs(Math.sin(radians)) + page.height * Math.abs(Math.cos(radians));
  const { width, toShown } = page;
  return {
    view: { width, height: page.height, toShown },
    turned,
    height,
    unreadable,
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
