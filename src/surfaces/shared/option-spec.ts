/** One option of a public call, for every surface: its name in JSON, what it takes, and what it means. */
export interface OptionSpec {
  /** As in JSON and in the library: camelCase. */
  readonly name: string;
  readonly type: "text" | "texts" | "integer" | "number" | "flag";
  readonly choices?: readonly string[];
  /** Inclusive. */
  readonly min?: number;
  /** Inclusive. */
  readonly max?: number;
  /** What stands for the value in help, for example `DATE`. */
  readonly value?: string;
  readonly doc: string;
}
