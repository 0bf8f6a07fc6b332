import { type Command, InvalidArgumentError, Option } from "commander";
import type { OptionSpec } from "../shared/option-spec.ts";
import { collect } from "./build-program.ts";

/** Adds options to a command as their specifications say: `asOf` becomes `--as-of <DATE>`. */
export function addOptions(command: Command, specs: readonly OptionSpec[]): void {
  for (const spec of specs) command.addOption(toOption(spec));
}

/** The flag of an option. @example flagOf("budgetTokens") // "--budget-tokens" */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function toOption(spec: OptionSpec): Option {
  const flag = flagOf(spec.name);
  if (spec.type === "flag") return new Option(flag, spec.doc);
  const option = new Option(`${flag} <${(spec.value ?? "value").toLowerCase()}>`, spec.doc);
  if (spec.choices !== undefined) return option.choices(spec.choices);
  if (spec.type === "texts") return option.argParser(collect);
  if (spec.type === "text") return option;
  return option.argParser((text) => numberOf(spec, text));
}

function numberOf({ type, min, max }: OptionSpec, text: string): number {
  const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  const fits = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
  if (fits && number >= (min ?? -Infinity) && number <= (max ?? Infinity)) return number;
  const range = min === undefined || max === undefined ? "" : ` from ${min} to ${max}`;
  throw new InvalidArgumentError(`It must be ${type === "integer" ? "a whole number" : "a number"}${range}.`);
}
