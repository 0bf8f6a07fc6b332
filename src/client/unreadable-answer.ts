import { LociClientError } from "./client-error.ts";

/** What an answer is that broke off, took longer than it may, or is none of Loci's. @param thrown what reading it ended with */
export function unreadableAnswer({ status }: Response, thrown: unknown): LociClientError {
  return new LociClientError("UNAVAILABLE", `the answer broke off, or something else than Loci gave it (${status})`, { status, hint: "check the address, or try again", cause: thrown });
}
