import { type Caller, callerOf } from "../../model/caller.ts";
import { type ErrorCode, LociError } from "../../model/error.ts";
import type { Kind, SimpleKind } from "./kind.ts";

/**
 * Holds a value against what it may be.
 *
 * @param name as the message names it: `ids`, `drawer.text`
 * @throws LociError with `code`, naming the argument, what it is and what is allowed. Texts are not repeated: they may be secret
 * Cost: a few comparisons a field, and one an entry of a list.
 */
export function checkArgument(name: string, value: unknown, kind: Kind, code: ErrorCode): void {
  if (typeof kind === "string" || !("fields" in kind)) {
    const kinds = typeof kind === "string" ? [kind] : kind;
    if (!kinds.some((one) => CHECKS[one](value))) refuse(name, value, kinds, code);
    return;
  }
  if (value === undefined && kind.optional === true) return;
  if (kind.many === true) {
    if (!Array.isArray(value)) throw refusal(name, value, "a list", kind.optional === true, code);
    value.forEach((one, index) => checkArgument(`${name}[${index}]`, one, { fields: kind.fields }, code));
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refusal(name, value, "an object", kind.optional === true, code);
  for (const field in kind.fields) {
    const allowed = kind.fields[field] as Kind;
    const said = (value as Readonly<Record<string, unknown>>)[field];
    // Most options are left out: a search needn't wait until they are named.
    if (said === undefined && Array.isArray(allowed) && allowed.includes("nothing")) continue;
    checkArgument(name === "options" ? field : `${name}.${field}`, said, allowed, code);
  }
}

const isText = (value: unknown): boolean => typeof value === "string";
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const CHECKS: Readonly<Record<SimpleKind, (value: unknown) => boolean>> = {
  caller: (value) => callerOf(value as Caller | undefined).length > 0,
  text: isText,
  texts: (value) => Array.isArray(value) && value.every(isText),
  number: (value) => typeof value === "number" && !Number.isNaN(value),
  count: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  flag: (value) => typeof value === "boolean",
  bytes: (value) => value instanceof Uint8Array,
  function: (value) => typeof value === "function",
  signal: (value) => value instanceof AbortSignal,
  iterable: (value) => isObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value),
  null: (value) => value === null,
  nothing: (value) => value === undefined,
};

const NAMES: Readonly<Record<SimpleKind, string>> = {
  caller: "a caller",
  text: "a text",
  texts: "a list of texts",
  number: "a number",
  count: "a whole number from 0",
  flag: "true or false",
  bytes: "bytes (a Uint8Array)",
  function: "a function",
  signal: "an AbortSignal",
  iterable: "a list",
  null: "null",
  nothing: "",
};

function refuse(name: string, value: unknown, kinds: readonly SimpleKind[], code: ErrorCode): never {
  const allowed = kinds
    .filter((kind) => kind !== "nothing")
    .map((kind) => NAMES[kind])
    .join(" or ");
  throw refusal(name, value, allowed, kinds.includes("nothing"), code);
}

function refusal(name: string, value: unknown, allowed: string, optional: boolean, code: ErrorCode): LociError {
  return new LociError(
    code,
    value === undefined ? `${name} is missing` : `${name} is ${shown(value)}, not ${allowed}`,
    { hint: `give ${name} as ${allowed}${optional ? ", or leave it out" : ""}` },
  );
}

/** Whatever it is, without calling anything of it. */
function shown(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return "a text";
  if (Array.isArray(value)) return "a list with something else in it";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
