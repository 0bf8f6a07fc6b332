import { openMemoryFactStore } from "../../test/contract/reference/open-fact-store.ts";
import { createFacts, type Facts } from "./create-facts.ts";

/** Facts of an empty project in memory; each look at the clock is a second later, from 2026 on. */
export function memoryFacts(): Facts {
  let now = Date.UTC(2026, 0, 1);
  return createFacts({
    store: openMemoryFactStore(),
    files: null,
    clock: () => (now += 1000),
    newId: () => String(now),
  });
}
