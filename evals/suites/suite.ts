/** What every suite is run with. */
export interface SuiteOptions {
  /** The collection's folder or file. */
  readonly data: string;
  /** The commit that is measured; `unknown` outside a checkout. */
  readonly commit: string;
  /** Whether failed questions are listed. */
  readonly failures: boolean;
  readonly onProgress?: (line: string) => void;
}
