import { Argument, type Command, type Option } from "commander";
import type { CommandEntry, CommandModule } from "../command.ts";
import { verbatim } from "../output/style.ts";
import type { Session } from "../session.ts";

/** `loci completion SHELL` */
export const command: CommandModule = {
  examples: [
    [
      "mkdir -p ~/.local/share/bash-completion/completions && loci completion bash > ~/.local/share/bash-completion/completions/loci",
      "bash",
    ],
    ["mkdir -p ~/.zfunc && loci completion zsh > ~/.zfunc/_loci", "zsh, with ~/.zfunc in fpath"],
    ["mkdir -p ~/.config/fish/completions && loci completion fish > ~/.config/fish/completions/loci.fish", "fish"],
  ],
  define(command, session, commands) {
    command
      .description("Print the completion script of a shell, made from the commands and flags there are.")
      .addArgument(new Argument("<shell>", "whose script").choices(Object.keys(SCRIPTS)))
      .action((shell: Shell) => run(session, shell, commands));
  },
};

async function run(session: Session, shell: Shell, commands: readonly CommandEntry[]): Promise<void> {
  const { buildProgram } = await import("../build-program.ts");
  const script = SCRIPTS[shell](describeProgram(await buildProgram({ version: "", commands, load: "all", session })));
  await session.answer({ shell, script }, () => verbatim(script));
}

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

function completionCases(commands: readonly DescribedCommand[]) {
  const global = commands.find(({ path }) => path.length === 0)?.options ?? [];
  return {
    /** For each command: its subcommands, choices of its argument, and flags, the global ones too. */
    words: commands.map(({ path, subcommands, arguments: args, options }) => ({
      path,
      all: [
        ...subcommands,
        ...args.flatMap(({ choices }) => choices),
        ...new Set([...options, ...global].map(({ flag }) => flag)),
        "--help",
      ],
    })),
    /** Flags whose values are known; `path: null` for a global one. */
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

function flagCase({ path, flag, choices }: ReturnType<typeof completionCases>["values"][number]): string {
  const command = path === null ? "*" : `'${path.join(" ")}'`;
  return `    ${command}:${flag}) COMPREPLY=($(compgen -W '${choices.join(" ")}' -- "$current")); return ;;`;
}

export function fishCompletion(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ path, subcommands, arguments: args, options }) => {
    const when = condition(path, subcommands);
    const children = subcommands.map((name) => {
      const summary = commands.find((each) => each.path.join(" ") === [...path, name].join(" "))?.summary ?? "";
      return `complete -c loci -n "${when}" -f -a ${name} -d ${quote(summary)}`;
    });
    const choices = args
      .flatMap((argument) => argument.choices)
      .map((choice) => `complete -c loci -n "${when}" -f -a ${choice}`);
    const scope = path.length === 0 ? "" : ` -n "${condition(path, [])}"`;
    return [...children, ...choices, ...options.map((option) => `complete -c loci${scope} ${flag(option)}`)];
  });
  return `# Completion of loci for fish, made by: loci completion fish\n${lines.join("\n")}\n`;
}

function condition(path: readonly string[], without: readonly string[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
  return without.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${without.join(" ")}`;
}

function flag({ flag: name, takesValue, choices, doc }: DescribedOption): string {
  const value = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : takesValue ? " -r" : "";
  return `-l ${name.replace(/^--/, "")}${value} -d ${quote(doc)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const global = commands.find(({ path }) => path.length === 0)?.options ?? [];
  const cases = commands.map(({ path, subcommands, arguments: args, options }) => {
    const children = subcommands.map((name) => `${escape(name)}:${escape(summaryOf(commands, [...path, name]))}`);
    const choices = args.flatMap(({ choices }) => choices);
    return [
      `    '${path.join(" ")}')`,
      ...(children.length === 0
        ? []
        : [`      names=(${children.map((child) => `'${child}'`).join(" ")}); _describe -t commands command names`]),
      ...(choices.length === 0 ? [] : [`      compadd -- ${choices.join(" ")}`]),
      `      flags=(${[...options, ...global].map(flagSpec).join(" ")})`,
      "      ;;",
    ].join("\n");
  });
  const names = commands.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(" ")}'`);
  return `#compdef loci
# Completion of loci for zsh, made by: loci completion zsh
_loci() {
  local -a names flags known
  local path='' word
  known=(${names.join(" ")})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( \${known[(Ie)\${path:+$path }$word]} )); then path="\${path:+$path }$word"; fi
  done
  case "$path" in
${cases.join("\n")}
  esac
  _arguments -S $flags '*:file:_files'
}
_loci "$@"
`;
}

function summaryOf(commands: readonly DescribedCommand[], path: readonly string[]): string {
  return commands.find((command) => command.path.join(" ") === path.join(" "))?.summary ?? "";
}

function flagSpec({ flag, takesValue, choices, doc }: DescribedOption): string {
  const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : takesValue ? ":value:_files" : "";
  return `'*${flag}[${escape(doc)}]${value}'`;
}

/** Inside single quotes, where brackets and colons mean something to zsh. */
function escape(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&").replaceAll("'", "’");
}

export interface DescribedOption {
  /** `--limit`. */
  readonly flag: string;
  /** `--limit <n>`. */
  readonly usage: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  readonly doc: string;
}

export interface DescribedCommand {
  /** Without `loci`: `["config", "set"]`; empty for the program itself. */
  readonly path: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments: readonly { readonly usage: string; readonly doc: string; readonly choices: readonly string[] }[];
  /** Its own, without the global ones. */
  readonly options: readonly DescribedOption[];
  readonly subcommands: readonly string[];
}

/** Everything that a program whose commands are all loaded can do, the program itself first. */
export function describeProgram(program: Command): readonly DescribedCommand[] {
  return describe(program, []);
}

function describe(command: Command, path: readonly string[]): readonly DescribedCommand[] {
  const own: DescribedCommand = {
    path,
    usage: ["loci", ...path, command.usage()].join(" "),
    summary: command.summary() || command.description(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      usage: `${argument.required ? "<" : "["}${argument.name()}${argument.variadic ? "..." : ""}${argument.required ? ">" : "]"}`,
      doc: argument.description,
      choices: argument.argChoices ?? [],
    })),
    options: command.options.map(describeOption),
    subcommands: command.commands.map((child) => child.name()),
  };
  return [own, ...command.commands.flatMap((child) => describe(child, [...path, child.name()]))];
}

function describeOption(option: Option): DescribedOption {
  return {
    flag: option.long ?? option.flags,
    usage: option.flags,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
    doc: option.description,
  };
}

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof SCRIPTS;
