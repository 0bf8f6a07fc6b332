import { CALLER, type Field, type Fields, checkField, checkRequest } from "../../model/requests/index.ts";

/** The options of a call: every one that its type has, and no other. */
export function options<Type>(fields: { readonly [Name in keyof Required<Type>]: Field }): Fields {
  return fields;
}

/** Those of a call that takes none but who asks. */
export const ASKED_BY: Fields = { caller: CALLER };

/** The arguments of a call by name, in order: a field each, or an object of fields, which may be left out where none of them is needed. */
export type Arguments = Readonly<Record<string, Field | Fields>>;

type AsyncMethod = (...given: unknown[]) => Promise<unknown>;

/** @throws LociError as `checkRequest`, naming the argument or the option */
export function checkArguments(call: Arguments, given: readonly unknown[]): void {
  for (const [index, [name, kind]] of Object.entries(call).entries()) {
    const value = given[index];
    if (isField(kind)) checkField(name, kind, value);
    else if (value !== undefined || Object.values(kind).some(({ needed }) => needed))
      checkRequest(kind, value, name === "options" ? {} : { what: name });
  }
}

function isField(kind: Field | Fields): kind is Field {
  return Array.isArray(kind["types"]);
}

/**
 * The same object, with the arguments of its calls held against their fields before anything is done: TypeScript does so where a program is
 * compiled; JavaScript checks nothing, and a wrong or misspelt argument causes an error far away or, worse, a wrong answer.
 *
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
