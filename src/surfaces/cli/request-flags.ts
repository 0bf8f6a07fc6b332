import { type Command, Option } from "commander";
import { checkField, describeField, type Field, type Fields, readText } from "../../model/requests/index.ts";

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
 *
 * @param spelt its name as help shows it, with what stands around it: `<room>`, `[item]`
 */
export function addArgument(command: Command, spelt: string, name: string, field: Field): Command {
  if (spelt.includes("...")) return command.argument(spelt, helpOf(field));
  const choices = field.choices === undefined ? "" : `: ${field.choices.join(", ")}`;
  return command.argument(spelt, helpOf(field) + choices, (text: string) => {
    // A rank may be written as lists show it.
    const value = readText(field, field.types.includes("whole") ? text.replace(/^#/, "") : text);
    checkField(name, field, value, { spell: () => spelt });
    return value;
  });
}

/** How the command line writes a field's name. @example flagOf("budgetTokens") // "--budget-tokens" */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What help says of a field: of a flag, or of an argument. */
export function helpOf(field: Field): string {
  const doc = describeField(field);
  return /^[A-Z][a-z' ]/.test(doc) ? doc.charAt(0).toLowerCase() + doc.slice(1) : doc;
}

function flagFor(name: string, field: Field): Option {
  const flag = flagOf(name);
  const many = field.types.includes("texts");
  const shown = helpOf(field) + (many ? "; may be given more than once" : "");
  if (field.types.includes("flag")) return new Option(flag, shown);
  const value = field.value ?? (field.types.includes("whole") ? "n" : flag.slice(2));
  const option = new Option(`${flag} <${value}>`, shown);
  // They stand in help and completion; what else is given is refused as everywhere.
  if (field.choices !== undefined) option.choices(field.choices);
  if (field.needed) option.makeOptionMandatory();
  return option.argParser<unknown>((text, before) => {
    const value = many ? [...((before as readonly string[] | undefined) ?? []), text] : readText(field, text);
    checkField(name, field, value, { spell: flagOf });
    return value;
  });
}
