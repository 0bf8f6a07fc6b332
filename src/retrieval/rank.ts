import type { Fusion, SearchMode } from "../model/search.ts";
import { bestFirst, ranks, reciprocalRank } from "../ranking/best-first.ts";
import { contributions, weightedSum, WEIGHTS } from "../ranking/weights.ts";
import { FEATURES, features, type FeatureTable, type FeatureValues, type RankedQuestion } from "../ranking/features.ts";
import type { Candidate, CandidateSet } from "../storage/ports/candidates.ts";

/** Rank in each retriever, 1-based; null where the retriever found nothing. */
export interface RetrieverRanks {
  readonly lexical: number | null;
  readonly dense: number | null;
}

/** A candidate with its score. What only the few that are shown need is made when it is asked for. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  values(): FeatureValues;
  /** What the learned fusion makes of these, whichever fusion ranks: `weightedSum` with `WEIGHTS`. */
  learned(): number;
  /** Named parts that add up to `score`; made anew each time. */
  parts(): Readonly<Record<string, number>>;
  ranks(): RetrieverRanks;
}

/** Candidates, best first. A list of them is one; what `rank` gives makes of its hundreds those that are asked for. */
export type Ranking = Pick<readonly Ranked[], "length" | "slice">;

/** How one fusion scores a candidate: names, values and weights whose products add up. */
interface Breakdown {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, number>>;
  readonly weights: Readonly<Record<string, number>>;
}

interface Scoring {
  readonly table: FeatureTable;
  /** How a row is scored. @param values gives its features */
  readonly breakdown: (row: number, values: () => FeatureValues) => Breakdown;
  readonly ranksOf: (candidate: Candidate) => RetrieverRanks;
}

/** In the order of `FEATURES`. */
const LEARNED = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

/**
 * Scores candidates and puts them in order: best first, ties by drawer id.
 * @param fusion how the retrievers become one score; see `Fusion`
 */
export function rank(set: CandidateSet, question: RankedQuestion, fusion: Fusion, mode: SearchMode): Ranking {
  const { candidates } = set;
  const candidate = (row: number): Candidate => candidates[row] as Candidate;
  const ranksOf = retrieverRanks(set);
  const table = features(candidates, question);
  // For the plain fusion: BM25 over what the question's terms could reach at most.
  const bound = set.lexicalBound > 0 ? set.lexicalBound : 1;
  const plainWeights = { lexical: mode === "semantic" ? 0 : 1, dense: mode === "lexical" ? 0 : 1 };
  const breakdown = (row: number, values: () => FeatureValues): Breakdown => {
    if (fusion === "learned") return { names: FEATURES, values: values(), weights: WEIGHTS };
    if (fusion === "plain")
      return {
        names: ["lexical", "dense"],
        values: { lexical: candidate(row).lexical / bound, dense: candidate(row).dense },
        weights: plainWeights,
      };
    const { lexical, dense } = ranksOf(candidate(row));
    return {
      names: ["lexicalRank", "denseRank"],
      values: { lexicalRank: reciprocalRank(lexical), denseRank: reciprocalRank(dense) },
      weights: { lexicalRank: 1, denseRank: 1 },
    };
  };
  const scoreOf = (row: number): number => {
    if (fusion === "learned") return table.weightedSum(row, LEARNED);
    const { names, values, weights } = breakdown(row, () => table.row(row));
    return weightedSum(names, values, weights);
  };
  const scores = new Float64Array(candidates.length);
  for (let row = 0; row < scores.length; row++) scores[row] = scoreOf(row);
  const rows = bestFirst(scores, (a, b) => candidate(a).id < candidate(b).id);
  return new ScoredRows(
    rows,
    (row) => new ScoredCandidate(candidate(row), scores[row] as number, row, { table, breakdown, ranksOf }),
  );
}

/**
 * A ranking, and behind it what a larger pool added: asking for more hits never changes the order of the first ones. What is added loses as much
 * (the part `beyond`) as it takes for its best to stand behind the last before it.
 */
export function behind(first: Ranking, added: Ranking): Ranking {
  const before = first.slice();
  const after = added.slice();
  const shift = Math.min(0, (before.at(-1)?.score ?? 0) - (after[0]?.score ?? 0));
  return [...before, ...after.map((one) => charged(one, "beyond", shift))];
}

/** Candidates whose scores were moved, the best first; equal ones by their ids. */
export function inOrder(moved: readonly Ranked[]): readonly Ranked[] {
  const one = (row: number): Ranked => moved[row] as Ranked;
  const scores = Float64Array.from(moved, ({ score }) => score);
  return Array.from(
    bestFirst(scores, (a, b) => one(a).candidate.id < one(b).candidate.id),
    one,
  );
}

/** A candidate whose score is moved by what a later stage thinks of it, as a part of that name; as it is where that is nothing. */
export const charged = (one: Ranked, name: string, by: number): Ranked =>
  by === 0 ? one : new Moved(one, one.candidate, { [name]: by });

/** What wasn't found itself, in the place of what was. @param id its drawer */
export function standingAs(one: Ranked, id: string): Ranked {
  // What a candidate says may be worked out as it is asked for.
  return new Moved(one, Object.create(one.candidate, { id: { value: id } }) as Candidate, {});
}

class Moved implements Ranked {
  readonly score: number;
  readonly candidate: Candidate;
  private readonly of: Ranked;
  private readonly by: Readonly<Record<string, number>>;

  constructor(of: Ranked, candidate: Candidate, by: Readonly<Record<string, number>>) {
    this.candidate = candidate;
    this.score = Object.values(by).reduce((sum, part) => sum + part, of.score);
    this.of = of;
    this.by = by;
  }

  values(): FeatureValues {
    return this.of.values();
  }

  learned(): number {
    return this.of.learned();
  }

  ranks(): RetrieverRanks {
    return this.of.ranks();
  }

  parts(): Readonly<Record<string, number>> {
    return Object.assign(this.of.parts(), this.by);
  }
}

/** Rows in an order, each made into a candidate once, when it is asked for: there are hundreds of which ten are shown. */
class ScoredRows implements Ranking {
  private readonly rows: Uint32Array;
  private readonly make: (row: number) => Ranked;
  private readonly made: Ranked[] = [];

  constructor(rows: Uint32Array, make: (row: number) => Ranked) {
    this.rows = rows;
    this.make = make;
  }

  get length(): number {
    return this.rows.length;
  }

  slice(start?: number, end?: number): Ranked[] {
    return Array.from(this.rows.subarray(start, end), (row) => (this.made[row] ??= this.make(row)));
  }
}

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

  learned(): number {
    return this.scoring.table.weightedSum(this.row, LEARNED);
  }

  parts(): Readonly<Record<string, number>> {
    const { names, values, weights } = this.scoring.breakdown(this.row, () => this.values());
    return contributions(names, values, weights).parts;
  }

  ranks(): RetrieverRanks {
    return this.scoring.ranksOf(this.candidate);
  }
}

/** Ranks of both retrievers, sorted out the first time that one is asked for. */
function retrieverRanks(set: CandidateSet): (candidate: Candidate) => RetrieverRanks {
  let byRetriever: { lexical: ReadonlyMap<string, number>; dense: ReadonlyMap<string, number> } | null = null;
  return ({ id }) => {
    byRetriever ??= {
      lexical: ranks(set.candidates, ({ lexical }) => lexical),
      dense: ranks(set.candidates, ({ dense }) => dense),
    };
    return { lexical: byRetriever.lexical.get(id) ?? null, dense: byRetriever.dense.get(id) ?? null };
  };
}
