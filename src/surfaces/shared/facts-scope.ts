import { type Caller, LociError, type Scope } from "../../index.ts";

/**
 * Whose lists a caller speaks of: the owner of the project's, a user of his own; the public reads the project's and changes none.
 *
 * @throws LociError `FORBIDDEN` when the public wants to write
 */
export function factsScope(caller: Caller, purpose: "read" | "write"): Scope {
  if (caller === "public" && purpose === "write") throw new LociError("FORBIDDEN", "the public may only ask", { hint: "say who you are: use the owner's or a user's token, or --as user:<id>" });
  return caller === "owner" || caller === "public" ? "kb" : caller;
}
