/** One reference inside a citation: a label with a quote, or without. */
export interface CitedQuote {
  /** `M1`, in capitals. */
  readonly label: string;
  /** As it stands in the answer, without its quotation marks; null where none was given. */
  readonly quote: string | null;
}

/** A citation as it stands in an answer: `[M1 "words"]`, also with several quotes or labels. */
export interface Citation {
  /** Offsets in the answer, brackets included. */
  readonly start: number;
  readonly end: number;
  readonly quotes: readonly CitedQuote[];
}

/** A citation is at most so long; a longer one is text. */
export const MAX_CITATION = 1_000;

/** Opening quotes, each with those that close it. */
const CLOSING: ReadonlyMap<string, string> = new Map(
  `"" “”“" „“” ”” «» »« 「」 『』 ‹› ＂＂ ‘’ ''`.split(" ").map(([open = "", ...close]) => [open, close.join("")]),
);
const LABEL = /^M\d{1,4}/i;
/** Another citation's beginning: a quote that holds one was never closed, as where the answer broke off in it. */
const OPENING = /\[M\d{1,4}\s*["“„«]|^\[M\d{1,4}\]/imu;

/** Reads what stands at an opening bracket. @param at offset of `[` */
function scanCitation(text: string, at: number, closings: ClosingQuotes): Citation | null {
  const end = Math.min(text.length, at + MAX_CITATION);
  const labelAt = (from: number): string | undefined => LABEL.exec(text.slice(from, Math.min(end, from + 6)))?.[0];
  const quotes: CitedQuote[] = [];
  let i = skip(text, at + 1, end);
  let label: string | null = null;
  let fresh = false;
  for (;;) {
    const named = labelAt(i);
    if (named !== undefined) {
      if (label !== null && fresh) quotes.push({ label, quote: null });
      label = named.toUpperCase();
      fresh = true;
      i = skip(text, i + named.length, end);
      if (/[:,]/.test(text[i] ?? "")) i = skip(text, i + 1, end);
    } else if (label === null) return null;
    if (i >= end) return null;
    const open = text[i] as string;
    if (CLOSING.has(open)) {
      const close = closings.after(i);
      if (close === null || close.decided >= end) return null;
      const quote = text.slice(i + 1, close.at);
      if (OPENING.test(quote)) return null;
      quotes.push({ label: label as string, quote });
      fresh = false;
      i = skip(text, close.at + 1, end);
      if (/[;,]/.test(text[i] ?? "")) i = skip(text, i + 1, end);
    } else if (open === "]") {
      if (label !== null && fresh) quotes.push({ label, quote: null });
      return { start: at, end: i + 1, quotes };
    } else if (labelAt(i) === undefined) return null;
  }
}

function skip(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && /\s/u.test(text[i] as string)) i++;
  return i;
}

/** Where a quote ends: at a mark behind which the citation ends or goes on, since a quote may hold quotation marks. */
interface Closing {
  readonly at: number;
  /** The character that tells. */
  readonly decided: number;
}

/**
 * The ends of quotes of one text. Of marks that close alike each is looked for once, going forward: quotes that nothing closes would
 * otherwise each be followed as far as a citation may reach.
 */
class ClosingQuotes {
  readonly #text: string;
  /** By closing marks: from where on the next end is known. */
  readonly #known = new Map<string, { readonly from: number; readonly closing: Closing | null }>();

  constructor(text: string) {
    this.#text = text;
  }

  after(open: number): Closing | null {
    const marks = CLOSING.get(this.#text[open] as string) as string;
    const known = this.#known.get(marks);
    if (known !== undefined && open >= known.from && (known.closing === null || open < known.closing.at))
      return known.closing;
    const closing = this.#find(marks, open + 1);
    this.#known.set(marks, { from: open, closing });
    return closing;
  }

  #find(marks: string, from: number): Closing | null {
    const text = this.#text;
    const { length } = text;
    for (let at = from; at < length; at++) {
      if (!marks.includes(text[at] as string)) continue;
      const next = skip(text, at + 1, length);
      if (text[next] === "]") return { at, decided: next };
      if (!/[;,]/.test(text[next] ?? "")) continue;
      const after = skip(text, next + 1, length);
      if (after < length && (CLOSING.has(text[after] as string) || LABEL.test(text.slice(after, after + 6))))
        return { at, decided: after };
    }
    return null;
  }
}

/** Every citation of an answer, in order. Cost: linear. */
export function citationsOf(answer: string): readonly Citation[] {
  const found: Citation[] = [];
  const closings = new ClosingQuotes(answer);
  for (let at = answer.indexOf("["); at >= 0; at = answer.indexOf("[", at)) {
    const citation = scanCitation(answer, at, closings);
    if (citation !== null) found.push(citation);
    at = citation?.end ?? at + 1;
  }
  return found;
}

export interface CitedPoint {
  /** The line without its mark of a list. */
  readonly body: string;
  readonly citations: readonly Citation[];
  /** The quotes of all citations, in order. */
  readonly proofs: readonly CitedQuote[];
}

/** The points of a model's answer: its lines that begin with a mark of a list. Pure. */
export const pointsOf = (answer: string): readonly CitedPoint[] =>
  answer.split("\n").flatMap((line) => {
    const body = /^\s*[-*•]\s+(.+)$/.exec(line)?.[1];
    if (body === undefined) return [];
    const citations = citationsOf(body);
    return [{ body, citations, proofs: citations.flatMap(({ quotes }) => quotes) }];
  });

export const withoutCitations = (body: string, citations: readonly Citation[]): string =>
  [...citations].reverse().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), body);
