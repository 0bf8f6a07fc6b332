import { deserialize, serialize } from "node:v8";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { contentTime, type Document, type Drawer } from "../../../model/drawer.ts";

/** A column of numbers in the narrowest array that holds them. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array;

interface DocumentRow {
  readonly document: Document;
  /** UTF-8 bytes of its drawers' texts. */
  readonly textBytes: number;
}

interface DrawerRow {
  readonly drawer: Drawer;
  readonly signals: number;
  /** Terms over all fields. */
  readonly length: number;
}

/** A column: of what, what its codes stand for (null where it holds numbers), and where its values come from. */
interface Column<Of, Row, Name, Value> {
  readonly of: Of;
  readonly dictionary: Name;
  readonly value: (row: Row) => Value;
}

const documentColumn = <const Name extends string | null, Value>(
  dictionary: Name,
  value: (row: DocumentRow) => Value,
): Column<"document", DocumentRow, Name, Value> => ({ of: "document", dictionary, value });
const drawerColumn = <const Name extends string | null, Value>(
  dictionary: Name,
  value: (row: DrawerRow) => Value,
): Column<"drawer", DrawerRow, Name, Value> => ({ of: "drawer", dictionary, value });

/**
 * What a segment knows of its documents and drawers besides terms and vectors: a line a column. Names are on disk. To add one, add
 * its line, and raise the format where old segments can't do without.
 */
export const COLUMNS = {
  source: documentColumn("sources", ({ document }) => document.source),
  type: documentColumn("types", ({ document }) => document.documentType),
  textBytes: documentColumn(null, ({ textBytes }) => textBytes),
  length: drawerColumn(null, ({ length }) => length),
  wing: drawerColumn("wings", ({ drawer }) => drawer.placement.wing.value),
  /** Cognitive halls; the empty string: unsure. */
  hall: drawerColumn("halls", ({ drawer }) => drawer.placement.hall.value ?? ""),
  room: drawerColumn("rooms", ({ drawer }) => drawer.placement.room.value),
  element: drawerColumn("elements", ({ drawer }) => drawer.elementType),
  /** Sets of topical halls. */
  topics: drawerColumn("topics", ({ drawer }) => drawer.placement.topicalHalls),
  /** Author of a message, else its role; empty for what is no message. */
  author: drawerColumn("authors", ({ drawer: { message } }) =>
    message === null ? "" : (message.author ?? message.role),
  ),
  signals: drawerColumn(null, ({ signals }) => signals),
  /** Content date in milliseconds, NaN when unknown. */
  date: drawerColumn(null, ({ drawer: { date } }) => contentTime(date)),
} as const;

export type ColumnName = keyof typeof COLUMNS;
type Coded = { [Name in ColumnName]: (typeof COLUMNS)[Name]["dictionary"] extends string ? Name : never }[ColumnName];

/** What a segment's codes stand for, by the name of the dictionary. */
export type Dictionaries = {
  readonly [Name in Coded as (typeof COLUMNS)[Name]["dictionary"]]: readonly ReturnType<
    (typeof COLUMNS)[Name]["value"]
  >[];
};

/** The columns of a segment. One array type each for what inner loops read, so that they stay monomorphic. */
export type SegmentColumns = { readonly [Name in Exclude<ColumnName, "length" | "date">]: NumberColumn } & {
  readonly dictionaries: Dictionaries;
  /** By document: ordinal of its first drawer; one entry more than documents, so `starts[d + 1]` is its end. */
  readonly starts: Uint32Array;
  readonly length: Uint32Array;
  readonly date: Float64Array;
};

type AnyColumn = Column<"document" | "drawer", unknown, string | null, string | readonly string[] | number> & {
  readonly name: ColumnName;
};
const ALL = Object.entries(COLUMNS).map(([name, column]) => ({ name, ...column }) as AnyColumn);

export const columnsOf = (of: "document" | "drawer"): readonly AnyColumn[] => ALL.filter((column) => column.of === of);

/** Dictionaries of columns that are being made, by column; none for numbers. */
export class ColumnCodes {
  readonly #dictionaries = new Map(
    ALL.filter(({ dictionary }) => dictionary !== null).map((column) => [
      column.name,
      {
        name: column.dictionary as string,
        values: new Dictionary<string | readonly string[]>((value) =>
          typeof value === "string" ? value : JSON.stringify(value),
        ),
      },
    ]),
  );

  of(column: ColumnName): Dictionary<string | readonly string[]> | null {
    return this.#dictionaries.get(column)?.values ?? null;
  }

  finish(): Dictionaries {
    const named = [...this.#dictionaries.values()].map(({ name, values }) => [name, values.values]);
    return Object.fromEntries(named) as unknown as Dictionaries;
  }
}

/** Columns from their numbers. */
export function segmentColumns(
  starts: Uint32Array,
  numbers: Readonly<Record<string, NumberColumn>>,
  dictionaries: Dictionaries,
): SegmentColumns {
  const { length, date } = numbers as { readonly length: NumberColumn; readonly date: NumberColumn };
  // Said one by one, so that all such objects have one shape.
  return {
    ...numbers,
    starts,
    length: wide(length),
    date: date instanceof Float64Array ? date : Float64Array.from(date),
    dictionaries,
  } as SegmentColumns;
}

/** Usual ratio of compression: columns shrink to a sixth or less. And bounds of the piece in which they are unpacked, in bytes. */
const USUAL_RATIO = 8;
const MIN_PIECE = 16_384;
const MAX_PIECE = 4 * 1024 * 1024;

/** The columns as bytes: as V8 writes them, compressed. */
export function packSegmentColumns(columns: SegmentColumns): Uint8Array {
  const { dictionaries, ...numbers } = columns;
  const narrow = Object.entries(numbers).map(([name, values]) => [name, narrowest(values)]);
  return zstdCompressSync(serialize({ ...Object.fromEntries(narrow), dictionaries }));
}

/** The columns that `packSegmentColumns` packed. */
export function unpackSegmentColumns(packed: Uint8Array): SegmentColumns {
  // By default the driver takes what comes in pieces of 16 KiB, which for a large segment takes as long as all the rest.
  const chunkSize = Math.min(MAX_PIECE, Math.max(MIN_PIECE, packed.length * USUAL_RATIO));
  // A copy: what is kept should be no larger than it must.
  const bytes = Buffer.from(new Uint8Array(zstdDecompressSync(packed, { chunkSize })).buffer);
  const { starts, dictionaries, ...numbers } = deserialize(bytes) as Record<string, NumberColumn> & SegmentColumns;
  return segmentColumns(wide(starts), numbers, dictionaries);
}

function narrowest(values: NumberColumn): NumberColumn {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff)) return Float64Array.from(values);
    if (value > largest) largest = value;
  }
  return largest < 256
    ? Uint8Array.from(values)
    : largest < 65_536
      ? Uint16Array.from(values)
      : Uint32Array.from(values);
}

/** The column itself where it is of that type: a copy would be kept beside it. */
const wide = (column: NumberColumn): Uint32Array => (column instanceof Uint32Array ? column : Uint32Array.from(column));

/** Gives each distinct key a code, from 0 on, in the order in which they come. */
export class Dictionary<Value> {
  readonly values: Value[] = [];
  private readonly codes = new Map<string, number>();
  private readonly keyOf: (value: Value) => string;

  /** @param keyOf equal keys, equal values */
  constructor(keyOf: (value: Value) => string) {
    this.keyOf = keyOf;
  }

  code(value: Value): number {
    const key = this.keyOf(value);
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const code = this.values.length;
    this.codes.set(key, code);
    this.values.push(value);
    return code;
  }
}
