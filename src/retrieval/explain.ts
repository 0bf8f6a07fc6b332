import type { SearchExplanation } from "../model/search.ts";
import type { Hit } from "../operations/answers/hits.ts";
import { leastThatMatters } from "../ranking/relevance.ts";
import type { Found } from "./find-candidates.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Ranked } from "./rank.ts";
import type { Selection } from "./select.ts";

const NEAR_MISSES = 3;

/** What a search did: terms, filters, and why the next candidates lost. */
export function explain(
  request: PreparedSearch,
  found: Found,
  { selection, assembled, least }: { selection: Selection; assembled: readonly Hit[]; least: number },
): SearchExplanation {
  const { question } = request;
  const { set, terms } = found;
  return {
    terms: terms.map((term, i) => ({ ...term, idf: set.idf[i] ?? 0 })),
    phrases: question.phrases,
    excluded: question.excluded,
    time: question.time && {
      start: new Date(question.time.start).toISOString(),
      end: new Date(question.time.end).toISOString(),
      text: question.time.text,
    },
    visible: set.visible,
    eligible: set.eligible,
    removed: set.removed,
    candidates: set.candidates.length,
    least: leastThatMatters(Math.max(0, ...[...selection.judged.values()].map(({ relevance }) => relevance))),
    leftOut: assembled
      .filter(({ relevance }) => relevance < least)
      .map(({ id, relevance, explanation }) => ({ id, relevance, lost: heaviest(explanation) })),
    nearMisses: nearMisses(selection),
  };
}

/** By what a relevance is mostly lost: the value that takes most of its odds. */
function heaviest(explanation: Hit["explanation"]): string {
  const parts = Object.entries(explanation?.relevance ?? {}).filter(([name]) => name !== "constant");
  return parts.toSorted(([, a], [, b]) => a.value * a.weight - b.value * b.weight)[0]?.[0] ?? "";
}

function nearMisses({ shown, order }: Selection): SearchExplanation["nearMisses"] {
  const last = shown.at(-1)?.item;
  if (last === undefined) return [];
  const taken = new Set(
    shown.flatMap(({ item, duplicates }) => [item, ...duplicates].map(({ candidate }) => candidate.id)),
  );
  const missed = order
    .slice()
    .filter((one) => !taken.has(one.candidate.id) && one.score <= last.score)
    .slice(0, NEAR_MISSES);
  return missed.map((one) => ({
    id: one.candidate.id,
    score: one.score,
    behind: last.score - one.score,
    weakest: weakest(one, last),
  }));
}

// The part in which a candidate is furthest behind the last hit that was shown.
function weakest(one: Ranked, last: Ranked): string {
  const [ahead, own] = [last.parts(), one.parts()];
  const behind = Object.keys({ ...ahead, ...own }).map((name) => ({ name, by: (ahead[name] ?? 0) - (own[name] ?? 0) }));
  return behind.toSorted((a, b) => b.by - a.by || (a.name < b.name ? -1 : 1))[0]?.name ?? "";
}
