import type { Fusion, SearchMode } from "../model/search.ts";
import { contributions } from "../ranking/contributions.ts";
import { FEATURES, type FeatureValues, features, type RankedQuestion } from "../ranking/features.ts";
import { ranks } from "../ranking/ranks.ts";
import { reciprocalRank } from "../ranking/reciprocal-rank.ts";
import { weightedSum } from "../ranking/weighted-sum.ts";
import { WEIGHTS } from "../ranking/weights.ts";
import type { Candidate, CandidateSet } from "../storage/ports/candidates.ts";

/** Rank in each leg, 1-based; null where the leg found nothing. */
export interface LegRanks {
  readonly lexical: number | null;
  readonly dense: number | null;
}

/** A candidate with its score. What only the few that are shown need is made when it is asked for. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly values: FeatureValues;
  readonly score: number;
  /** Named parts that add up to `score`. */
  readonly parts: () => Readonly<Record<string, number>>;
  readonly ranks: () => LegRanks;
}

/** How one fusion scores a candidate: names, values and weights whose products add up. */
interface Recipe {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, number>>;
  readonly weights: Readonly<Record<string, number>>;
}

/**
 * Scores candidates and puts them in order: best first, ties by drawer id.
 *
 * @param fusion how the legs become one score; see `Fusion`
 */
export function rank(set: CandidateSet, question: RankedQuestion, fusion: Fusion, mode: SearchMode): readonly Ranked[] {
  const ranksOf = legRanks(set);
  const valuesOf = features(set.candidates, question);
  // For the plain fusion: BM25 over what the question's terms could reach at most.
  const bound = set.lexicalBound > 0 ? set.lexicalBound : 1;
  const plainWeights = { lexical: mode === "semantic" ? 0 : 1, dense: mode === "lexical" ? 0 : 1 };
  const recipe = (candidate: Candidate, values: FeatureValues): Recipe => {
    if (fusion === "learned") return { names: FEATURES, values, weights: WEIGHTS };
    if (fusion === "plain") return { names: ["lexical", "dense"], values: { lexical: candidate.lexical / bound, dense: values.dense }, weights: plainWeights };
    const { lexical, dense } = ranksOf(candidate);
    return { names: ["lexicalRank", "denseRank"], values: { lexicalRank: reciprocalRank(lexical), denseRank: reciprocalRank(dense) }, weights: { lexicalRank: 1, denseRank: 1 } };
  };
  const ranked = set.candidates.map((candidate, i): Ranked => {
    const values = valuesOf[i] as FeatureValues;
    const { names, values: scored, weights } = recipe(candidate, values);
    return {
      candidate,
      values,
      score: weightedSum(names, scored, weights),
      parts: () => contributions(names, scored, weights).parts,
      ranks: () => ranksOf(candidate),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

/** Ranks of both legs, sorted out the first time that one is asked for. */
function legRanks(set: CandidateSet): (candidate: Candidate) => LegRanks {
  let legs: { lexical: ReadonlyMap<string, number>; dense: ReadonlyMap<string, number> } | null = null;
  return ({ id }) => {
    legs ??= { lexical: ranks(set.candidates, ({ lexical }) => lexical), dense: ranks(set.candidates, ({ dense }) => dense) };
    return { lexical: legs.lexical.get(id) ?? null, dense: legs.dense.get(id) ?? null };
  };
}
