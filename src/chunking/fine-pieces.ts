import type { Block, Span } from "../model/section.ts";
import { sentences } from "../text/sentences.ts";

/** Starting a chunk inside a block: at a blank line of a fence, at a sentence, at a line, at a word. */
const PENALTY = { blankLine: 0.1, sentence: 0.25, line: 0.3, word: 0.6 } as const;

/**
 * A block that alone is too large, in pieces of at most `limit`: a fence, row or table by lines; other blocks by sentences, those too
 * large by lines; a line too large by words, and where there are none by characters.
 * @param penalty of the first piece
 */
export function finePieces(
  text: string,
  span: Span,
  { kind, limit, penalty }: { readonly kind: Block["kind"]; readonly limit: number; readonly penalty: number },
): Unit[] {
  const byLines = kind === "fence" || kind === "row" || kind === "table" || kind === "toc";
  const pieces: Unit[] = [];
  const push = (piece: Span, cost: number): void =>
    void pieces.push({ start: piece.start, end: piece.end, penalty: pieces.length === 0 ? penalty : cost });
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
  for (let from = start; from < end;) {
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

/**
 * Cuts a span into pieces of at most `limit` characters and about the same size, behind white space where some stands in the last
 * third of a piece, else between characters: never inside a surrogate pair, a `\r\n`, or before a combining mark when there is a choice.
 * Cost: linear.
 */
function evenPieces(text: string, { start, end }: Span, limit: number): Span[] {
  const pieces: Span[] = [];
  let from = start;
  while (end - from > limit) {
    const rest = Math.ceil((end - from) / limit);
    const size = Math.ceil((end - from) / rest);
    const least = from + Math.max(1, Math.floor((size * 2) / 3));
    const at = cutPoint(text, from + size, { least, most: from + Math.min(limit, size + (limit >> 3)) });
    pieces.push({ start: from, end: at });
    from = at;
  }
  if (from < end) pieces.push({ start: from, end });
  return pieces;
}

/** The best place in [least, most], nearest to `wanted`. */
function cutPoint(text: string, wanted: number, { least, most }: Readonly<Record<"least" | "most", number>>): number {
  const behindSpace = (at: number): boolean => isSpace(text.charCodeAt(at - 1)) && !isSpace(text.charCodeAt(at));
  for (let distance = 0; wanted - distance >= least || wanted + distance <= most; distance++) {
    if (wanted - distance >= least && behindSpace(wanted - distance)) return wanted - distance;
    if (wanted + distance <= most && behindSpace(wanted + distance)) return wanted + distance;
  }
  for (let at = wanted; at >= least; at--)
    if (isWhole(text, at) && !/^\p{M}|^\u200d/u.test(text.slice(at, at + 2))) return at;
  return isWhole(text, wanted) ? wanted : wanted - 1;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;

function isWhole(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return (
    !(before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000) && !(before === 13 && after === 10)
  );
}

/** A chunk smaller than this joins a neighbour that can hold it, unless it is the last of its section. Characters; page 01. */
const MIN_CHARACTERS = 100;
/** Share of the ideal size from which on a chunk may end early at a better break. */
const EARLIEST = 0.55;

/**
 * Packs units into spans of at most `limit`, in order. The rest is always thought of as the fewest chunks that can hold it, of equal
 * size; each ends where distance from that size (as its share) plus the penalty of the next unit is least.
 * @param carried characters of a span before that the next one begins with; they are left free in it
 * Cost: linear in units; each is looked at for at most two chunks.
 */
export function pack(units: readonly Unit[], limit: number, carried: (before: Span, start: number) => number): Span[] {
  const spans: Span[] = [];
  for (let next = 0; next < units.length;) {
    const { start } = units[next] as Unit;
    const before = spans[spans.length - 1];
    const last = chunkEnd(units, next, before === undefined ? limit : limit - carried(before, start));
    spans.push({ start, end: (units[last] as Unit).end });
    next = last + 1;
  }
  return joinSmall(spans, limit);
}

/** Index of the last unit of the chunk that starts at unit `first`. */
function chunkEnd(units: readonly Unit[], first: number, limit: number): number {
  const start = (units[first] as Unit).start;
  const rest = (units[units.length - 1] as Unit).end - start;
  if (rest <= limit) return units.length - 1;
  const ideal = rest / Math.ceil(rest / limit);
  let best = first;
  let leastCost = Number.POSITIVE_INFINITY;
  for (let i = first; i < units.length - 1; i++) {
    const size = (units[i] as Unit).end - start;
    if (size > limit) break;
    const cost = Math.abs(size - ideal) / ideal + (units[i + 1] as Unit).penalty;
    // A later place wins a tie; one before EARLIEST only where nothing better fits.
    if (cost <= leastCost || size < EARLIEST * ideal) {
      best = i;
      leastCost = size < EARLIEST * ideal ? Number.POSITIVE_INFINITY : cost;
    }
  }
  return best;
}

/** Joins spans under `MIN_CHARACTERS` with the neighbour before, else the one behind, where the two fit; never the last alone. */
function joinSmall(spans: readonly Span[], limit: number): Span[] {
  const joined: Span[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i] as Span;
    const before = joined[joined.length - 1];
    const small =
      span.end - span.start < MIN_CHARACTERS || (before !== undefined && before.end - before.start < MIN_CHARACTERS);
    if (small && before !== undefined && span.end - before.start <= limit)
      joined[joined.length - 1] = { start: before.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

/** A piece of a section that is not cut further. Units cover their section exactly. */
export interface Unit extends Span {
  /**
   * What it costs to start a chunk here, as a share of the ideal size that one would rather be off by: 0 before a paragraph, more
   * between rows or list items, most inside a word. Chosen by reading the cuts of the sample documents.
   */
  readonly penalty: number;
}
