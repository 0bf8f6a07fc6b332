import { type Caller, callerOf } from "../caller.ts";
import { LociError } from "../error.ts";
import { nearestName } from "../next-step.ts";
import type { Field, FieldType, Fields, ValuesOf } from "./field.ts";

/** Maximum number of a request's faults that are listed; the first is the message. */
const MAX_FAULTS = 5;
/** Characters shown of an unknown name. */
const SHOWN = 80;

export interface CheckOptions {
  /** The request, as the error names it: `search`, `POST /v1/search`; nothing in the library, where the call is known. */
  readonly what?: string;
  /** Whether names that nobody knows are passed over, as in messages of a protocol that grows. */
  readonly loose?: boolean;
  /** Names that are read elsewhere, and may be meant by an unknown one. */
  readonly beside?: readonly string[];
  /** How the surface writes a field's name: `--limit`. */
  readonly spell?: (path: string) => string;
}

interface Fault {
  /** Names separated by dots: `search.wing`, `paths.0`; empty for the request itself. */
  readonly path: string;
  /** Says what it is and what it should be, to stand behind the name. Values are never repeated, numbers excepted: they may be secret. */
  readonly problem: string;
  /** What to do; given the name as the surface writes it, in quotes. */
  readonly hint: string | ((name: string) => string);
  readonly tooLarge?: true;
}

/**
 * Holds a request against its fields: every surface, the library included, refuses the same with the same words.
 * @returns the value itself, typed
 * @throws LociError `TOO_LARGE` where a text or list is longer than allowed, else `USAGE`; `details.faults` lists `{ path, message, hint }`.
 *   `CALLER_INVALID` for a caller that is none
 * Cost: a few comparisons a field, and one an entry of a list.
 * @example checkRequest(SEARCH, { query: "tea", limt: 3 }, { what: "search" }) // throws: did you mean 'limit'?
 */
export function checkRequest<F extends Fields>(fields: F, value: unknown, options: CheckOptions = {}): ValuesOf<F> {
  const known = options.loose === true && isObject(value) ? knownPart(fields, value) : value;
  const faults = objectFaults("", { fields, beside: options.beside }, known);
  if (faults.length > 0) throw refusal(faults, options);
  return value as ValuesOf<F>;
}

const knownPart = (fields: Fields, value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(fields, name)));

function refusal(all: readonly Fault[], { what = "", spell = (path) => path }: CheckOptions): LociError {
  // A misspelt name comes before the missing one that it was meant for.
  const faults = all
    .toSorted((a, b) => Number(b.problem === "") - Number(a.problem === ""))
    .slice(0, MAX_FAULTS)
    .map(({ path, problem, hint, tooLarge = false }) => {
      const name = inWords(path, spell);
      const message = path === "" ? `the request ${problem}` : `${name} ${problem}`;
      const told = {
        path,
        message: problem === "" ? `there is no parameter ${name}` : message,
        hint: typeof hint === "string" ? hint : hint(name),
      };
      return { told, tooLarge };
    });
  const [{ told, tooLarge }] = faults as [(typeof faults)[0]];
  return new LociError(tooLarge ? "TOO_LARGE" : "USAGE", `${what === "" ? "" : `${what}: `}${told.message}`, {
    hint: told.hint,
    details: { faults: faults.map((one) => one.told) },
  });
}

/** @example inWords("ids.0", (path) => path) // "entry 1 of 'ids'" */
function inWords(path: string, spell: (path: string) => string): string {
  const [, list, index, rest] = /^(.+?)\.(\d+)(?:\.(.+))?$/u.exec(path) ?? [];
  if (list === undefined) return `'${spell(path)}'`;
  const entry = `entry ${Number(index) + 1} of '${spell(list)}'`;
  return rest === undefined ? entry : `'${rest}' of ${entry}`;
}

function objectFaults(
  path: string,
  { fields, beside = [] }: { readonly fields: Fields; readonly beside?: readonly string[] | undefined },
  value: unknown,
): readonly Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const problem = value === undefined ? "is missing" : `is ${typeName(value)}, not an object`;
    return [{ path, problem, hint: `give an object with ${Object.keys(fields).join(", ")}` }];
  }
  const prefix = path === "" ? "" : `${path}.`;
  const faults: Fault[] = [];
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue;
    faults.push(unknownName(prefix, name, [...namesToGive(fields), ...beside]));
    if (faults.length === MAX_FAULTS) break;
  }
  for (const name in fields)
    faults.push(...fieldFaults(prefix + name, fields[name] as Field, (value as Record<string, unknown>)[name]));
  return faults;
}

/** The names that a hint lists: those of the library alone are no news to who uses it. */
const namesToGive = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => (fields[name] as Field).doc !== "" || !HOST.has(fieldType(fields[name])));

const fieldType = (field: Field | undefined): FieldType => field?.types[0] ?? "text";

function unknownName(prefix: string, name: string, known: readonly string[]): Fault {
  const near = nearestName(name, known);
  const hint =
    known.length === 0
      ? "leave it out; there are none"
      : near === null
        ? `leave it out; known are ${known.join(", ")}`
        : `did you mean '${near}'? Known are ${known.join(", ")}`;
  return { path: prefix + name.slice(0, SHOWN), problem: "", hint };
}

function fieldFaults(path: string, field: Field, value: unknown): readonly Fault[] {
  // Who asks has an error of his own.
  if (fieldType(field) === "caller") return (void callerOf(value as Caller | undefined), []);
  if (value === undefined && !field.needed) return [];
  if (value === null && field.nullable === true) return [];
  const type = field.types.find((one) => IS[one](value));
  if (type === undefined) return [typeFault(path, field, value)];
  switch (type) {
    case "object":
      return field.fields === undefined ? [] : objectFaults(path, { fields: field.fields }, value);
    case "objects":
      return field.fields === undefined ? [] : listFaults(path, field, value as readonly unknown[]);
    case "texts":
      return listFaults(path, field, value as readonly unknown[]);
    case "text":
      return textFaults(path, field, value as string);
    case "whole":
    case "number":
      // Where a text may stand too, limits are of its characters.
      return !field.types.includes("text") &&
        ((value as number) < (field.min ?? -Infinity) || (value as number) > (field.max ?? Infinity))
        ? [typeFault(path, field, value)]
        : [];
    default:
      return [];
  }
}

function typeFault(path: string, field: Field, value: unknown): Fault {
  const allowed = allowedOf(field);
  const is =
    typeof value === "number" && field.types.some((type) => type === "whole" || type === "number")
      ? String(value)
      : typeName(value);
  return {
    path,
    problem: value === undefined ? "is missing" : `is ${is}, not ${allowed}`,
    hint: (name) => `give ${name} as ${allowed}${field.needed ? "" : ", or leave it out"}`,
  };
}

function textFaults(
  path: string,
  { min = 0, max = Infinity, choices, pattern, form }: Field,
  value: string,
): readonly Fault[] {
  if (choices !== undefined && !choices.includes(value)) {
    const problem = `is none of ${choices.join(", ")}`;
    return [{ path, problem, hint: `use one of ${choices.join(", ")}` }];
  }
  if (value.length < min) {
    const problem = value === "" ? "is empty" : `is too short: ${value.length} of at least ${min} characters`;
    return [{ path, problem, hint: `use at least ${min} character${min === 1 ? "" : "s"}` }];
  }
  if (value.length > max) {
    const hint = `shorten it to ${max} characters, or index a long text as a file`;
    return [{ path, problem: `is longer than ${max} characters`, hint, tooLarge: true }];
  }
  if (pattern === undefined || pattern.test(value)) return [];
  return [{ path, problem: "has the wrong form", hint: (name) => `give ${name} as ${form ?? String(pattern)}` }];
}

function listFaults(path: string, field: Field, value: readonly unknown[]): readonly Fault[] {
  const { least = 0, most = Infinity } = field;
  if (value.length > most) {
    const problem = `has more than ${most} entries`;
    return [{ path, problem, hint: `use at most ${most}`, tooLarge: true }];
  }
  if (value.length < least) {
    const problem = value.length === 0 ? "is empty" : `has only ${value.length} entries`;
    return [{ path, problem, hint: `use at least ${least}` }];
  }
  const { fields } = field;
  for (const [index, one] of value.entries()) {
    const faults =
      fields === undefined
        ? typeof one === "string"
          ? textFaults(`${path}.${index}`, field, one)
          : [typeFault(`${path}.${index}`, { ...field, types: ["text"] }, one ?? null)]
        : objectFaults(`${path}.${index}`, { fields }, one ?? null);
    // Ten thousand entries of one kind have one fault.
    if (faults.length > 0) return faults;
  }
  return [];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const IS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  texts: Array.isArray,
  whole: Number.isSafeInteger,
  number: (value) => typeof value === "number" && !Number.isNaN(value),
  flag: (value) => typeof value === "boolean",
  object: (value) => isObject(value) && !Array.isArray(value),
  objects: Array.isArray,
  caller: () => true,
  function: (value) => typeof value === "function",
  signal: (value) => value instanceof AbortSignal,
  bytes: (value) => value instanceof Uint8Array,
};

const HOST: ReadonlySet<FieldType> = new Set(["caller", "function", "signal", "bytes"]);

const NAMES: Readonly<Record<FieldType, string>> = {
  text: "text",
  texts: "a list of texts",
  whole: "a whole number",
  number: "a number",
  flag: "true or false",
  object: "an object",
  objects: "a list of objects",
  caller: "a caller",
  function: "a function",
  signal: "an AbortSignal",
  bytes: "bytes (a Uint8Array)",
};

/** What a field may be, in words: `a whole number from 1 to 1000`. */
function allowedOf({ types, min, max, choices, nullable }: Field): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  const numeric = types.includes("whole") || types.includes("number");
  const range = !numeric || min === undefined || max === undefined ? "" : ` from ${min} to ${max}`;
  return [...types.map((type) => NAMES[type] + (type === "whole" ? range : "")), ...(nullable ? ["null"] : [])].join(
    " or ",
  );
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return NAMES.text;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * A value that came as text, as a flag of the command line or a parameter of an address has it. What can't be read stays a text, to be
 * refused by the check.
 * @example readText(SEARCH.limit, "5") // 5
 */
export function readText({ types }: Field, given: string): unknown {
  const trimmed = given.trim();
  if ((types.includes("whole") || types.includes("number")) && NUMBER.test(trimmed)) return Number(trimmed);
  if (types.includes("flag") && (trimmed === "true" || trimmed === "false")) return trimmed === "true";
  if (types.includes("texts") && !types.includes("text")) return given.split(",").filter((one) => one !== "");
  return given;
}

/** The same for all parameters of an address; those that nobody knows stay, to be refused. */
export const readTexts = (fields: Fields, given: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? one : readText(field, one)];
    }),
  );

/** What a field means, with what holds where it is left out: `Hits at most; 10 by default (setting recall.limit)`. */
export function describeField({ doc, default: otherwise, setting }: Field): string {
  if (otherwise === undefined || otherwise === 0) return doc;
  return `${doc}; ${otherwise} by default${setting === undefined ? "" : ` (setting ${setting})`}`;
}
