import type { DatabaseSync } from "node:sqlite";
import { type VisibleScopes, canSee } from "../../../model/caller.ts";
import { damaged } from "../database/storage-error.ts";
import { CodeStore } from "../vectors/code-store.ts";
import { VectorStore } from "../vectors/vector-store.ts";
import { Segment, type SegmentSource } from "./segment.ts";
import { type SegmentRow, verifiedSegment } from "./checked-rows.ts";

/** The one row of the table `state`. */
export interface IndexState {
  readonly sequence: number;
  readonly layout: number;
  readonly next_document: number;
  readonly next_segment: number;
  readonly model_identity: string | null;
  readonly dimension: number | null;
}

/** Bytes of vectors above which the first search loads them at once instead of scanning them in passing, which would hold them twice for a while. */
const MAX_PASSING = 40_000_000;

export type SegmentSet = ReturnType<typeof segmentSet>;

/**
 * The segments of the last commit. `refresh` at the start of each transaction costs one read of one row when nothing changed;
 * segments that are still there keep what they have decoded.
 */
export function segmentSet(database: DatabaseSync, source: SegmentSource) {
  let segments: readonly Segment[] = [];
  let layout = -1;
  let store: VectorStore | null = null;
  let coded: CodeStore | null = null;
  const selectState = database.prepare(
    "SELECT sequence, layout, next_document, next_segment, model_identity, dimension FROM state",
  );
  const selectSegments = database.prepare("SELECT * FROM segments ORDER BY scope, first_document");

  /** In all segments, deleted ones included. */
  const drawers = (): number => segments.reduce((sum, { drawers }) => sum + drawers, 0);

  return {
    /** Brings the segments to the state that the transaction sees, and answers that state. */
    refresh(): IndexState {
      const state = selectState.get() as unknown as IndexState | undefined;
      if (state === undefined) throw damaged("index", "its state is missing");
      if (state.layout !== layout) {
        const before = new Map(segments.map((segment) => [segment.number, segment]));
        segments = (selectSegments.all() as unknown as SegmentRow[]).map(verifiedSegment).map((row) => {
          const known = before.get(row.number);
          if (known === undefined) return new Segment(row, source);
          before.delete(row.number);
          known.update(row);
          return known;
        });
        for (const dropped of before.values()) dropped.release(store, coded);
        layout = state.layout;
        source.onSize(drawers());
      }
      return state;
    },
    /** All segments, by scope, then by document. */
    all: (): readonly Segment[] => segments,
    /** Those that exist for a caller. */
    visible: (visible: VisibleScopes): readonly Segment[] =>
      visible === "all" ? segments : segments.filter(({ scope }) => canSee(visible, scope)),
    /** The segment of a scope that holds a document, and the document's place in it; null when none does or it is deleted. */
    locate(scope: string, document: number): { readonly segment: Segment; readonly index: number } | null {
      for (const segment of segments) {
        if (segment.scope !== scope || document < segment.firstDocument || document > segment.lastDocument) continue;
        const index = segment.documentIndex(document);
        if (index >= 0) return { segment, index };
      }
      return null;
    },
    /** Live drawers of a scope. */
    drawersOf: (scope: string): number =>
      segments.reduce((sum, segment) => sum + (segment.scope === scope ? segment.live.drawers : 0), 0),
    /** The memory that vectors of `dimension` are loaded into. */
    vectorStore(dimension: number): VectorStore {
      if (store?.dimension !== dimension) {
        for (const segment of segments) segment.release(store, null);
        store = new VectorStore(dimension, drawers() * dimension > MAX_PASSING);
      }
      return store as VectorStore;
    },
    /** The memory that codes of vectors of `dimension` are loaded into. */
    codeStore(dimension: number): CodeStore {
      if (coded?.coder.dimension !== dimension) {
        for (const segment of segments) segment.release(null, coded);
        coded = new CodeStore(dimension);
      }
      return coded as CodeStore;
    },
  };
}
