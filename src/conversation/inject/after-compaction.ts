import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { indexTerms as splitTerms } from "../../text/analyzer.ts";

export type Turn = Pick<TranscriptMessage, "id" | "role" | "text">;

export interface LostTurn extends Turn {
  /** Share of its distinctive words that the summary contains, 0 to 1. */
  readonly kept: number;
  /** Relevance to the current request. */
  readonly relevance: number;
}

/** A turn counts as kept when the summary contains this share of its distinctive words. */
const KEPT_SHARE = 0.5;
/** A turn with fewer distinctive words says too little to be missed. */
const MIN_WORDS = 4;

/**
 * Turns that a compaction lost and the last request needs: those whose distinctive words the summary lacks, first those that share
 * rare words with the request. A word is distinctive when it occurs in at most three turns or a quarter of them. Pure.
 * @param turns in order, without the summary itself and what came after it
 * @param request the user's last message; the turns nearest to it where it shares no word with any
 * @returns at most `limit`, in the order of the session
 */
export function lostTurns(
  turns: readonly Turn[],
  { summary, request }: { readonly summary: string; readonly request: string },
  limit: number,
): readonly LostTurn[] {
  const inSummary = new Set(splitTerms(summary));
  const wanted = new Set(splitTerms(request));
  const termsOf = turns.map(({ text }) => new Set(splitTerms(text)));
  const spread = new Map<string, number>();
  for (const terms of termsOf) for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  const common = Math.max(3, turns.length / 4);
  const lost: (LostTurn & { readonly at: number })[] = [];
  for (const [at, turn] of turns.entries()) {
    const distinctive = [...(termsOf[at] as Set<string>)].filter((term) => (spread.get(term) ?? 0) <= common);
    if (distinctive.length < MIN_WORDS || turn.text.trim() === request.trim()) continue;
    const kept = distinctive.filter((term) => inSummary.has(term)).length / distinctive.length;
    if (kept >= KEPT_SHARE) continue;
    // Rare words weigh more, and a long turn must not win by its length.
    const shared = distinctive
      .filter((term) => wanted.has(term))
      .reduce((sum, term) => sum + Math.log(1 + turns.length / (spread.get(term) ?? 1)), 0);
    lost.push({ ...turn, kept, relevance: shared / Math.sqrt(distinctive.length), at });
  }
  const relevant = lost.filter(({ relevance }) => relevance > 0);
  return relevant
    .toSorted((a, b) => b.relevance - a.relevance || b.at - a.at)
    .slice(0, limit)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...turn }) => turn);
}
