import { rankOf, type Selector } from "../grammar/position.ts";
import type { FactItem } from "../../storage/ports/fact-store.ts";

/**
 * The items that selectors name, in the order asked; those out of range are left out.
 *
 * @example selectItems(items, [{ kind: "last", count: 2 }]) // the last two, in order of rank
 */
export function selectItems(items: readonly FactItem[], selectors: readonly Selector[]): readonly FactItem[] {
  return selectors.flatMap((selector) => {
    switch (selector.kind) {
      case "one": {
        const item = items[rankOf(selector.position, items.length) - 1];
        return item === undefined ? [] : [item];
      }
      case "first":
        return items.slice(0, Math.max(0, selector.count));
      case "last":
        return items.slice(Math.max(0, items.length - Math.max(0, selector.count)));
      case "span":
        return items.slice(Math.max(0, selector.first - 1), Math.max(0, selector.last));
    }
  });
}
