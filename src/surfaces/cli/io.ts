import type { Readable } from "node:stream";

/** Where text goes. */
export interface TextOutput {
  readonly isTTY: boolean;
  /** Characters a line; 100 where nobody knows. */
  readonly columns: number;
  /** Resolves when the reader has taken it; false when the reader has gone away. */
  write(text: string): Promise<boolean>;
}

/** The environment of one command: what a surface may read of its process. */
export interface CliIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** The user's own folder. */
  readonly userHome: string;
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Results, and nothing else. */
  readonly out: TextOutput;
  /** Progress, notes and errors. */
  readonly err: TextOutput;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
  /** Raised by Ctrl-C and by a polite kill. */
  readonly signal: AbortSignal;
}
