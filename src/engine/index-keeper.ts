import { statSync } from "node:fs";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/hit.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import { deleteDatabase } from "./delete-database.ts";
import { indexFileState } from "./index-file-state.ts";

/** Why an index can't be used as it is. */
export interface IndexLoss {
  readonly why: "missing" | "damaged";
  readonly detail: string;
}

/** What a keeper needs. */
export interface IndexKeeperOptions {
  readonly path: string;
  readonly open: (path: string) => Promise<SearchIndex>;
  /** Whether the catalog knows of sources that were indexed, so that an index without anything has lost something. */
  readonly expectsContent: () => Promise<boolean>;
  /** The last commit of the index that is known of; see `recordedIndex`. */
  readonly committed: () => Promise<number>;
  /** Does something while no other process does it for this project. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Fills a new, empty index from the sources. */
  readonly fill: (index: SearchIndex) => Promise<void>;
}

/**
 * Keeps one index open: notices when its file was deleted, replaced or damaged, says so, and has it filled again from the files,
 * which are the truth. Everything that reads or writes the index of a project goes through `use`.
 */
export class IndexKeeper {
  readonly #options: IndexKeeperOptions;
  #index: SearchIndex | null = null;
  #inode: number | null = null;
  #checked = false;
  #opening: Promise<SearchIndex> | null = null;
  #refilling: Promise<void> | null = null;
  #notes: Note[] = [];

  constructor(options: IndexKeeperOptions) {
    this.#options = options;
  }

  /** The index as it is: opened, made when it isn't there, never refilled. @throws LociError `INDEX_DAMAGED`, `INDEX_FORMAT`, … */
  async index(): Promise<SearchIndex> {
    if (this.#index !== null && this.#inode !== inode(this.#options.path)) await this.#shut();
    if (this.#index !== null) return this.#index;
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return await this.#opening;
  }

  /** What is wrong with the index, without mending it; null when it can be used. */
  async loss(): Promise<IndexLoss | null> {
    const state = indexFileState(this.#options.path);
    if (state === "foreign") return { why: "damaged", detail: "its file is no index" };
    if (state === "truncated") return { why: "damaged", detail: "its file is shorter than it says" };
    if (!(await this.#options.expectsContent())) return null;
    if (state !== "present") return { why: "missing", detail: "its file is not there" };
    try {
      // Before the index: another process may write meanwhile, and tells of it afterwards.
      const committed = await this.#options.committed();
      const sequence = await (await this.index()).sequence();
      if (sequence === 0) return { why: "missing", detail: "it holds nothing" };
      if (sequence < committed) return { why: "damaged", detail: "it is an older copy, or its last changes are lost" };
    } catch (thrown) {
      if (thrown instanceof LociError && thrown.code === "INDEX_DAMAGED") return { why: "damaged", detail: thrown.message };
      throw thrown;
    }
    return null;
  }

  /**
   * Works with the index. Where it was lost it is refilled first; where damage shows only while working, it is refilled and the
   * work done once more, so `work` must be repeatable.
   */
  async use<T>(work: (index: SearchIndex) => Promise<T>): Promise<T> {
    const index = await this.#whole();
    try {
      return await work(index);
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code !== "INDEX_DAMAGED") throw thrown;
      await this.refill({ why: "damaged", detail: thrown.message }, "met");
      return await work(await this.index());
    }
  }

  /** The index, looked at since it was opened and refilled where it was lost. */
  async #whole(): Promise<SearchIndex> {
    if (this.#index !== null && this.#checked && this.#inode === inode(this.#options.path)) return this.#index;
    const loss = await this.loss();
    if (loss !== null) await this.refill(loss, "seen");
    const index = await this.index();
    this.#checked = true;
    return index;
  }

  /**
   * Makes the index anew from the files; several calls at once share one refill.
   *
   * @param how `seen` from outside: looked at once more when no other process is at it, since that may have been in the middle of its
   *   work. `met` while working, which looking may not show: lost, unless its file is another one by now
   */
  async refill(loss: IndexLoss, how: "seen" | "met"): Promise<void> {
    this.#refilling ??= this.#refill(loss, how).finally(() => (this.#refilling = null));
    await this.#refilling;
  }

  /** Puts the index file away, whatever it holds: the next call makes a new, empty one. */
  async reset(): Promise<void> {
    await this.#options.exclusively(async () => {
      await this.#shut();
      deleteDatabase(this.#options.path);
    });
  }

  /** Something that the next answer should say. */
  note(note: Note): void {
    this.#notes.push(note);
  }

  /** Notes on what happened to the index since the last call; each is given once. */
  takeNotes(): readonly Note[] {
    return this.#notes.splice(0);
  }

  async close(): Promise<void> {
    await this.#shut();
  }

  async #refill(loss: IndexLoss, how: "seen" | "met"): Promise<void> {
    const { path, exclusively, fill } = this.#options;
    const seen = inode(path);
    let mended = false;
    await exclusively(async () => {
      // While this process waited for its turn another one may have done it.
      mended = (how === "seen" || inode(path) !== seen) && (await this.loss()) === null;
      if (mended) return;
      await this.#shut();
      if (loss.why === "damaged") deleteDatabase(path);
      await fill(await this.index());
    });
    // Nothing was lost.
    if (mended && inode(path) === seen) return;
    this.#notes.push({
      code: "INDEX_REBUILT",
      message: loss.why === "missing" ? "the index was gone and was made again from the files" : `the index was damaged and was made again from the files (${loss.detail})`,
      hint: "nothing is to be done; 'loci doctor' checks everything",
    });
  }

  async #open(): Promise<SearchIndex> {
    const state = indexFileState(this.#options.path);
    if (state === "foreign" || state === "truncated") {
      throw new LociError("INDEX_DAMAGED", state === "foreign" ? "the index file is no index" : "the index file is shorter than it says", {
        hint: "run 'loci rebuild': the index is made again from the files",
        details: { file: this.#options.path },
      });
    }
    const index = await this.#options.open(this.#options.path);
    this.#index = index;
    this.#inode = inode(this.#options.path);
    return index;
  }

  async #shut(): Promise<void> {
    const index = this.#index;
    this.#index = null;
    this.#inode = null;
    this.#checked = false;
    await index?.close();
  }
}

function inode(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
