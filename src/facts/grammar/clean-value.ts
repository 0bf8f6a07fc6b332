import type { TokenRange } from "./match-pattern.ts";
import type { PhraseTable } from "./phrase-table.ts";
import { phraseEnds } from "./phrase-table.ts";
import { reactionStart } from "./reaction-start.ts";
import type { Token } from "./token.ts";

/** Longest value, in characters; more is prose, not an item. */
const LONGEST_VALUE = 300;
/** Signs that may surround a value without being part of it. Brackets stay when they are a pair. */
const BEFORE = new Set([",", ";", ":", ".", "-", "–", "—", "=", ">", "→", "|", "、", "，", "；", "：", "'", "`", '"', "\n", "…", "!", "?", ")", "]", "}"]);
const AFTER = new Set([",", ";", ":", ".", "-", "–", "—", "=", ">", "→", "|", "、", "，", "；", "：", "'", "`", '"', "\n", "…", "!", "?", "。", "！", "？", "(", "[", "{"]);

/** ".NET": a single dot before a name belongs to it. */
function dotted(tokens: readonly Token[], at: number): boolean {
  const [dot, name] = [tokens[at], tokens[at + 1]];
  return dot?.text === "." && dot.spaced && name?.kind === "word" && !name.spaced && name.capital;
}

/** "Help!, Yesterday": a sign that another follows at once ends no sentence; it belongs to the name. */
function titled(tokens: readonly Token[], at: number): boolean {
  const [sign, next] = [tokens[at] as Token, tokens[at + 1]];
  return /^[!?]$/u.test(sign.text) && !sign.spaced && tokens[at - 1]?.kind === "word" && (next?.text === "," || next?.text === ";");
}

/** The tokens of a value without signs around it and without an article before it. */
export function trimValue(tokens: readonly Token[], range: TokenRange, article: PhraseTable): TokenRange {
  let { start, end } = range;
  while (start < end && BEFORE.has((tokens[start] as Token).text) && (tokens[start] as Token).kind !== "quote" && !dotted(tokens, start)) start += 1;
  while (end > start && AFTER.has((tokens[end - 1] as Token).text) && (tokens[end - 1] as Token).kind !== "quote" && !titled(tokens, end - 1)) end -= 1;
  const after = phraseEnds(article, tokens, start, end)[0];
  if (after !== undefined && after < end && tokens[start]?.capital === false && tokens[after]?.kind !== "punct") start = after;
  return { start, end };
}

/** "sushi 😋" is sushi. */
function withoutReaction(tokens: readonly Token[], range: TokenRange, article: PhraseTable): TokenRange {
  const end = reactionStart(tokens, range);
  return end === range.end ? range : trimValue(tokens, { start: range.start, end }, article);
}

/**
 * The spelling of a value: what was written, without what surrounds it. Null when nothing is left, or too much.
 *
 * @example a range over `the "Model M".` gives `Model M`
 */
export function cleanValue(text: string, tokens: readonly Token[], range: TokenRange, article: PhraseTable, abbreviation: PhraseTable): string | null {
  const { start, end } = withoutReaction(tokens, trimValue(tokens, range, article), article);
  const first = tokens[start];
  const last = tokens[end - 1];
  if (first === undefined || last === undefined || start >= end) return null;
  // One quotation is its inside. A final stop belongs to an abbreviation: "U.S.", "J. R."
  const abbreviated = (abbreviation.has(last.text) && last.capital) || /(?:^|[\s.])\p{L}\.\p{L}$/u.test(text.slice(Math.max(0, last.end - 8), last.end));
  const stop = abbreviated && text[last.end] === "." && (end - start > 1 || last.text.includes(".")) ? 1 : 0;
  const raw = start + 1 === end && first.kind === "quote" ? first.text : text.slice(first.start, last.end + stop);
  const value = raw.replace(/\s+/gu, " ").replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, "").trim();
  return value === "" || value.length > LONGEST_VALUE ? null : value;
}
