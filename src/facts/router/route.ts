import type { UnreadChange } from "../fresh/unread-change.ts";
import type { Intent } from "../grammar/intent.ts";
import type { Refusal } from "../grammar/read-message.ts";

/** Where a message, or a part of it, goes. */
export type Route = "facts-write" | "facts-read" | "search";

/** Why it goes there. */
export type RouteReason =
  | `states_${"list" | "favorite" | "rank" | "attribute"}`
  | `asks_${"value" | "list" | "count" | "rank" | "yes_no" | "past" | "attribute"}`
  | `no_${"frame" | "context"}`
  | ("changes_list" | "remembers" | "proposed" | "undo" | "half_understood" | "unread_change" | "empty" | "told_before")
  | (Refusal | "assistant_text");

/** A clause that is about facts: what it wants, of which list. */
export interface FactAct {
  readonly reason: RouteReason;
  readonly intent: Intent;
  /** The topic's key; null for what is about no list in particular (undo, all lists). */
  readonly key: string | null;
  readonly topic: string;
  readonly sentence: string;
}

export interface RoutedMessage {
  /** Of the whole: `facts-write` when any part writes, else `facts-read` when any part reads, else `search`. */
  readonly route: Route;
  readonly reason: RouteReason;
  readonly acts: readonly FactAct[];
  /** What is not about facts, for whoever answers the rest. */
  readonly rest: string;
  /** What to say of what was not done. */
  readonly remark: string;
  /** What sounds like a change of something stored and can't be read: to be kept with that. */
  readonly unread: UnreadChange | null;
  /** What was to be remembered and is no fact: for a note. */
  readonly unkept: readonly string[];
  /** What is neither about facts nor to be remembered. */
  readonly others: string;
}
