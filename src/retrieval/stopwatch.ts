export type Stopwatch = ReturnType<typeof stopwatch>;

/** Measures the stages of one search, on an injected timer (milliseconds that only rise). */
export function stopwatch(timer: () => number) {
  const start = timer();
  const laps: Record<string, number> = {};
  let last = start;
  return {
    /** Ends the stage `name`: what passed since the last lap goes to its account. */
    lap(name: string): void {
      const time = timer();
      laps[name] = (laps[name] ?? 0) + time - last;
      last = time;
    },
    /** Milliseconds by stage, and `total`. */
    timings: (): Readonly<Record<string, number>> => ({ ...laps, total: last - start }),
  };
}
