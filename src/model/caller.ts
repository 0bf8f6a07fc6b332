import { LociError } from "./error.ts";
import { option, step } from "./next-step.ts";

/** Who asks. `owner` sees every scope, a user sees `kb` and his own, `public` sees `kb` only. */
export type Caller = "owner" | "public" | `user:${string}`;

/** The scopes that exist for a caller: `all`, or just these. */
export type VisibleScopes = "all" | readonly Scope[];

/**
 * Whoever a call names; nobody named is the owner, whose library it is.
 * @throws LociError `CALLER_INVALID` for what is no text, such as a null of JavaScript: "nobody" must never come to mean the owner
 */
export function callerOf(caller: Caller | undefined): Caller {
  if (caller === undefined) return "owner";
  if (typeof caller === "string") return caller;
  throw new LociError("CALLER_INVALID", `${caller === null ? "null" : `what is no text`} is not a caller`, {
    hint: "use owner, public or user:<id>, or leave it out for the owner",
  });
}

/**
 * The scopes that a caller may see.
 * @example visibleScopes("user:42") // ["kb", "user:42"]
 */
export function visibleScopes(caller: Caller): VisibleScopes {
  if (caller === "owner") return "all";
  return caller === "public" ? ["kb"] : ["kb", caller];
}

/**
 * The scopes whose words may reach a caller's agent unasked: the owner sees what users wrote where he looks for it, but nobody speaks to
 * his agent except himself.
 */
export function ownScopes(caller: Caller): readonly Scope[] {
  const visible = visibleScopes(caller);
  return visible === "all" ? ["kb", "admin"] : visible;
}

/** What a search looks through: all that its caller may see, or what may reach his agent unasked. */
export function searchedScopes(asked: { caller?: Caller | undefined; own?: boolean | undefined }): VisibleScopes {
  const caller = callerOf(asked.caller);
  return asked.own === true ? ownScopes(caller) : visibleScopes(caller);
}

/** Whether a drawer of `scope` exists for somebody who sees `visible`. */
export const canSee = (visible: VisibleScopes, scope: Scope): boolean => visible === "all" || visible.includes(scope);

/**
 * Reads a caller from text.
 * @throws LociError `CALLER_INVALID` for anything but `owner`, `public` or `user:<id>`.
 */
export function parseCaller(text: string): Caller {
  if (text === "owner" || text === "public" || USER_SCOPE.test(text)) return text as Caller;
  throw new LociError("CALLER_INVALID", `'${text.slice(0, 80)}' is not a caller`, {
    hint: "use owner, public or user:<id>",
  });
}

/**
 * The scope of something that a caller writes: a user's is his own, the owner's what he says, else `admin`.
 * @param what is written, in the plural: "drawers"
 * @param requested undefined: nothing
 * @throws LociError `FORBIDDEN` for `public`, and for a user who says anything but himself; `SCOPE_INVALID`
 * @example writingScope("drawers", "user:42", undefined) // "user:42"
 */
export function writingScope(what: string, caller: Caller, requested: string | undefined): Scope {
  if (caller === "public")
    throw new LociError("FORBIDDEN", "nobody may write without being somebody", {
      hint: "use the owner's or a user's token",
    });
  const own = caller === "owner" ? "admin" : caller;
  const scope = requested === undefined ? own : parseScope(requested);
  if (caller !== "owner" && scope !== own)
    throw new LociError("FORBIDDEN", `a user's ${what} are his own`, { hint: `leave the scope out, or use ${own}` });
  return scope;
}

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

/** Where nobody says who may see something: there is no silent default. @param what in the sentence "nothing says who may see …" */
export const scopeRequired = (what: string, details: Readonly<Record<string, unknown>> = {}): LociError =>
  new LociError("SOURCE_SCOPE_REQUIRED", `nothing says who may see ${what}`, {
    hint: step`give ${option("scope")} kb (everyone who may use the project), ${option("scope")} admin (only you) or ${option("scope")} user:<id>`,
    details,
  });

export const isScope = (text: string): text is Scope => text === "kb" || text === "admin" || USER_SCOPE.test(text);
