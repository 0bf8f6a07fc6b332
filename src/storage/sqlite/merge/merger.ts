import type { DatabaseSync } from "node:sqlite";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Transactions } from "../database/transactions.ts";
import type { SegmentSet } from "../segment/segment-set.ts";
import type { Segment } from "../segment/segment.ts";
import { type SegmentWriter, packSegment } from "../segment/write-segment.ts";
import { mergeSegments } from "./merge-segments.ts";

/** Maximum number of drawers rewritten for each one that the run wrote. */
const REWRITES = 4;
/** Maximum share of a scope's drawers that is rewritten: what a merge replaces leaves free pages in the file. */
const SHARE = 0.5;
/** Maximum number of drawers of a merge, which holds them in memory at about a kilobyte each. */
const LARGEST = 131_072;
/** Minimum number of segments that are merged. */
const FEWEST = 3;

/**
 * Which of a scope's segments to join when a run has ended, from (inclusive) to (exclusive), or null: its last ones, which tiers would
 * keep waiting for more of their size. Each segment that a search reads costs it a look-up a term.
 * @param segments of one scope, in document order
 * @param written drawers of the run
 */
export function planSettling(
  segments: readonly Mergeable[],
  written: number,
): { readonly from: number; readonly to: number } | null {
  const sizes = segments.map(({ live }) => live.drawers);
  const most = Math.min(REWRITES * written, SHARE * sizes.reduce((sum, size) => sum + size, 0), LARGEST);
  let from = sizes.length;
  for (let drawers = 0; from > 0; from--) {
    drawers += sizes[from - 1] as number;
    if (drawers > most) break;
  }
  return sizes.length - from >= FEWEST ? { from, to: sizes.length } : null;
}

/** Merges abandoned because another process changed the segments, until the next write tries again. */
const MAX_CONFLICTS = 3;

/**
 * A write pays for merges of this many drawers, or of so many times its own: one small edit never waits for seconds, while loading many
 * documents keeps segments few.
 */
const PATIENCE_DRAWERS = 16_384;
const PATIENCE = 64;

/** Which merges are asked for: see the `merge` of a merger. */
export type MergeWork =
  | { readonly kind: "run" | "settle"; readonly written: number }
  | { readonly kind: "all" | "purge" };

export interface MergeThread {
  /** Drawers of a merge from which on it is worth it. */
  readonly from: number;
  /** @returns false where it can't: the merges are still to be done */
  merge(work: MergeWork): Promise<boolean>;
}

/** Which segments of a scope to join: from (inclusive) to (exclusive), or null. */
type MergePlan = (segments: readonly Segment[]) => { readonly from: number; readonly to: number } | null;

interface MergerParts {
  readonly transactions: Transactions;
  readonly segments: SegmentSet;
  readonly writer: SegmentWriter;
  readonly policy: MergePolicy;
  /** Who does large merges; null: this thread does them all. */
  readonly thread: MergeThread | null;
}

/**
 * Joins segments. The joining itself is done outside of the lock, on one committed state; the result is written only if that still holds. Small merges
 * are done here, and between joining and writing, and between one merge and the next, whatever waits in this process has its turn; large ones are
 * done apart. So searches never wait for a merge.
 */
export function merger(database: DatabaseSync, parts: MergerParts) {
  const { transactions, segments: set, writer, policy } = parts;
  const updateState = database.prepare("UPDATE state SET layout = layout + 1, next_segment = ?");

  const planOf = (work: MergeWork): MergePlan => {
    switch (work.kind) {
      case "run": {
        const most = Math.max(PATIENCE_DRAWERS, work.written * PATIENCE);
        return (segments) => planMerge(segments, policy, most) ?? planCoding(segments, most);
      }
      case "settle":
        return (segments) => planSettling(segments, work.written) ?? planCoding(segments, LARGEST);
      case "all":
        return (segments) =>
          segments.length > 1 || segments[0]?.hasDeleted === true ? { from: 0, to: segments.length } : null;
      case "purge":
        return (segments) => {
          const from = segments.findIndex(({ hasDeleted }) => hasDeleted);
          return from < 0 ? null : { from, to: from + 1 };
        };
    }
  };

  /** @param largest merges of so many drawers aren't done here */
  const step = async (plan: MergePlan, largest: number): Promise<"nothing" | "merged" | "conflict" | "large"> => {
    const work = transactions.read(() => {
      set.refresh();
      const inputs = choose(plan);
      if (inputs === null) return null;
      if (liveDrawers(inputs) >= largest) return "large";
      const merged = mergeSegments(inputs);
      return {
        inputs: inputs.map((segment) => ({ segment, live: segment.live.documents })),
        merged,
        packed: merged === null ? null : packSegment(merged.draft),
      };
    });
    if (work === null) return "nothing";
    if (work === "large") return "large";
    await othersTurn();
    return await transactions.write(() => {
      const state = set.refresh();
      const present = new Set(set.all());
      if (!work.inputs.every(({ segment, live }) => present.has(segment) && segment.live.documents === live))
        return "conflict";
      // Written first: vectors are read from the inputs as they go into the new segment.
      if (work.merged !== null && work.packed !== null) {
        const { draft, documents } = work.merged;
        writer.write(state.next_segment, work.packed, documents, set.drawersOf(draft.scope));
      }
      for (const { segment } of work.inputs) writer.remove(segment.number);
      updateState.run(state.next_segment + 1);
      return "merged";
    });
  };

  /** A segment without codes whose scope has become so large that it gets them. */
  const planCoding = (
    segments: readonly Segment[],
    most: number,
  ): { readonly from: number; readonly to: number } | null => {
    const ofScope = liveDrawers(segments);
    const from = segments.findIndex(
      ({ live, dimension, stored }) =>
        live.drawers <= most && writer.codes(live.drawers, dimension, ofScope) && stored.records === null,
    );
    return from < 0 ? null : { from, to: from + 1 };
  };

  const choose = (plan: MergePlan): readonly Segment[] | null => {
    const byScope = Map.groupBy(set.all(), ({ scope }) => scope);
    for (const segments of byScope.values()) {
      const range = plan(segments);
      if (range !== null) return segments.slice(range.from, range.to);
    }
    return null;
  };

  return {
    /**
     * Does what is asked for. `run`: the merges that the policy asks for after a write of so many drawers; `settle`: joins what a run of so many drawers has
     * left in pieces; `all`: joins each scope's segments into one, and leaves out what is deleted; `purge`: writes segments anew that hold what is deleted,
     * and the file.
     */
    async merge(work: MergeWork): Promise<void> {
      const plan = planOf(work);
      const isPurge = work.kind === "purge";
      let { thread } = parts;
      let conflicts = 0;
      // What is to be forgotten isn't left to a later write.
      while (isPurge || conflicts < MAX_CONFLICTS) {
        const largest = thread?.from ?? Number.POSITIVE_INFINITY;
        const outcome = await step(plan, largest);
        if (outcome === "merged") await othersTurn();
        if (outcome === "conflict") conflicts++;
        const isLarge = outcome === "large" || (isPurge && outcome === "nothing" && liveDrawers(set.all()) >= largest);
        if (isLarge && (await thread?.merge(work))) return;
        if (isLarge) thread = null;
        else if (outcome === "nothing") return isPurge ? await transactions.rewrite() : undefined;
      }
    },
  };
}

export interface Mergeable {
  readonly drawers: number;
  readonly live: { readonly drawers: number };
}

export interface MergePolicy {
  /** Segments of one size class side by side before they become one. ≥ 2. Rises: fewer rewrites, more segments a search reads. */
  readonly factor: number;
  /** Drawers up to which a segment belongs to the lowest class. ≥ 1. */
  readonly smallest: number;
}

/** The policy unless said otherwise: a drawer is rewritten about log₆(n / 64) times, and a scope has up to 5 segments a class. */
export const DEFAULT_MERGE_POLICY: MergePolicy = { factor: 6, smallest: 64 };

/**
 * Which neighbouring segments of one scope to join next: from (inclusive) to (exclusive), or null.
 *
 * Size classes are powers of `factor` above `smallest`. The lowest class is looked at first: `factor` segments of it, with what is smaller
 * between and beside them, become one. A segment of which more than half is deleted is rewritten alone.
 * @param segments of one scope, in document order
 * @param most drawers that a merge may have: what is larger waits for a larger write, or for `compact`
 */
export function planMerge(
  segments: readonly Mergeable[],
  policy: MergePolicy,
  most = Number.POSITIVE_INFINITY,
): { readonly from: number; readonly to: number } | null {
  const classes = segments.map(({ live }) => sizeClass(live.drawers, policy));
  const highest = Math.max(0, ...classes);
  for (let limit = 0; limit <= highest; limit++) {
    for (let from = 0; from < classes.length;) {
      if ((classes[from] as number) > limit) {
        from++;
        continue;
      }
      let to = from;
      let ofClass = 0;
      for (; to < classes.length && (classes[to] as number) <= limit; to++) if (classes[to] === limit) ofClass++;
      if (ofClass >= policy.factor && liveDrawers(segments.slice(from, to)) <= most) return { from, to };
      from = to;
    }
  }
  const wasteful = segments.findIndex(({ drawers, live }) => live.drawers * 2 < drawers && live.drawers <= most);
  return wasteful < 0 ? null : { from: wasteful, to: wasteful + 1 };
}

function sizeClass(drawers: number, { factor, smallest }: MergePolicy): number {
  let size = 0;
  for (let limit = smallest; drawers > limit; limit *= factor) size++;
  return size;
}

const liveDrawers = (segments: readonly Mergeable[]): number =>
  segments.reduce((sum, { live }) => sum + live.drawers, 0);
