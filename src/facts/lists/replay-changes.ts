import type { FactChange, FactItem } from "../../storage/ports/fact-store.ts";
import { applyOperation } from "./apply-operation.ts";

/**
 * The list that a history leads to: its changes in the order of their commits, without those taken back.
 * A stored list is always equal to the replay of its changes; undo and the deletion of a chat rest on it.
 *
 * @param changes of one list, oldest first
 * @param each called with the list before and after every change that counts
 * Cost: the sum of its operations.
 */
export function replayChanges(
  changes: readonly FactChange[],
  each: (change: FactChange, before: readonly FactItem[], after: readonly FactItem[]) => void = () => undefined,
): readonly FactItem[] {
  let items: readonly FactItem[] = [];
  for (const change of changes) {
    if (change.undoneBy !== null) continue;
    const before = items;
    for (const operation of change.operations) {
      if (operation.op !== "undo") items = applyOperation(items, operation, change.source);
    }
    each(change, before, items);
  }
  return items;
}
