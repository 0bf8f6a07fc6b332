import { hasBit, type Segment } from "../segment/segment.ts";
import type { Dictionary, Dictionaries, NumberColumn } from "../segment/segment-columns.ts";
import { ColumnCodes, columnsOf, segmentColumns } from "../segment/segment-columns.ts";

/** Joins columns and dictionaries, without what is deleted. @param drawers live drawers of all inputs */
export function mergeColumns(inputs: readonly MergeInput[], drawers: number) {
  const documents = inputs.reduce((sum, { segment }) => sum + segment.live.documents, 0);
  const numbers = new Uint32Array(documents);
  const starts = new Uint32Array(documents + 1);
  const rows = inputs.map(({ segment }) => liveRows(segment));
  let d = 0;
  let o = 0;
  for (const [i, { segment }] of inputs.entries()) {
    const columns = segment.columns();
    const oldNumbers = segment.numbers();
    for (const index of (rows[i] as LiveRows).document) {
      numbers[d] = oldNumbers[index] as number;
      o += (columns.starts[index + 1] as number) - (columns.starts[index] as number);
      starts[++d] = o;
    }
  }
  const codes = new ColumnCodes();
  const merged = (["document", "drawer"] as const).flatMap((of) =>
    columnsOf(of).map(({ name, dictionary }): readonly [string, NumberColumn] => {
      const out = new Float64Array(of === "document" ? documents : drawers);
      const to = codes.of(name);
      let at = 0;
      for (const [i, { segment }] of inputs.entries()) {
        const columns = segment.columns();
        const column = columns[name];
        const live = (rows[i] as LiveRows)[of];
        if (to === null) for (const row of live) out[at++] = column[row] as number;
        else {
          const code = recode(column, columns.dictionaries[dictionary as keyof Dictionaries], to);
          for (const row of live) out[at++] = code(row);
        }
      }
      return [name, out];
    }),
  );
  return { documents: numbers, columns: segmentColumns(starts, Object.fromEntries(merged), codes.finish()) };
}

/** Rows of a segment that go into a merge, in their order. */
interface LiveRows {
  readonly document: Uint32Array;
  readonly drawer: Uint32Array;
}

function liveRows(segment: Segment): LiveRows {
  const { deleted } = segment;
  const { starts } = segment.columns();
  const document = new Uint32Array(segment.live.documents);
  const drawer = new Uint32Array(segment.live.drawers);
  let d = 0;
  let o = 0;
  for (let index = 0; index < segment.documents; index++) {
    if (deleted !== null && hasBit(deleted, index)) continue;
    document[d++] = index;
    const end = starts[index + 1] as number;
    for (let row = starts[index] as number; row < end; row++) drawer[o++] = row;
  }
  return { document, drawer };
}

/** Reads a column of codes as codes of another dictionary; a value gets its new code when first met. */
function recode<Value>(codes: NumberColumn, values: readonly Value[], to: Dictionary<Value>): (row: number) => number {
  const known = new Int32Array(values.length).fill(-1);
  return (row) => {
    const code = codes[row] as number;
    const next = known[code] as number;
    return next >= 0 ? next : (known[code] = to.code(values[code] as Value));
  };
}

export interface MergeInput {
  readonly segment: Segment;
  /** New ordinal of the segment's first live drawer. */
  readonly base: number;
  /** By old ordinal: 1 when deleted; null when none is. */
  readonly dead: Uint8Array | null;
  /** By old ordinal: live drawers before it; null when none is deleted. */
  readonly rank: Uint32Array | null;
}

/** Segments in the order in which they are joined, as inputs. */
export function mergeInputs(segments: readonly Segment[]): readonly MergeInput[] {
  let base = 0;
  return segments.map((segment) => {
    const dead = segment.dead();
    const input = { segment, base, dead, rank: dead === null ? null : liveBefore(dead) };
    base += segment.live.drawers;
    return input;
  });
}

function liveBefore(dead: Uint8Array): Uint32Array {
  const rank = new Uint32Array(dead.length);
  let live = 0;
  for (let o = 0; o < dead.length; o++) {
    rank[o] = live;
    if (dead[o] === 0) live++;
  }
  return rank;
}
