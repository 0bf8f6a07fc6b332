import { Signal } from "../model/signals.ts";

/** What ranking reads of a candidate; a `Candidate` of the storage port has this shape. */
export interface RankedCandidate {
  readonly lexical: number;
  readonly coverage: number;
  readonly windows: readonly number[];
  readonly windowCoverage: readonly number[];
  readonly documentLexical: number;
  readonly documentCoverage: number;
  readonly documentSize: number;
  readonly dense: number;
  readonly denseBefore: number;
  readonly denseAfter: number;
  readonly documentDense: number;
  readonly length: number;
  readonly signals: number;
  readonly signalsBefore: number;
  readonly author: string;
  readonly date: number | null;
}

/** What ranking reads of the question. */
export interface RankedQuestion {
  /** Folded words of the question, stop words too. */
  readonly mentioned: ReadonlySet<string>;
  readonly asksWhen: boolean;
  readonly time: { readonly start: number; readonly end: number } | null;
  /** (k1 + 1) · Σ idf of the question's own terms: the most that BM25 could give without expansion. */
  readonly bound: number;
  readonly averageLength: number;
  /** Folds an author's name as `mentioned` was folded. */
  readonly fold: (text: string) => string;
}

/** The radii of the windows that the features read; asked of the index in this order. */
export const RADII = [1, 3, 6] as const;

/** Names of the features, in the order in which they are added up. */
export const FEATURES = [
  "lexical",
  "window1",
  "window3",
  "window6",
  "document",
  "coverage",
  "windowCoverage",
  "documentCoverage",
  "dense",
  "denseNeighbours",
  "documentDense",
  "speaker",
  "question",
  "followsQuestion",
  "temporal",
  "whenTemporal",
  "number",
  "firstPerson",
  "length",
  "time",
] as const;

export type Feature = (typeof FEATURES)[number];

/** One value a feature; most lie between 0 and 1. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/**
 * A candidate's features. BM25 scores are divided by what the question's own terms could reach at most, so that they
 * mean the same in small and large indexes and for short and long questions.
 */
export function features(candidate: RankedCandidate, question: RankedQuestion): FeatureValues {
  const relative = (score: number): number => (question.bound > 0 ? score / question.bound : 0);
  const bit = (signals: number, signal: number): number => ((signals & signal) === 0 ? 0 : 1);
  const named = candidate.author !== "" && question.fold(candidate.author).split(/\s+/).some((part) => part.length > 1 && question.mentioned.has(part));
  const temporal = bit(candidate.signals, Signal.temporal);
  const inTime =
    question.time !== null && candidate.date !== null && candidate.date >= question.time.start && candidate.date < question.time.end;
  return {
    lexical: relative(candidate.lexical),
    window1: relative(candidate.windows[0] ?? 0),
    window3: relative(candidate.windows[1] ?? 0),
    window6: relative(candidate.windows[2] ?? 0),
    document: relative(candidate.documentLexical),
    coverage: candidate.coverage,
    windowCoverage: candidate.windowCoverage[1] ?? 0,
    documentCoverage: candidate.documentCoverage,
    dense: candidate.dense,
    denseNeighbours: Math.max(candidate.denseBefore, candidate.denseAfter),
    documentDense: candidate.documentDense,
    speaker: named ? 1 : 0,
    question: bit(candidate.signals, Signal.question),
    followsQuestion: bit(candidate.signalsBefore, Signal.question),
    temporal,
    whenTemporal: question.asksWhen ? temporal : 0,
    number: bit(candidate.signals, Signal.number),
    firstPerson: bit(candidate.signals, Signal.firstPerson),
    length: Math.log((1 + candidate.length) / (1 + question.averageLength)),
    time: inTime ? 1 : 0,
  };
}
