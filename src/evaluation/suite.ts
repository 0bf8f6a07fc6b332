import type { Project } from "../index.ts";

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
