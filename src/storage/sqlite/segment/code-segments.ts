import type { DatabaseSync } from "node:sqlite";
import { canBeCoded } from "../kernel/vector-code.ts";
import { CODED_FROM, CODED_SCOPE, Part, partKey } from "./parts.ts";
import { partStore, type PartStore } from "./part-store.ts";
import { writeRecords } from "./segment-records.ts";
import { SegmentVectors } from "./segment-vectors.ts";
import { writeCoded } from "./write-segment.ts";

/** Large segments, as the table has them. */
interface LargeSegment {
  readonly number: number;
  readonly drawers: number;
  readonly dimension: number;
  /** Live drawers of its scope. */
  readonly of_scope: number;
}

/**
 * The step to format 4: large segments of format 2 get codes and records where their scope is large; those of format 3 have codes, and get records.
 * Inside a write transaction.
 * Cost: some 10 s for a million drawers, once.
 *
 * @param codedFrom drawers from which on a segment is large
 * @param codedScope drawers from which on a scope is large
 */
export function codeSegments(database: DatabaseSync, codedFrom = CODED_FROM, codedScope = CODED_SCOPE): void {
  const parts = partStore(database, "parts");
  const rows = database
    .prepare(
      "SELECT number, drawers, dimension, SUM(live_drawers) OVER (PARTITION BY scope) AS of_scope FROM segments ORDER BY number",
    )
    .all() as unknown as LargeSegment[];
  for (const row of rows) {
    const { number, drawers, dimension } = row;
    if (drawers < codedFrom || !canBeCoded(dimension)) continue;
    const isCoded = parts.has(partKey(number, Part.codes));
    if (!isCoded && row.of_scope < codedScope) continue;
    const ids = parts.read(partKey(number, Part.ids));
    if (isCoded) recordsOfRows(parts, row, ids);
    else {
      const stored = new SegmentVectors(row, { parts, rows: null });
      writeCoded(parts, number, { dimension, inverseNorms: stored.storedNorms(), pages: () => stored.all() }, ids);
      parts.remove(partKey(number, Part.vectors), partKey(number, Part.codes));
    }
    parts.remove(partKey(number, Part.ids), partKey(number, Part.firstHashes));
  }
}

function recordsOfRows(parts: PartStore, { number, drawers, dimension }: LargeSegment, ids: Uint8Array): void {
  const pages = function* (): Generator<Uint8Array> {
    for (let page = 0, done = 0; done < drawers; page++) {
      const rows = parts.read(partKey(number, Part.rows, page));
      done += rows.length / dimension;
      yield rows;
    }
  };
  const inverseNorms = new Float32Array(parts.read(partKey(number, Part.norms)).slice().buffer);
  for (const written of writeRecords(parts, number, { dimension, inverseNorms, pages }, ids)) void written;
  parts.remove(partKey(number, Part.norms), partKey(number, Part.codes));
  parts.remove(partKey(number, Part.rows), partKey(number, Part.records));
}
