import { option, step } from "./next-step.ts";
import { LociError } from "./error.ts";

/**
 * Who may see a drawer. `kb`: everyone who may use the project; `admin`: the owner only;
 * `user:<id>`: that user and the owner. A hard boundary, applied before anything is ranked.
 */
export type Scope = "kb" | "admin" | `user:${string}`;

const USER_SCOPE = /^user:[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,127}$/u;

/**
 * Reads a scope from text.
 * @throws LociError `SCOPE_INVALID` when `text` is none of `kb`, `admin`, `user:<id>` (id: 1–128 letters, digits, `._@+-`).
 * @example parseScope("user:42") // "user:42"
 */
export function parseScope(text: string): Scope {
  if (isScope(text)) return text;
  throw new LociError("SCOPE_INVALID", `'${text.slice(0, 80)}' is not a scope`, {
    hint: step`use kb, admin or user:<id>, for example ${option("scope")} kb`,
  });
}

/** Whether a text names a scope. */
export function isScope(text: string): text is Scope {
  return text === "kb" || text === "admin" || USER_SCOPE.test(text);
}
