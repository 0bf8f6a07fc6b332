import type { FactList, FactListSummary, FactReader } from "../../storage/ports/fact-store.ts";
import type { Scope } from "../../model/scope.ts";

/** What is stored, as one chat sees it: the context in which a message is read. */
export interface FactView {
  /** The list of a topic's key or of a synonym of it; null when it was never stored or is empty. */
  list(key: string): FactList | null;
  /** The key that the user's synonyms give for a key; the key itself when none. */
  target(key: string): string;
  /** Keys of the topics that this chat spoke of, latest first. */
  readonly focus: readonly string[];
  /** Lists that hold something, sorted by key. */
  lists(): readonly FactListSummary[];
  /** The item key that an alias names in a list; null when none. */
  aliasOf(key: string): (alias: string) => string | null;
  /** The one item that this chat's last change was about, if it was about one of this list; null when not. */
  lastItem(key: string): string | null;
  /** Whether this chat has a change that can be taken back. */
  readonly canUndo: boolean;
}

/** The scope that everyone of the project sees. */
const SHARED: Scope = "kb";

/** A view in which nothing is stored. */
export const EMPTY_VIEW: FactView = { list: () => null, target: (key) => key, focus: [], lists: () => [], aliasOf: () => () => null, lastItem: () => null, canUndo: false };

/**
 * The view of a scope's lists from a chat. What a user has no list of his own for, he sees of the project's (`kb`).
 *
 * @param reader valid while the view is used
 */
export function viewOf(reader: FactReader, scope: Scope, chat: string): FactView {
  const target = (key: string): string => reader.synonym(key) ?? key;
  let focus: readonly string[] | null = null;
  return {
    list(key) {
      const own = reader.list(scope, target(key));
      const list = own !== null && own.items.length > 0 ? own : scope === SHARED ? null : reader.list(SHARED, target(key));
      return list === null || list.items.length === 0 ? null : list;
    },
    target,
    get focus() {
      return (focus ??= reader.focus(scope, chat));
    },
    lists() {
      const own = reader.lists(scope).filter((list) => list.count > 0);
      if (scope === SHARED) return own;
      const keys = new Set(own.map((list) => list.key));
      return [...own, ...reader.lists(SHARED).filter((list) => list.count > 0 && !keys.has(list.key))].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    aliasOf: (key) => (alias) => reader.alias(scope, key, alias),
    lastItem(key) {
      const [change, more] = reader.lastGroup(scope, chat);
      if (change === undefined || more !== undefined || change.key !== target(key)) return null;
      const { added, moved } = change.effect;
      return added.length + moved.length === 1 ? ([...added, ...moved][0]?.value ?? null) : null;
    },
    get canUndo() {
      return reader.lastGroup(scope, chat).length > 0;
    },
  };
}
