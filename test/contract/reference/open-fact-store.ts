import { LociError } from "../../../src/model/error.ts";
import { FactState, factWriterOf } from "../../../src/storage/sql/fact-state.ts";
import type { FactStore } from "../../../src/storage/ports/fact-store.ts";

/**
 * Facts in plain maps alone, for tests that need no file.
 *
 * @example const store = openMemoryFactStore()
 */
export function openMemoryFactStore(): FactStore {
  const state = new FactState();
  let closed = false;
  const guard = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the fact store is closed");
  };
  return {
    async read(work) {
      guard();
      return work(factWriterOf(state));
    },
    async write(work) {
      guard();
      const { result, edits, sequence } = state.try(work);
      for (const edit of edits) state.apply(edit);
      state.sequence = sequence;
      return result;
    },
    async purge() {
      guard();
    },
    async close() {
      closed = true;
    },
  };
}
