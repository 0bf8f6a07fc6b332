import { LociError } from "../../../src/model/error.ts";
import { copyOfFacts, type FactState, factWriterOf, noFacts } from "../../../src/storage/ports/fact-state.ts";
import type { FactStore } from "../../../src/storage/ports/fact-store.ts";

/**
 * The reference fact store: plain maps, a whole copy for every write. The oracle of the contract's tests.
 *
 * @example const store = openMemoryFactStore()
 */
export function openMemoryFactStore(): FactStore {
  let state: FactState = noFacts();
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
      const next = copyOfFacts(state);
      const result = work(factWriterOf(next));
      state = next;
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
