/** A call to a language model that is about to be made. */
export interface SpendReservation {
  /** Unique. */
  readonly id: string;
  /** The day that it counts for, `2026-11-23`, as the caller sees days. */
  readonly day: string;
  /** What it is for: `ask`, `capture`, `flush`. */
  readonly job: string;
  /** Tokens of request and answer, at most. */
  readonly tokens: number;
  /** Millionths of the currency that prices are given in, at most. */
  readonly micros: number;
}

/** What may be spent; null: no limit. */
export interface SpendLimits {
  readonly dayTokens: number | null;
  readonly dayMicros: number | null;
  /** Of the reservation's job, a day. */
  readonly jobTokens: number | null;
}

/** What was spent. Calls that were reserved and not settled count with what was reserved. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly micros: number;
}

/** Whether a call may be made, and what stood in its way. */
export type SpendAnswer =
  | { readonly granted: true }
  | { readonly granted: false; readonly limit: "day tokens" | "day money" | "job tokens"; readonly spent: Spent };

/**
 * The account of what language models cost, by day and job.
 *
 * Contract, as for the catalog, and:
 * - `reserve` looks at the limits and writes the reservation in one step: of two processes that want the last tokens, one gets them.
 * - A process that is killed between `reserve` and `settle` has spent what it reserved: never too little is counted.
 * - `settle` replaces the reservation by what was used; with a call that isn't there it does nothing. Settling twice counts once.
 */
export interface SpendStore {
  reserve(call: SpendReservation, limits: SpendLimits): Promise<SpendAnswer>;
  settle(id: string, used: { readonly tokens: number; readonly micros: number }): Promise<void>;
  /** What a day came to. */
  of(day: string): Promise<Spent>;
  /** The same by job, sorted by job. */
  jobsOf(day: string): Promise<readonly (Spent & { readonly job: string })[]>;
}

/** Days that are kept. */
export const SPEND_DAYS = 400;
