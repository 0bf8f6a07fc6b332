import { Command, Option } from "commander";
import type { CommandEntry, CommandModule, Example } from "./command.ts";
import { verbatim } from "./output/style.ts";
import type { Session } from "./session.ts";

export interface ProgramOptions {
  readonly version: string;
  readonly commands: readonly CommandEntry[];
  /** The commands to define in full; of the others only name and summary are known. */
  readonly load: "all" | readonly string[];
  readonly session: Session;
}

/** The command line as commander parses it. */
export async function buildProgram({ version, commands, load, session }: ProgramOptions): Promise<Command> {
  const program = new Command("loci");
  program
    .description("Memory for AI agents and the people who work with them: verbatim, local, exact.")
    .version(version, "-v, --version", "show the version")
    .helpCommand("help [command]", "show help for a command")
    .showSuggestionAfterError(true)
    .addHelpText("after", () => examplesText(FIRST_STEPS, session.io.out.columns));
  addGlobalOptions(program);

  for (const entry of commands) {
    const command = program
      .command(entry.name, { hidden: entry.hidden === true })
      .summary(entry.summary)
      .description(sentence(entry.summary))
      .helpGroup(`${entry.group}:`);
    command.configureHelp({ showGlobalOptions: true });
    if (load !== "all" && !load.includes(entry.name)) continue;
    const module = await entry.load();
    define(command, module, { session, commands });
  }
  return program;
}

function define(command: Command, module: CommandModule, how: Pick<ProgramOptions, "session" | "commands">): void {
  module.define(command, how.session, how.commands);
  for (const [name, part] of Object.entries(module.parts ?? {})) define(command.command(name), part, how);
  if (module.examples.length > 0)
    command.addHelpText("after", () => examplesText(module.examples, how.session.io.out.columns));
}

const FIRST_STEPS: readonly Example[] = [
  ["loci index ~/notes --scope kb", "index a folder"],
  ['loci search "which port does staging use?"', "ask"],
  ["loci help search", "what search can do"],
];

const sentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;

/** Examples as help shows them, under each other: what they do beside them, or where there is no room above them. */
function examplesText(examples: readonly Example[], room: number): string {
  const columns = Math.max(...examples.map(([command]) => command.length));
  const besides = examples.map(([command, does]) => `  ${command.padEnd(columns)}  # ${does}`);
  const hasRoom = besides.every((line) => line.length <= room);
  const shown = hasRoom ? besides : examples.map(([command, does]) => `  # ${does}\n${brokenCommand(command, room)}`);
  return `\nExamples:\n${shown.join("\n")}`;
}

/** A command line over several, as a shell reads it: broken where no quotes stand around, a flag beside its value. */
function brokenCommand(command: string, room: number): string {
  const lines: string[] = [];
  for (const part of command.match(/(?:--\S+ (?=[^-|&>])|[|&>]+ )?(?:"[^"]*"|'[^']*'|[^\s"'])+/gu) ?? []) {
    const longer = `${lines.at(-1) ?? ""} ${part}`;
    if (lines.length > 0 && longer.length + 2 <= room) lines[lines.length - 1] = longer;
    else lines.push(`${lines.length === 0 ? "  " : "      "}${part}`);
  }
  return verbatim(lines.join(" \\\n"));
}

function addGlobalOptions(program: Command): void {
  program
    .option(
      "--project <name>",
      "the project (LOCI_PROJECT; else the one that the current folder belongs to, else default)",
    )
    .option("--home <dir>", "the data folder (LOCI_HOME; else ~/.loci)")
    .option("--json", "answer as JSON on stdout")
    .option("--as <caller>", "who asks: owner (sees everything), user:<id>, public (owner)")
    .addOption(
      new Option(
        "--set <key=value>",
        "a setting for this command only, over all files; may be given more than once",
      ).argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]),
    )
    .helpOption("-h, --help", "show help");
}
