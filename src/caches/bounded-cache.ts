/**
 * Two generations of a store: what was used since the last turn-over, and before it. When the younger one has taken half of the bound it becomes the
 * elder, and the elder is dropped. Cheaper than exact least-recently-used order, and keeps at least the newest half of what it may.
 */
export class Generations<Store> {
  /** Over both generations, in whatever entries are weighed by; may change at any time. */
  bound: number;
  younger: Store;
  elder: Store;
  readonly #make: () => Store;
  #weight = 0;

  constructor(bound: number, make: () => Store) {
    this.bound = bound;
    this.#make = make;
    [this.younger, this.elder] = [make(), make()];
  }

  /** Makes space in the younger generation; false for an entry of more than half of the bound, which is not kept. */
  admit(weight: number): boolean {
    if (weight > this.bound / 2) return false;
    if (this.#weight + weight > this.bound / 2) {
      [this.younger, this.elder] = [this.#make(), this.younger];
      this.#weight = 0;
    }
    this.#weight += weight;
    return true;
  }

  /** An entry has left the younger generation. */
  free(weight: number): void {
    this.#weight -= weight;
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** A map that forgets what wasn't used for long, bounded by what its entries weigh: bytes, characters, or their number. */
export class BoundedCache<Key, Value> {
  readonly #kept: Generations<Map<Key, Entry<Value>>>;

  /** @param bound of the sum of all weights */
  constructor(bound: number) {
    this.#kept = new Generations(bound, () => new Map());
  }

  get bound(): number {
    return this.#kept.bound;
  }

  set bound(bound: number) {
    this.#kept.bound = bound;
  }

  get(key: Key): Value | undefined {
    const hit = this.#kept.younger.get(key);
    if (hit !== undefined) return hit.value;
    const old = this.#kept.elder.get(key);
    if (old === undefined) return undefined;
    this.#kept.elder.delete(key);
    this.#add(key, old);
    return old.value;
  }

  /** Keeps a value; one that weighs more than half of the bound is not kept. */
  set(key: Key, value: Value, weight = 1): void {
    this.delete(key);
    this.#add(key, { value, weight });
  }

  delete(key: Key): void {
    const young = this.#kept.younger.get(key);
    if (young === undefined) this.#kept.elder.delete(key);
    else {
      this.#kept.younger.delete(key);
      this.#kept.free(young.weight);
    }
  }

  #add(key: Key, entry: Entry<Value>): void {
    if (this.#kept.admit(entry.weight)) this.#kept.younger.set(key, entry);
  }
}

/** A `Map`, a `WeakMap`, a `BoundedCache`. */
interface Store<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/**
 * A function that keeps what it gave.
 * @param of gives the same for the same key, and never undefined
 * @param kept where it is kept, and so for how long: by default as long as the function
 */
export function keeping<Key, Value extends object | string | number | boolean | null>(
  of: (key: Key) => Value,
  kept: Store<Key, Value> = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) kept.set(key, (value = of(key)));
    return value;
  };
}

/** A function of a text that keeps what it gave for the texts last asked for. @param bound of texts kept */
export const remembered = <Value extends object | string>(
  bound: number,
  of: (text: string) => Value,
): ((text: string) => Value) => keeping(of, new BoundedCache<string, Value>(bound));
