import type { Feature } from "./features.ts";

/**
 * What each feature counts for. A plain linear combination: readable, exact to explain, and as good as anything tried.
 * PROVISIONAL until evals/ranking.md is written.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  lexical: 1,
  window1: 0.4,
  window3: 0.6,
  window6: 0.3,
  document: 0.1,
  coverage: 0.2,
  windowCoverage: 0,
  documentCoverage: 0,
  dense: 0.5,
  denseNeighbours: 0.1,
  documentDense: 0,
  speaker: 0.15,
  question: -0.08,
  followsQuestion: 0.05,
  temporal: 0.05,
  whenTemporal: 0.05,
  number: 0,
  firstPerson: 0,
  length: 0.03,
  time: 0.2,
};
