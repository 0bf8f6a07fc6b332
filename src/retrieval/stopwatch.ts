/** Measures the stages of one search. */
export interface Stopwatch {
  /** Ends the stage `name`: what passed since the last lap goes to its account. */
  readonly lap: (name: string) => void;
  /** Milliseconds by stage, and `total`. */
  readonly timings: () => Readonly<Record<string, number>>;
}

/** A stopwatch on an injected timer (milliseconds that only rise). */
export function stopwatch(timer: () => number): Stopwatch {
  const start = timer();
  const laps: Record<string, number> = {};
  let last = start;
  return {
    lap(name) {
      const time = timer();
      laps[name] = (laps[name] ?? 0) + time - last;
      last = time;
    },
    timings: () => ({ ...laps, total: last - start }),
  };
}
