import type { Block } from "../model/section.ts";
import type { Span } from "../model/span.ts";
import { sentences } from "../text/sentences.ts";
import { evenPieces } from "./even-pieces.ts";
import type { Unit } from "./unit.ts";

/** Starting a chunk inside a block: at a blank line of a fence, at a sentence, at a line, at a word. */
const PENALTY = { blankLine: 0.1, sentence: 0.25, line: 0.3, word: 0.6 } as const;

/**
 * A block that alone is too large, in pieces of at most `limit`: a fence, row or table by lines; other blocks by sentences, those too
 * large by lines; a line too large by words, and where there are none by characters.
 *
 * @param penalty of the first piece
 */
export function finePieces(text: string, span: Span, kind: Block["kind"], limit: number, penalty: number): Unit[] {
  const byLines = kind === "fence" || kind === "row" || kind === "table";
  const pieces: Unit[] = [];
  const push = (piece: Span, cost: number): void => void pieces.push({ start: piece.start, end: piece.end, penalty: pieces.length === 0 ? penalty : cost });
  const pushLines = (part: Span, cost: number): void => {
    let first = cost;
    for (const line of linesIn(text, part)) {
      const own = line.afterBlank ? PENALTY.blankLine : PENALTY.line;
      evenPieces(text, line, limit).forEach((piece, i) => push(piece, i > 0 ? PENALTY.word : Math.max(first, own)));
      first = 0;
    }
  };
  if (byLines) pushLines(span, 0);
  else {
    for (const sentence of sentences(text.slice(span.start, span.end))) {
      const part = { start: span.start + sentence.start, end: span.start + sentence.end };
      if (part.end - part.start <= limit) push(part, PENALTY.sentence);
      else pushLines(part, PENALTY.sentence);
    }
  }
  return pieces;
}

/** Lines of a span with their breaks; blank lines belong to the line before them. */
function linesIn(text: string, { start, end }: Span): (Span & { readonly afterBlank: boolean })[] {
  const lines: { start: number; end: number; afterBlank: boolean }[] = [];
  let afterBlank = false;
  for (let from = start; from < end; ) {
    const to = lineEnd(text, from, end);
    const blank = text.slice(from, to).trim() === "";
    const last = lines[lines.length - 1];
    if (blank && last !== undefined) last.end = to;
    else lines.push({ start: from, end: to, afterBlank });
    afterBlank = blank;
    from = to;
  }
  return lines;
}

function lineEnd(text: string, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return i + 1;
    if (code === 13) return Math.min(end, text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1);
  }
  return end;
}
