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

/** What stands at a bracket: a citation, none, or a beginning that what follows may complete. */
type Scanned =
  | { readonly kind: "citation"; readonly citation: Citation }
  | { readonly kind: "none" }
  | { readonly kind: "partial" };

/** A citation is at most so long; a longer one is text. */
export const MAX_CITATION = 1_000;

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": '”“"',
  "„": "“”",
  "”": "”",
  "«": "»",
  "»": "«",
  "「": "」",
  "『": "』",
  "‹": "›",
  "＂": "＂",
  "‘": "’",
  "'": "'",
};
const LABEL = /^M\d{1,4}/i;

/**
 * Reads what stands at an opening bracket. What it says never changes when more text follows, unless it says `partial`: so an answer can be
 * read as it streams in.
 *
 * @param at offset of `[`
 */
function scanCitation(text: string, at: number): Scanned {
  const end = Math.min(text.length, at + MAX_CITATION);
  const whole = end === at + MAX_CITATION;
  const partial: Scanned = whole ? { kind: "none" } : { kind: "partial" };
  const quotes: CitedQuote[] = [];
  let i = skip(text, at + 1, end);
  let label: string | null = null;
  let fresh = false;
  for (;;) {
    if (i >= end) return partial;
    const named = LABEL.exec(text.slice(i, Math.min(end, i + 6)))?.[0];
    if (named !== undefined) {
      // "M1" may become "M12".
      if (i + named.length >= end) return partial;
      if (label !== null && fresh) quotes.push({ label, quote: null });
      label = named.toUpperCase();
      fresh = true;
      i = skip(text, i + named.length, end);
      if (i < end && /[:,]/.test(text[i] as string)) i = skip(text, i + 1, end);
    } else if (label === null) {
      return /^m\d{0,4}$/i.test(text.slice(i, end)) && !whole ? { kind: "partial" } : { kind: "none" };
    }
    if (i >= end) return partial;
    const open = text[i] as string;
    if (open in CLOSING) {
      const close = closingQuote(text, i, end);
      if (close === "partial") return partial;
      if (close === null) return { kind: "none" };
      quotes.push({ label: label as string, quote: text.slice(i + 1, close) });
      fresh = false;
      i = skip(text, close + 1, end);
      if (i >= end) return partial;
      if (/[;,]/.test(text[i] as string)) i = skip(text, i + 1, end);
    } else if (text[i] === "]") {
      if (label !== null && fresh) quotes.push({ label, quote: null });
      return { kind: "citation", citation: { start: at, end: i + 1, quotes } };
    } else if (!/m/i.test(open)) return { kind: "none" };
    else if (!LABEL.test(text.slice(i, Math.min(end, i + 6)))) return i + 1 >= end ? partial : { kind: "none" };
  }
}

function skip(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && /\s/u.test(text[i] as string)) i++;
  return i;
}

/** The closing mark of a quote: the first one behind which the citation ends or goes on, since a quote may hold quotation marks. */
function closingQuote(text: string, open: number, end: number): number | "partial" | null {
  const marks = CLOSING[text[open] as string] as string;
  for (let i = open + 1; i < end; i++) {
    if (!marks.includes(text[i] as string)) continue;
    const next = skip(text, i + 1, end);
    if (next >= end) return "partial";
    if (text[next] === "]") return i;
    if (!/[;,]/.test(text[next] as string)) continue;
    const after = skip(text, next + 1, end);
    if (after >= end) return "partial";
    const mark = text[after] as string;
    if (mark in CLOSING || LABEL.test(text.slice(after, Math.min(end, after + 6)))) return i;
    if (/m/i.test(mark) && after + 1 >= end) return "partial";
  }
  return "partial";
}

/** Every citation of an answer, in order. */
export function citationsOf(answer: string): readonly Citation[] {
  const found: Citation[] = [];
  for (let at = answer.indexOf("["); at >= 0; at = answer.indexOf("[", at)) {
    const scanned = scanCitation(answer, at);
    if (scanned.kind === "citation") found.push(scanned.citation);
    at = scanned.kind === "citation" ? scanned.citation.end : at + 1;
  }
  return found;
}

/** A point of a model's list, with what it cites. */
export interface CitedPoint {
  /** The line without its mark of a list. */
  readonly body: string;
  readonly citations: readonly Citation[];
  /** The quotes of all citations, in order. */
  readonly proofs: readonly CitedQuote[];
}

/** The points of a model's answer: its lines that begin with a mark of a list. Pure. */
export function pointsOf(answer: string): readonly CitedPoint[] {
  return answer.split("\n").flatMap((line) => {
    const body = /^\s*[-*•]\s+(.+)$/.exec(line)?.[1];
    if (body === undefined) return [];
    const citations = citationsOf(body);
    return [{ body, citations, proofs: citations.flatMap(({ quotes }) => quotes) }];
  });
}

/** A point without what it cites. */
export function withoutCitations(body: string, citations: readonly Citation[]): string {
  return [...citations].reverse().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), body);
}
