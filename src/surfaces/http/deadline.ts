import { LociError } from "../../index.ts";

/** How long somebody waits for an answer. */
export interface Deadline {
  /** Aborts when the reader has gone, and when the time is over. */
  readonly signal: AbortSignal;
  /** Rejects with LociError `UNAVAILABLE` when the time is over; never resolves. */
  readonly overtime: Promise<never>;
  /** Frees both; to be called when there is an answer. */
  readonly end: () => void;
}

/**
 * Begins to wait.
 *
 * @param reader aborts when nobody waits any more
 * @param limit milliseconds; null: no limit
 */
export function deadline(reader: AbortSignal, limit: number | null): Deadline {
  const ending = new AbortController();
  const gone = (): void => ending.abort();
  reader.addEventListener("abort", gone, { once: true });
  const { promise, reject } = Promise.withResolvers<never>();
  const timer =
    limit === null
      ? null
      : setTimeout(() => {
          ending.abort();
          reject(new LociError("UNAVAILABLE", "the answer took too long", { hint: "ask for less at once, or try again" }));
        }, limit);
  const end = (): void => {
    if (timer !== null) clearTimeout(timer);
    reader.removeEventListener("abort", gone);
  };
  return { signal: ending.signal, overtime: promise, end };
}
