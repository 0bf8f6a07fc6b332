import type { Scope } from "../../model/caller.ts";

/** Where an item was said. */
export interface FactSource {
  readonly messageId: string;
  readonly chat: string;
  readonly sentence: string;
  /** When it was said (effective time), milliseconds since the epoch. */
  readonly time: number;
}

/** One item of a list. Its position is its place in `FactList.items`, from 1. */
export interface FactItem {
  /** As first written. */
  readonly value: string;
  /** What equality is decided by (`facts/lists/name-index.ts`); unique inside a list. */
  readonly key: string;
  readonly source: FactSource;
  /** Effective time of the statement that gave it its present place; never before `source.time`. */
  readonly placedAt: number;
}

/** A ranked list; a single preference is a list of one. */
export interface FactList {
  /** Whose list. Part of its identity, with `key`. */
  readonly scope: Scope;
  /** What equality of topics is decided by. */
  readonly key: string;
  /** The topic as shown: singular, in the spelling first used. */
  readonly topic: string;
  /** In order of rank. Empty after a clear: the list is known, its history stays. */
  readonly items: readonly FactItem[];
  /** `sequence` of the last change that touched it; 0 before the first. */
  readonly revision: number;
}

/** One step of a change. Values are spellings, ranks are 1-based. */
export type FactOperation =
  | { readonly op: "set"; readonly rank: number; readonly value: string }
  | { readonly op: "append"; readonly values: readonly string[] }
  | { readonly op: "insertAt"; readonly rank: number; readonly value: string }
  | { readonly op: "move"; readonly value: string; readonly rank: number }
  | { readonly op: "replace"; readonly old: string; readonly value: string }
  | { readonly op: "remove"; readonly value: string }
  | { readonly op: "swap"; readonly first: string; readonly second: string }
  | { readonly op: "clear" }
  | { readonly op: "replaceAll"; readonly values: readonly string[] }
  | { readonly op: "undo"; readonly group: string };

/** What a change did to a list. A value in both `added` and `removed` was replaced by another spelling of itself. */
export interface FactEffect {
  readonly added: readonly { readonly value: string; readonly position: number }[];
  readonly removed: readonly { readonly value: string; readonly position: number }[];
  /** Items whose place among those that stayed is another. */
  readonly moved: readonly { readonly value: string; readonly from: number; readonly to: number }[];
}

/** The reason of what is kept in a history and changed nothing. */
export const UNREAD = "unread_change";

/** A change of one list, as the history keeps it. */
export interface FactChange extends Pick<FactList, "scope" | "key" | "topic"> {
  /** Rises by at least 1 with every change of the store. */
  readonly sequence: number;
  /** Changes of one statement share a group; undo takes back a group. */
  readonly group: string;
  readonly source: FactSource;
  /** When it was committed, milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly reason: string;
  readonly operations: readonly FactOperation[];
  readonly effect: FactEffect;
  /** The group that took it back, or null. */
  readonly undoneBy: string | null;
}

/** What a chat's last turn was about. It lasts for one turn: any other message ends it. */
export interface FactTurn {
  /** Keys of the lists spoken of, in order; none where no turn goes on. */
  readonly keys: readonly string[];
  /** Whether the turn changed something. */
  readonly changed: boolean;
}

/** How many lists words are taken to speak of: more are told apart by none. */
export const MOST_MENTIONED = 100;

/** Reads of one committed state. Every answer is a snapshot that later writes don't change. */
export interface FactReader {
  list(scope: Scope, key: string): FactList | null;
  /** All lists of a scope, empty ones too, sorted by key; of all scopes when null, sorted by scope, then key. */
  lists(scope: Scope | null): readonly FactList[];
  /**
   * Lists of a scope that hold something and that words may speak of, sorted by key, the first `MOST_MENTIONED`: the key
   * holds one of the words, as a part of it, or an item's key of three characters and more stands in the text, or holds
   * a word of four and more where there is a text. Cost: a look at each key and item.
   */
  mentioned(scope: Scope, words: readonly string[], text: string): readonly FactList[];
  /** Changes of one list, oldest first. Undone ones and undos are among them. */
  changes(scope: Scope, key: string): readonly FactChange[];
  /** `sequence` of the last change that is kept; 0 before the first. */
  lastSequence(): number;
  /** Changes of all lists after one, oldest first. */
  changesAfter(sequence: number): readonly FactChange[];
  /**
   * The newest group that can be taken back (not undone, not an undo, with an effect), of a chat, or of all chats when
   * null: its changes, oldest first.
   */
  lastGroup(scope: Scope, chat: string | null): readonly FactChange[];
  /** Whether a message of a chat has changed something, or repeated it. */
  isTold(scope: Scope, chat: string, messageId: string): boolean;
  turn(scope: Scope, chat: string): FactTurn;
  /** Whether something was erased, and may still stand in files beside the store or in pages of its own. */
  erasing(): boolean;
}

/** Reads and writes inside one transaction; reads see its own writes. */
export interface FactWriter extends FactReader {
  /** Puts a list as it now is, all its items. Item keys must be distinct. */
  putList(list: FactList): void;
  /** Removes a list and every change of it: as if nothing of it had ever been said. */
  eraseList(scope: Scope, key: string): void;
  addChange(change: Omit<FactChange, "sequence" | "undoneBy">): number;
  /** Restates what a change was and did, after changes before it went. */
  restate(sequence: number, operations: readonly FactOperation[], effect: FactEffect): void;
  /** Marks changes as taken back by a group. */
  markUndone(sequences: readonly number[], by: string): void;
  /**
   * Forgets every change said in a chat, and what its last turn was about; of lists of these scopes, or of all. Gives the lists that were touched, sorted.
   * @param messages forgets only what was said in these, and leaves its last turn
   */
  forgetChat(
    chat: string,
    scopes?: readonly Scope[],
    messages?: readonly string[],
  ): readonly { readonly scope: Scope; readonly key: string }[];
  setTurn(scope: Scope, chat: string, turn: FactTurn): void;
  /** Says that what was erased stands nowhere any more. */
  endErasing(): void;
}

/**
 * Here is a topic, give me its list; here is a change, keep it.
 *
 * Contract, for every engine:
 * - **Atomic.** All writes of one `write` are committed, or none: when `work` throws, when the process dies, when the disk is full.
 * - **Serial.** Two `write`s never overlap, not even from two processes: each sees what the other committed. Keep `work` short.
 * - **Visible.** When `write` has resolved, every later call, of any process, sees it.
 * - `work` is synchronous, runs once, and must not keep its reader or writer.
 * - After `close` every call rejects with `STORAGE_FAILED`.
 *
 * Errors: `STORAGE_FAILED`, `STORAGE_BUSY`, `STORAGE_FULL`, and whatever `work` throws.
 * Cost: reading a list is one lookup and its items; putting one costs the items whose place changed.
 */
export interface FactStore {
  read<T>(work: (reader: FactReader) => T): Promise<T>;
  write<T>(work: (writer: FactWriter) => T): Promise<T>;
  /** After something was forgotten: what was deleted stands in no file of the store any more, as far as other readers allow it. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
