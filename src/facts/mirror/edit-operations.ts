import type { ListOperation } from "../lists/apply-operation.ts";
import { valueKey } from "../lists/value-key.ts";
import type { FactItem } from "../../storage/ports/fact-store.ts";

/**
 * The operations that turn a list into what an edited mirror says: what went, what is spelt anew, then each value to
 * its place.
 *
 * Cost: quadratic in the number of values that moved.
 */
export function editOperations(items: readonly FactItem[], values: readonly string[]): readonly ListOperation[] {
  const wanted = new Set(values.map(valueKey));
  const operations: ListOperation[] = items
    .filter((item) => !wanted.has(item.key))
    .map((item) => ({ op: "remove", value: item.value }));
  const order = items.filter((item) => wanted.has(item.key)).map((item) => item.key);
  const spelling = new Map(items.map((item) => [item.key, item.value]));
  for (const [i, value] of values.entries()) {
    const key = valueKey(value);
    const from = order.indexOf(key, i);
    if (from !== i) {
      if (from > i) order.splice(from, 1);
      order.splice(i, 0, key);
      operations.push({ op: "insertAt", rank: i + 1, value });
    }
    const old = spelling.get(key);
    if (old !== undefined && old !== value) operations.push({ op: "replace", old, value });
  }
  return operations;
}
