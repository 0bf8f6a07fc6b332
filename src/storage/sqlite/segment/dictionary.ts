/** Gives each distinct key a code, from 0 on, in the order in which they come. */
export class Dictionary<Value> {
  readonly values: Value[] = [];
  private readonly codes = new Map<string, number>();
  private readonly keyOf: (value: Value) => string;

  /** @param keyOf equal keys, equal values */
  constructor(keyOf: (value: Value) => string) {
    this.keyOf = keyOf;
  }

  code(value: Value): number {
    const key = this.keyOf(value);
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const code = this.values.length;
    this.codes.set(key, code);
    this.values.push(value);
    return code;
  }
}
