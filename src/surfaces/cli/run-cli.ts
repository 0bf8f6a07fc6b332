import { type Command, CommanderError } from "commander";
import { LociError } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";
import { buildProgram } from "./build-program.ts";
import type { CommandEntry } from "./command-module.ts";
import { commandName } from "./command-name.ts";
import { type RawGlobalOptions, readGlobalOptions } from "./global-options.ts";
import type { CliIo } from "./io.ts";
import { printError } from "./print-error.ts";
import { Session } from "./session.ts";

/** What a command line is run with. */
export interface RunOptions {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly version: string;
  readonly commands: readonly CommandEntry[];
}

/**
 * Runs one command line from its arguments to its exit status. Never throws, and never ends the process: what is still to be
 * written gets written.
 */
export async function runCli({ argv, io, version, commands }: RunOptions): Promise<number> {
  let program: Command | null = null;
  const session = new Session(io, () => readGlobalOptions((program as Command).opts<RawGlobalOptions>(), io));
  const shown: string[] = [];
  try {
    const name = commandName(argv);
    // `help x` shows x, so x must be known in full.
    const wanted = name === "help" ? (argv[argv.indexOf("help") + 1] ?? "") : (name ?? "");
    program = await buildProgram({ version, commands, load: [wanted], session });
    prepare(program, (text) => shown.push(text));
    if (argv.length === 0) {
      await io.err.write(program.helpInformation());
      return EXIT.USAGE;
    }
    await program.parseAsync(argv, { from: "user" });
    return session.status;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return await printError(io, thrown, wantsJson(argv));
    if (thrown.exitCode === 0) {
      await io.out.write(shown.join(""));
      return EXIT.OK;
    }
    return await printError(io, usageError(thrown), wantsJson(argv));
  }
}

/** Makes commander throw instead of exit, and say nothing by itself. */
function prepare(command: Command, write: (text: string) => void): void {
  command.exitOverride().configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {}, getOutHelpWidth: () => 100 });
  for (const child of command.commands) prepare(child, write);
}

/** `error: unknown option '--lmit'\n(Did you mean --limit?)` as an error of ours. */
function usageError({ message, code }: CommanderError): LociError {
  const [first = "", ...rest] = message.replace(/^error: /, "").split("\n");
  const suggestion = rest.join(" ").replace(/^\(|\)$/g, "").replace(/^Did/, "did");
  const shown = first.length > 300 ? `${first.slice(0, 299)}…` : first;
  if (code === "commander.help") return new LociError("USAGE", "a command is missing", { hint: "loci --help lists them" });
  return new LociError("USAGE", shown, { hint: suggestion === "" ? "loci help COMMAND shows what it takes" : suggestion });
}

/** Known before the command line is parsed, since that may be what fails. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}
