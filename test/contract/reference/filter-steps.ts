import type { CandidateQuery } from "../../../src/index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";

/** One part of a filter: its name and what passes. */
export interface FilterStep {
  readonly by: string;
  readonly passes: (drawer: AnalysedDrawer) => boolean;
}

function containsSequence(drawer: AnalysedDrawer, sequence: readonly string[]): boolean {
  return drawer.sequences.some((terms) => {
    for (let start = 0; start + sequence.length <= terms.length; start++) {
      if (sequence.every((term, i) => terms[start + i] === term)) return true;
    }
    return false;
  });
}

/** The parts of a query's filter, in the order of the contract; only those that the query has. */
export function filterSteps(query: Pick<CandidateQuery, "filter" | "phrases" | "excluded">): readonly FilterStep[] {
  const { filter } = query;
  const steps: FilterStep[] = [];
  const among = (
    by: string,
    values: readonly string[] | undefined,
    of: (drawer: AnalysedDrawer) => readonly string[],
  ): void => {
    if (values !== undefined)
      steps.push({ by, passes: (drawer) => of(drawer).some((value) => values.includes(value)) });
  };
  among("wings", filter.wings, ({ drawer }) => [drawer.placement.wing.value]);
  among("halls", filter.halls, ({ drawer }) => {
    const hall = drawer.placement.hall.value;
    return hall === null ? drawer.placement.topicalHalls : [hall, ...drawer.placement.topicalHalls];
  });
  among("rooms", filter.rooms, ({ drawer }) => [drawer.placement.room.value]);
  const { places } = filter;
  if (places !== undefined)
    steps.push({
      by: "places",
      passes: ({ drawer: { placement } }) =>
        places.some(({ wing, room }) => wing === placement.wing.value && room === placement.room.value),
    });
  among("sources", filter.sources, ({ document }) => [document.source]);
  among("documentTypes", filter.documentTypes, ({ document }) => [document.documentType]);
  among("elementTypes", filter.elementTypes, ({ drawer }) => [drawer.elementType]);
  among("roles", filter.roles, ({ drawer: { message } }) => (message === null ? [] : [message.role]));
  among("paths", filter.paths, ({ document }) => [document.path]);
  const { since, before } = filter;
  if (since !== undefined) steps.push({ by: "since", passes: ({ time }) => time !== null && time >= since });
  if (before !== undefined) steps.push({ by: "before", passes: ({ time }) => time !== null && time < before });
  const { excludeSources } = filter;
  if (excludeSources !== undefined)
    steps.push({ by: "excludeSources", passes: ({ document }) => !excludeSources.includes(document.source) });
  if (filter.excludeIds !== undefined) {
    const ids = new Set(filter.excludeIds);
    steps.push({ by: "excludeIds", passes: ({ drawer }) => !ids.has(drawer.id) });
  }
  if (query.phrases.length > 0)
    steps.push({
      by: "phrases",
      passes: (drawer) => query.phrases.every((phrase) => containsSequence(drawer, phrase)),
    });
  if (query.excluded.length > 0)
    steps.push({
      by: "excluded",
      passes: (drawer) => !query.excluded.some((phrase) => containsSequence(drawer, phrase)),
    });
  return steps;
}
