/** Serialises work by key: each task begins when the previous one has ended, whatever its result. */
export class Turns {
  /** The last one under way. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Whether one is under way. */
  has(key: string): boolean {
    return this.#last.has(key);
  }

  /** Works when it is its turn. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
