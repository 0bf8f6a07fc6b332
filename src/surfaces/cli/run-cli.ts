import { type Command, CommanderError, Help } from "commander";
import { actAsOwner } from "../../files/private-folder.ts";
import { LociError, nearestName } from "../../index.ts";
import { type ErrorBody, errorBody, EXIT, exitStatusOf } from "../shared/error-table.ts";
import { buildProgram } from "./build-program.ts";
import type { CommandEntry } from "./command.ts";
import { type RawGlobalOptions, readGlobalOptions, Session } from "./session.ts";
import type { CliIo } from "./io.ts";
import { oneLine, createStyle, wrap } from "./output/style.ts";

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

/** What a command line is run with. */
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
    const topic = name === "help" ? wordsOf(argv.slice(argv.indexOf("help") + 1)) : null;
    program = await buildProgram({
      version,
      commands,
      load: [topic === null ? (name ?? "") : (topic[0] ?? "")],
      session,
    });
    prepare(program, Math.min(MOST_COLUMNS, io.out.columns), (text) => shown.push(text));
    if (topic !== null) {
      await io.out.write(await helpOn(program, topic, commands));
      return EXIT.OK;
    }
    if (argv.length === 0) {
      await io.err.write(program.helpInformation());
      return EXIT.USAGE;
    }
    program.hook("preAction", () => actAsOwner(session.options().home));
    await program.parseAsync(argv, { from: "user" });
    return session.status;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return await printError(io, thrown, wantsJson(argv));
    if (thrown.exitCode === 0) {
      await io.out.write(shown.join(""));
      return EXIT.OK;
    }
    return await printError(
      io,
      (await misspelt({ program, commands }, thrown, argv)) ??
        incomplete(program, thrown, argv) ??
        usageError(thrown, commandName(argv)),
      wantsJson(argv),
    );
  }
}

/** Arguments that are neither flags nor values of flags. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const first = commandName(argv);
  return first === null ? [] : [first, ...wordsOf(argv.slice(argv.indexOf(first) + 1))];
}

/** @throws LociError `USAGE` for a command that there isn't */
async function helpOn(program: Command, words: readonly string[], commands: readonly CommandEntry[]): Promise<string> {
  let command = program;
  for (const word of words) {
    if (command === program && word === "help") break;
    const child = command.commands.find((one) => one.name() === word);
    // What stands behind a command without subcommands is an argument of it.
    if (child === undefined && command.commands.length === 0) break;
    if (child === undefined) throw await unknownCommand(command, word, commands);
    command = child;
  }
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

/** A command that there isn't, as far down as there is one; a name under a command that needs none was taken for its argument. */
async function misspelt(
  { program, commands }: { readonly program: Command | null; readonly commands: readonly CommandEntry[] },
  { code }: CommanderError,
  argv: readonly string[],
): Promise<LociError | null> {
  if (program === null || (code !== "commander.unknownCommand" && code !== "commander.excessArguments")) return null;
  let command = program;
  for (const word of wordsOf(argv)) {
    if (command.commands.length === 0) return null;
    const child = command.commands.find((one) => one.name() === word);
    if (child === undefined) return await unknownCommand(command, word, commands);
    command = child;
  }
  return null;
}

/** A name and what it is, beside each other, or where that leaves no room below each other. */
function formatItem(...item: Parameters<Help["formatItem"]>): string {
  const [term, termWidth, description, helper] = item;
  const room = helper.helpWidth ?? MOST_COLUMNS;
  if (description === "" || room - termWidth - 4 >= LEAST_COLUMNS) return Help.prototype.formatItem.apply(helper, item);
  return [`  ${term}`, ...wrap(description, room - 6).map((line) => `      ${line}`)].join("\n");
}

/** Longest line of help, and the room below which commander doesn't break a description any more, characters. */
const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 20;

/** Makes commander throw instead of exit, and say nothing by itself. */
function prepare(command: Command, columns: number, write: (text: string) => void): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {}, getOutHelpWidth: () => columns })
    .configureHelp({ ...command.configureHelp(), minWidthToWrap: LEAST_COLUMNS, formatItem });
  for (const child of command.commands) prepare(child, columns, write);
}

/** `error: unknown option '--lmit'\n(Did you mean --limit?)` as an error of ours. */
function usageError({ message, code }: CommanderError, command: string | null): LociError {
  const [first = "", ...rest] = message.replace(/^error: (command-argument value )?/, "").split("\n");
  const suggestion = rest
    .join(" ")
    .replace(/^\(|\)$/g, "")
    .replace(/^Did/, "did");
  const shown = first.length > 300 ? `${first.slice(0, 299)}…` : first;
  const help = command === null ? "loci --help" : `loci help ${command}`;
  if (code === "commander.help") return new LociError("USAGE", "a command is missing", { hint: `${help} lists them` });
  const isOption = command === "search" && code === "commander.unknownOption";
  const option = isOption ? /'(-[^']+)'/u.exec(shown)?.[1] : undefined;
  if (option !== undefined && !option.startsWith("--"))
    return new LociError("USAGE", shown, {
      hint: `to leave a word out, quote the whole question: loci search "… ${option}"`,
    });
  if (option !== undefined && suggestion === "")
    return new LociError("USAGE", shown, { hint: `to search for a flag, put it in quotes: loci search '"${option}"'` });
  return new LociError("USAGE", shown, { hint: suggestion === "" ? `${help} shows what it takes` : suggestion });
}

/** Known before the command line is parsed, since that may be what fails. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

/** The error for a command without an argument that it needs: what may stand there, and how it is used. */
function incomplete(
  program: Command | null,
  { message, code }: CommanderError,
  argv: readonly string[],
): LociError | null {
  if (program === null || code !== "commander.missingArgument") return null;
  let command = program;
  for (const word of argv) command = command.commands.find((one) => one.name() === word) ?? command;
  const what = command.registeredArguments.find((one) => message.includes(`'${one.name()}'`))?.description ?? "";
  return new LociError("USAGE", `${message.replace(/^error: /, "")}${what === "" ? "" : `: ${what}`}`, {
    hint: `loci ${pathOf(command)}${command.usage()}`,
  });
}

/** The error for an unknown command or subcommand, with the nearest one as suggestion. */
async function unknownCommand(parent: Command, name: string, commands: readonly CommandEntry[]): Promise<LociError> {
  const known = parent.commands.map((command) => command.name());
  const elsewhere = parent.parent === null ? await partsNamed(name, commands) : [];
  const near = elsewhere.length > 0 ? elsewhere.join(", or ") : nearestName(name, known);
  const path = pathOf(parent);
  return new LociError("USAGE", `unknown command '${path}${name.slice(0, 80)}'`, {
    hint:
      near !== null
        ? `did you mean ${path}${near}?`
        : path === ""
          ? "loci --help lists them"
          : `there are ${known.map((one) => path + one).join(", ")}`,
  });
}

/** Parts of commands with that name, each with its command's. */
async function partsNamed(name: string, commands: readonly CommandEntry[]): Promise<readonly string[]> {
  const found = commands.map(async (command) => {
    const { parts = {} } = await command.load();
    return Object.hasOwn(parts, name) ? [`${command.name} ${name}`] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The names of a command with those above it, and a space; empty for the program. */
function pathOf(command: Command): string {
  return command.parent === null ? "" : `${pathOf(command.parent)}${command.name()} `;
}

/**
 * Reports an error: as JSON on stdout with --json, else as text on stderr.
 * @returns the exit status
 */
async function printError(io: CliIo, thrown: unknown, json: boolean): Promise<number> {
  const error = errorBody(thrown);
  if (json) await io.out.write(`${JSON.stringify({ schema: 1, error })}\n`);
  else await io.err.write(errorText(io, error));
  if (error.code === "INTERNAL" && thrown instanceof Error && io.environment["DEBUG"] !== undefined)
    await io.err.write(`${thrown.stack ?? ""}\n`);
  return exitStatusOf(error.code);
}

function errorText(io: CliIo, { code, message, hint }: ErrorBody): string {
  const style = createStyle(io.err, io.environment);
  return `${style.red("error:")} ${oneLine(message)} ${style.dim(`[${code}]`)}\n${hint === "" ? "" : `  ${oneLine(hint)}\n`}`;
}
