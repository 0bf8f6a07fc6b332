/**
 * A map bounded by bytes, in two generations: what was asked for since the last turn-over, and before it. When the younger one has
 * taken half of the bound it becomes the elder and the elder is dropped. Cheaper than exact least-recently-used order: a hit is one look-up.
 */
export class GenerationCache<Key extends string | number, Value> {
  private younger = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  private elder = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  private youngerBytes = 0;
  /** Bytes over both generations; may change at any time. */
  bound: number;

  /** @param bytes the bound, over both generations */
  constructor(bytes: number) {
    this.bound = bytes;
  }

  get(key: Key): Value | undefined {
    const hit = this.younger.get(key);
    if (hit !== undefined) return hit.value;
    const old = this.elder.get(key);
    if (old === undefined) return undefined;
    this.elder.delete(key);
    this.add(key, old);
    return old.value;
  }

  /** Keeps a value; larger ones than half of the bound are not kept. */
  set(key: Key, value: Value, bytes: number): void {
    if (bytes <= this.bound / 2) this.add(key, { value, bytes });
  }

  private add(key: Key, entry: { readonly value: Value; readonly bytes: number }): void {
    if (this.youngerBytes + entry.bytes > this.bound / 2) {
      this.elder = this.younger;
      this.younger = new Map();
      this.youngerBytes = 0;
    }
    this.younger.set(key, entry);
    this.youngerBytes += entry.bytes;
  }
}
