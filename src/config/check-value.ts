import { example, step } from "../model/next-step.ts";
import { isAbsolute } from "node:path";
import { LociError } from "../model/error.ts";
import { isScope } from "../model/scope.ts";
import { globFault } from "../text/glob-fault.ts";
import { slug } from "../text/slug.ts";
import { describeAllowed, type ConfigValue, type KeyDefinition } from "./key-definition.ts";
import type { FoundKey } from "./find-key.ts";

/** Where a value was written: `text` for people, the rest as details of the error. */
export interface ValuePlace {
  /** `config.toml:3`, `LOCI_CHUNKING_OVERLAP_LINES`, `--set`. */
  readonly text: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The raw value as the key's type, checked against what it allows. Strings are not turned into numbers here: a quoted
 * number in TOML is a wrong type.
 *
 * @throws LociError `CONFIG_INVALID` naming key, place and what is allowed. A secret's value is never in the message.
 */
export function checkValue(found: FoundKey, raw: unknown, place: ValuePlace): ConfigValue {
  const { key, definition } = found;
  if (accepts(definition, raw)) return raw as ConfigValue;
  const allowed = describeAllowed(definition);
  const given = definition.secret === true ? "what was given" : show(raw);
  throw new LociError(
    "CONFIG_INVALID",
    `${key} must be ${allowed}, not ${given}${patternFault(definition, raw)} (${place.text})`,
    {
      hint: step`change it there, or ask ${example("config get", `${key}`)}`,
      details: { key, allowed, ...place.details },
    },
  );
}

function accepts(definition: KeyDefinition, raw: unknown): boolean {
  switch (definition.type) {
    case "string":
      return (
        typeof raw === "string" &&
        !raw.includes("\0") &&
        (definition.choices === undefined || definition.choices.includes(raw)) &&
        hasForm(definition.form, raw)
      );
    case "boolean":
      return typeof raw === "boolean";
    case "integer":
    case "number":
      return (
        typeof raw === "number" &&
        (definition.type === "number" ? Number.isFinite(raw) : Number.isInteger(raw)) &&
        raw >= definition.min &&
        raw <= definition.max
      );
    case "strings":
      return (
        isStrings(raw) &&
        (definition.insideTree !== true || raw.every(isPatternInside)) &&
        (definition.absolute !== true || raw.every((path) => isAbsolute(path))) &&
        (definition.hosts !== true || raw.every((name) => /^(?:[\w.-]+|\[[\da-f:]+\])$/iu.test(name)))
      );
    case "lists":
      return (
        typeof raw === "object" &&
        raw !== null &&
        !Array.isArray(raw) &&
        Object.entries(raw).every(([name, list]) => slug(name) !== "" && isStrings(list))
      );
  }
}

function isStrings(raw: unknown): raw is readonly string[] {
  return Array.isArray(raw) && raw.every((item) => typeof item === "string" && item !== "" && !item.includes("\0"));
}

function hasForm(form: "scope" | "address" | "name" | undefined, raw: string): boolean {
  if (form === "name") return raw === "" || slug(raw) !== "";
  if (form === "scope") return raw === "" || isScope(raw);
  // An empty one would be every address of the machine.
  return form !== "address" || /^[^\s/]+$/.test(raw);
}

/** Which character of a pattern is wrong can't be seen from what is allowed. */
function patternFault(definition: KeyDefinition, raw: unknown): string {
  if (definition.type !== "strings" || definition.insideTree !== true || !isStrings(raw)) return "";
  const fault = raw.map(globFault).find((one) => one !== null) ?? null;
  return fault === null ? "" : `: ${fault}`;
}

function isPatternInside(pattern: string): boolean {
  return staysInside(pattern) && globFault(pattern) === null;
}

/** Relative, and no `..` segment, also behind a `!` or inside braces. */
function staysInside(pattern: string): boolean {
  const positive = pattern.startsWith("!") ? pattern.slice(1) : pattern;
  return !/^([/\\~]|[A-Za-z]:)/.test(positive) && !/(^|[/\\{,(|])\.\.($|[/\\},)|])/.test(positive);
}

function show(raw: unknown): string {
  const text = typeof raw === "bigint" ? String(raw) : (JSON.stringify(raw) ?? String(raw));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
