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
  const script = SCRIPTS[shell](allCommands(await buildProgram({ version: "", commands, load: "all", session })));
  await session.answer({ shell, script }, () => verbatim(script));
}

/** The completion script of bash 3.2 and newer: subcommands, flags, values with choices, else files. */
export function bashCompletion(commands: readonly Placed[]): string {
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

function completionCases(commands: readonly Placed[]) {
  const global = commands[0]?.command.options ?? [];
  return {
    /** For each command: its subcommands, choices of its argument, and flags, the global ones too. */
    words: commands.map(({ path, command }) => ({
      path,
      all: [...names(command), ...wordsOf(command), ...new Set([...command.options, ...global].map(nameOf)), "--help"],
    })),
    /** Flags whose values are known; `path: null` for a global one. */
    values: commands.flatMap(({ path, command }) =>
      command.options
        .filter((option) => choicesOf(option).length > 0)
        .map((option) => ({ path: path.length === 0 ? null : path, flag: nameOf(option), choices: choicesOf(option) })),
    ),
    valueFlags: [...new Set(commands.flatMap(({ command }) => command.options.filter(takesValue).map(nameOf)))].sort(),
  };
}

function flagCase({ path, flag, choices }: ReturnType<typeof completionCases>["values"][number]): string {
  const command = path === null ? "*" : `'${path.join(" ")}'`;
  return `    ${command}:${flag}) COMPREPLY=($(compgen -W '${choices.join(" ")}' -- "$current")); return ;;`;
}

export function fishCompletion(commands: readonly Placed[]): string {
  const lines = commands.flatMap(({ path, command }) => {
    const when = condition(path, names(command));
    const children = command.commands.map(
      (child) => `complete -c loci -n "${when}" -f -a ${child.name()} -d ${quote(summary(child))}`,
    );
    const choices = wordsOf(command).map((choice) => `complete -c loci -n "${when}" -f -a ${choice}`);
    const scope = path.length === 0 ? "" : ` -n "${condition(path, [])}"`;
    return [...children, ...choices, ...command.options.map((option) => `complete -c loci${scope} ${flag(option)}`)];
  });
  return `# Completion of loci for fish, made by: loci completion fish\n${lines.join("\n")}\n`;
}

function condition(path: readonly string[], without: readonly string[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
  return without.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${without.join(" ")}`;
}

function flag(option: Option): string {
  const choices = choicesOf(option);
  const value = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : takesValue(option) ? " -r" : "";
  return `-l ${nameOf(option).replace(/^--/, "")}${value} -d ${quote(option.description)}`;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

export function zshCompletion(commands: readonly Placed[]): string {
  const global = commands[0]?.command.options ?? [];
  const cases = commands.map(({ path, command }) => {
    const children = command.commands.map((child) => `'${escape(child.name())}:${escape(summary(child))}'`);
    const choices = wordsOf(command);
    return [
      `    '${path.join(" ")}')`,
      ...(children.length === 0 ? [] : [`      names=(${children.join(" ")}); _describe -t commands command names`]),
      ...(choices.length === 0 ? [] : [`      compadd -- ${choices.join(" ")}`]),
      `      flags=(${[...command.options, ...global].map(flagSpec).join(" ")})`,
      "      ;;",
    ].join("\n");
  });
  const known = commands.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(" ")}'`);
  return `#compdef loci
# Completion of loci for zsh, made by: loci completion zsh
_loci() {
  local -a names flags known
  local path='' word
  known=(${known.join(" ")})
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

function flagSpec(option: Option): string {
  const choices = choicesOf(option);
  const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : takesValue(option) ? ":value:_files" : "";
  return `'*${nameOf(option)}[${escape(option.description)}]${value}'`;
}

/** Inside single quotes, where brackets and colons mean something to zsh. */
const escape = (text: string): string => text.replace(/[\\[\]:]/g, "\\$&").replaceAll("'", "’");

/** A command of the program, and where it stands: `["config", "set"]`; empty for the program itself. */
export interface Placed {
  readonly path: readonly string[];
  readonly command: Command;
}

/** Every command of a program whose commands are all loaded, the program itself first. */
export function allCommands(command: Command, path: readonly string[] = []): readonly Placed[] {
  return [{ path, command }, ...command.commands.flatMap((child) => allCommands(child, [...path, child.name()]))];
}

const names = (command: Command): readonly string[] => command.commands.map((child) => child.name());
const summary = (command: Command): string => command.summary() || command.description();
const nameOf = ({ long, flags }: Option): string => long ?? flags;
const takesValue = ({ required, optional }: Option): boolean => required || optional;
/** What an option or a command's arguments may be, where that is a list. */
const choicesOf = ({ argChoices = [] }: Option | Argument): readonly string[] => argChoices;
const wordsOf = (command: Command): readonly string[] => command.registeredArguments.flatMap(choicesOf);

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof SCRIPTS;
