import type { DatabaseSync } from "node:sqlite";
import { canBeCoded } from "../kernel/vector-code.ts";
import { CODED_FROM, Part, partPlace } from "./parts.ts";
import { partStore } from "./part-store.ts";
import { SegmentVectors } from "./segment-vectors.ts";
import { writeCoded } from "./write-segment.ts";

/**
 * The step from format 2 to 3: large segments get codes, and their vectors stand in small pages. Inside a write transaction.
 * Cost: some 10 s for a million drawers, once.
 */
export function codeSegments(database: DatabaseSync): void {
  const parts = partStore(database, "parts");
  const rows = database.prepare("SELECT number, drawers, dimension FROM segments").all() as unknown as {
    readonly number: number;
    readonly drawers: number;
    readonly dimension: number;
  }[];
  for (const row of rows) {
    const { number, drawers, dimension } = row;
    if (drawers < CODED_FROM || !canBeCoded(dimension)) continue;
    const stored = new SegmentVectors(row, { parts, rows: null });
    writeCoded(parts, number, { dimension, inverseNorms: stored.storedNorms(), pages: () => stored.all() });
    parts.remove(partPlace(number, Part.vectors), partPlace(number, Part.norms));
  }
}
