import { buildProgram } from "../../src/surfaces/cli/build-program.ts";
import type { CommandModule } from "../../src/surfaces/cli/command.ts";
import { COMMANDS } from "../../src/surfaces/cli/command-table.ts";
import {
  type DescribedCommand,
  type DescribedOption,
  describeProgram,
} from "../../src/surfaces/cli/commands/completion.ts";
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
    ...optionTable(program?.options ?? []),
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
export async function describedCommands(): Promise<readonly DescribedCommand[]> {
  const session = new Session(processIo(), () => {
    throw new Error("the reference runs no command");
  });
  return describeProgram(await buildProgram({ version: "", commands: COMMANDS, load: "all", session }));
}

function renderCommand(
  { path, usage, description, arguments: args, options }: DescribedCommand,
  module: CommandModule | undefined,
): string {
  const examples =
    module === undefined || module.examples.length === 0
      ? []
      : ["```sh", ...module.examples.map(([command, does]) => `${command}  # ${does}`), "```", ""];
  return [
    `${path.length === 1 ? "##" : "###"} loci ${path.join(" ")}`,
    "",
    description,
    "",
    `\`${usage}\``,
    "",
    ...(args.length === 0
      ? []
      : [
          "| argument | meaning |",
          "|---|---|",
          ...args.map(
            ({ usage: name, doc, choices }) =>
              `| \`${name}\` | ${cell(doc)}${choices.length === 0 ? "" : `: ${choices.join(", ")}`} |`,
          ),
          "",
        ]),
    ...(options.length === 0 ? [] : [...optionTable(options), ""]),
    ...examples,
  ].join("\n");
}

function optionTable(options: readonly DescribedOption[]): readonly string[] {
  return [
    "| flag | meaning |",
    "|---|---|",
    ...options.map(
      ({ usage, doc, choices }) =>
        `| \`${usage}\` | ${cell(doc)}${choices.length === 0 ? "" : ` (${choices.join(", ")})`} |`,
    ),
  ];
}
