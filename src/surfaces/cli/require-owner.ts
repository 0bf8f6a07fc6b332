import { LociError } from "../../index.ts";
import type { Session } from "./session.ts";

/** For what shows absolute paths or changes the project. @throws LociError `FORBIDDEN` for anybody but the owner */
export function requireOwner(session: Session): void {
  if (session.caller === "owner") return;
  throw new LociError("FORBIDDEN", "only the owner may do that", { hint: "leave out --as" });
}
