import type { DescribedCommand } from "../describe-program.ts";

/** The completion script of bash 3.2 and newer: subcommands, flags, values with choices, else files. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
  const { words, values, valueFlags } = completionCases(commands);
  return `# Completion of loci for bash, made by: loci completion bash
_loci() {
  local current previous path word skip=
  current=\${COMP_WORDS[COMP_CWORD]}
  previous=\${COMP_WORDS[COMP_CWORD-1]}
  path=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$word" in
      ${valueFlags.join("|")}) skip=1 ;;
      -*) ;;
      *) case " $(_loci_words "$path") " in *" $word "*) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  case "$path:$previous" in
${values.map(flagCase).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$(_loci_words "$path")" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
_loci_words() {
  case "$1" in
${words.map(({ path, all }) => `    '${path.join(" ")}') echo '${all.join(" ")}' ;;`).join("\n")}
  esac
}
complete -o filenames -F _loci loci
`;
}

/** What a shell needs to know. */
interface CompletionCases {
  /** For each command: its subcommands, choices of its argument, and flags, the global ones too. */
  readonly words: readonly { readonly path: readonly string[]; readonly all: readonly string[] }[];
  /** Flags whose values are known; `path: null` for a global one. */
  readonly values: readonly {
    readonly path: readonly string[] | null;
    readonly flag: string;
    readonly choices: readonly string[];
  }[];
  /** Every flag that takes a value. */
  readonly valueFlags: readonly string[];
}

/** The commands as cases. */
function completionCases(commands: readonly DescribedCommand[]): CompletionCases {
  const global = commands.find(({ path }) => path.length === 0)?.options ?? [];
  return {
    words: commands.map(({ path, subcommands, arguments: args, options }) => ({
      path,
      all: [
        ...subcommands,
        ...args.flatMap(({ choices }) => choices),
        ...new Set([...options, ...global].map(({ flag }) => flag)),
        "--help",
      ],
    })),
    values: commands.flatMap(({ path, options }) =>
      options
        .filter(({ choices }) => choices.length > 0)
        .map(({ flag, choices }) => ({ path: path.length === 0 ? null : path, flag, choices })),
    ),
    valueFlags: [
      ...new Set(
        commands.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ flag }) => flag)),
      ),
    ].sort(),
  };
}

/** The line that completes the values of a flag. */
function flagCase({ path, flag, choices }: ReturnType<typeof completionCases>["values"][number]): string {
  const command = path === null ? "*" : `'${path.join(" ")}'`;
  return `    ${command}:${flag}) COMPREPLY=($(compgen -W '${choices.join(" ")}' -- "$current")); return ;;`;
}
