import { Signal } from "../../../model/message-role.ts";
import { saturation } from "../../ports/searched-fields.ts";
import { WIDE, type Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";
import { type ChosenDrawers, type Numbers, messageEnd, messageStart } from "./top-pool.ts";
import { occurrences, type LexicalQuery } from "./lexical-retriever.ts";
import { gallop } from "./sorted-lists.ts";

/** Lexical features of chosen drawers. What is covered is Σ idf of the original terms found; not yet divided. */
export type LexicalFeatures = Readonly<ReturnType<typeof lexicalFeatures>>;

/** A text for each candidate: the drawer with so many on either side, as far as the document goes. */
interface Windows {
  readonly radius: number;
  /** First ordinals, and those behind the last ones. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Terms in the texts, and the mean of such a text. */
  readonly lengths: Uint32Array;
  readonly average: number;
  readonly scores: Float64Array;
}

/** What is looked at of a segment: its index among the visible ones, and what was chosen of it. */
interface Looked extends Pick<Sums, "chosen" | "inContext"> {
  readonly segment: Segment;
  readonly s: number;
  /** Memory for what is found. */
  readonly numbers: Numbers;
}

/** Where the shares of terms are added. */
interface Sums {
  readonly chosen: ChosenDrawers;
  /** By index into `ChosenDrawers.documents`: 1 where surroundings count. */
  readonly inContext: Uint8Array;
  readonly starts: Uint32Array;
  /** The drawers themselves first, then by radius. */
  readonly texts: readonly Windows[];
  /** The one of `texts` that holds the others. */
  readonly widest: Windows;
  readonly covered: Float64Array;
  readonly documentCovered: Float64Array;
}

/**
 * Scores the chosen drawers and their windows. Only the postings of their documents are looked at: one gallop a term and document, then a walk.
 * @param radii ascending
 */
export function lexicalFeatures(query: LexicalQuery, looked: Looked, radii: readonly number[]) {
  const { segment, s, chosen, inContext, numbers } = looked;
  const columns = segment.columns();
  const { starts } = columns;
  const own = ownTexts(looked, columns, query.averageLength);
  // Where no message is parted, the message is the drawer.
  const whole = radii[0] === 0 && !isParted(chosen, columns);
  const wider: Windows[] = [];
  for (const radius of whole ? radii.slice(1) : radii)
    wider.push(windowsOf(looked, columns, { radius, averageLength: query.averageLength, within: wider.at(-1) }));
  const texts = [own, ...wider];
  const covered = numbers.doubles(chosen.ordinals.length);
  /** What their documents cover, by index into `ChosenDrawers.documents`. 0 where surroundings don't count. */
  const documentCovered = numbers.doubles(chosen.documents.length);
  const sums = { chosen, inContext, starts, texts, widest: texts.at(-1) as Windows, covered, documentCovered };
  for (let t = 0; t < query.terms.length; t++) {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings !== null) addTerm({ query, t }, postings, sums);
  }
  /** BM25 of their windows: by radius, then by candidate. Nothing where surroundings don't count. */
  const windows = (whole ? texts : wider).map((text) => text.scores);
  return {
    /** BM25 of the drawers, and what they cover, by candidate. */
    scores: own.scores,
    covered,
    windows,
    documentCovered,
  };
}

/** The drawers alone. */
function ownTexts({ chosen, numbers }: Looked, { length }: SegmentColumns, average: number): Windows {
  const { ordinals } = chosen;
  const count = ordinals.length;
  const [to, lengths] = [numbers.integers(count), numbers.integers(count)];
  for (let i = 0; i < count; i++) {
    const ordinal = ordinals[i] as number;
    to[i] = ordinal + 1;
    lengths[i] = length[ordinal] as number;
  }
  return { radius: 0, from: ordinals, to, lengths, average, scores: numbers.doubles(count) };
}

/** Whether one of the drawers is a part of a message that is several. */
function isParted({ ordinals }: ChosenDrawers, { signals }: SegmentColumns): boolean {
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    const next = ordinal + 1 < signals.length ? (signals[ordinal + 1] as number) : 0;
    if ((((signals[ordinal] as number) | next) & Signal.continues) !== 0) return true;
  }
  return false;
}

/** @param within the windows of the next smaller radius, which these go on from; none: they are made from the drawers */
function windowsOf(
  { chosen, inContext, numbers }: Looked,
  { starts, length, signals }: SegmentColumns,
  { radius, averageLength, within }: { radius: number; averageLength: number; within: Windows | undefined },
): Windows {
  const count = chosen.ordinals.length;
  const already = within?.radius ?? 0;
  const [from, to, lengths] = [numbers.integers(count), numbers.integers(count), numbers.integers(count)];
  for (let i = 0; i < count; i++) {
    const ordinal = chosen.ordinals[i] as number;
    const d = chosen.documentOf[i] as number;
    if (inContext[d] === 0) {
      from[i] = ordinal;
      to[i] = ordinal + 1;
      continue;
    }
    const document = chosen.documents[d] as number;
    const start = starts[document] as number;
    const behind = starts[document + 1] as number;
    const inner = within === undefined ? messageStart(signals, ordinal, start) : (within.from[i] as number);
    const last = within === undefined ? messageEnd(signals, ordinal, behind) : (within.to[i] as number);
    let [first, end] = [inner, last];
    for (let r = already; r < radius && first > start; r++) first = messageStart(signals, first - 1, start);
    for (let r = already; r < radius && end < behind; r++) end = messageEnd(signals, end, behind);
    let sum = within === undefined ? 0 : (within.lengths[i] as number);
    if (within === undefined) for (let o = inner; o < last; o++) sum += length[o] as number;
    for (let o = first; o < inner; o++) sum += length[o] as number;
    for (let o = last; o < end; o++) sum += length[o] as number;
    from[i] = first;
    to[i] = end;
    lengths[i] = sum;
  }
  const average = (2 * radius + 1) * averageLength;
  return { radius, from, to, lengths, average, scores: numbers.doubles(count) };
}

/** Adds term t's share to every text that holds it. */
function addTerm(
  { query, t }: { readonly query: LexicalQuery; readonly t: number },
  postings: Postings,
  { chosen, inContext, starts, texts, widest, covered, documentCovered }: Sums,
): void {
  const { ordinals, codes } = postings;
  const { table } = query;
  const { documents, firstOfDocument } = chosen;
  const factor = query.factors[t] as number;
  const idf = query.originals[t] === true ? (query.idfs[t] as number) : 0;
  const found: number[] = [];
  let at = postings.first;
  for (let d = 0; d < documents.length; d++) {
    const document = documents[d] as number;
    at = gallop(ordinals, at, postings.end, starts[document] as number);
    if (at === postings.end) return;
    const end = starts[document + 1] as number;
    if ((ordinals[at] as number) >= end) continue;
    // Occurrences in each drawer of the document that holds the term; `found[i]` belongs to posting `at + i`.
    let stop = at;
    let inDocument = 0;
    for (; stop < postings.end && (ordinals[stop] as number) < end; stop++) {
      const code = codes[stop] as number;
      const tf = code === WIDE ? occurrences(postings, stop, table, query.fieldWeights) : (table[code] as number);
      found[stop - at] = tf;
      inDocument += tf;
    }
    const looked = inContext[d] === 0 ? 1 : texts.length;
    if (inDocument > 0) documentCovered[d] = (documentCovered[d] as number) + idf;
    const last = firstOfDocument[d + 1] as number;
    let near = at;
    for (let c = firstOfDocument[d] as number; c < last; c++) {
      const first = widest.from[c] as number;
      const beyond = widest.to[c] as number;
      while (near < stop && (ordinals[near] as number) < first) near++;
      if (near === stop) break;
      if ((ordinals[near] as number) >= beyond) continue;
      for (let w = 0; w < looked; w++) {
        const { from, to, lengths, average, scores } = texts[w] as Windows;
        const low = from[c] as number;
        const high = to[c] as number;
        let tf = 0;
        for (let i = near; i < stop && (ordinals[i] as number) < high; i++)
          if ((ordinals[i] as number) >= low) tf += found[i - at] as number;
        if (tf === 0) continue;
        scores[c] = (scores[c] as number) + factor * saturation(tf, lengths[c] as number, average);
        if (w === 0) covered[c] = (covered[c] as number) + idf;
      }
    }
    at = stop;
  }
}
