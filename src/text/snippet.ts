import type { Span } from "../model/section.ts";
import { sentenceEnd } from "./sentences.ts";
import type { TermSpan } from "./analyzer.ts";

/** Characters from the head of a text in which the window is looked for; bounds the time on huge texts. */
const SEARCHED = 100_000;
const ELLIPSIS = "…";

/** Settings between two lines of dashes or plusses at the top of a text. */
const FRONT_MATTER = /^(---|\+\+\+)[^\S\n]*\r?\n[^]{0,20000}?\r?\n(?:\1|\.\.\.)[^\S\n]*(?:\r?\n|$)/u;

/**
 * Characters of the front matter that a text begins with; 0 where it begins with none, or holds nothing else: then it is all that there is to show.
 * For what shows and cites texts; what front matter says is read by `parsing`.
 * @example frontMatterLength("---\ntags: [a]\n---\n# Title") // 18
 */
export function frontMatterLength(text: string): number {
  const { length } = FRONT_MATTER.exec(text)?.[0] ?? "";
  return text.slice(length).trim() === "" ? 0 : length;
}

/** A part of a text, and the places in it (not in the whole text) that match. */
export interface Snippet {
  readonly text: string;
  /** Ascending, apart from each other. */
  readonly matches: readonly Span[];
}

/**
 * The part of a text that shows best why it was found: the window of at most `maxChars` characters with the most distinct query
 * terms, then the most matches, then the earliest. It is verbatim but for an ellipsis where it was cut; it is cut where a
 * sentence starts or ends if one does nearby, else between words. Without a match it is the head of the text.
 * @param findTerms a `termFinder` of the query's terms
 * @param maxChars of the result, ellipses counted; at least 8
 * @example snippet("…", termFinder(new Set(indexTerms("green tea"))), 240)
 * Cost: linear in the first 100,000 characters.
 */
export function snippet(text: string, findTerms: (text: string) => readonly TermSpan[], maxChars: number): Snippet {
  const head = text.length > SEARCHED ? text.slice(0, SEARCHED) : text;
  const found = findTerms(head);
  if (text.length <= maxChars) return { text, matches: merged(found) };
  const budget = Math.max(8, maxChars) - 2 * ELLIPSIS.length;
  const core = bestWindow(found, budget);
  const start = windowStart(text, core, budget);
  const end = windowEnd(text, core, { start, end: start + budget });
  const before = start > 0 ? ELLIPSIS : "";
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + (end < text.length ? ELLIPSIS : ""),
    matches: merged(found.filter((span) => span.start >= start && span.end <= end)).map((span) => ({
      start: span.start + shift,
      end: span.end + shift,
    })),
  };
}

/**
 * Where in a text the passage stands that shows best why it was found: the same window as `snippet` shows, without an ellipsis, so that its
 * characters are exactly the text's. The whole text where that isn't longer.
 */
export function passageSpan(text: string, findTerms: (text: string) => readonly TermSpan[], maxChars: number): Span {
  if (text.length <= maxChars) return { start: 0, end: text.length };
  const core = bestWindow(findTerms(text.length > SEARCHED ? text.slice(0, SEARCHED) : text), maxChars);
  const start = windowStart(text, core, maxChars);
  return { start, end: windowEnd(text, core, { start, end: start + maxChars }) };
}

type Found = readonly { readonly term: string; readonly start: number; readonly end: number }[];

/** From the first to the last match of the best window; {0, 0} without matches. */
function bestWindow(found: Found, budget: number): Span {
  const counts = new Map<string, number>();
  let best: { span: Span; distinct: number; matches: number } = { span: { start: 0, end: 0 }, distinct: 0, matches: 0 };
  let first = 0;
  for (let last = 0; last < found.length; last++) {
    const { term, start, end } = found[last] as Found[number];
    // One term longer than the window: no window holds it.
    if (end - start > budget) {
      counts.clear();
      first = last + 1;
      continue;
    }
    counts.set(term, (counts.get(term) ?? 0) + 1);
    while (end - (found[first] as Found[number]).start > budget) {
      const dropped = (found[first++] as Found[number]).term;
      const left = (counts.get(dropped) as number) - 1;
      if (left === 0) counts.delete(dropped);
      else counts.set(dropped, left);
    }
    const matches = last - first + 1;
    if (counts.size > best.distinct || (counts.size === best.distinct && matches > best.matches))
      best = { span: { start: (found[first] as Found[number]).start, end }, distinct: counts.size, matches };
  }
  return best.span;
}

/** Where the snippet starts: at the core's sentence when that leaves room, else a third of the room before the core. */
function windowStart(text: string, core: Span, budget: number): number {
  const room = budget - (core.end - core.start);
  const earliest = Math.max(0, core.start - Math.floor(room / 2));
  if (earliest === 0) return 0;
  const before = text.slice(earliest, core.start + 1);
  const sentence = sentenceEnd(before, 0);
  if (sentence !== null && before.slice(sentence).trim() !== "") return earliest + sentence;
  const wanted = core.start - Math.floor(room / 3);
  for (let i = wanted; i < core.start && i < wanted + 24; i++)
    if (/\s/.test(text.charAt(i - 1)) && !/\s/.test(text.charAt(i))) return i;
  return onCharacter(text, wanted);
}

/** Where it ends at the latest: at the end of a sentence in its last third, else between words. */
function windowEnd(text: string, core: Span, { start, end: latest }: Span): number {
  if (latest >= text.length) return text.length;
  const least = Math.max(core.end, start + Math.floor(((latest - start) * 2) / 3));
  const within = text.slice(start, latest + 1);
  let sentence: number | null = null;
  for (
    let end = sentenceEnd(within, 0);
    end !== null && within.slice(end).trim() !== "";
    end = sentenceEnd(within, end)
  )
    if (start + end >= least) sentence = start + end;
  if (sentence !== null) return sentence;
  for (let i = latest; i > core.end && i > latest - 24; i--) if (/\s/.test(text.charAt(i))) return i;
  return onCharacter(text, latest);
}

/** A place to cut a text, not between the halves of a surrogate pair. */
export function onCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && at > 0 ? at - 1 : at;
}

/** Places that overlap or touch as one, in the order of the text. */
export function merged(found: readonly Span[]): Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = spans[spans.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/** A text without some spans, with what stands for each; where two overlap, both are removed. */
export function withoutSpans(text: string, spans: readonly (Span & { readonly by?: string })[]): string {
  let left = "";
  let from = 0;
  for (const { start, end, by = "" } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) left += text.slice(from, start) + by;
    from = Math.max(from, end);
  }
  return left + text.slice(from);
}
