import type { CommitMemory } from "../../ports/index-house.ts";
import { DelegatingIndex } from "../../ports/delegating-index.ts";
import type { Applied, DocumentRef, DocumentWrite, IndexChange } from "../../ports/search-index.ts";
import type { SqliteSearchIndex } from "../open-search-index.ts";

/**
 * An index whose commits the catalog hears of: one that knows of fewer later is an older copy that was put back, or has lost its last ones with its log.
 * What it holds may be seen by others than now should, and a run that goes by sizes and times wouldn't find out.
 *
 * Cost: two rows of the catalog for each commit.
 */
export class RecordedIndex extends DelegatingIndex {
  readonly #index: SqliteSearchIndex;
  readonly #memory: CommitMemory;
  #onClose: (() => void) | null;

  /** @param onClose called once */
  constructor(index: SqliteSearchIndex, memory: CommitMemory, onClose: () => void) {
    super(index);
    this.#index = index;
    this.#memory = memory;
    this.#onClose = onClose;
  }

  override apply(change: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied> {
    return this.#recorded(this.#index.apply(change));
  }

  override begin(): IndexChange {
    const change = this.#index.begin();
    return {
      put: (write) => change.put(write),
      apply: (rest) => this.#recorded(change.apply(rest)),
    };
  }

  override async close(): Promise<void> {
    await this.#index.close();
    this.#onClose?.();
    this.#onClose = null;
  }

  /** Records after the commit: who is killed in between has told too little, never too much. */
  async #recorded(commit: Promise<Applied>): Promise<Applied> {
    const applied = await commit;
    const before = await this.#memory.read();
    let sequence = await this.#index.sequence();
    if (sequence < before) {
      // Made anew: copies of the one before have counted further than this one yet.
      await this.#index.countFrom(before + 1);
      sequence = await this.#index.sequence();
    }
    await this.#memory.write(sequence);
    return { ...applied, sequence };
  }
}
