import type { DescribedCommand } from "../describe-program.ts";

/** What a shell needs to know. */
export interface CompletionCases {
  /** For each command: its subcommands, choices of its argument, and flags, the global ones too. */
  readonly words: readonly { readonly path: readonly string[]; readonly all: readonly string[] }[];
  /** Flags whose values are known; `path: null` for a global one. */
  readonly values: readonly { readonly path: readonly string[] | null; readonly flag: string; readonly choices: readonly string[] }[];
  /** Every flag that takes a value. */
  readonly valueFlags: readonly string[];
}

/** The commands as cases. */
export function completionCases(commands: readonly DescribedCommand[]): CompletionCases {
  const global = commands.find(({ path }) => path.length === 0)?.options ?? [];
  return {
    words: commands.map(({ path, subcommands, arguments: args, options }) => ({
      path,
      all: [...subcommands, ...args.flatMap(({ choices }) => choices), ...new Set([...options, ...global].map(({ flag }) => flag)), "--help"],
    })),
    values: commands.flatMap(({ path, options }) => options.filter(({ choices }) => choices.length > 0).map(({ flag, choices }) => ({ path: path.length === 0 ? null : path, flag, choices }))),
    valueFlags: [...new Set(commands.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ flag }) => flag)))].sort(),
  };
}
