import type { Note } from "../model/hit.ts";
import type { CandidateSet } from "../storage/ports/candidates.ts";

/** What a filter is called where it is given. */
const NAMES: Readonly<Record<string, string>> = { wings: "wing", halls: "hall", rooms: "room", places: "wing and room", sources: "source", documentTypes: "type", since: "since", before: "until" };

/** A note when a filter leaves no drawer at all, so that a misspelt wing doesn't look like a question without an answer. */
export function emptyFilter({ visible, eligible, removed }: Pick<CandidateSet, "visible" | "eligible" | "removed">): readonly Note[] {
  if (eligible > 0 || visible === 0) return [];
  const last = removed.findLast(({ drawers }) => drawers > 0);
  const name = last === undefined ? undefined : NAMES[last.by];
  if (name === undefined) return [];
  return [{ code: "FILTER_EMPTY", message: `no drawer passes the filter: '${name}' left none`, hint: "'loci taxonomy' shows which wings, halls and rooms there are" }];
}
