import type { Scope } from "../../model/caller.ts";
import type { FactChange, FactReader, FactWriter } from "../../storage/ports/fact-store.ts";
import { valuesOf } from "../lists/apply-operation.ts";
import type { SaidList } from "./facts.ts";
import { eraseList, replayList, type WrittenChange } from "./list-writer.ts";

/** A list that says some words, and the changes that brought them in. */
type Saying = ReturnType<typeof saidOf>[number];

/** The lists of a scope, of all when null, that say some words, now or in their history. Cost: every change of theirs. */
export function saidOf(reader: FactReader, scope: Scope | null, holds: (text: string) => boolean) {
  return reader.lists(scope).flatMap((list) => {
    const all = reader.changes(list.scope, list.key);
    const changes = all.filter(({ topic, source, effect }) =>
      [topic, source.sentence, ...effect.added.map(({ value }) => value)].some(holds),
    );
    if (changes.length === 0 && !holds(list.topic) && !all.some((change) => valuesOf(change).some(holds))) return [];
    // Without a correction what it set right holds again.
    return [{ list, isWhole: holds(list.topic) || changes.length === all.length, changes }];
  });
}

/** Takes words out of a list: what was said in messages that hold them, or the whole. */
export function forgetSaid(
  writer: FactWriter,
  { list, isWhole, changes }: Saying,
  holds: (text: string) => boolean,
): readonly WrittenChange[] {
  if (isWhole) return [eraseList(writer, list)];
  const drop = (some: readonly FactChange[]): readonly WrittenChange[] =>
    some.flatMap(({ source: { chat, messageId } }) =>
      writer.forgetChat(chat, [list.scope], [messageId]).map(({ scope, key }) => replayList(writer, scope, key)),
    );
  const first = drop(changes);
  // What later changes said of it by name: it is no longer there for them.
  const left = writer.changes(list.scope, list.key).filter((change) => valuesOf(change).some(holds));
  return [...first, ...drop(left)];
}

export function shownSaid({ list: { topic, scope }, isWhole, changes }: Saying): SaidList {
  return { topic, scope, isWhole, sentences: [...new Set(changes.map(({ source }) => source.sentence))] };
}
