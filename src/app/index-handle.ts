import { AsyncLocalStorage } from "node:async_hooks";
import { requireLeaseOrder } from "../ingest/lease-order.ts";
import { operation, hintOf, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/note.ts";
import type { IndexHouse, IndexLoss, SearchIndex } from "../storage/ports/search-index.ts";

/** The lease under which an index file is made, mended or replaced. */
export const INDEX_LEASE = "index-file";

/** How often is looked, while the index is made, whether it is still there, or can be used by now where another process makes it, milliseconds. */
const LOOK_MS = 500;

/** Said with every answer while the index is a part. */
export const PARTIAL_INDEX: Note = {
  code: "INDEX_PARTIAL",
  message: "the index is being made again from the files and is not whole yet, so that passages may be missing",
  hint: "ask again when it is; the status of the project says when",
};

/** A call of `use` under way, for those within it. */
interface Using {
  readonly index: SearchIndex;
  active: boolean;
}

/** Whether something could not be written, or a database that can't be written to told so. */
const isRefusedWrite = (thrown: unknown): boolean =>
  thrown instanceof LociError && (thrown.code === "STORAGE_FAILED" || thrown.code === "STORAGE_FULL");

export interface IndexHandleOptions {
  /** Opened when it is first asked for, and again when it was moved. */
  readonly house: () => Promise<IndexHouse>;
  /** Changes when another process moves the index elsewhere. */
  readonly place?: () => string;
  /** Whether the catalog knows of sources that were indexed, so that an index without anything has lost something. */
  readonly expectsContent: () => Promise<boolean>;
  /** Does something while no other process does it for this project. */
  readonly exclusively: (
    work: () => Promise<void>,
    waiting?: { readonly patience?: number; readonly signal?: AbortSignal },
  ) => Promise<void>;
  /** Whether a refill was begun and has not ended: until then the index is a part, whoever looks at it. */
  readonly unfinished: { read(): Promise<boolean>; write(isUnfinished: boolean): Promise<void> };
  /**
   * Fills an index from the sources; what it holds already stays. Ends early, without a fault, when the signal says so.
   * @returns how many drawers it stored; null where another process has a source
   */
  readonly fill: (index: SearchIndex, signal: AbortSignal) => Promise<number | null>;
}

/**
 * Keeps one index open: notices when it was deleted, replaced or damaged, says so, and has it filled again from the files,
 * which are the truth. Everything that reads or writes the index of a project goes through `use`.
 */
export class IndexHandle {
  readonly #options: IndexHandleOptions;
  readonly #uses = new AsyncLocalStorage<Using>();
  #index: SearchIndex | null = null;
  #house: Promise<IndexHouse> | null = null;
  /** Where the house stands, as `place` said. */
  #place = "";
  #identity: string | null = null;
  #checked = false;
  /** Whether another process was making it again when it was last looked at. */
  #isPartial = false;
  #opening: Promise<SearchIndex> | null = null;
  #refilling: Promise<void> | null = null;
  #notes: Note[] = [];

  constructor(options: IndexHandleOptions) {
    this.#options = options;
  }

  /** The index as it is: opened, made when it isn't there, never refilled. @throws LociError `INDEX_DAMAGED`, `INDEX_FORMAT`, … */
  async index(): Promise<SearchIndex> {
    if (this.#index !== null && this.#identity !== (await this.#currentIdentity())) await this.#shut();
    if (this.#index !== null) return this.#index;
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return await this.#opening;
  }

  /** What is wrong with the index, without mending it; null when it can be used. */
  async loss(): Promise<IndexLoss | null> {
    const house = await this.#opened();
    const { is, detail } = await house.state();
    if (is === "damaged") return { why: "damaged", detail };
    if (!(await this.#options.expectsContent())) return null;
    if (is !== "present") return { why: "missing", detail };
    try {
      const lost = await house.lost(await this.index());
      // One that holds nothing yet is a part too: whoever makes it may wait for a source that somebody else has.
      if (lost?.why === "damaged" || !(await this.#options.unfinished.read())) return lost;
      return { why: "partial", detail: "it is being made again from the files, or that was interrupted" };
    } catch (thrown) {
      if (thrown instanceof LociError && thrown.code === "INDEX_DAMAGED")
        return { why: "damaged", detail: thrown.message };
      throw thrown;
    }
  }

  /**
   * Works with the index. Where it was lost it is refilled first; where damage shows only while working, it is refilled and the
   * work done once more, so `work` must be repeatable. Within `work`, `use` gives the same index and mends nothing. Never under a source's
   * lease, since a refill takes the leases of all sources: ask for the index first, then take the lease.
   */
  async use<T>(work: (index: SearchIndex) => Promise<T>): Promise<T> {
    const outer = this.#uses.getStore();
    // What it needs was seen to at the outer one, which also mends and repeats.
    if (outer?.active === true) return await work(outer.index);
    // Whether it is needed or not: an index is rarely lost, and the order must be kept always.
    requireLeaseOrder(INDEX_LEASE);
    const index = await this.#whole();
    try {
      return await this.#using(index, work);
    } catch (thrown) {
      if (index.readsOnly === true && isRefusedWrite(thrown)) {
        // There may be room by now: what is open would refuse for as long as it is.
        if (this.#index === index) await this.#shut();
        const again = await this.#whole();
        if (again.readsOnly !== true) return await this.#using(again, work);
      }
      if (!(thrown instanceof LociError) || thrown.code !== "INDEX_DAMAGED") throw thrown;
      await this.refill({ why: "damaged", detail: thrown.message }, "during-use");
      return await this.#using(await this.index(), work);
    }
  }

  async #using<T>(index: SearchIndex, work: (index: SearchIndex) => Promise<T>): Promise<T> {
    const using: Using = { index, active: true };
    try {
      return await this.#uses.run(using, () => work(index));
    } finally {
      // What was begun here and goes on, such as a watch, asks anew.
      using.active = false;
    }
  }

  /** The index, looked at since it was opened and refilled where it was lost. */
  async #whole(): Promise<SearchIndex> {
    if (this.#checked && this.#identity === (await this.#currentIdentity()) && this.#index !== null) return this.#index;
    const loss = await this.loss();
    if (loss !== null) await this.refill(loss, "before-use");
    this.#isPartial = loss !== null && (await this.loss())?.why === "partial";
    const index = await this.index();
    // A part is looked at again by the next use.
    this.#checked = !this.#isPartial;
    return index;
  }

  /**
   * Makes the index anew from the files; several calls at once share one refill.
   * @param how `before-use`: found by a check, which is repeated under the lock, since another process may have been in the middle of
   *   its work. `during-use`: found by a failing operation, which a check may not show; the index counts as lost unless it was replaced since
   */
  async refill(loss: IndexLoss, how: "before-use" | "during-use"): Promise<void> {
    this.#refilling ??= this.#refill(loss, how).finally(() => (this.#refilling = null));
    await this.#refilling;
  }

  /** Puts the index away, whatever it holds: the next call makes a new, empty one, which is a part until `markWhole`. */
  async reset(): Promise<void> {
    await this.#options.exclusively(async () => {
      await this.#shut();
      await this.#options.unfinished.write(true);
      await (await this.#opened()).reset();
    });
  }

  /**
   * Puts another index in the place of this one, while no other process makes, mends or replaces it.
   * @param prepare works with the index as it is, and gives what puts the other one in its place
   */
  async replace(prepare: (index: SearchIndex) => Promise<() => Promise<void>>): Promise<void> {
    await this.#options.exclusively(async () => {
      const put = await prepare(await this.index());
      await this.#shut();
      await put();
    });
  }

  /** Says that everything is in the index again after a `reset`. */
  async markWhole(): Promise<void> {
    await this.#options.unfinished.write(false);
    this.#isPartial = false;
  }

  /** Something that the next answer should say. */
  note(note: Note): void {
    this.#notes.push(note);
  }

  /** Notes on what happened to the index since the last call; each is given once. */
  takeNotes(): readonly Note[] {
    return [...this.#notes.splice(0), ...this.lacks()];
  }

  /** What every answer says, to whoever asks, while the index is a part. */
  lacks(): readonly Note[] {
    return this.#isPartial ? [PARTIAL_INDEX] : [];
  }

  /** Bytes that the index takes. */
  async bytes(): Promise<number> {
    return await (await this.#opened()).bytes();
  }

  async close(): Promise<void> {
    await this.#shut();
    await (await this.#house)?.close();
  }

  async #opened(): Promise<IndexHouse> {
    const place = this.#options.place?.() ?? "";
    if (this.#house === null || place !== this.#place) {
      const before = this.#house;
      this.#place = place;
      this.#house = this.#options.house().catch((thrown: unknown) => {
        this.#house = null;
        throw thrown;
      });
      await (await before)?.close();
    }
    return await this.#house;
  }

  async #currentIdentity(): Promise<string | null> {
    const identity = await (await this.#opened()).identity();
    return identity === null ? null : `${this.#place} ${identity}`;
  }

  async #refill(loss: IndexLoss, how: "before-use" | "during-use"): Promise<void> {
    const { exclusively, fill, unfinished } = this.#options;
    const before = await this.#currentIdentity();
    let isCurrent = false;
    let stored: number | null = 0;
    const work = async (): Promise<void> => {
      // Another process may have rebuilt it while this one waited for the lock.
      isCurrent = (how === "before-use" || (await this.#currentIdentity()) !== before) && (await this.loss()) === null;
      if (isCurrent) return;
      // Before anything of it can be found, and until its end, so that a part is never taken for the whole.
      await unfinished.write(true);
      await this.#shut();
      if (loss.why === "damaged") await (await this.#opened()).reset();
      for (let isTaken = true; isTaken;) {
        const index = await this.index();
        const begun = this.#identity;
        const gone = new AbortController();
        // Taken away while it is filled: all others wait, and what is still written would be seen by nobody.
        const watch = (now: string | null): void => void (now === begun || gone.abort());
        const watching = setInterval(() => void this.#currentIdentity().then(watch, () => undefined), LOOK_MS);
        try {
          stored = await fill(index, gone.signal);
        } catch (thrown) {
          // Another use of this process may have closed what was taken away.
          if ((await this.#currentIdentity()) === begun) throw thrown;
        } finally {
          clearInterval(watching);
        }
        isTaken = (await this.#currentIdentity()) !== begun;
      }
      if (stored !== null) await unfinished.write(false);
    };
    // What another process is making is used as far as it goes; where that process is gone, this one goes on with it.
    const usable = new AbortController();
    const look = async (): Promise<void> => {
      if (how === "during-use" && (await this.#currentIdentity()) === before) return;
      const now = await this.loss();
      if (now === null || now.why === "partial") usable.abort();
    };
    const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    let isTurn = false;
    try {
      const turn = async (): Promise<void> => {
        isTurn = true;
        clearInterval(looking);
        await work();
      };
      await exclusively(turn, { signal: usable.signal, ...(loss.why === "partial" && { patience: 0 }) });
    } catch (thrown) {
      if (usable.signal.aborted && !isTurn) return;
      if (loss.why === "partial" && thrown instanceof LociError && thrown.code === "SOURCE_BUSY") return;
      throw thrown;
    } finally {
      clearInterval(looking);
    }
    // Nothing was lost, or it is a part still.
    if (stored === null || (isCurrent && (await this.#currentIdentity()) === before)) return;
    const mended =
      loss.why === "missing"
        ? "the index was gone and was made again from the files"
        : loss.why === "partial"
          ? "making the index again from the files had been interrupted, and was completed"
          : `the index was made again from the files (${loss.detail})`;
    this.#notes.push({
      code: "INDEX_REBUILT",
      // A run of this process counts what it added itself, after this.
      message: `${mended}; passages stored by that: ${stored}`,
      ...hintOf(step`nothing is to be done; ${operation("doctor")} checks everything`),
    });
  }

  async #open(): Promise<SearchIndex> {
    const index = await (await this.#opened()).open();
    this.#identity = await this.#currentIdentity();
    this.#index = index;
    return index;
  }

  async #shut(): Promise<void> {
    const index = this.#index;
    this.#index = null;
    this.#identity = null;
    this.#checked = false;
    await index?.close();
  }
}
