import { type Command, CommanderError, Help } from "commander";
import { actAsOwner } from "../../files/private-folder.ts";
import { LociError, nearestName } from "../../index.ts";
import { errorBody, EXIT, exitStatusOf } from "../shared/error-table.ts";
import { buildProgram } from "./build-program.ts";
import type { CommandEntry } from "./command.ts";
import { commandsMeant } from "./command-table.ts";
import { type RawGlobalOptions, readGlobalOptions, Session } from "./session.ts";
import type { CliIo } from "./io.ts";
import { createStyle, fit, oneLine } from "./output/style.ts";

/** Global flags that take a value; the others stand alone. */
const WITH_VALUE: ReadonlySet<string> = new Set(["--project", "--home", "--as", "--set"]);

/**
 * The command in a command line, before it is parsed, so that only its module is loaded: the first argument that is no flag
 * and no flag's value. Null when there is none.
 * @example commandName(["--home", "x", "search", "why"]) // "search"
 */
function commandName(argv: readonly string[]): string | null {
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? "";
    if (argument === "--") return argv[index + 1] ?? null;
    if (!argument.startsWith("-")) return argument;
    if (WITH_VALUE.has(argument)) index++;
  }
  return null;
}

export interface RunOptions {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly version: string;
  readonly commands: readonly CommandEntry[];
}

/**
 * Runs one command line from its arguments to its exit status. Never throws, and never ends the process: what is still to be written gets written.
 */
export async function runCli({ argv, io, version, commands }: RunOptions): Promise<number> {
  let program: Command | null = null;
  const session = new Session(io, () => readGlobalOptions((program as Command).opts<RawGlobalOptions>(), io));
  const shown: string[] = [];
  try {
    const name = commandName(argv);
    // `help x y` shows what x y takes, so x must be known in full.
    const topic = name === "help" ? argv.slice(argv.indexOf("help") + 1) : null;
    const load = [(topic === null ? name : commandName(topic)) ?? ""];
    program = await buildProgram({ version, commands, load, session });
    prepare(program, Math.min(MOST_COLUMNS, io.out.columns), (text) => shown.push(text));
    if (topic !== null) {
      await io.out.write(fit(await helpOn(program, topic, commands), io.out.columns));
      return EXIT.OK;
    }
    if (argv.length === 0) {
      await io.err.write(fit(await helpOn(program, [], commands), io.err.columns));
      return EXIT.USAGE;
    }
    program.hook("preAction", () => actAsOwner(session.options().home));
    // As versions were asked for before, and other programs are.
    await program.parseAsync(argv[0] === "-V" ? ["-v"] : argv, { from: "user" });
    return session.status;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError) || program === null) return await printError(io, thrown, wantsJson(argv));
    const { command, unknown } = walked(program, argv);
    if (unknown !== null && MAYBE_MISSPELT.test(thrown.code))
      return await printError(io, await unknownCommand(command, unknown, commands), wantsJson(argv));
    if (thrown.exitCode === 0) {
      await io.out.write(fit(shown.join(""), io.out.columns));
      return EXIT.OK;
    }
    const error =
      thrown.code === "commander.missingArgument"
        ? await incomplete(command, thrown, commands)
        : usageError(thrown, command);
    return await printError(io, error, wantsJson(argv));
  }
}

/** What commander makes of a command that it doesn't know: also an argument too many, and with `--help` the help of the command above it. */
const MAYBE_MISSPELT = /unknownCommand|excessArguments|helpDisplayed/u;

/** The command that the words of a command line lead to, and the word where none goes on; null where that is an argument, or nothing. */
function walked(program: Command, argv: readonly string[]): { command: Command; unknown: string | null } {
  let command = program;
  for (let index = 0; index < argv.length && command.commands.length > 0; index++) {
    const word = argv[index] ?? "";
    const option = [...command.options, ...program.options].find(({ long, short }) => word === long || word === short);
    // Behind a flag that only a part below knows, a word may be its value.
    if (option === undefined && word.startsWith("-")) break;
    if (option?.required === true) index++;
    if (option !== undefined) continue;
    const child = command.commands.find((one) => one.name() === word);
    if (child === undefined) return { command, unknown: word === "help" ? null : word };
    command = child;
  }
  return { command, unknown: null };
}

/** @throws LociError `USAGE` for a command that there isn't */
async function helpOn(program: Command, words: readonly string[], commands: readonly CommandEntry[]): Promise<string> {
  const { command, unknown } = walked(program, words);
  if (unknown !== null) throw await unknownCommand(command, unknown, commands);
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

/** A name and what it is, beside each other, or where that leaves no room below each other. */
function formatItem(...item: Parameters<Help["formatItem"]>): string {
  const [term, termWidth, description, helper] = item;
  const room = helper.helpWidth ?? MOST_COLUMNS;
  if (description === "" || room - termWidth - 4 >= READABLE_COLUMNS)
    return Help.prototype.formatItem.apply(helper, item);
  return `  ${term}\n      ${description}`;
}

/** Longest line of help, and the room that a description takes beside its name, characters. */
const MOST_COLUMNS = 100;
const READABLE_COLUMNS = 36;

/** Makes commander throw instead of exit, and say nothing by itself. */
function prepare(command: Command, columns: number, write: (text: string) => void): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {}, getOutHelpWidth: () => columns })
    .configureHelp({ ...command.configureHelp(), formatItem });
  for (const child of command.commands) prepare(child, columns, write);
}

/** `error: unknown option '--lmit'\n(Did you mean --limit?)` as an error of ours. */
function usageError({ message, code }: CommanderError, command: Command): LociError {
  const [first = "", ...rest] = message.replace(/^error: (command-argument value )?/, "").split("\n");
  const shown = first.length > 300 ? `${first.slice(0, 299)}…` : first;
  const path = pathOf(command).trimEnd();
  const error = (hint: string): LociError => new LociError("USAGE", shown, { hint });
  if (code === "commander.help") return new LociError("USAGE", "a command is missing", { hint: thereAre(command) });
  const unknown = code === "commander.unknownOption" ? (/'(-[^']+)'/u.exec(shown)?.[1] ?? "") : "";
  const help = command.createHelp();
  const known = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(
    ({ long }) => long ?? [],
  );
  const named = known.find((long) => commandsMeant(unknown).includes(long));
  const meant = named === undefined ? rest.join(" ").replace(/^\(Did (.*)\)$/, "did $1") : `did you mean ${named}?`;
  if (path === "search" && /^-[^-]/u.test(unknown))
    return error(`${meant} to leave a word out, quote the whole question: loci search "… ${unknown}"`.trimStart());
  if (path === "search" && unknown !== "" && meant === "")
    return error(`to search for a flag, put it in quotes: loci search '"${unknown}"'`);
  const long = unknown.length === 2 ? known.find((one) => one.startsWith(`-${unknown}`)) : undefined;
  const shows = path === "" ? "loci --help shows what it takes" : `loci help ${path} shows what it takes`;
  return error(meant || (long === undefined ? shows : `did you mean ${long}?`));
}

/** Known before the command line is parsed, since that may be what fails. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

/** The error for a command without an argument that it needs: what may stand there, and the command's first example. */
async function incomplete(
  command: Command,
  { message }: CommanderError,
  commands: readonly CommandEntry[],
): Promise<LociError> {
  const what = command.registeredArguments.find((one) => message.includes(`'${one.name()}'`))?.description ?? "";
  const path = `loci ${pathOf(command)}`;
  const [name = ""] = pathOf(command).split(" ");
  const module = await commands.find((one) => one.name === name)?.load();
  const example = module?.examples.find(([line]) => line.startsWith(path))?.[0];
  return new LociError("USAGE", `${message.replace(/^error: /, "")}${what === "" ? "" : `: ${what}`}`, {
    hint: `${path}${command.usage()}${example === undefined ? "" : `, for example: ${example}`}`,
  });
}

/** No command ends a service: where it was started does. */
const STOPS =
  "Ctrl-C ends 'loci serve' where it runs, 'systemctl --user stop loci' (macOS: 'launchctl bootout gui/$UID/loci.serve') an installed one";

/** The error for an unknown command or subcommand: what others call by that name, where it stands elsewhere, or what is spelt alike. */
async function unknownCommand(parent: Command, name: string, commands: readonly CommandEntry[]): Promise<LociError> {
  const path = pathOf(parent);
  const meant = commandsMeant(name).filter((one) => `${one} `.startsWith(path));
  const elsewhere = path === "" ? await partsNamed(name, commands) : [];
  const known = parent.commands.map((command) => command.name());
  // What is said in several words is a question; of lists it may be said, too.
  const verb = { "": "search", "facts ": name.trimEnd().endsWith("?") ? "ask" : "tell" }[path];
  const isSaid = verb !== undefined && /\s/u.test(name.trim());
  const near = isSaid ? `${verb} "${name.slice(0, 80)}"` : nearestName(name, known);
  const suggested = [...new Set([...meant, ...elsewhere])];
  const stops = path === "" && /^(?:shutdown|stop)$/u.test(name);
  if (suggested.length === 0 && near !== null) suggested.push(path + near);
  return new LociError("USAGE", `unknown command '${path}${name.slice(0, 80)}'`, {
    hint: stops ? STOPS : suggested.length > 0 ? `did you mean ${suggested.join(", or ")}?` : thereAre(parent),
  });
}

const thereAre = (parent: Command): string =>
  pathOf(parent) === ""
    ? "loci --help lists them"
    : `there are ${parent.commands.map((one) => pathOf(parent) + one.name()).join(", ")}`;

async function partsNamed(name: string, commands: readonly CommandEntry[]): Promise<readonly string[]> {
  const found = commands.map(async (command) => {
    const { parts = {} } = await command.load();
    return Object.hasOwn(parts, name) ? [`${command.name} ${name}`] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The names of a command with those above it, and a space; empty for the program. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)}${command.name()} `;

/**
 * Reports an error: as JSON on stdout with --json, else as text on stderr.
 * @returns the exit status
 */
async function printError(io: CliIo, thrown: unknown, json: boolean): Promise<number> {
  const error = errorBody(thrown);
  if (json) await io.out.write(`${JSON.stringify({ schema: 1, error })}\n`);
  else {
    const style = createStyle(io.err, io.environment);
    const hint = error.hint === "" ? "" : `  ${oneLine(error.hint)}\n`;
    const said = `${style.red("error:")} ${oneLine(error.message)} ${style.dim(`[${error.code}]`)}\n${hint}`;
    await io.err.write(fit(said, style.columns));
  }
  if (error.code === "INTERNAL" && thrown instanceof Error && io.environment["DEBUG"] !== undefined)
    await io.err.write(`${thrown.stack ?? ""}\n`);
  return exitStatusOf(error.code);
}
