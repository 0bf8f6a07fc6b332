import { isDeepStrictEqual } from "node:util";
import { BoundedCache } from "../../caches/bounded-cache.ts";
import type { Caller, VisibleScopes } from "../../model/caller.ts";
import type { SearchOptions, SearchResult } from "../../model/search.ts";
import type { Source } from "../../model/source.ts";
import { analyseQuestion } from "../../retrieval/analyse/analyse-question.ts";

/** What an answer depends on besides the question. If any of it changes, the answer is computed again. */
export interface AnsweredFrom {
  /** The index itself: a rebuilt one may have the same number of commits. */
  readonly index: object;
  /** Commits of the index, of whichever process and scope. */
  readonly sequence: number;
  /** Of the palace's corrections. */
  readonly corrections: number;
  readonly sources: readonly Source[];
  /** Null: words alone. */
  readonly provider: object | null;
}

interface CachedAnswer {
  readonly from: AnsweredFrom;
  /** When it was asked, milliseconds since the epoch. */
  readonly askedAt: number;
  readonly result: SearchResult;
}

/** Characters of hits that are kept in all, about; a result of more than a fraction of it isn't kept. */
const MAX_CHARACTERS = 4_000_000;
const LARGEST_SHARE = 8;
/** What a hit weighs besides its text. */
const HIT_CHARACTERS = 1_000;
const DAY_MS = 86_400_000;

/** Options that depend on the clock. Searches with them are not cached. */
const UNCACHED_OPTIONS: readonly (keyof SearchOptions)[] = ["since", "until", "asOf", "now"];

/**
 * Answers of a project's searches, each until something it stands on changes: any write to the index by any process, corrections, sources, the model,
 * the day, and what the question's words for time mean by now. A question is its exact text, all of its options, who asks, and what he may see, so no
 * answer is ever given to another caller. What is given out is a copy.
 *
 * Kept are the last used, some megabytes of them.
 */
export class QueryCache {
  readonly #kept = new BoundedCache<string, CachedAnswer>(MAX_CHARACTERS);
  #index: object | null = null;

  /** The key of a search; null for one that is never kept. */
  key(query: string, options: SearchOptions, caller: Caller, visible: VisibleScopes): string | null {
    if (UNCACHED_OPTIONS.some((name) => options[name] !== undefined)) return null;
    const { signal, caller: _caller, ...rest } = options;
    if (signal?.aborted === true) return null;
    try {
      return JSON.stringify([query, caller, visible, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
    } catch {
      // Not an object: the search reports the error.
      return null;
    }
  }

  /** The answer that was kept, if it is what the same search would give now. @param now milliseconds since the epoch */
  get(key: string, query: string, from: AnsweredFrom, now: number): SearchResult | null {
    this.#of(from.index);
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    if (isSame(kept.from, from) && meansTheSame(query, kept.askedAt, now)) return structuredClone(kept.result);
    this.#kept.delete(key);
    return null;
  }

  /** @param from as it was before the search and after it */
  put(key: string, from: AnsweredFrom, askedAt: number, result: SearchResult): void {
    const weight = result.hits.reduce((sum, { text }) => sum + text.length + HIT_CHARACTERS, key.length);
    if (weight > MAX_CHARACTERS / LARGEST_SHARE) return;
    this.#of(from.index);
    this.#kept.set(key, { from, askedAt, result: structuredClone(result) }, weight);
  }

  /** Drops answers of another index, which are useless and would keep it in memory. */
  #of(index: object): void {
    if (this.#index === index) return;
    this.#index = index;
    this.#kept.clear();
  }
}

function isSame(before: AnsweredFrom, now: AnsweredFrom): boolean {
  return (
    before.sequence === now.sequence &&
    before.corrections === now.corrections &&
    before.provider === now.provider &&
    (before.sources === now.sources || isDeepStrictEqual(before.sources, now.sources))
  );
}

/** Whether a question means the same at two times: recency counts by days, and "two hours ago" moves. */
function meansTheSame(query: string, then: number, now: number): boolean {
  if (Math.floor(then / DAY_MS) !== Math.floor(now / DAY_MS)) return false;
  return isDeepStrictEqual(analyseQuestion(query, then), analyseQuestion(query, now));
}
