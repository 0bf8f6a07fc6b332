import type { NumberColumn } from "../codec/number-columns.ts";
import { Dictionary, stringDictionary } from "../segment/dictionary.ts";
import { hasBit, type Segment } from "../segment/segment.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";

/** The columns of a merged segment, and the numbers of its documents. */
export interface MergedColumns {
  readonly columns: SegmentColumns;
  readonly documents: Uint32Array;
}

/** Joins columns and dictionaries, without what is deleted. @param drawers live drawers of all inputs */
export function mergeColumns(inputs: readonly MergeInput[], drawers: number): MergedColumns {
  const documents = inputs.reduce((sum, { segment }) => sum + segment.live.documents, 0);
  const numbers = new Uint32Array(documents);
  const starts = new Uint32Array(documents + 1);
  const perDocument = () => new Float64Array(documents);
  const perDrawer = () => new Float64Array(drawers);
  const out = {
    source: perDocument(),
    type: perDocument(),
    textBytes: perDocument(),
    length: new Uint32Array(drawers),
    wing: perDrawer(),
    hall: perDrawer(),
    room: perDrawer(),
    topics: perDrawer(),
    author: perDrawer(),
    signals: perDrawer(),
    date: perDrawer(),
  };
  const dictionaries = {
    sources: stringDictionary(),
    types: stringDictionary(),
    wings: stringDictionary(),
    halls: stringDictionary(),
    rooms: stringDictionary(),
    topics: new Dictionary<readonly string[]>((set) => JSON.stringify(set)),
    authors: stringDictionary(),
  };
  let d = 0;
  let o = 0;
  for (const { segment } of inputs) {
    const columns = segment.columns();
    const old = columns.dictionaries;
    const coded = {
      source: recode(columns.source, old.sources, dictionaries.sources),
      type: recode(columns.type, old.types, dictionaries.types),
      wing: recode(columns.wing, old.wings, dictionaries.wings),
      hall: recode(columns.hall, old.halls, dictionaries.halls),
      room: recode(columns.room, old.rooms, dictionaries.rooms),
      topics: recode(columns.topics, old.topics, dictionaries.topics),
      author: recode(columns.author, old.authors, dictionaries.authors),
    };
    const oldNumbers = segment.numbers();
    const { deleted } = segment;
    for (let index = 0; index < segment.documents; index++) {
      if (deleted !== null && hasBit(deleted, index)) continue;
      numbers[d] = oldNumbers[index] as number;
      out.source[d] = coded.source(index);
      out.type[d] = coded.type(index);
      out.textBytes[d] = columns.textBytes[index] as number;
      const end = columns.starts[index + 1] as number;
      for (let from = columns.starts[index] as number; from < end; from++, o++) {
        out.length[o] = columns.length[from] as number;
        out.wing[o] = coded.wing(from);
        out.hall[o] = coded.hall(from);
        out.room[o] = coded.room(from);
        out.topics[o] = coded.topics(from);
        out.author[o] = coded.author(from);
        out.signals[o] = columns.signals[from] as number;
        out.date[o] = columns.date[from] as number;
      }
      starts[++d] = o;
    }
  }
  const { sources, types, wings, halls, rooms, topics, authors } = dictionaries;
  return {
    documents: numbers,
    columns: {
      ...out,
      starts,
      dictionaries: {
        sources: sources.values,
        types: types.values,
        wings: wings.values,
        halls: halls.values,
        rooms: rooms.values,
        topics: topics.values,
        authors: authors.values,
      },
    },
  };
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

/** A segment that goes into a merge. */
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
