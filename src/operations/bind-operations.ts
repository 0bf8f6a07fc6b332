import { type Arguments, checkArguments } from "../app/arguments/project-calls.ts";
import { recordAudit } from "../app/audit.ts";
import { callerOf, type Caller } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import { option, step } from "../model/next-step.ts";
import { CALLER, type Field, type Fields } from "../model/requests/index.ts";
import type { Library, Operation, Operations, ProjectParts } from "./operation.ts";

/**
 * The methods of a project for a table of operations: each checks its arguments, asks whether the caller may, loads what does it and does it.
 *
 * @returns each rejects with LociError `USAGE`, `TOO_LARGE`, `CALLER_INVALID` for a request that isn't right, `FORBIDDEN` where it is the owner's
 */
export function bindOperations<T extends Operations>(table: T, parts: ProjectParts): Library<T> {
  const methods = Object.entries(table).map(([name, operation]) => {
    const call = argumentsOf(operation);
    const method = async (...given: readonly unknown[]): Promise<unknown> => {
      checkArguments(call, given);
      const request = requestOf(operation, given);
      if (operation.access === "owner" && request.caller !== "owner")
        throw new LociError("FORBIDDEN", "only the owner may do that", { hint: step`leave out ${option("as")}` });
      const run = await operation.load();
      const answer =
        operation.ends === true
          ? await parts.run(request.signal, async (signal) => await run(parts, { ...request, signal }))
          : await run(parts, request);
      if (operation.audit !== undefined)
        await recordAudit(parts, [{ caller: request.caller, action: name, object: operation.audit(request) }]);
      return answer;
    };
    return [name, method];
  });
  return Object.fromEntries(methods) as Library<T>;
}

/** The arguments of an operation's method, as they are checked: by name, in order. */
export function argumentsOf({ request, given }: Pick<Operation, "request" | "given">): Arguments {
  if (typeof given === "string") return { [given]: request, options: { caller: CALLER } };
  const named = given.map((name) => [name, wholeOf(request[name] as Field)] as const);
  const rest = Object.entries(request).filter(([name]) => !given.includes(name));
  const options: Fields = { ...Object.fromEntries(rest), caller: CALLER };
  return { ...Object.fromEntries(named), options };
}

/** An argument that is an object is named by its errors, and its fields are not said to be of the request. */
function wholeOf(field: Field): Field | Fields {
  return field.types[0] === "object" && field.fields !== undefined ? field.fields : field;
}

/** The request that the arguments of a call make. */
function requestOf(
  { given: named }: Pick<Operation, "given">,
  given: readonly unknown[],
): { readonly caller: Caller; readonly signal?: AbortSignal } {
  const whole = typeof named === "string";
  const { caller, ...options } = (given[whole ? 1 : named.length] ?? {}) as { readonly caller?: Caller };
  const first = whole ? (given[0] as object) : Object.fromEntries(named.map((name, i) => [name, given[i]]));
  return { ...first, ...options, caller: callerOf(caller) };
}
