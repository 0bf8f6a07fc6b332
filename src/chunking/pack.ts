import type { Span } from "../model/span.ts";
/** A chunk smaller than this joins a neighbour that can hold it, unless it is the last of its section. Characters; page 01. */
const MIN_CHARACTERS = 100;
/** Share of the ideal size from which on a chunk may end early at a better break. */
const EARLIEST = 0.55;

/**
 * Packs units into spans of at most `limit`, in order. The rest is always thought of as the fewest chunks that can hold it, of equal
 * size; each ends where distance from that size (as its share) plus the penalty of the next unit is least.
 *
 * Cost: linear in units; each is looked at for at most two chunks.
 */
export function pack(units: readonly Unit[], limit: number): Span[] {
  const spans: Span[] = [];
  let next = 0;
  while (next < units.length) {
    const last = chunkEnd(units, next, limit);
    spans.push({ start: (units[next] as Unit).start, end: (units[last] as Unit).end });
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
