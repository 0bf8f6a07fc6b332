import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import { MOST_MENTIONED, type FactChange, type FactList, FOCUS_SIZE, type FactWriter } from "./fact-store.ts";

/** All facts of a project in plain maps: the definition of `FactWriter`, for engines that work on a copy of what is stored. */
export interface FactState {
  sequence: number;
  readonly lists: Map<string, FactList>;
  readonly changes: Map<number, FactChange>;
  readonly focus: Map<string, readonly string[]>;
  readonly synonyms: Map<string, string>;
  readonly aliases: Map<string, string>;
}

export function noFacts(): FactState {
  return {
    sequence: 0,
    lists: new Map(),
    changes: new Map(),
    focus: new Map(),
    synonyms: new Map(),
    aliases: new Map(),
  };
}

/** A copy that may be written to: what stands in the maps is never changed, only replaced. */
export function copyOfFacts(state: FactState): FactState {
  return {
    sequence: state.sequence,
    lists: new Map(state.lists),
    changes: new Map(state.changes),
    focus: new Map(state.focus),
    synonyms: new Map(state.synonyms),
    aliases: new Map(state.aliases),
  };
}

const SEPARATOR = "\u0000";
const join = (...parts: readonly string[]): string => parts.join(SEPARATOR);
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads and writes of a state. */
export function factWriterOf(state: FactState): FactWriter {
  const changesOf = (keep: (change: FactChange) => boolean): readonly FactChange[] =>
    [...state.changes.values()].filter(keep).sort((a, b) => a.sequence - b.sequence);
  return {
    list: (scope, key) => state.lists.get(join(scope, key)) ?? null,
    mentioned: (scope, words, text) =>
      [...state.lists.values()]
        .filter(
          (list) =>
            list.scope === scope &&
            list.items.length > 0 &&
            (words.some((word) => list.key.includes(word)) ||
              list.items.some(({ key }) => [...key].length > 2 && text.includes(key))),
        )
        .map(({ key, topic, items }) => ({ scope, key, topic, count: items.length }))
        .sort((a, b) => ascending(a.key, b.key))
        .slice(0, MOST_MENTIONED),
    lists: (scope) =>
      [...state.lists.values()]
        .filter((list) => scope === null || list.scope === scope)
        .sort((a, b) => ascending(a.scope, b.scope) || ascending(a.key, b.key))
        .map((list) => ({ scope: list.scope, key: list.key, topic: list.topic, count: list.items.length })),
    changes: (scope, key) => changesOf((change) => change.scope === scope && change.key === key),
    lastSequence: () => Math.max(0, ...state.changes.keys()),
    changesAfter: (sequence) => changesOf((change) => change.sequence > sequence),
    lastGroup(scope, chat) {
      const last = changesOf(
        (change) => change.scope === scope && (chat === null || change.source.chat === chat) && counts(change),
      ).at(-1);
      return last === undefined ? [] : changesOf((change) => change.group === last.group && change.scope === scope);
    },
    focus: (scope, chat) => state.focus.get(join(scope, chat)) ?? [],
    synonym: (key) => state.synonyms.get(key) ?? null,
    synonyms: () =>
      [...state.synonyms].map(([key, target]) => ({ key, target })).sort((a, b) => ascending(a.key, b.key)),
    alias: (scope, key, alias) => state.aliases.get(join(scope, key, alias)) ?? null,
    bytes(scope) {
      let current = 0;
      for (const { items } of [...state.lists.values()].filter((list) => list.scope === scope))
        for (const { value, source } of items) current += bytesOf(value) + bytesOf(source.sentence);
      let history = 0;
      for (const { source, operations, effect } of changesOf((change) => change.scope === scope))
        history += bytesOf(source.sentence) + bytesOf(JSON.stringify(operations)) + bytesOf(JSON.stringify(effect));
      return { current, all: current + history };
    },
    putList(list) {
      if (new Set(list.items.map((item) => item.key)).size < list.items.length)
        throw new LociError("STORAGE_FAILED", "a list would hold a value twice");
      state.lists.set(join(list.scope, list.key), structuredClone(list));
    },
    removeList: (scope, key) => void state.lists.delete(join(scope, key)),
    eraseList(scope, key) {
      state.lists.delete(join(scope, key));
      for (const change of changesOf((one) => one.scope === scope && one.key === key))
        state.changes.delete(change.sequence);
      for (const place of state.aliases.keys()) if (place.startsWith(join(scope, key, ""))) state.aliases.delete(place);
    },
    addChange(change) {
      state.sequence += 1;
      state.changes.set(state.sequence, { ...structuredClone(change), sequence: state.sequence, undoneBy: null });
      return state.sequence;
    },
    restate(sequence, operations, effect) {
      const change = state.changes.get(sequence);
      if (change !== undefined)
        state.changes.set(sequence, {
          ...change,
          operations: structuredClone(operations),
          effect: structuredClone(effect),
        });
    },
    markUndone(sequences, by) {
      for (const sequence of sequences) {
        const change = state.changes.get(sequence);
        if (change !== undefined) state.changes.set(sequence, { ...change, undoneBy: by });
      }
    },
    forgetChat(chat, scopes, messages) {
      const inScope = (scope: string): boolean => scopes === undefined || scopes.some((one) => one === scope);
      const forgotten = changesOf(
        ({ source, scope }) =>
          source.chat === chat && inScope(scope) && (messages === undefined || messages.includes(source.messageId)),
      );
      for (const change of forgotten) state.changes.delete(change.sequence);
      for (const key of messages === undefined ? state.focus.keys() : [])
        if (key.endsWith(SEPARATOR + chat) && inScope(key.slice(0, -(SEPARATOR + chat).length)))
          state.focus.delete(key);
      const touched = new Map(
        forgotten.map((change) => [join(change.scope, change.key), { scope: change.scope, key: change.key }]),
      );
      return [...touched.values()].sort((a, b) => ascending(a.scope, b.scope) || ascending(a.key, b.key));
    },
    setFocus(scope: Scope, chat, key) {
      const before = state.focus.get(join(scope, chat)) ?? [];
      state.focus.set(join(scope, chat), [key, ...before.filter((one) => one !== key)].slice(0, FOCUS_SIZE));
    },
    setSynonym(key, target) {
      if (target === null) state.synonyms.delete(key);
      else state.synonyms.set(key, target);
    },
    setAlias(scope, key, alias, itemKey) {
      if (itemKey === null) state.aliases.delete(join(scope, key, alias));
      else state.aliases.set(join(scope, key, alias), itemKey);
    },
    keepAliases(scope, key, itemKeys) {
      for (const [entry, itemKey] of state.aliases)
        if (entry.startsWith(join(scope, key, "")) && !itemKeys.has(itemKey)) state.aliases.delete(entry);
    },
  };
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Whether a change did something that can be taken back. */
function counts(change: FactChange): boolean {
  const { added, removed, moved } = change.effect;
  return (
    change.undoneBy === null &&
    added.length + removed.length + moved.length > 0 &&
    change.operations.every((operation) => operation.op !== "undo")
  );
}
