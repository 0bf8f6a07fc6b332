import { applyOperation, type ListOperation } from "../lists/apply-operation.ts";
import { valueKey } from "../lists/value-key.ts";
import type { FactItem, FactSource } from "../../storage/ports/fact-store.ts";
import type { MirrorKeeperParts } from "./mirror-keeper.ts";
import type { MirrorState } from "./mirrors.ts";

/**
 * Puts lists back that a store has lost: those whose mirror is of a later revision than what is stored, since a
 * mirror is written after the store. Values,
 * order and where each was said come from the mirror; sentences and the history before don't.
 *
 * To be called before the store is used: what is told to a store that has lost its past would look older than the
 * mirrors.
 *
 * @returns the files of those that were taken back
 * Cost: reads all mirrors.
 */
export async function takeBackLists({ store, mirrors, clock, newId }: MirrorKeeperParts): Promise<readonly string[]> {
  if (mirrors === null) return [];
  const taken: string[] = [];
  for (const state of await mirrors.states()) {
    const { scope, key } = state;
    const behind = await store.read((reader) => (reader.list(scope, key)?.revision ?? 0) < state.revision);
    if (!behind) continue;
    const list = await store.write((writer) => {
      const before = writer.list(scope, key);
      // Another process may have done it, or the store was written and not the mirror.
      if (before !== null && JSON.stringify(before.items.map(({ value }) => value)) === JSON.stringify(state.values))
        return before;
      if (before !== null && before.revision >= state.revision) return null;
      const group = newId();
      const topic = before?.topic ?? state.topic;
      let items = before?.items ?? [];
      let revision = before?.revision ?? 0;
      for (const { source, operations } of changesFor(items, state)) {
        items = operations.reduce((list, operation) => applyOperation(list, operation, source), items);
        // Without an effect, so that "undo" doesn't take away the list that somebody has just got back.
        revision = writer.addChange({
          group,
          scope,
          key,
          topic,
          source,
          recordedAt: clock(),
          reason: "taken_back",
          operations,
          effect: { added: [], removed: [], moved: [] },
        });
      }
      writer.putList({ scope, key, topic, items, revision });
      return writer.list(scope, key);
    });
    if (list === null) continue;
    await mirrors.renew({ scope, key }, list);
    taken.push(state.file);
  }
  return taken;
}

/** The list is emptied and filled value by value, so that each keeps where it was said and goes with its chat. */
function changesFor(
  items: readonly FactItem[],
  { file, values, said, time }: MirrorState,
): readonly { readonly source: FactSource; readonly operations: readonly ListOperation[] }[] {
  const sentence = `kept in facts/${file}`;
  const own: FactSource = { messageId: `file:${file}`, chat: "", sentence, time };
  // What was said later stays, and here all of it goes.
  const latest = items.reduce((most, item) => Math.max(most, item.placedAt), time);
  const fill = values.map((value, i) => {
    const where = said[i] ?? null;
    const stored = items.find((item) => item.key === valueKey(value))?.source;
    const source = where === null ? own : stored?.messageId === where.messageId ? stored : { ...where, sentence };
    return { source, operations: [{ op: "append" as const, values: [value] }] };
  });
  return items.length === 0 ? fill : [{ source: { ...own, time: latest }, operations: [{ op: "clear" }] }, ...fill];
}
