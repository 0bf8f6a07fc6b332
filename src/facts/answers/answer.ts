import type { ShownItem, ShownSource } from "../../operations/answers/facts.ts";
import type { FactItem, FactSource } from "../../storage/ports/fact-store.ts";

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
