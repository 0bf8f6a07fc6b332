import type { Position } from "../languages/language.ts";
import type { Selector } from "./position.ts";
import type { Topic } from "./topic.ts";

/** How surely a clause names a topic. */
export interface TopicMention extends Topic {
  /**
   * `frame`: a favourite frame says so. `stored`: counts only if a list of that name is stored. `chat`: only if this chat
   * spoke of it. `pointer`: "the list", "it": the one this chat spoke of last.
   */
  readonly by: "frame" | "stored" | "chat" | "pointer";
}

/** An item of a list as a command names it. */
export type ItemMention =
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "value"; readonly value: string; /** The same cut at commas and "and". */ readonly parts: readonly string[] }
  /** "it": the item spoken of last. */
  | { readonly kind: "that" };

/** Where something is to go. */
export type Target =
  | { readonly kind: "position"; readonly position: Position }
  | { readonly kind: "step"; /** Places towards the top. */ readonly up: number }
  | { readonly kind: "before" | "after"; readonly item: ItemMention };

/** A value of a statement, with the rank that was written before it. */
export interface StatedValue {
  readonly value: string;
  readonly rank: number | null;
}

/** What a clause wants done or known. `topic: null`: the list that this chat spoke of last. */
export type Intent =
  | {
      readonly kind: "assign";
      readonly topic: TopicMention | null;
      /** The rank of the first value, when the frame names one. */
      readonly position: Position | null;
      readonly values: readonly StatedValue[];
      /** `ranks`: numbered; `order`: ordered by words or signs; `none`: a plain list. */
      readonly order: "ranks" | "order" | "none";
      /** Whether it says that an earlier statement no longer holds. */
      readonly correction: boolean;
      /** Whether it speaks of one favourite. */
      readonly single: boolean;
      /** Counts only when the message itself named the topic before. */
      readonly carry: boolean;
      /** Counts only in a message that named the topic before. */
      readonly within: boolean;
      /** Without a topic named before, counts only of values that are in the list spoken of. */
      readonly known: boolean;
      /** Of a topic named before: the list that it named itself, or what of the same is least liked, or liked. */
      readonly sense: "same" | "favorite" | "least";
      /** Counts only after a clause that said what no longer holds. */
      readonly after: boolean;
    }
  | { readonly kind: "member"; readonly topic: TopicMention; readonly values: readonly string[] }
  | { readonly kind: "add"; /** Counts only in a message that named the list before. */ readonly within: boolean; readonly topic: TopicMention | null; readonly values: readonly string[]; readonly to: Target | null }
  | { readonly kind: "place"; readonly topic: TopicMention | null; readonly item: ItemMention; readonly to: Target; /** Whether an unknown value is inserted: always, never, or only into a list that the clause names; `beside`: or that the next one does. */ readonly insert: "yes" | "no" | "named" | "beside" }
  | { readonly kind: "swap"; readonly topic: TopicMention | null; readonly first: ItemMention; readonly second: ItemMention; /** "Swap X for Y": Y takes the place of X when it is not in the list. */ readonly orReplace: boolean }
  | { readonly kind: "replace"; /** The same. */ readonly within: boolean; readonly topic: TopicMention | null; readonly item: ItemMention; readonly value: string; /** Counts only when the item stands there and the value is new. */ readonly standing: Position | null }
  /** From one list to the end of another. */
  | { readonly kind: "transfer"; readonly topic: TopicMention; readonly item: ItemMention; readonly onto: TopicMention }
  | { readonly kind: "remove"; readonly topic: TopicMention | null; readonly items: readonly ItemMention[] | readonly Selector[]; readonly gone: boolean; /** The same. */ readonly within: boolean }
  | { readonly kind: "clear"; readonly topic: TopicMention | null }
  | { readonly kind: "undo" }
  /** Speaks of a list without stating anything that holds: "my favorite color used to be blue". Clauses after it may go on. */
  | { readonly kind: "mention"; readonly topic: TopicMention; /** The place that it speaks of, when it names one. */ readonly position: Position | null }
  /** Null selectors: the whole list, or its first item when the topic is in the singular. */
  | { readonly kind: "pick"; readonly topic: TopicMention | null; readonly selectors: readonly Selector[] | null; readonly whole: boolean }
  | { readonly kind: "listAll" }
  | { readonly kind: "count"; readonly topic: TopicMention | null }
  | { readonly kind: "rankOf"; readonly topic: TopicMention | null; readonly value: string }
  /** What stands next to an item: `step` places further down. */
  | { readonly kind: "beside"; readonly topic: TopicMention | null; readonly value: string; readonly step: 1 | -1 }
  /** `phrase`: topic and value, not parted: "second favorite color | green". */
  | { readonly kind: "check"; readonly topic: TopicMention | null; readonly position: Position | null; readonly value: string; readonly phrase: readonly string[]; readonly least: string }
  | { readonly kind: "provenance"; readonly topic: TopicMention | null; readonly value: string | null; readonly position: Position | null };

/** Whether an intent changes a list. */
export function isWrite(intent: Intent): boolean {
  return ["assign", "member", "add", "place", "transfer", "swap", "replace", "remove", "clear", "undo"].includes(intent.kind);
}
