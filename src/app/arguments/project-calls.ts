import { LociError } from "../../model/error.ts";
import { holdsToken } from "../../redaction/marked-tokens.ts";
import {
  checkRequest,
  type Field,
  type Fields,
  FLAG,
  INDEX,
  MINE,
  NEEDED_TEXTS,
  ONE_JOB,
  SIGNAL,
  TEXT,
  without,
} from "../../model/requests/index.ts";

/** The options of a call: every one that its type has, and no other. */
export const options = <Type>(fields: { readonly [Name in keyof Required<Type>]: Field }): Fields => fields;

/** The arguments of a call by name, in order: a field each, or an object of fields, which may be left out where none of them is needed. */
export type Arguments = Readonly<Record<string, Field | Fields>>;

type AsyncMethod = (...given: unknown[]) => Promise<unknown>;

/** @throws LociError as `checkRequest`, naming the argument or the option */
export function checkArguments(call: Arguments, given: readonly unknown[]): void {
  for (const [index, [name, kind]] of Object.entries(call).entries()) {
    const value = given[index];
    if (isField(kind)) checkRequest({ [name]: kind }, { [name]: value });
    else if (value !== undefined || Object.values(kind).some(({ needed }) => needed))
      checkRequest(kind, value, name === "options" ? {} : { what: name });
    refuseTokens(isField(kind) ? { [name]: kind } : kind, isField(kind) ? { [name]: value } : value);
  }
}

/** @throws LociError `USAGE` for a name that holds a token: it would stand in files, lists and answers, where nothing replaces it */
function refuseTokens(fields: Fields, values: unknown): void {
  for (const [name, { fields: inner, named }] of Object.entries(fields))
    for (const one of [Object(values)[name]].flat())
      if (inner !== undefined) refuseTokens(inner, one);
      else if (named === true && typeof one === "string" && holdsToken(one))
        throw new LociError("USAGE", `'${name}' holds what looks like an access token`, {
          hint: "names are kept and shown as they are: call it otherwise",
        });
}

const isField = (kind: Field | Fields): kind is Field => Array.isArray(kind["types"]);

/**
 * The same object, with the arguments of its calls held against their fields before anything is done: TypeScript does so where a program is
 * compiled; JavaScript checks nothing, and a wrong or misspelt argument causes an error far away or, worse, a wrong answer.
 * @param calls each is asynchronous, and rejects; what isn't named is left as it is
 */
export function checkedCalls<T extends object>(target: T, calls: Readonly<Partial<Record<keyof T, Arguments>>>): T {
  const checked: Record<string, AsyncMethod> = {};
  for (const [name, call] of Object.entries(calls as Readonly<Record<string, Arguments>>)) {
    const method = (target as Readonly<Record<string, unknown>>)[name] as AsyncMethod;
    checked[name] = async (...given) => {
      checkArguments(call, given);
      return await method.apply(target, given);
    };
  }
  return { ...target, ...checked };
}

const { id } = ONE_JOB;
const { paths, ...placed } = INDEX;

export const QUEUE_CALLS = {
  index: { paths, options: { ...placed, cwd: TEXT } },
  mine: { paths, options: { ...without(MINE, ["paths"]), cwd: TEXT } },
  refresh: { keys: NEEDED_TEXTS, options: { readAll: FLAG } },
  retry: { id },
  cancel: { id },
  ended: { id, options: { signal: SIGNAL } },
} satisfies Readonly<Record<string, Arguments>>;
