import type { Scope } from "../../model/scope.ts";
import type { FactList, FactSource } from "../../storage/ports/fact-store.ts";

/** Names a list. */
export interface ListName {
  readonly scope: Scope;
  readonly key: string;
}

/** An edit of a mirror: the list that it was made from, and the values that now stand there. */
export interface MirrorEdit extends ListName {
  readonly file: string;
  /**
   * `FactList.revision` of what was edited; 0 of a file that was written by hand. An edit of an old state is refused.
   */
  readonly revision: number;
  readonly values: readonly string[];
  /** The topic as shown; counts where the list is new. */
  readonly topic: string;
  /** When the file was saved, milliseconds since the epoch. */
  readonly time: number;
}

/** A mirror as it stands, edited or not. */
export interface MirrorState extends MirrorEdit {
  /** Where each value was said; null where the file doesn't tell. */
  readonly said: readonly (Omit<FactSource, "sentence"> | null)[];
}

/** A mirror that could not be read back, and why. */
export interface RejectedMirror {
  readonly file: string;
  readonly reason: string;
  /** 1-based line; null when it is about the whole file. */
  readonly line: number | null;
  /** The list of a file that was cut off: it is kept aside and written anew. */
  readonly cut?: ListName;
}

/** What was read from mirrors. */
export interface MirrorReading {
  readonly edits: readonly MirrorEdit[];
  readonly rejected: readonly RejectedMirror[];
  /** Of the lists that were asked for, those whose file isn't there. */
  readonly missing: readonly ListName[];
}

/**
 * Keeps a markdown file beside every list, for reading and editing. The store is authoritative: a mirror that can't be
 * read, or that was edited from an old state, changes nothing and is reported; what stood in it is kept beside as
 * `….rejected.md` (then `….rejected-2.md` and so on) when the mirror is next written.
 */
export interface FactMirrors {
  /** Writes the mirror of a list as it now is; removes it when the list is empty or null. */
  put(name: ListName, list: FactList | null): Promise<void>;
  /**
   * The same, after its edit was applied: nothing is kept beside. `edited`: the file that held the edit, which goes
   * when it has another name.
   */
  replace(name: ListName, list: FactList | null, edited?: string): Promise<void>;
  /** The same, also where the mirror is of a later revision: the store begins to count anew after a loss. */
  renew(name: ListName, list: FactList): Promise<void>;
  /** All mirrors that can be read. Cost: reads all of them. */
  states(): Promise<readonly MirrorState[]>;
  /** Removes what was kept beside a mirror. */
  forgetRejected(name: ListName): Promise<void>;
  /**
   * Edits of these lists' mirrors since they were last written or read; of all mirrors when null. Cost: one `stat` a
   * mirror, and reading those that changed.
   */
  edits(names: readonly ListName[] | null): Promise<MirrorReading>;
}
