import { type Caller, LociError, option, parseScope, type Scope, step } from "../../index.ts";

/**
 * The scope of a caller's facts. The owner's are private (`admin`) unless a scope is named, such as
 * `kb` for the project's lists; a user's are the user's own; the public reads the project's and changes none.
 *
 * @param named the scope that the request names; only the owner may name another than his own
 * @throws LociError `FORBIDDEN` when the public wants to write, or a user names somebody else's scope; `SCOPE_INVALID`
 */
export function factsScope(caller: Caller, purpose: "read" | "write", named?: string): Scope {
  if (caller === "public" && purpose === "write")
    throw new LociError("FORBIDDEN", "the public may only ask", {
      hint: step`say who you are: use the owner's or a user's token, or ${option("as")} user:<id>`,
    });
  const own: Scope = caller === "owner" ? "admin" : caller === "public" ? "kb" : caller;
  if (named === undefined) return own;
  const scope = parseScope(named);
  if (caller !== "owner" && scope !== own && !(purpose === "read" && scope === "kb"))
    throw new LociError("FORBIDDEN", "only the owner may name another scope", { hint: "leave 'scope' out" });
  return scope;
}
