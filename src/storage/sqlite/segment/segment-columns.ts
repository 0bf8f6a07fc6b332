import { packColumns, unpackColumns, type NumberColumn } from "../codec/number-columns.ts";

/** What a segment's codes stand for. */
export interface Dictionaries {
  readonly sources: readonly string[];
  readonly types: readonly string[];
  readonly wings: readonly string[];
  /** Cognitive halls; the empty string: unsure. */
  readonly halls: readonly string[];
  readonly rooms: readonly string[];
  /** Sets of topical halls. */
  readonly topics: readonly (readonly string[])[];
  /** Author of a message, else its role; empty for what is no message. */
  readonly authors: readonly string[];
}

/** What a segment knows of its drawers and documents besides terms and vectors. */
export interface SegmentColumns {
  readonly dictionaries: Dictionaries;
  /** By document: ordinal of its first drawer; one entry more than documents, so `starts[d + 1]` is its end. */
  readonly starts: Uint32Array;
  readonly source: NumberColumn;
  readonly type: NumberColumn;
  /** By document: UTF-8 bytes of its drawers' texts. */
  readonly textBytes: NumberColumn;
  /** By drawer: terms over all fields. */
  readonly length: Uint32Array;
  readonly wing: NumberColumn;
  readonly hall: NumberColumn;
  readonly room: NumberColumn;
  readonly topics: NumberColumn;
  readonly author: NumberColumn;
  readonly signals: NumberColumn;
  /** By drawer: content date in milliseconds, NaN when unknown. */
  readonly date: Float64Array;
}

/** The columns as bytes. */
export function packSegmentColumns(columns: SegmentColumns): Uint8Array {
  const { dictionaries, ...numbers } = columns;
  return packColumns(numbers, dictionaries);
}

/** The columns that `packSegmentColumns` packed. */
export function unpackSegmentColumns(packed: Uint8Array): SegmentColumns {
  const { columns, extra } = unpackColumns<Dictionaries>(packed);
  const column = (name: string): NumberColumn => columns[name] as NumberColumn;
  return {
    dictionaries: extra,
    // One array type each for what inner loops read, so that they stay monomorphic.
    starts: wide(column("starts")),
    length: wide(column("length")),
    date: dates(column("date")),
    source: column("source"),
    type: column("type"),
    textBytes: column("textBytes"),
    wing: column("wing"),
    hall: column("hall"),
    room: column("room"),
    topics: column("topics"),
    author: column("author"),
    signals: column("signals"),
  };
}

/** The column itself where it is of that type: a copy would be kept beside it. */
function wide(column: NumberColumn): Uint32Array {
  return column instanceof Uint32Array ? column : Uint32Array.from(column);
}

function dates(column: NumberColumn): Float64Array {
  return column instanceof Float64Array ? column : Float64Array.from(column);
}
