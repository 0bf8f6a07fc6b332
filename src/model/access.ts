import type { Caller } from "./caller.ts";

/** How a drawer was used: listed in an answer, opened, or cited by one. */
export type AccessKind = "shown" | "expanded" | "cited";

/** One use of a drawer. */
export interface Access {
  readonly drawer: string;
  readonly kind: AccessKind;
  readonly caller: Caller;
  /** Hash of the question, never the question; null when there was none. */
  readonly queryHash: string | null;
  /** Milliseconds since the epoch. */
  readonly time: number;
}
