import type { AskedAt } from "./analyse/time-window.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Unrelated } from "../model/vector.ts";
import type { VisibleScopes } from "../model/caller.ts";
import type { DrawerFilter, Fusion, SearchMode } from "../model/search.ts";
import type { NoteNames } from "../palace/graph/note-names.ts";
import type { PalaceNames } from "../palace/names.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import type { SourceName } from "./resolve-filter.ts";
import { SEARCH } from "../model/requests/index.ts";

export type Lexicon = Pick<EmbeddingProvider, "similarWords" | "frequencyRank" | "readWords" | "leastMet">;

export interface SearchDependencies {
  readonly index: IndexReader;
  /** Null: no model is there, search runs lexically and says so. */
  readonly provider: EmbeddingProvider | null;
  /** The words that are near a word, whatever model embeds; null: questions aren't widened by similar words. */
  readonly lexicon: Lexicon | null;
  /** How the cosines of unrelated texts lie for a model. */
  readonly unrelated: (model: EmbeddingProvider) => Promise<Unrelated>;
  readonly settings: RecallSettings;
  readonly sources: () => Promise<readonly SourceName[]>;
  /** The names of places for a caller with these scopes, as far as this filter and stored places need them; absent: stored names. */
  readonly names?: (visible: VisibleScopes, filter: DrawerFilter) => Promise<PalaceNames>;
  /** The documents of a source that a caller with these scopes may see, by the names that links use. */
  readonly notes: (source: string, visible: VisibleScopes) => Promise<NoteNames>;
  /** Past accesses of drawers, for activation: the newest 50 of each, with the weight of their kind. Drawers without any are left out. */
  readonly accesses: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Days of the user's zone, for "today", `since` and the like. */
  readonly days: AskedAt["days"];
  /** Milliseconds that only rise, for timings. */
  readonly timer: () => number;
}

/** How recall is set: the section `recall` of the configuration, with the constants that evaluation chose. */
export interface RecallSettings {
  readonly mode: SearchMode;
  readonly fusion: Fusion;
  /** Hits where a search doesn't say how many; a question for several things may give `SEVERAL_DEPTH` times as many. */
  readonly limit: number;
  /** Whether questions are widened by similar words. */
  readonly expansion: boolean;
  /** Candidates by words; at least twice the limit is taken. As many by meaning where there are no words to look for, or both count alike (`rrf`, `plain`). */
  readonly pool: number;
  /** Weight of ACT-R activation; 0 reads no accesses. */
  readonly activationWeight: number;
  /** Probability from which an answer counts as covered. */
  readonly coveredThreshold: number;
}

/** The defaults, chosen on the development collections: evals/ranking.md ("Constants before ranking"), activation in evals/activation/report.md. */
export const DEFAULT_RECALL: RecallSettings = {
  mode: SEARCH.mode.default,
  fusion: SEARCH.fusion.default,
  limit: SEARCH.limit.default,
  expansion: true,
  pool: 120,
  activationWeight: 0,
  coveredThreshold: 0.5,
};

export type Stopwatch = ReturnType<typeof stopwatch>;

/** Others have their turn between two stages after so much work, milliseconds. */
const TURN_MS = 10;

/** Measures the stages of one search, on an injected timer (milliseconds that only rise). */
export function stopwatch(timer: () => number) {
  const start = timer();
  const laps: Record<string, number> = {};
  let last = start;
  let turn = start;
  return {
    /** Ends the stage `name`: what passed since the last lap goes to its account. Others have their turn where that was long. */
    async lap(name: string): Promise<void> {
      const time = timer();
      laps[name] = (laps[name] ?? 0) + time - last;
      last = time;
      if (time - turn < TURN_MS) return;
      await new Promise(setImmediate);
      last = turn = timer();
    },
    /** Milliseconds by stage, and `total`. */
    timings: (): Readonly<Record<string, number>> => ({ ...laps, total: last - start }),
  };
}
