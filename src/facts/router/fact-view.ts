import type { FactList, FactListSummary, FactReader } from "../../storage/ports/fact-store.ts";
import type { Scope } from "../../model/scope.ts";
import { scopesSeen } from "../lists/scopes-seen.ts";

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

/**
 * The view of a scope's lists from a chat. What a user has no list of his own for, he sees of the project's (`kb`).
 *
 * @param reader valid while the view is used
 */
export function viewOf(reader: FactReader, scope: Scope, chat: string): FactView {
  const target = (key: string): string => reader.synonym(key) ?? key;
  let focus: readonly string[] | null = null;
  const view: FactView = {
    list(key) {
      for (const one of scopesSeen(scope)) {
        const found = reader.list(one, target(key));
        if (found !== null && found.items.length > 0) return found;
      }
      return null;
    },
    target,
    get focus() {
      return (focus ??= reader.focus(scope, chat));
    },
    lists() {
      const seen = new Map<string, FactListSummary>();
      for (const one of scopesSeen(scope)) {
        for (const summary of reader.lists(one)) if (summary.count > 0 && !seen.has(summary.key)) seen.set(summary.key, summary);
      }
      return [...seen.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    aliasOf(key) {
      let list: FactList | null | undefined;
      return (alias) => {
        if (list === undefined) list = view.list(key);
        return list === null ? null : reader.alias(list.scope, list.key, alias);
      };
    },
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
  return view;
}
