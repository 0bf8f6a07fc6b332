/** How long one request works before others have their turn, milliseconds. */
const TURN_MS = 20;

/**
 * Lets others have their turn of the event loop where some work has gone on for 20 ms: called between its pieces, each of a few milliseconds.
 *
 * @param timer milliseconds that only rise
 * @example const pass = letOthers(system.timer); for (const piece of pieces) { work(piece); await pass(); }
 * Cost of a call that doesn't wait: a look at the clock.
 */
export function letOthers(timer: () => number): () => Promise<void> {
  let began = timer();
  return async () => {
    if (timer() - began < TURN_MS) return;
    await new Promise(setImmediate);
    began = timer();
  };
}
