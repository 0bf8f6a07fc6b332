import type { AnswerOf } from "loci/client";
import { useLoaded } from "../lib/loaded.ts";
import { changes, client, project } from "../lib/session.ts";

/** A passage as a row of a table shows it. */
export type NamedPassage = AnswerOf<"drawers">["drawers"][number];

/** Ids of one request: an address may not be as long as one likes. */
const AT_ONCE = 200;

/** Passages by their ids, with how each begins; null until they are there. One that is gone is left out, at once when it is forgotten. */
export function usePassages(ids: readonly string[]): ReadonlyMap<string, NamedPassage> | null {
  const wanted = [...new Set(ids)];
  const ask = async (signal: AbortSignal): Promise<ReadonlyMap<string, NamedPassage>> => {
    const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, async (_, i) => {
      const some = wanted.slice(i * AT_ONCE, (i + 1) * AT_ONCE);
      return (await client.peek().drawers({ ids: some, limit: some.length, signal })).drawers;
    });
    return new Map((await Promise.all(parts)).flat().map((one) => [one.id, one]));
  };
  // By its id, none is taken for another, also while those of more ids are asked for.
  return useLoaded(wanted.length === 0 ? null : "", ask, `${project.value} ${changes.value} ${wanted.join()}`).value;
}
