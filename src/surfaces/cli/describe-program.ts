import type { Command, Option } from "commander";

/** A flag as help, completion and the reference need it. */
export interface DescribedOption {
  /** `--limit`. */
  readonly flag: string;
  /** `--limit <n>`. */
  readonly usage: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  readonly doc: string;
}

/** A command as data, its subcommands among its siblings. */
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
