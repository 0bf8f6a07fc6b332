import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** A column of numbers in the narrowest array that holds them. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Columns by name, and whatever else JSON holds. */
export interface ColumnTable<Extra> {
  readonly columns: Readonly<Record<string, NumberColumn>>;
  readonly extra: Extra;
}

type Kind = "u8" | "u16" | "u32" | "f64";

interface Header<Extra> {
  /** `all`: the value of every row (null for NaN); such a column takes no further bytes. */
  readonly columns: readonly {
    readonly name: string;
    readonly kind: Kind;
    readonly rows: number;
    readonly all?: number | null;
  }[];
  readonly extra: Extra;
}

/** Initial size of the output buffer, bytes. */
const MIN_PIECE = 16_384;
const MAX_PIECE = 4 * 1024 * 1024;
/** Usual ratio of compression: columns shrink to a sixth or less. */
const USUAL_RATIO = 8;

const WIDTH: Readonly<Record<Kind, number>> = { u8: 1, u16: 2, u32: 4, f64: 8 };

/**
 * Packs columns: length of the header (u32), the header as JSON, padding to 8, then each column's numbers, little-endian, each
 * padded to 8; all of it compressed with zstd.
 */
export function packColumns<Extra>(columns: Readonly<Record<string, ArrayLike<number>>>, extra: Extra): Uint8Array {
  const described = Object.entries(columns).map(([name, values]) => ({ name, values, ...describe(values) }));
  const header: Header<Extra> = {
    columns: described.map(({ name, kind, values, all }) => ({
      name,
      kind,
      rows: values.length,
      ...(all === undefined ? {} : { all }),
    })),
    extra,
  };
  const json = Buffer.from(JSON.stringify(header));
  let at = padded(4 + json.length);
  const offsets = described.map(({ kind, values, all }) => {
    const start = at;
    if (all === undefined) at += padded(values.length * WIDTH[kind]);
    return start;
  });
  const bytes = Buffer.alloc(at);
  bytes.writeUInt32LE(json.length, 0);
  bytes.set(json, 4);
  described.forEach(({ kind, values, all }, i) => {
    if (all === undefined) view(kind, bytes, offsets[i] as number, values.length).set(values);
  });
  return zstdCompressSync(bytes);
}

/** The columns that `packColumns` packed. */
export function unpackColumns<Extra>(packed: Uint8Array): ColumnTable<Extra> {
  // By default the driver takes what comes in pieces of 16 KiB, which for a large segment takes as long as all the rest.
  const raw = zstdDecompressSync(packed, {
    chunkSize: Math.min(MAX_PIECE, Math.max(MIN_PIECE, packed.length * USUAL_RATIO)),
  });
  // A copy: what is kept should be no larger than it must, and typed arrays need their start aligned.
  const bytes = Buffer.from(new Uint8Array(raw).buffer);
  const length = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString("utf8", 4, 4 + length)) as Header<Extra>;
  const columns: Record<string, NumberColumn> = {};
  let at = padded(4 + length);
  for (const { name, kind, rows, all } of header.columns) {
    if (all !== undefined) {
      columns[name] = make(kind, rows).fill(all ?? Number.NaN);
      continue;
    }
    columns[name] = view(kind, bytes, at, rows);
    at += padded(rows * WIDTH[kind]);
  }
  return { columns, extra: header.extra };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function describe(values: ArrayLike<number>): { readonly kind: Kind; readonly all?: number | null } {
  let largest = 0;
  let whole = true;
  let same = true;
  const first = values[0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff)) whole = false;
    if (value > largest) largest = value;
    if (!Object.is(value, first)) same = false;
  }
  const kind: Kind = !whole ? "f64" : largest < 256 ? "u8" : largest < 65536 ? "u16" : "u32";
  if (!same || first === undefined || Object.is(first, -0)) return { kind };
  return { kind, all: Number.isNaN(first) ? null : first };
}

function view(kind: Kind, bytes: Buffer, at: number, rows: number): NumberColumn {
  const start = bytes.byteOffset + at;
  switch (kind) {
    case "u8":
      return new Uint8Array(bytes.buffer, start, rows);
    case "u16":
      return new Uint16Array(bytes.buffer, start, rows);
    case "u32":
      return new Uint32Array(bytes.buffer, start, rows);
    case "f64":
      return new Float64Array(bytes.buffer, start, rows);
  }
}

function make(kind: Kind, rows: number): NumberColumn {
  switch (kind) {
    case "u8":
      return new Uint8Array(rows);
    case "u16":
      return new Uint16Array(rows);
    case "u32":
      return new Uint32Array(rows);
    case "f64":
      return new Float64Array(rows);
  }
}
