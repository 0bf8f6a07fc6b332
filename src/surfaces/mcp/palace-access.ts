import type { Caller, Project } from "../../index.ts";

/** The palace as resources and prompts read it: whose it is, and who asks. */
export interface PalaceAccess {
  readonly project: Project;
  readonly caller: Caller;
  /** Raised when the client cancels or goes away. */
  readonly signal: AbortSignal;
}

/**
 * Gives the palace for one request. @param signal of the request. @param make makes the project where it isn't there;
 * reading doesn't. @throws LociError what opening the project throws
 */
export type OpenPalace = (signal: AbortSignal, make?: boolean) => Promise<PalaceAccess>;
