import type { DatabaseSync } from "node:sqlite";
import { canBeCoded } from "../kernel/vector-code.ts";
import { CODED_FROM, Part, partPlace } from "./parts.ts";
import { partStore, type PartStore } from "./part-store.ts";
import { writeRecords } from "./segment-records.ts";
import { SegmentVectors } from "./segment-vectors.ts";
import { writeCoded } from "./write-segment.ts";

/** Large segments, as the table has them. */
interface LargeSegment {
  readonly number: number;
  readonly drawers: number;
  readonly dimension: number;
}

/**
 * The step to format 4: large segments of format 2 get codes and records; those of format 3 have codes, and get records. Inside a write transaction.
 * Cost: some 10 s for a million drawers, once.
 *
 * @param codedFrom drawers from which on a segment is large
 */
export function codeSegments(database: DatabaseSync, codedFrom = CODED_FROM): void {
  const parts = partStore(database, "parts");
  const rows = database.prepare("SELECT number, drawers, dimension FROM segments").all() as unknown as LargeSegment[];
  for (const row of rows) {
    const { number, drawers, dimension } = row;
    if (drawers < codedFrom || !canBeCoded(dimension)) continue;
    const ids = parts.read(partPlace(number, Part.ids));
    if (parts.has(partPlace(number, Part.codes))) recordsOfRows(parts, row, ids);
    else {
      const stored = new SegmentVectors(row, { parts, rows: null });
      writeCoded(parts, number, { dimension, inverseNorms: stored.storedNorms(), pages: () => stored.all() }, ids);
      parts.remove(partPlace(number, Part.vectors), partPlace(number, Part.codes));
    }
    parts.remove(partPlace(number, Part.ids), partPlace(number, Part.firstHashes));
  }
}

function recordsOfRows(parts: PartStore, { number, drawers, dimension }: LargeSegment, ids: Uint8Array): void {
  const pages = function* (): Generator<Uint8Array> {
    for (let page = 0, done = 0; done < drawers; page++) {
      const rows = parts.read(partPlace(number, Part.rows, page));
      done += rows.length / dimension;
      yield rows;
    }
  };
  const inverseNorms = new Float32Array(parts.read(partPlace(number, Part.norms)).slice().buffer);
  for (const written of writeRecords(parts, number, { dimension, inverseNorms, pages }, ids)) void written;
  parts.remove(partPlace(number, Part.norms), partPlace(number, Part.codes));
  parts.remove(partPlace(number, Part.rows), partPlace(number, Part.records));
}
