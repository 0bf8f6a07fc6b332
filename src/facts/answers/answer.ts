import type { Scope } from "../../model/scope.ts";
import type { FactItem, FactSource } from "../../storage/ports/fact-store.ts";

/** What an answer is. */
export type AnswerKind = "value" | "list" | "slice" | "rank" | "count" | "not_stored" | "out_of_range" | "ambiguous";

/** An item as it is shown. */
export interface ShownItem {
  readonly position: number;
  readonly value: string;
  readonly messageId: string;
  readonly chat: string;
  /** When it was said, ISO 8601. */
  readonly time: string;
  /** Set when an answer spans several lists. */
  readonly topic?: string;
}

/** Where something was said. */
export interface ShownSource {
  readonly messageId: string;
  readonly chat: string;
  readonly sentence: string;
  readonly time: string;
}

/** A sentence of a person that speaks of a fact and wasn't read as a change of it. */
export interface LaterSaid {
  readonly sentence: string;
  /** When it was said, ISO 8601; empty where that isn't known. */
  readonly time: string;
  readonly chat: string;
  readonly messageId: string;
}

/** An exact answer to a question about lists. */
export interface FactAnswer {
  readonly kind: AnswerKind;
  readonly text: string;
  readonly items: readonly ShownItem[];
  readonly topic: string;
  /** The list's key; left out where the answer spans several lists. */
  readonly key?: string;
  /** Whose list it is from: the project's (`kb`), or the asker's own. */
  readonly scope: Scope;
  /** Where the items were said, each place once, in the order of the items. */
  readonly sources: readonly ShownSource[];
  /** What people said of it later, or elsewhere where nothing is stored; left out where nobody did. */
  readonly later?: readonly LaterSaid[];
  /** How many items the list holds, where that is the answer or a part of it. */
  readonly count?: number;
}

/** An item with its position, as shown. */
export function shownItem(item: FactItem, position: number): ShownItem {
  const { messageId, chat, time } = item.source;
  return { position, value: item.value, messageId, chat, time: new Date(time).toISOString() };
}

/** A source, as shown. */
function shownSource(source: FactSource): ShownSource {
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
