import type { ErrorCode } from "../../model/error.ts";
import { checkArgument } from "./check-argument.ts";
import type { Arguments } from "./kind.ts";

/** A call with the code that its wrong arguments are refused with. */
export interface CheckedCall {
  readonly code: ErrorCode;
  readonly arguments: Arguments;
}

type AsyncMethod = (...given: unknown[]) => Promise<unknown>;

/**
 * The same object, with the arguments of its calls held against their types before anything is done: TypeScript does so where a program is
 * compiled, JavaScript nowhere, and what comes of a wrong one is a fault far away or, worse, an answer.
 *
 * @param calls each is asynchronous, and rejects; what isn't named is left as it is
 */
export function checkedCalls<T extends object>(target: T, calls: Readonly<Partial<Record<keyof T, CheckedCall>>>): T {
  const checked: Record<string, AsyncMethod> = {};
  for (const [name, call] of Object.entries(calls as Readonly<Record<string, CheckedCall>>)) {
    const method = (target as Readonly<Record<string, unknown>>)[name] as AsyncMethod;
    const kinds = Object.entries(call.arguments);
    checked[name] = async (...given) => {
      kinds.forEach(([argument, kind], index) => checkArgument(argument, given[index], kind, call.code));
      return await method.apply(target, given);
    };
  }
  return { ...target, ...checked };
}
