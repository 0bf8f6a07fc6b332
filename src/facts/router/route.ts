import type { Intent } from "../language/intent.ts";
import type { Refusal } from "../language/refusals.ts";

/** Where a message, or a part of it, goes. */
export type Route = "facts-write" | "facts-read" | "search";

/** Why it goes there. */
export type RouteReason =
  | "states_list"
  | "states_favorite"
  | "states_rank"
  | "states_attribute"
  | "changes_list"
  | "undo"
  | "asks_value"
  | "asks_list"
  | "asks_count"
  | "asks_rank"
  | "asks_yes_no"
  | "asks_source"
  | "asks_past"
  | "asks_attribute"
  | "unsure"
  | "half_understood"
  | "unread_change"
  | "not_stored"
  | Refusal
  | "past_taste"
  | "no_frame"
  | "no_context"
  | "empty"
  | "assistant_text";

/** A clause that is about facts: what it wants, of which list. */
export interface FactAct {
  readonly route: "facts-write" | "facts-read";
  readonly reason: RouteReason;
  readonly intent: Intent;
  /** The topic's key with synonyms resolved; null for what is about no list in particular (undo, all lists). */
  readonly key: string | null;
  /** The topic as shown. */
  readonly topic: string;
  readonly text: string;
  readonly sentence: string;
  /** The mark that its sentence ends with behind it. */
  readonly mark: string;
  /** Set when nothing is to be done, only said: what could be meant, or what was understood of it. */
  readonly held?: "unsure" | "half_understood";
  /** The other of two equally likely readings. */
  readonly rival?: Intent;
}

/** A message, routed. */
export interface RoutedMessage {
  /** Of the whole: `facts-write` when any part writes, else `facts-read` when any part reads, else `search`. */
  readonly route: Route;
  readonly reason: RouteReason;
  readonly acts: readonly FactAct[];
  /** What is not about facts, for whoever answers the rest. */
  readonly rest: string;
  /**
   * What to say of a message that goes to search all the same: an item was named with a word of change, or an
   * attribute isn't stored.
   */
  readonly remark: string;
}
