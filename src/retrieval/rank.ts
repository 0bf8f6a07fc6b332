import type { Fusion, SearchMode } from "../model/search.ts";
import { bestFirst } from "../ranking/best-first.ts";
import { contributions } from "../ranking/contributions.ts";
import { FEATURES, type FeatureTable, type FeatureValues, features, type RankedQuestion } from "../ranking/features.ts";
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
  readonly score: number;
  values(): FeatureValues;
  /** Named parts that add up to `score`. */
  parts(): Readonly<Record<string, number>>;
  ranks(): LegRanks;
}

/** How one fusion scores a candidate: names, values and weights whose products add up. */
interface Recipe {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, number>>;
  readonly weights: Readonly<Record<string, number>>;
}

/** What all candidates of a search have in common. */
interface Scoring {
  readonly table: FeatureTable;
  readonly recipe: (candidate: Candidate, row: number) => Recipe;
  readonly ranksOf: (candidate: Candidate) => LegRanks;
}

/** In the order of `FEATURES`. */
const LEARNED = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

/**
 * Scores candidates and puts them in order: best first, ties by drawer id.
 *
 * @param fusion how the legs become one score; see `Fusion`
 */
export function rank(set: CandidateSet, question: RankedQuestion, fusion: Fusion, mode: SearchMode): readonly Ranked[] {
  const ranksOf = legRanks(set);
  const table = features(set.candidates, question);
  // For the plain fusion: BM25 over what the question's terms could reach at most.
  const bound = set.lexicalBound > 0 ? set.lexicalBound : 1;
  const plainWeights = { lexical: mode === "semantic" ? 0 : 1, dense: mode === "lexical" ? 0 : 1 };
  const recipe = (candidate: Candidate, row: number): Recipe => {
    if (fusion === "learned") return { names: FEATURES, values: table.row(row), weights: WEIGHTS };
    if (fusion === "plain") return { names: ["lexical", "dense"], values: { lexical: candidate.lexical / bound, dense: candidate.dense }, weights: plainWeights };
    const { lexical, dense } = ranksOf(candidate);
    return { names: ["lexicalRank", "denseRank"], values: { lexicalRank: reciprocalRank(lexical), denseRank: reciprocalRank(dense) }, weights: { lexicalRank: 1, denseRank: 1 } };
  };
  const scoreOf = (candidate: Candidate, row: number): number => {
    if (fusion === "learned") return table.weightedSum(row, LEARNED);
    const { names, values, weights } = recipe(candidate, row);
    return weightedSum(names, values, weights);
  };
  const scoring = { table, recipe, ranksOf };
  const { candidates } = set;
  const candidate = (row: number): Candidate => candidates[row] as Candidate;
  const scores = new Float64Array(candidates.length);
  for (let row = 0; row < scores.length; row++) scores[row] = scoreOf(candidate(row), row);
  const ranked: Ranked[] = [];
  for (const row of bestFirst(scores, (a, b) => candidate(a).id < candidate(b).id)) ranked.push(new ScoredCandidate(candidate(row), scores[row] as number, row, scoring));
  return ranked;
}

/** Small, since there are hundreds of which ten are shown. */
class ScoredCandidate implements Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  private readonly row: number;
  private readonly scoring: Scoring;
  private named: FeatureValues | null = null;

  constructor(candidate: Candidate, score: number, row: number, scoring: Scoring) {
    this.candidate = candidate;
    this.score = score;
    this.row = row;
    this.scoring = scoring;
  }

  values(): FeatureValues {
    return (this.named ??= this.scoring.table.row(this.row));
  }

  parts(): Readonly<Record<string, number>> {
    const { names, values, weights } = this.scoring.recipe(this.candidate, this.row);
    return contributions(names, values, weights).parts;
  }

  ranks(): LegRanks {
    return this.scoring.ranksOf(this.candidate);
  }
}

/** Ranks of both legs, sorted out the first time that one is asked for. */
function legRanks(set: CandidateSet): (candidate: Candidate) => LegRanks {
  let legs: { lexical: ReadonlyMap<string, number>; dense: ReadonlyMap<string, number> } | null = null;
  return ({ id }) => {
    legs ??= { lexical: ranks(set.candidates, ({ lexical }) => lexical), dense: ranks(set.candidates, ({ dense }) => dense) };
    return { lexical: legs.lexical.get(id) ?? null, dense: legs.dense.get(id) ?? null };
  };
}
