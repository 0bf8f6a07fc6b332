import type { Span } from "../model/section.ts";
import { type Answering, answering } from "./answering.ts";
import { frontMatterLength, merged } from "./snippet.ts";
import { tokenEstimate } from "./token-estimate.ts";

const GAP = "…";
/** A further sentence is shown for itself from this share of the best one's score on. */
const ALSO = 0.6;

/**
 * What of a text is shown within so many tokens: the sentence that answers, whole where it fits; then others that answer nearly as well; then what stands
 * around it. Verbatim pieces in the order of the text, with `…` wherever something was left out. Pure.
 * @example excerptOf(passage, "which port?", 40) // "…Staging listens on 8099. It restarts every night.…"
 * Cost: linear in the text.
 */
export function excerptOf(
  { text, heading }: { readonly text: string; readonly heading: string },
  question: string,
  tokens: number,
): string {
  // Settings of a note say nothing of what it says, and aren't missed.
  const settings = frontMatterLength(text);
  const bare = settings === 0 ? text : text.slice(settings).trimStart();
  // Its heading stands above it.
  const [first = ""] = bare.split("\n", 1);
  const named = first.replace(/^#{1,6}\s+/u, "").trim();
  if (named === heading.trim() && first !== named && bare.length > first.length + 1)
    return excerptOf({ text: bare.slice(first.length + 1), heading }, question, tokens);
  if (bare !== text) return excerptOf({ text: bare, heading }, question, tokens);
  const trimmed = text.trim();
  if (tokenEstimate(trimmed) <= tokens) return trimmed;
  const [pieces = []] = answering(question, [{ text, heading }]);
  const costs = pieces.map(({ start, end }) => tokenEstimate(text.slice(start, end)));
  const order = [...pieces.keys()].sort((a, b) => score(pieces, b) - score(pieces, a) || a - b);
  const best = order[0];
  if (best === undefined) return "";
  const left = tokens - 3;
  if ((costs[best] as number) > left) {
    const { start, end } = pieces[best] as Answering;
    const fitting = charactersWithin(text.slice(start, end), left);
    // One word that is longer than all the room: so many of its characters.
    return marked(text, [{ start, end: start + (fitting || Math.min(left, end - start)) }]);
  }
  const taken = new Set([best]);
  let used = costs[best] as number;
  const take = (at: number): boolean => {
    if (taken.has(at)) return true;
    const cost = (costs[at] ?? Infinity) + 1;
    if (used + cost > left) return false;
    taken.add(at);
    used += cost;
    return true;
  };
  const least = ALSO * score(pieces, best);
  for (const at of order) if (least > 0 && score(pieces, at) >= least) take(at);
  for (let [before, after] = [best - 1, best + 1], open = true; open;) {
    open = false;
    if (after < pieces.length && take(after)) [after, open] = [after + 1, true];
    if (before >= 0 && take(before)) [before, open] = [before - 1, true];
  }
  return marked(text, merged([...taken].sort((a, b) => a - b).map((at) => pieces[at] as Answering)));
}

const score = (pieces: readonly Answering[], at: number): number => pieces[at]?.score ?? 0;

/** A word with the space behind it; of a script without spaces a character. */
const WORD = /\S[^\s\u0e00-\u0eff\u2e80-\u{10ffff}]*\s*/gu;

/** How many characters of a text fit into so many tokens, whole words and the space behind them. */
export function charactersWithin(text: string, tokens: number): number {
  let end = 0;
  let left = tokens;
  for (const match of text.matchAll(WORD)) {
    left -= tokenEstimate(match[0]);
    if (left < 0) break;
    end = match.index + match[0].length;
  }
  return end;
}

function marked(text: string, spans: readonly Span[]): string {
  const shown = spans.map(({ start, end }) => text.slice(start, end).trim());
  const whole = text.trimEnd().length;
  const head = (spans[0]?.start ?? 0) > 0 ? GAP : "";
  const tail = (spans.at(-1)?.end ?? 0) < whole ? GAP : "";
  return `${head}${shown.join(` ${GAP} `)}${tail}`.replace(/[\ud800-\udbff](?=…$)/u, "");
}
