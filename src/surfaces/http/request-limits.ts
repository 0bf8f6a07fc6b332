import { LociError } from "../../index.ts";

export type ConcurrencyLimit = ReturnType<typeof concurrencyLimit>;

export interface ConcurrencyLimitOptions {
  /** Requests that work at once, of all callers together. Searches share one thread: more would only hold memory. */
  readonly atOnce: number;
  /** Requests under way for each caller: waiting, working, or with an answer that isn't sent yet. */
  readonly each: number;
  /** Milliseconds that only rise. */
  readonly timer: () => number;
}

/**
 * Turns of the event loop between requests of a flood: the system accepts one new connection a turn, so behind hundreds of one caller's
 * connections another caller's would wait for all their work. A turn without work takes some microseconds.
 */
const TURNS_BETWEEN = 32;

/**
 * How long work is delayed by new arrivals, milliseconds: some hundred turns. A turn that reads the bodies of many takes a fifth of a second where
 * the machine is busy, too, and work that waited for all of them waited seven.
 */
const MAX_BUSY_MS = 50;

/**
 * Runs work after a number of consecutive turns of the event loop without arrivals.
 * @param arrivals how many have come so far, and milliseconds that only rise
 */
function whenQuiet(turns: number, arrivals: { count: () => number; timer: () => number }, work: () => void): void {
  const { count, timer } = arrivals;
  const began = timer();
  const wait = (left: number, before: number): void => {
    setImmediate(() => {
      const now = count();
      const rest = now === before ? left - 1 : turns;
      if (rest === 0 || timer() - began > MAX_BUSY_MS) work();
      else wait(rest, now);
    });
  };
  wait(turns, count());
}

/** Lets requests work a few at a time. Callers take turns, so that one with a thousand requests delays another by one request and not by a thousand. */
export function concurrencyLimit({ atOnce, each, timer }: ConcurrencyLimitOptions) {
  const enter = countedEach(each, `${each} requests of this caller are under way`, {
    hint: "read their answers, or wait for them",
  });
  /** Waiting requests, callers in the order of their next turn. */
  const waiting = new Map<string, (() => void)[]>();
  let working = 0;
  let admitted = 0;

  const next = (): void => {
    while (working < atOnce) {
      const [first] = waiting;
      if (first === undefined) return;
      const [caller, queue] = first;
      waiting.delete(caller);
      const one = queue.shift();
      // Move the caller to the end: everybody else has a turn before the next one.
      if (queue.length > 0) waiting.set(caller, queue);
      if (one === undefined) continue;
      working++;
      // In its own turn of the event loop: a search is synchronous, so back-to-back requests would keep new requests and closed
      // connections from being noticed.
      whenQuiet(waiting.size > 0 ? TURNS_BETWEEN : 1, { count: () => admitted, timer }, one);
    }
  };
  const turn = (caller: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(caller) ?? [];
      waiting.set(caller, queue);
      const leave = (): void => {
        const place = queue.indexOf(one);
        // A request whose turn has come is dropped by its worker, which releases the slot.
        if (place < 0) return;
        queue.splice(place, 1);
        reject(dropped());
      };
      const one = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      queue.push(one);
      signal.addEventListener("abort", leave, { once: true });
      next();
    });

  return {
    /**
     * Counts a request of a caller as under way.
     * @returns to be called once, when its answer has been sent or its client has gone
     * @throws LociError `RATE_LIMITED` when too many of his are
     */
    admit(caller: string): () => void {
      admitted++;
      return enter(caller);
    },
    /**
     * Works when it is this caller's turn. Work whose signal aborts before is dropped: nobody waits for it any more.
     * @throws LociError `CANCELLED` for work that was dropped; what the work throws
     */
    async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      if (signal.aborted) throw dropped();
      await turn(caller, signal);
      try {
        if (signal.aborted) throw dropped();
        return await work();
      } finally {
        working--;
        next();
      }
    },
  };
}

/**
 * Lets each caller have some of a kind under way at once.
 * @returns counts one more of a caller, and gives what is to be called when it is over; throws LociError `RATE_LIMITED` when too many are
 */
export function countedEach(most: number, message: string, { hint }: { readonly hint: string }) {
  const underWay = new Map<string, number>();
  // Made once: a flood of requests is refused hundreds of times, and others wait meanwhile.
  const refusal = new LociError("RATE_LIMITED", message, { hint });
  return (caller: string): (() => void) => {
    const now = underWay.get(caller) ?? 0;
    if (now >= most) throw refusal;
    underWay.set(caller, now + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = (underWay.get(caller) ?? 1) - 1;
      if (rest === 0) underWay.delete(caller);
      else underWay.set(caller, rest);
    };
  };
}

const dropped = (): LociError =>
  new LociError("CANCELLED", "the request was dropped before its turn came", {
    hint: "its client had gone, or its time was over; ask for less at once",
  });

/**
 * Whether one more of something is allowed in this second.
 * @param timer milliseconds that only rise
 */
export function perSecond(most: number, timer: () => number): () => boolean {
  let second = 0;
  let counted = 0;
  return () => {
    const now = Math.floor(timer() / 1000);
    if (now !== second) [second, counted] = [now, 0];
    return ++counted <= most;
  };
}
