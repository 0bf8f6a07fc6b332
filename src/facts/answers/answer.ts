import { typeOf } from "../../english/value-type.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactAnswer, ListedFacts, ShownItem, ShownSource } from "../../operations/answers/facts.ts";
import { OWN } from "../api/read-speech.ts";
import { isAttribute, subjectOf } from "../grammar/attribute-keys.ts";
import type { FactChange, FactItem, FactList, FactReader, FactSource } from "../../storage/ports/fact-store.ts";

/** An item with its position, as shown. */
export function shownItem(item: FactItem, position: number): ShownItem {
  const { messageId, chat, time } = item.source;
  return { position, value: item.value, messageId, chat, time: new Date(time).toISOString() };
}

/** A source, as shown. */
export function shownSource(source: FactSource): ShownSource {
  return {
    messageId: source.messageId,
    chat: source.chat,
    sentence: source.sentence,
    time: new Date(source.time).toISOString(),
  };
}

/** The sources of items, each message once. */
export function sourcesOf(items: readonly FactItem[]): readonly ShownSource[] {
  const byMessage = new Map(items.map((item) => [`${item.source.chat}\n${item.source.messageId}`, item.source]));
  return [...byMessage.values()].map(shownSource);
}

/**
 * Whether somebody else's words are hidden: where an item of the project's list was said is for the owner, who may see every chat.
 */
export function hides(list: Scope, viewer: Scope | null): boolean {
  return list === "kb" && viewer !== null && viewer !== OWN;
}

function withoutSource<T extends ShownItem>(item: T): T {
  return { ...item, messageId: "", chat: "" };
}

/** An answer as a viewer may see it. */
export function forViewer(answer: FactAnswer, viewer: Scope): FactAnswer {
  if (viewer === OWN || (!hides(answer.scope, viewer) && answer.topic !== "")) return answer;
  return { ...answer, items: answer.items.map(withoutSource), sources: [] };
}

/** A list as a viewer may see it; null: anybody's. */
export function forReader(list: FactList, reader: FactReader, viewer: Scope | null): ListedFacts {
  const items = list.items.map((item, i) => shownItem(item, i + 1));
  const isHidden = hides(list.scope, viewer);
  const later = isHidden ? [] : unreadOf(reader.changes(list.scope, list.key), list.items);
  return {
    topic: list.topic,
    scope: list.scope,
    type: isAttribute(list.key) ? typeOf(list.items[0]?.value ?? "") : "ranked",
    ...(isAttribute(list.key) ? { subject: subjectOf(list.key) } : {}),
    count: list.items.length,
    items: isHidden ? items.map(withoutSource) : items,
    ...(later.length === 0 ? {} : { later }),
  };
}

/** The reason of what is kept in a history and changed nothing. */
export const UNREAD = "unread_change";

/** What a history keeps that sounded like a change and couldn't be read, said after what is there now. */
function unreadOf(changes: readonly FactChange[], items: readonly FactItem[]): readonly ShownSource[] {
  const said = Math.max(...items.map(({ placedAt }) => placedAt));
  return changes
    .filter(({ reason, source, undoneBy }) => reason === UNREAD && undoneBy === null && source.time > said)
    .map(({ source }) => shownSource(source));
}
