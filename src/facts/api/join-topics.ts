import type { ListName } from "../mirror/list-files.ts";
import { LociError } from "../../model/error.ts";
import type { FactWriter } from "../../storage/ports/fact-store.ts";
import { writeChange } from "./list-writer.ts";
import type { NamedTopic } from "./topic-finder.ts";

/**
 * Lets one topic mean another from now on, or forgets that when `to` is null. What was stored under it goes on under
 * the
 * other, after what is there.
 *
 * @returns the lists that changed
 * @throws LociError `FACT_INVALID` when a topic would mean itself
 */
export function joinTopics(
  writer: FactWriter,
  from: NamedTopic,
  to: NamedTopic | null,
  now: number,
  group: string,
): readonly ListName[] {
  const target = to === null ? null : (writer.synonym(to.key) ?? to.key);
  if (target === from.key)
    throw new LociError("FACT_INVALID", "a topic can't be a synonym of itself", {
      hint: "name two topics, such as typeface and font",
    });
  writer.setSynonym(from.key, target);
  if (target === null) return [];
  for (const other of writer.synonyms()) if (other.target === from.key) writer.setSynonym(other.key, target);
  const touched: ListName[] = [];
  const lists = writer.lists(null).filter(({ key, items }) => key === from.key && items.length > 0);
  for (const { scope, key, topic, items } of lists) {
    touched.push({ scope, key: target }, { scope, key });
    for (const { value, source, placedAt } of items) {
      writeChange(writer, {
        scope,
        key: target,
        topic: to?.name ?? target,
        operations: [{ op: "append", values: [value] }],
        source,
        group,
        reason: "synonym",
        recordedAt: now,
      });
      writeChange(writer, {
        scope,
        key,
        topic,
        operations: [{ op: "remove", value }],
        source: { ...source, time: placedAt },
        group,
        reason: "synonym",
        recordedAt: now,
      });
    }
  }
  return touched;
}
