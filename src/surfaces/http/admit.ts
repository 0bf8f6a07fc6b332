import { type Caller, LociError, parseCaller, parseProjectName } from "../../index.ts";
import type { Gate } from "./gate.ts";

/** A request with who asks. */
export interface Admitted {
  readonly caller: Caller;
  readonly projectName: string;
}

/**
 * Finds out who asks, and for which project.
 *
 * The caller is the one whose token it is. The owner may ask as somebody who sees less (`Loci-Caller`), as `--as` does on the
 * command line; nobody else may be anybody else.
 *
 * @throws LociError `FORBIDDEN`, `UNAUTHORIZED`, `RATE_LIMITED`, `CALLER_INVALID`, `PROJECT_INVALID`
 */
export function admit(request: Request, url: URL, gate: Gate): Admitted {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const identity = token === undefined ? null : gate.identify(token);
  if (identity === null) {
    if (token !== undefined && !gate.allowsFailure("token")) throw new LociError("RATE_LIMITED", "too many wrong tokens", { hint: "wait a second, and check the token" });
    throw new LociError("UNAUTHORIZED", token === undefined ? "a token is missing" : "the token is not known", {
      hint: "send 'Authorization: Bearer TOKEN'; the owner's token stands in the file 'token' of the data folder",
    });
  }
  const asked = request.headers.get("loci-caller");
  const caller = asked === null ? identity.caller : parseCaller(asked);
  if (caller !== identity.caller && identity.caller !== "owner") throw new LociError("FORBIDDEN", "a token stands for one caller", { hint: "leave out the header Loci-Caller" });
  if (!gate.allows(identity.caller)) throw new LociError("RATE_LIMITED", "too many requests", { hint: "wait a second; 'server.requests_per_second' sets the limit" });
  const named = url.searchParams.get("project") ?? request.headers.get("loci-project");
  const projectName = named === null ? gate.defaultProject : parseProjectName(named);
  if (identity.projects !== null && !identity.projects.includes(projectName)) throw new LociError("FORBIDDEN", "this token is for other projects", { hint: "name one of its projects: '?project=NAME'" });
  return { caller, projectName };
}
