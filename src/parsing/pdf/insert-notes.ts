import type { Box, Overlay } from "./read-overlays.ts";
import type { Line } from "./line.ts";
import type { Paragraph } from "./paragraphs.ts";

/** A comment on a page. */
export interface Note {
  readonly overlay: Overlay;
  /** 0-based. */
  readonly page: number;
  readonly box: Box;
}

/**
 * Puts notes behind the paragraphs that they stand at, as paragraphs of their own; before one that runs on in the next, so that its
 * sentence stays whole. A mark that repeats its page is left out: some programs write what was marked into the mark.
 *
 * Cost: notes × lines of their pages.
 */
export function insertNotes(
  paragraphs: readonly Paragraph[],
  notes: readonly Note[],
  runsOn: (before: Paragraph, after: Paragraph) => boolean,
): readonly Paragraph[] {
  if (notes.length === 0) return paragraphs;
  const pages = Map.groupBy(
    paragraphs.flatMap(({ lines }, at) => lines.map((line) => ({ at, line }))),
    ({ line }) => line.page,
  );
  const behind = new Map<number, Paragraph[]>();
  for (const note of notes) {
    const near = pages.get(note.page) ?? [];
    if (
      note.overlay.kind === "mark" &&
      repeats(note.overlay.lines.join(" "), near.map(({ line }) => line.text).join(" "))
    )
      continue;
    const nearest = near.reduce<(typeof near)[number] | null>(
      (best, one) => (best === null || distance(one.line, note.box) < distance(best.line, note.box) ? one : best),
      null,
    );
    if (nearest === null) continue;
    const next = paragraphs[nearest.at + 1];
    const at = next !== undefined && runsOn(paragraphs[nearest.at] as Paragraph, next) ? nearest.at - 1 : nearest.at;
    behind.set(at, [...(behind.get(at) ?? []), asParagraph(note, nearest.line)]);
  }
  return [...(behind.get(-1) ?? []), ...paragraphs.flatMap((paragraph, at) => [paragraph, ...(behind.get(at) ?? [])])];
}

function asParagraph({ overlay: { prefix, lines }, page, box }: Note, beside: Line): Paragraph {
  const text = prefix + lines.join(" ");
  return {
    kind: "note",
    joints: [],
    lines: [
      {
        text,
        page,
        column: beside.column,
        x: box.left,
        right: box.right,
        y: box.top,
        size: beside.size,
        mono: false,
        bold: false,
        cells: 1,
      },
    ],
  };
}

function distance(line: Line, { left, top, right, bottom }: Box): number {
  return Math.abs(line.y - 0.3 * line.size - (top + bottom) / 2) + 0.2 * Math.max(0, line.x - right, left - line.right);
}

function repeats(note: string, page: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return plain(page).includes(plain(note));
}
