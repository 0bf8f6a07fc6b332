import type { Project } from "../index.ts";
import type { SearchOptions } from "../model/search.ts";

/** A project that is measured as it is. */
export interface OwnProject {
  readonly project: Project;
  /** The file of the questions that `loci eval add` keeps for it; need not be there. */
  readonly questions: string;
}

/** What every suite is run with. */
export interface SuiteOptions {
  /** The collection's folder or file. */
  readonly data: string;
  /** The project in use, for a suite that measures that; left out where `data` says what is measured. */
  readonly own?: OwnProject;
  /** The commit that is measured; `unknown` outside a checkout. */
  readonly commit: string;
  /** Whether failed questions are listed. */
  readonly failures: boolean;
  readonly onProgress?: (line: string) => void;
}

/** One column of a report: a name and how it searches. The first is Loci as it stands; the others are what it must beat. */
export interface Column {
  readonly name: string;
  readonly options: SearchOptions;
}

/** Loci, BM25 alone and dense alone, and the two legs under reciprocal rank fusion. */
export const COLUMNS: readonly Column[] = [
  { name: "loci", options: {} },
  { name: "bm25", options: { mode: "lexical", fusion: "plain" } },
  { name: "dense", options: { mode: "semantic", fusion: "plain" } },
  { name: "rrf", options: { mode: "hybrid", fusion: "rrf" } },
];
