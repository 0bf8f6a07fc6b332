import type { Argument, Option } from "commander";
import { buildProgram } from "../../src/surfaces/cli/build-program.ts";
import type { CommandModule } from "../../src/surfaces/cli/command.ts";
import { COMMANDS } from "../../src/surfaces/cli/command-table.ts";
import { allCommands, type Placed } from "../../src/surfaces/cli/commands/completion.ts";
import { Session } from "../../src/surfaces/cli/session.ts";
import { processIo } from "../../src/surfaces/cli/io.ts";
import { cell } from "./cell.ts";

/** Every command with its arguments, flags and examples, from the commands themselves. */
export async function cliReference(): Promise<string> {
  const commands = await describedCommands();
  const modules = new Map<string, CommandModule>(
    await Promise.all(COMMANDS.map(async ({ name, load }) => [name, await load()] as const)),
  );
  const [program, ...rest] = commands;
  const sections = rest.map((command) => renderCommand(command, moduleAt(modules, command.path)));
  return [
    "# Command line",
    "",
    "Made from the commands by `npm run docs`; don't edit. Every command takes the flags of the first table. Results go to standard output, everything else to",
    'standard error. What `--json` gives stands in each answer\'s first field, `"schema": 1`: fields may be added, never renamed.',
    "",
    "| exit status | meaning |",
    "|---|---|",
    "| 0 | done |",
    "| 1 | nothing found, or done in part; what is missing is said |",
    "| 2 | usage: a command, flag, argument or path is wrong |",
    "| 3 | configuration or model |",
    "| 4 | storage, or a fault inside Loci |",
    "| 130, 143 | cancelled by Ctrl-C, by SIGTERM; what was stored stays |",
    "",
    "## Flags of every command",
    "",
    ...optionTable(program?.command.options ?? []),
    "",
    ...sections,
  ].join("\n");
}

/** The module of a command; none for one that is defined inside another's. */
function moduleAt(modules: ReadonlyMap<string, CommandModule>, path: readonly string[]): CommandModule | undefined {
  const [name = "", ...parts] = path;
  return parts.reduce<CommandModule | undefined>((module, part) => module?.parts?.[part], modules.get(name));
}

/** Every command as data, for the reference and for its check. */
export async function describedCommands(): Promise<readonly Placed[]> {
  const session = new Session(processIo(), () => {
    throw new Error("the reference runs no command");
  });
  return allCommands(await buildProgram({ version: "", commands: COMMANDS, load: "all", session }));
}

function renderCommand({ path, command }: Placed, module: CommandModule | undefined): string {
  const { registeredArguments: args, options } = command;
  const examples =
    module === undefined || module.examples.length === 0
      ? []
      : ["```sh", ...module.examples.map(([line, does]) => `${line}  # ${does}`), "```", ""];
  return [
    `${path.length === 1 ? "##" : "###"} loci ${path.join(" ")}`,
    "",
    command.description(),
    "",
    `\`${["loci", ...path, command.usage()].join(" ")}\``,
    "",
    ...(args.length === 0
      ? []
      : [
          "| argument | meaning |",
          "|---|---|",
          ...args.map((one) => row(usageOf(one), one.description, one.argChoices, ": ")),
          "",
        ]),
    ...(options.length === 0 ? [] : [...optionTable(options), ""]),
    ...examples,
  ].join("\n");
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionTable(options: readonly Option[]): readonly string[] {
  return [
    "| flag | meaning |",
    "|---|---|",
    ...options.map(({ flags, description, argChoices }) => row(flags, description, argChoices, " (", ")")),
  ];
}

function row(name: string, doc: string, choices: readonly string[] = [], open: string, close = ""): string {
  return `| \`${name}\` | ${cell(doc)}${choices.length === 0 ? "" : `${open}${choices.join(", ")}${close}`} |`;
}
