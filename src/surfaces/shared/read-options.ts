import { LociError, nearestName } from "../../index.ts";
import type { OptionSpec } from "./option-spec.ts";

/**
 * Options that came as data (a line of a batch, a request's body), checked against their specifications.
 *
 * @param raw any object; names may be written `asOf`, `as_of` or `as-of`
 * @returns the options under their own names; those that weren't given are absent
 * @throws LociError `USAGE` for an unknown name, a wrong type, a value out of range
 */
export function readOptions(
  specs: readonly OptionSpec[],
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(raw)) {
    const name = given.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const spec = specs.find((each) => each.name === name);
    if (spec === undefined) {
      const known = specs.map((each) => each.name);
      const near = nearestName(name, known);
      throw new LociError("USAGE", `there is no option '${given.slice(0, 80)}'`, {
        hint: `${near === null ? "" : `did you mean ${near}? `}options are ${known.join(", ")}`,
      });
    }
    if (value !== null && value !== undefined) options[name] = checkOption(spec, value);
  }
  return options;
}

/** One value, checked. @throws LociError `USAGE` naming what is allowed */
function checkOption(spec: OptionSpec, value: unknown): unknown {
  if (isAllowed(spec, value)) return value;
  throw new LociError("USAGE", `${spec.name} must be ${allowed(spec)}`, {
    hint: `give ${spec.name} so, or leave it out`,
    details: { option: spec.name },
  });
}

function isAllowed(spec: OptionSpec, value: unknown): boolean {
  switch (spec.type) {
    case "text":
      return typeof value === "string" && (spec.choices === undefined || spec.choices.includes(value));
    case "texts":
      return typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
    case "flag":
      return typeof value === "boolean";
    case "integer":
    case "number":
      return (
        typeof value === "number" &&
        (spec.type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
        value >= (spec.min ?? Number.NEGATIVE_INFINITY) &&
        value <= (spec.max ?? Number.POSITIVE_INFINITY)
      );
  }
}

function allowed({ type, choices, min, max }: OptionSpec): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  const range = min === undefined || max === undefined ? "" : ` from ${min} to ${max}`;
  const kinds = {
    text: "a string",
    texts: "a string or a list of strings",
    flag: "true or false",
    integer: "a whole number",
    number: "a number",
  };
  return kinds[type] + range;
}
