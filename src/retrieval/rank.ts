import type { Fusion, SearchMode } from "../model/search.ts";
import { contributions, type Contributions } from "../ranking/contributions.ts";
import { FEATURES, type FeatureValues, features, type RankedQuestion } from "../ranking/features.ts";
import { ranks } from "../ranking/ranks.ts";
import { reciprocalRank } from "../ranking/reciprocal-rank.ts";
import { WEIGHTS } from "../ranking/weights.ts";
import type { Candidate, CandidateSet } from "../storage/ports/candidates.ts";

/** A candidate with its score, taken apart. */
export interface Ranked extends Contributions {
  readonly candidate: Candidate;
  readonly values: FeatureValues;
  readonly ranks: { readonly lexical: number | null; readonly dense: number | null };
}

/**
 * Scores candidates and puts them in order: best first, ties by drawer id.
 *
 * @param fusion how the legs become one score; see `Fusion`
 */
export function rank(set: CandidateSet, question: RankedQuestion, fusion: Fusion, mode: SearchMode): readonly Ranked[] {
  const lexicalRanks = ranks(set.candidates, ({ lexical }) => lexical);
  const denseRanks = ranks(set.candidates, ({ dense }) => dense);
  const valuesOf = features(set.candidates, question);
  // For the plain fusion: BM25 over what the question's terms could reach at most.
  const bound = set.lexicalBound > 0 ? set.lexicalBound : 1;
  const ranked = set.candidates.map((candidate, i): Ranked => {
    const values = valuesOf[i] as FeatureValues;
    const place = { lexical: lexicalRanks.get(candidate.id) ?? null, dense: denseRanks.get(candidate.id) ?? null };
    return { candidate, values, ranks: place, ...score(values, candidate.lexical / bound, place, fusion, mode) };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

function score(values: FeatureValues, lexical: number, place: Ranked["ranks"], fusion: Fusion, mode: SearchMode): Contributions {
  if (fusion === "rrf") {
    return contributions(["lexicalRank", "denseRank"], { lexicalRank: reciprocalRank(place.lexical), denseRank: reciprocalRank(place.dense) }, { lexicalRank: 1, denseRank: 1 });
  }
  if (fusion === "plain") {
    return contributions(["lexical", "dense"], { lexical, dense: values.dense }, { lexical: mode === "semantic" ? 0 : 1, dense: mode === "lexical" ? 0 : 1 });
  }
  return contributions(FEATURES, values, WEIGHTS);
}
