import { LociError } from "../model/error.ts";
import { type NextStep, example, nearestName, step } from "../model/next-step.ts";
import { isScope } from "../model/caller.ts";
import { slug } from "../text/slug.ts";
import type { ConfigValue, KeyDefinition } from "./key-definition.ts";
import { CONFIG_KEYS } from "./keys.ts";

/** Where a value was written: `text` for people, the rest as details of the error. */
interface ValuePlace {
  /** `config.toml:3`, `LOCI_CHUNKING_OVERLAP_LINES`, `--set`. */
  readonly text: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The raw value as the key's type, checked against what it allows. Strings are not turned into numbers here: a quoted
 * number in TOML is a wrong type.
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
      hint: step`${example("config", `${key}`)} says what it is now, and where that is set`,
      details: { key, allowed, ...place.details },
    },
  );
}

/** What a string must be like, or each of a list, by the form that its key names. An empty address would be every one of the machine. */
const FORMS = {
  scope: { allowed: "kb, admin, user:<id> or empty", fits: (text) => text === "" || isScope(text) },
  name: {
    allowed: "a name with letters or digits (no mere date), or empty",
    fits: (text) => text === "" || slug(text) !== "",
  },
  address: { allowed: "an address or a name of this machine", fits: (text) => /^[^\s/]+$/.test(text) },
  pattern: {
    allowed: "a list of patterns that stay inside the tree",
    fits: (text) => staysInside(text) && globFault(text) === null,
  },
  host: {
    allowed: "a list of host names, without http:// and port",
    fits: (text) => /^(?:[\w.-]+|\[[\da-f:]+\])$/iu.test(text),
  },
} satisfies Record<string, { readonly allowed: string; readonly fits: (text: string) => boolean }>;

const ALLOWED: Readonly<Record<KeyDefinition["type"], string>> = {
  string: "a string",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  strings: "a list of strings",
  lists: "a table of lists of strings, each under a name (no mere date)",
};

/**
 * What a key accepts, in words.
 * @example describeAllowed(CONFIG_KEYS.chunking.overlap_lines) // "a whole number from 0 to 50 (lines)"
 */
export function describeAllowed({ type, choices, form, min, max, unit }: KeyDefinition): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  if (form !== undefined) return FORMS[form].allowed;
  const range = min === undefined ? "" : ` from ${min} to ${max}`;
  return `${ALLOWED[type]}${range}${unit === undefined ? "" : ` (${unit})`}`;
}

function accepts({ type, choices, form, min = -Infinity, max = Infinity }: KeyDefinition, raw: unknown): boolean {
  const fits = (text: string): boolean =>
    choices?.includes(text) !== false && (form === undefined || FORMS[form].fits(text));
  switch (type) {
    case "string":
      return typeof raw === "string" && !raw.includes("\0") && fits(raw);
    case "boolean":
      return typeof raw === "boolean";
    case "integer":
    case "number":
      return typeof raw === "number" && (type === "number" || Number.isInteger(raw)) && raw >= min && raw <= max;
    case "strings":
      return isStrings(raw) && raw.every(fits);
    case "lists":
      return (
        typeof raw === "object" &&
        raw !== null &&
        !Array.isArray(raw) &&
        Object.entries(raw).every(([name, list]) => slug(name) !== "" && isStrings(list))
      );
  }
}

const isStrings = (raw: unknown): raw is readonly string[] =>
  Array.isArray(raw) && raw.every((item) => typeof item === "string" && item !== "" && !item.includes("\0"));

/** Which character of a pattern is wrong can't be seen from what is allowed. */
function patternFault({ form }: KeyDefinition, raw: unknown): string {
  if (form !== "pattern" || !isStrings(raw)) return "";
  const fault = raw.map(globFault).find((one) => one !== null) ?? null;
  return fault === null ? "" : `: ${fault}`;
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

/**
 * A value as people type it, in a variable or on the command line, as the raw value of the key's type. What can't be
 * read is given back as the text it is, so that the check afterwards names it.
 *
 * Booleans: `true/false`, `yes/no`, `on/off`, `1/0`. Lists: JSON, or separated by commas (those inside braces belong to
 * the pattern). Tables: JSON.
 * @example parseText(CONFIG_KEYS.ingest.exclude, "drafts/**,*.{log,tmp}") // ["drafts/**", "*.{log,tmp}"]
 */
export function parseText(definition: KeyDefinition, text: string): unknown {
  const trimmed = text.trim();
  switch (definition.type) {
    case "string":
      return text;
    case "boolean":
      if (/^(true|yes|on|1)$/i.test(trimmed)) return true;
      return /^(false|no|off|0)$/i.test(trimmed) ? false : text;
    case "integer":
    case "number":
      return /^[+-]?(\d[\d_]*(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed.replaceAll("_", "")) : text;
    case "strings":
      return trimmed.startsWith("[") && trimmed.endsWith("]")
        ? (fromJson(trimmed) ?? splitList(trimmed))
        : splitList(trimmed);
    case "lists":
      return fromJson(trimmed) ?? text;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function splitList(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const character of text) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "," && depth <= 0) {
      items.push(item.trim());
      item = "";
    } else item += character;
  }
  items.push(item.trim());
  return items.filter((each) => each !== "");
}

const TABLE: Readonly<Record<string, Readonly<Record<string, KeyDefinition>>>> = CONFIG_KEYS;

export interface FoundKey {
  /** `section.field`. */
  readonly key: string;
  readonly section: string;
  readonly field: string;
  readonly definition: KeyDefinition;
}

export const allKeys = (): readonly FoundKey[] =>
  Object.entries(TABLE).flatMap(([section, fields]) =>
    Object.entries(fields).map(([field, definition]) => ({ key: `${section}.${field}`, section, field, definition })),
  );

export const isSection = (name: string): boolean => Object.hasOwn(TABLE, name);

/**
 * The key by that name.
 * @param where where the name was read, for the message: `config.toml:3`, `LOCI_X_Y`, `--set`; empty when the user just typed it.
 * @throws LociError `CONFIG_UNKNOWN_KEY` with the nearest name as suggestion.
 */
export function findKey(name: string, where = "", details: Readonly<Record<string, unknown>> = {}): FoundKey {
  const dot = name.indexOf(".");
  const section = dot < 0 ? name : name.slice(0, dot);
  const field = dot < 0 ? "" : name.slice(dot + 1);
  const fields = Object.hasOwn(TABLE, section) ? TABLE[section] : undefined;
  const definition = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (definition !== undefined) return { key: name, section, field, definition };

  const shown = name.slice(0, 80);
  const suggestion = nearestName(
    name,
    allKeys().map((known) => known.key),
  );
  throw new LociError("CONFIG_UNKNOWN_KEY", `there is no setting '${shown}'${where === "" ? "" : ` (${where})`}`, {
    hint: suggestion === null ? hintFor(section, fields) : `did you mean ${suggestion}?`,
    details: { key: shown, ...(suggestion === null ? {} : { suggestion }), ...details },
  });
}

function hintFor(section: string, fields: Readonly<Record<string, KeyDefinition>> | undefined): string | NextStep {
  const near = fields === undefined ? nearestName(section, Object.keys(TABLE)) : null;
  if (near !== null) return `did you mean [${near}]?`;
  return fields === undefined
    ? step`sections are ${Object.keys(TABLE).join(", ")}; ${example("config")} shows every key`
    : `[${section}] has ${Object.keys(fields).join(", ")}`;
}

/**
 * What makes a pattern of files match nothing, whatever there is; null for one that can match. A `\` before a character takes its meaning
 * away, as in `.gitignore`.
 * @example globFault("notes/[ab") // "'[' is not closed; for the character itself write \\["
 * Cost: linear.
 */
export function globFault(pattern: string): string | null {
  if (/^!?(?:\.\/)?\s*$/u.test(pattern)) return "it is empty";
  if (pattern.startsWith("#"))
    return "it begins with '#', which makes it a comment; for the character itself write \\#";
  let braces = 0;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === "\\") {
      i++;
      if (i === pattern.length) return "it ends in '\\', which stands before a character";
    } else if (character === "[") {
      i = classEnd(pattern, i);
      if (i < 0) return "'[' is not closed; for the character itself write \\[";
    } else if (character === "{") braces++;
    else if (character === "}" && braces > 0) braces--;
  }
  return braces === 0 ? null : "'{' is not closed; for the character itself write \\{";
}

/** Where a class of characters ends; a `]` right at its beginning is one of them. -1: nowhere. */
function classEnd(pattern: string, open: number): number {
  const first = open + (/[!^]/.test(pattern[open + 1] ?? "") ? 2 : 1);
  for (let i = first; i < pattern.length; i++) {
    if (pattern[i] === "\\") i++;
    else if (pattern[i] === "]" && i > first) return i;
  }
  return -1;
}
