import type { Scope } from "../../model/caller.ts";
import type { FactChange, FactList, FactReader, FactTurn } from "../../storage/ports/fact-store.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";

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
  /** Whether a message is kept in a chat, whatever of it is a fact. */
  readonly isKept: boolean;
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
    isKept: chat !== "",
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
