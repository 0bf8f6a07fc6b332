import type { Fusion } from "../model/search.ts";
import { matters } from "../ranking/relevance.ts";
import type { StoredDrawer } from "../storage/ports/search-index.ts";
import type { Collapsed } from "./collapse-duplicates.ts";
import { FIELD, type Judgement, type RelevanceJudge } from "./judge-relevance.ts";
import { charged, type Ranked } from "./rank.ts";

/** Hits, those that matter first. */
interface Parted {
  readonly groups: readonly Collapsed<Ranked>[];
  /** How relevant the first ten are, by their ids. */
  readonly judged: ReadonlyMap<string, Judgement>;
  /** Ids of those that matter. */
  readonly mattering: ReadonlySet<string>;
}

/**
 * Judges the first ten hits and puts those that don't matter behind those that do: they, and all behind them, lose as much (the part `weaker`) as
 * that takes. Only the learned fusion is parted: the others are baselines.
 *
 * @param next the candidate behind the last group
 */
export function weakerBehind(
  groups: readonly Collapsed<Ranked>[],
  judge: RelevanceJudge,
  {
    stored,
    next,
    fusion,
  }: {
    readonly stored: ReadonlyMap<string, StoredDrawer>;
    readonly next: Ranked | null;
    readonly fusion: Fusion;
  },
): Parted {
  const first = groups.slice(0, FIELD);
  const judgements = judge.judgeFirst(
    first.map(({ item }) => {
      const { drawer, document } = stored.get(item.candidate.id) as StoredDrawer;
      return { drawer, item, source: document.source };
    }),
    { next: groups[FIELD]?.item ?? next, read: stored.values() },
  );
  const judged = new Map(first.map(({ item }, i) => [item.candidate.id, judgements[i] as Judgement]));
  const best = Math.max(0, ...[...judged.values()].map(({ relevance }) => relevance));
  const mattering = new Set([...judged].filter(([, { relevance }]) => matters(relevance, best)).map(([id]) => id));
  if (fusion !== "learned") return { groups, judged, mattering };
  const [before, behind] = [true, false].map((wanted) =>
    first.filter(({ item }) => mattering.has(item.candidate.id) === wanted),
  ) as [Collapsed<Ranked>[], Collapsed<Ranked>[]];
  const [last, highest] = [before.at(-1)?.item.score, behind[0]?.item.score];
  const shift = last === undefined || highest === undefined ? 0 : Math.min(0, last - highest);
  const lowered = [...behind, ...groups.slice(FIELD)].map((group) => ({
    ...group,
    item: charged(group.item, "weaker", shift),
  }));
  return { groups: [...before, ...lowered], judged, mattering };
}
