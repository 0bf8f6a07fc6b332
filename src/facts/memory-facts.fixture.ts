import { openMemoryFactStore } from "../../test/contract/reference/open-fact-store.ts";
import { createFacts, type Facts } from "./create-facts.ts";
import { replayChanges } from "./lists/apply-operation.ts";
import type { FactChange } from "../storage/ports/fact-store.ts";

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

/** Topics whose list isn't what its history leads to. */
export async function unlikeHistory(facts: Facts): Promise<readonly string[]> {
  const unlike: string[] = [];
  for (const { topic, scope, items } of await facts.list(null)) {
    const changes = (await facts.history(topic, scope)).map(({ at, undone, ...change }) => ({
      ...change,
      undoneBy: undone ? "an undo" : null,
      source: { time: Date.parse(at) },
    }));
    const replayed = replayChanges(changes as unknown as readonly FactChange[]);
    const values = (list: readonly { readonly value: string }[]): string => list.map(({ value }) => value).join("\n");
    if (values(replayed) !== values(items)) unlike.push(topic);
  }
  return unlike;
}
