import { createInterface } from "node:readline/promises";
import { type Command, Option } from "commander";
import { type IndexPathsOptions, type Job, LociError, parseScope, type Scope, scopeRequired } from "../../index.ts";
import type { Field, Fields, ValuesOf } from "../../model/requests/index.ts";
import { checkRequest, describeField, INDEX, pick, readText } from "../../model/requests/index.ts";
import type { CliIo } from "./io.ts";
import { oneLine } from "./output/style.ts";
import type { Session } from "./session.ts";

/**
 * Adds a request's fields to a command as flags: `asOf` becomes `--as-of <date>`. A value is read and checked as soon as it is parsed, before
 * anything is opened, by the same rules as everywhere.
 */
export function addFlags(command: Command, fields: Fields): Command {
  for (const [name, field] of Object.entries(fields)) command.addOption(flagFor(name, field));
  return command;
}

/**
 * Adds a field to a command as an argument, read and checked as a flag is. Several words that are one text (`<text...>`) are checked
 * when they are joined, by the library.
 * @param spelt its name as help shows it, with what stands around it: `<room>`, `[item]`
 */
export function addArgument(
  command: Command,
  spelt: string,
  { name, field }: { readonly name: string; readonly field: Field },
): Command {
  if (spelt.includes("...")) return command.argument(spelt, helpOf(field));
  const choices = field.choices === undefined ? "" : `: ${field.choices.join(", ")}`;
  return command.argument(spelt, helpOf(field) + choices, (text: string) => {
    // A rank may be written as lists show it.
    const value = readText(field, field.types.includes("whole") ? text.replace(/^#/, "") : text);
    checkRequest({ [name]: { ...field, needed: spelt.startsWith("<") } }, { [name]: value }, { spell: () => spelt });
    return value;
  });
}

/** How the command line writes a field's name. @example flagOf("budgetTokens") // "--budget-tokens" */
const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function helpOf(field: Field): string {
  const doc = describeField(field);
  return /^[A-Z][a-z' ]/.test(doc) ? doc.charAt(0).toLowerCase() + doc.slice(1) : doc;
}

function flagFor(name: string, field: Field): Option {
  const flag = flagOf(name);
  const many = field.types.includes("texts");
  const shown = helpOf(field) + (many ? "; may be given more than once" : "");
  // `--no-watch` is a name as any other.
  if (field.types.includes("flag")) return Object.assign(new Option(flag, shown), { negate: false });
  const value = field.value ?? (field.types.includes("whole") ? "n" : flag.slice(2));
  const option = new Option(`${flag} <${value}>`, shown);
  // They stand in help and completion; what else is given is refused as everywhere.
  if (field.choices !== undefined) option.choices(field.choices);
  if (field.needed) option.makeOptionMandatory();
  return option.argParser<unknown>((text, before) => {
    const value = many ? [...((before as readonly string[] | undefined) ?? []), text] : readText(field, text);
    checkRequest({ [name]: field }, { [name]: value }, { spell: flagOf });
    return value;
  });
}

/** The flags that say how a source is read; patterns too for what is a folder of files. */
export const SOURCE_FLAGS = pick(INDEX, ["scope", "wing", "room"]);
export const PATTERN_FLAGS = pick(INDEX, ["include", "exclude"]);
export type SourceFlags = ValuesOf<typeof SOURCE_FLAGS & typeof PATTERN_FLAGS>;

export function sourceOptions({ scope, wing, room, include, exclude }: SourceFlags, cwd: string): IndexPathsOptions {
  return { cwd, scope, wing, room, include, exclude };
}

/**
 * Indexes paths. Where no scope is given, asks for one and tries again, but only for a single path on a terminal, where a question is
 * kinder than an error.
 * @param index gets the chosen scope, over the given options
 * @throws as `index`, and what asking throws
 */
export async function withAskedScope(
  session: Session,
  paths: readonly string[],
  index: (chosen: { readonly scope?: string }) => Promise<Job>,
): Promise<Job> {
  const { io } = session;
  const [path] = paths;
  try {
    return await index({});
  } catch (thrown) {
    const canAsk =
      paths.length === 1 && path !== undefined && io.input.isTTY === true && io.err.isTTY && !session.options().json;
    if (!(thrown instanceof LociError) || thrown.code !== "SOURCE_SCOPE_REQUIRED" || !canAsk) throw thrown;
    return await index({ scope: await askScope(path, io) });
  }
}

/**
 * Asks on the terminal who may see a path. Enter alone takes nothing: there is no silent default.
 * @throws LociError `SOURCE_SCOPE_REQUIRED` when nothing is answered, `SCOPE_INVALID`; the signal's `AbortError`
 */
async function askScope(path: string, { input, signal }: CliIo): Promise<Scope> {
  const terminal = createInterface({ input, output: process.stderr });
  try {
    const answer = await terminal.question(
      `Who may see ${oneLine(path)}?\n  kb         everyone who may use the project\n  admin      only you\n  user:<id>  that user and you\nscope: `,
      { signal },
    );
    if (answer.trim() !== "") return parseScope(answer.trim());
    throw scopeRequired(`'${path}'`);
  } finally {
    terminal.close();
  }
}
