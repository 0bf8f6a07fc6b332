/** Work that nobody waits for: it goes on after an answer was given. */
export interface LaterWork {
  begin(work: () => Promise<void>): void;
  /** Resolves when all that was begun has ended. */
  ended(): Promise<void>;
}

/** @param onFault gets what such work failed by: there is nobody else to tell */
export function laterWork(onFault: (thrown: unknown) => void): LaterWork {
  const running = new Set<Promise<void>>();
  return {
    begin(work) {
      const done = work()
        .catch(onFault)
        .finally(() => running.delete(done));
      running.add(done);
    },
    async ended() {
      await Promise.all(running);
    },
  };
}
