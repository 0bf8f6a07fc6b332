import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { parseScope, type Scope } from "../../model/scope.ts";

/**
 * The scope of something that a caller writes: a user's is his own, the owner's what he says, else `admin`.
 *
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
