import type { Feature } from "./features.ts";

/**
 * What each feature counts for: a plain linear combination, readable and exact to explain. Fitted on the development
 * parts of LoCoMo, RealMem and SciFact together, each with the same say (softmax cross-entropy over the candidates of a
 * question); figures with and without each feature, and with each collection left out, stand in evals/ranking.md. By hand
 * after the fit: what it gave to `documentDense` (.41) is shared with `dense` (.07), since the first alone cost LoCoMo half a
 * point; a feature "asks when, and holds a time" gained nowhere and is gone. `hall` came later, with the others as they were: see
 * evals/palace/prior.md. So did `recency`: a fit gives it .20, but questions of LoCoMo asked on the day after the last session would lose
 * more than half a point by more than .05. With it `time` went halfway to what that fit gives (.32, where it was .58).
 * No question of the collections names a file: `named` was chosen on 208 files of til and 165 of this project, asked for by their names and
 * by their paths (first for 99 to 100 %; .5 gives 94 to 100; 0 to 41 without). `links` was chosen on titles and folders of 400 files of til,
 * "how do I …" (first for 95 %; .1 gives 92, .3 96; 83 without, since the list of them in the README came first for 13).
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  window1: 0.085,
  window3: 0.17,
  window6: 0.228,
  coverage: 0.24,
  documentCoverage: 0.112,
  dense: 0.25,
  denseNeighbours: 0.028,
  documentDense: 0.25,
  speaker: 0.103,
  question: -0.027,
  followsQuestion: 0.047,
  firstPerson: 0.041,
  time: 0.45,
  hall: 0.03,
  recency: 0.05,
  named: 0.7,
  links: -0.2,
};
