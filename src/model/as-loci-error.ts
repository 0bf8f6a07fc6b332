import { LociError } from "./error.ts";

/** Anything thrown as an error with a code: what has none is a fault of ours, `INTERNAL`, and stays as the cause. */
export function asLociError(thrown: unknown): LociError {
  return thrown instanceof LociError
    ? thrown
    : new LociError("INTERNAL", thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
}
