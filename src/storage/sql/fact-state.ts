import { LociError } from "../../model/error.ts";
import {
  type FactChange,
  type FactItem,
  type FactList,
  type FactTurn,
  type FactWriter,
  MOST_MENTIONED,
} from "../ports/fact-store.ts";
import { ascending } from "../../text/words.ts";

/** What is kept of each part, by its key. */
interface Kept {
  readonly lists: FactList;
  readonly changes: FactChange;
  readonly turns: FactTurn;
  readonly erasing: boolean;
}

export type FactPart = keyof Kept;
type KeyOf<P extends FactPart> = P extends "changes" ? number : string;

/** What a key of a part holds from now on; undefined where it goes. */
export interface FactEdit {
  readonly part: FactPart;
  readonly key: string | number;
  readonly value: unknown;
}

/** What came of work that was tried on a state. */
export interface Tried<T> {
  readonly result: T;
  readonly edits: readonly FactEdit[];
  /** The last sequence that was given. */
  readonly sequence: number;
}

/** All facts of a project in plain maps. What stands in them is never changed, only replaced. */
export class FactState {
  sequence = 0;
  readonly #kept: { readonly [P in FactPart]: Map<KeyOf<P>, Kept[P]> } = {
    lists: new Map(),
    changes: new Map(),
    turns: new Map(),
    erasing: new Map(),
  };
  readonly #sequences = new Map<string, Set<number>>();
  /** Of the last change that is kept; null where it is to be looked for. */
  #last: number | null = null;
  #before: Map<string, FactEdit> | null = null;

  get<P extends FactPart>(part: P, key: KeyOf<P>): Kept[P] | undefined {
    return this.#kept[part].get(key);
  }

  entries<P extends FactPart>(part: P): readonly (readonly [KeyOf<P>, Kept[P]])[] {
    return [...this.#kept[part]];
  }

  values<P extends FactPart>(part: P): Iterable<Kept[P]> {
    return this.#kept[part].values();
  }

  get last(): number {
    if (this.#last === null) {
      this.#last = 0;
      for (const sequence of this.#kept.changes.keys()) this.#last = Math.max(this.#last, sequence);
    }
    return this.#last;
  }

  /** Of all lists, oldest first. */
  changesAfter(sequence: number): readonly FactChange[] {
    const after: FactChange[] = [];
    for (const change of this.#kept.changes.values()) if (change.sequence > sequence) after.push(change);
    return after.sort(bySequence);
  }

  /** Of one list, of what was said in one chat, or of one group; oldest first. */
  changesOf(filed: "list" | "chat" | "group", scope: string, name: string): readonly FactChange[] {
    return [...(this.#sequences.get(join(filed, scope, name)) ?? [])]
      .map((sequence) => this.#kept.changes.get(sequence) as FactChange)
      .sort(bySequence);
  }

  put<P extends FactPart>(part: P, key: KeyOf<P>, value: Kept[P] | undefined): void {
    this.apply({ part, key, value });
  }

  /** What earlier versions kept beside these parts is passed over. */
  apply({ part, key, value }: FactEdit): void {
    const map = this.#kept[part] as Map<unknown, unknown> | undefined;
    if (map === undefined) return;
    const was = map.get(key);
    const place = `${part} ${key}`;
    if (this.#before?.has(place) === false) this.#before.set(place, { part, key, value: was });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
    if (part === "changes") this.#file((value ?? was) as FactChange | undefined, value !== undefined);
  }

  #file(change: FactChange | undefined, isThere: boolean): void {
    if (change === undefined) return;
    this.#last = null;
    const { scope, key, source, group, sequence } = change;
    for (const place of [join("list", scope, key), join("chat", scope, source.chat), join("group", scope, group)]) {
      let sequences = this.#sequences.get(place);
      if (sequences === undefined) this.#sequences.set(place, (sequences = new Set()));
      if (isThere) sequences.add(sequence);
      else sequences.delete(sequence);
      if (sequences.size === 0) this.#sequences.delete(place);
    }
  }

  /** Runs work, says what it did, and takes it back: it counts once it is stored. */
  try<T>(work: (writer: FactWriter) => T): Tried<T> {
    const before = (this.#before = new Map<string, FactEdit>());
    const { sequence } = this;
    try {
      const result = work(factWriterOf(this));
      const edits = [...before.values()]
        .map(({ part, key, value }) => ({ part, key, was: value, value: this.get(part, key as never) as unknown }))
        .filter(({ was, value }) => was !== value);
      return { result, edits, sequence: this.sequence };
    } finally {
      this.#before = null;
      for (const edit of before.values()) this.apply(edit);
      this.sequence = sequence;
    }
  }
}

const NO_TURN: FactTurn = { keys: [], changed: false };
const SEPARATOR = "\u0000";
const join = (...parts: readonly string[]): string => parts.join(SEPARATOR);
const bySequence = (a: FactChange, b: FactChange): number => a.sequence - b.sequence;
const byName = (a: Pick<FactList, "scope" | "key">, b: Pick<FactList, "scope" | "key">): number =>
  ascending(a.scope, b.scope) || ascending(a.key, b.key);

/** Whether a text has one of some words, as a part of others, too. */
function anyOf(words: readonly string[]): (text: string) => boolean {
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join("|"), "u");
  return (text) => words.length > 0 && pattern.test(text);
}

export function factWriterOf(state: FactState): FactWriter {
  const listsWhere = (keep: (list: FactList) => boolean): readonly FactList[] => {
    const found: FactList[] = [];
    for (const list of state.values("lists")) if (keep(list)) found.push(list);
    return found.sort(byName);
  };
  return {
    list: (scope, key) => state.get("lists", join(scope, key)) ?? null,
    mentioned(scope, words, text) {
      const [names, tells] = [anyOf(words), anyOf(words.filter((word) => word.length > 3))];
      const isMentioned = ({ key }: FactItem): boolean =>
        (text.includes(key) && [...key].length > 2) || (text !== "" && tells(key));
      return listsWhere(
        (list) => list.scope === scope && list.items.length > 0 && (names(list.key) || list.items.some(isMentioned)),
      ).slice(0, MOST_MENTIONED);
    },
    lists: (scope) => listsWhere((list) => scope === null || list.scope === scope),
    changes: (scope, key) => state.changesOf("list", scope, key),
    lastSequence: () => state.last,
    changesAfter: (sequence) => state.changesAfter(sequence),
    lastGroup(scope, chat) {
      const said = chat === null ? state.changesAfter(0) : state.changesOf("chat", scope, chat);
      const last = said.findLast((change) => change.scope === scope && counts(change));
      return last === undefined ? [] : state.changesOf("group", scope, last.group);
    },
    isTold: (scope, chat, messageId) =>
      state.changesOf("chat", scope, chat).some(({ source }) => source.messageId === messageId),
    turn: (scope, chat) => state.get("turns", join(scope, chat)) ?? NO_TURN,
    putList(list) {
      if (new Set(list.items.map((item) => item.key)).size < list.items.length)
        throw new LociError("STORAGE_FAILED", "a list would hold a value twice");
      state.put("lists", join(list.scope, list.key), list);
    },
    eraseList(scope, key) {
      state.put("lists", join(scope, key), undefined);
      for (const { sequence } of state.changesOf("list", scope, key)) state.put("changes", sequence, undefined);
      state.put("erasing", "", true);
    },
    addChange(change) {
      state.sequence += 1;
      state.put("changes", state.sequence, { ...change, sequence: state.sequence, undoneBy: null });
      return state.sequence;
    },
    restate(sequence, operations, effect) {
      const change = state.get("changes", sequence);
      if (change !== undefined) state.put("changes", sequence, { ...change, operations, effect });
    },
    markUndone(sequences, by) {
      for (const sequence of sequences) {
        const change = state.get("changes", sequence);
        if (change !== undefined) state.put("changes", sequence, { ...change, undoneBy: by });
      }
    },
    forgetChat(chat, scopes, messages) {
      const inScope = (scope: string): boolean => scopes === undefined || scopes.some((one) => one === scope);
      const touched = new Map<string, Pick<FactList, "scope" | "key">>();
      for (const { source, scope, key, sequence } of state.changesAfter(0)) {
        if (source.chat !== chat || !inScope(scope) || messages?.includes(source.messageId) === false) continue;
        state.put("changes", sequence, undefined);
        touched.set(join(scope, key), { scope, key });
        state.put("erasing", "", true);
      }
      for (const [place] of messages === undefined ? state.entries("turns") : []) {
        const [scope = "", of] = place.split(SEPARATOR);
        if (of === chat && inScope(scope)) state.put("turns", place, undefined);
      }
      return [...touched.values()].sort(byName);
    },
    setTurn: (scope, chat, turn) => state.put("turns", join(scope, chat), turn),
    erasing: () => state.get("erasing", "") ?? false,
    endErasing: () => state.put("erasing", "", false),
  };
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
