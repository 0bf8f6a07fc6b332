import type { Scope } from "../../model/caller.ts";
import type { FactChange, FactList, FactReader, FactTurn } from "../../storage/ports/fact-store.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";
import type { Intent } from "../grammar/intent.ts";
import type { Refusal } from "../grammar/read-message.ts";

/** What is stored, as one chat sees it: the context in which a message is read. */
export interface FactView {
  readonly scope: Scope;
  /** The list of a topic's key; null when it was never stored or is empty. */
  list(key: string): FactList | null;
  /** The same, also when it is empty now. */
  known(key: string): FactList | null;
  /** Lists of a scope that words or a text may speak of: see `FactReader.mentioned`. */
  readonly mentioned: FactReader["mentioned"];
  /** What this chat's last turn was about; null where it was about no list. */
  readonly context: FactTurn | null;
  /** Ranked lists or all facts that hold something, sorted by key. */
  lists(of: "favorites" | "facts"): readonly FactList[];
  /** The changes that count, oldest first. */
  changes(key: string): readonly FactChange[];
  /** Whether a list was ever told as one, with several values or with ranks, and not one favourite at a time. */
  toldAsList(key: string): boolean;
}

/** Whether a chat's last turn is to be kept anew. */
export function isNewTurn(reader: FactReader, scope: Scope, chat: string, { keys, changed }: FactTurn): boolean {
  const last = reader.turn(scope, chat);
  return last.changed !== changed || last.keys.join("\n") !== keys.join("\n");
}

/**
 * The view of a scope's lists from a chat. What a user has no list of his own for, he sees of the project's (`kb`).
 * @param reader valid while the view is used
 */
export function viewOf(reader: FactReader, scope: Scope, chat: string): FactView {
  const nearest = (key: string): readonly FactList[] => scopesSeen(scope).flatMap((one) => reader.list(one, key) ?? []);
  const view: FactView = {
    scope,
    list: (key) => nearest(key).find((found) => found.items.length > 0) ?? null,
    known: (key) => nearest(key)[0] ?? null,
    mentioned: (...asked) => reader.mentioned(...asked),
    get context() {
      const turn = reader.turn(scope, chat);
      return turn.keys.length === 0 ? null : turn;
    },
    lists: (of) => listsSeen(reader, scope).filter(({ key }) => of === "facts" || !isAttribute(key)),
    changes(key) {
      const list = view.known(key);
      const all = list === null ? [] : reader.changes(list.scope, list.key);
      return all.filter(({ undoneBy, operations }) => undoneBy === null && operations.every(({ op }) => op !== "undo"));
    },
    toldAsList(key) {
      return view
        .changes(key)
        .some(
          ({ reason, operations }) =>
            !["states_favorite", "states_attribute", "proposed"].includes(reason) &&
            !operations.every(({ op }) => op === "clear" || op === "remove"),
        );
    },
  };
  return view;
}

/** The scope that everyone of the project sees. */
export const SHARED: Scope = "kb";

/** The scopes whose lists are seen from a scope, nearest first: where a topic has a list in more than one, the first holds. */
export const scopesSeen = (scope: Scope): readonly Scope[] => (scope === SHARED ? [SHARED] : [scope, SHARED]);

/** All lists that hold something and that a scope sees, sorted by key: its own, and the project's where it has none. */
export function listsSeen(reader: FactReader, scope: Scope): readonly FactList[] {
  const seen = new Map<string, FactList>();
  for (const list of scopesSeen(scope).flatMap((one) => reader.lists(one)))
    if (list.items.length > 0 && !seen.has(list.key)) seen.set(list.key, list);
  return [...seen.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

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

/** A sentence that sounds like a change of something stored, and can't be read as one. */
export interface UnreadChange {
  readonly list: FactList;
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
