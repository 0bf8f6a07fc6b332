import type { Feature } from "./features.ts";

/**
 * What each feature counts for: a plain linear combination, readable and exact to explain. Fitted on the development parts of LoCoMo, RealMem,
 * SciFact and BEAM together, each with the same say, then moved by steps of a fifth where all of them gained; how, with the figures with and
 * without each feature and with each collection left out, stands in evals/ranking.md. Chosen by hand:
 *
 * - `recency`: a fit gives it twice as much, at the cost of conversations whose questions are asked on the day after the last session.
 * - `hall`: evals/palace/prior.md. `named` and `links`: no question of the collections tells anything of them; chosen on notes and sources that
 *   were asked for by name, path or title.
 * - `tool`, `toolAsked`, `aside`: chosen on the sessions of a coding agent, which are too few for a fit.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  message: 0.046,
  window1: 0.076,
  window3: 0.165,
  window6: 0.14,
  coverage: 0.162,
  documentCoverage: 0.142,
  dense: 0.26,
  denseNeighbours: 0.175,
  documentDense: 0.204,
  speaker: 0.101,
  question: -0.02,
  followsQuestion: 0.048,
  firstPerson: 0.056,
  time: 0.378,
  hall: 0.033,
  recency: 0.1,
  named: 0.7,
  links: -0.2,
  assistant: -0.24,
  assistantAsked: 0.12,
  tool: -0.5,
  toolAsked: 0.4,
  aside: -0.15,
};
