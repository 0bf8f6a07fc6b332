/** A question of a log, with the time at which it was asked. */
export interface LoggedQuestion {
  readonly id: string;
  readonly query: string;
  /** What answers it: files, messages or sessions. */
  readonly gold: readonly string[];
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** When a log without days of its own begins. */
export const START = Date.UTC(2024, 0, 8, 9);
