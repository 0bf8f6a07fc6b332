/** A part that is opened when it is first asked for. What fails is tried again by the next call: a key may be set, or a service started, before. */
export class Lazy<T> {
  readonly #open: () => Promise<T>;
  #opened: Promise<T> | null = null;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  readonly get = (): Promise<T> =>
    (this.#opened ??= this.#open().catch((thrown: unknown) => {
      this.#opened = null;
      throw thrown;
    }));

  /** What was opened; null where nothing was. */
  get opened(): Promise<T> | null {
    return this.#opened;
  }
}
