import { constants, inflateRawSync, zstdDecompressSync } from "node:zlib";

/** What a stream is unpacked from at most: ours are blocks of some kilobytes. */
const MAX_PACKED = 256 * 1024;
/** What it is unpacked to at most. */
const MAX_UNPACKED = 4 * 1024 * 1024;
/** Number of unpacked bytes needed to accept a stream; its tables take up to a hundred. */
const BEGINNING = 256;
/** Pages of a database end a stream that goes on elsewhere. */
const PAGE = 4096;
/** Symbols of a stream without tables that have to be text. */
const SURE_SYMBOLS = 20;
const MIN_UNPACKED = 12;
/** Shortest piece that is tried of a stream that breaks off. */
const MIN_PIECE = 24;
const MAGIC_ZSTD = 0xfd2fb528;

/**
 * What the compressed streams in some bytes unpack to, wherever one begins: deflate, bare or inside zlib and gzip, and zstd. One that breaks off is
 * unpacked up to there. What isn't compressed inside a stream stands in the bytes as it is.
 *
 * Cost: some 60 ms a megabyte.
 */
export function* unpackedStreams(bytes: Buffer, from = 0, before = bytes.length): Generator<Buffer> {
  const bits = new Bits(bytes);
  const room: Room = { first: new Uint8Array(19), decode: new Uint8Array(128), lengths: new Uint8Array(330) };
  for (let at = from; at < before; at++) {
    const kind = ((bytes[at] as number) >> 1) & 3;
    if (kind === 2 ? hasTables(bytes, at, bits, room) : kind === 1 && beginsWithText(bytes, at, bits)) {
      const unpacked = inflated(bytes, at);
      if (unpacked !== null) yield unpacked;
    }
    if (bytes[at] === 0x28 && at + 4 <= bytes.length && bytes.readUInt32LE(at) === MAGIC_ZSTD) {
      const unpacked = longest((end) => zstd(bytes.subarray(at, end)), at, bytes.length);
      if (unpacked !== null) yield unpacked;
    }
  }
}

/** Bits of a block's beginning, the lowest first; noughts behind the end. */
class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  begin(at: number): void {
    this.#at = at * 8;
  }

  take(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.#at += count;
    return value;
  }

  /** 16 bits at least. */
  peek(): number {
    const place = this.#at >> 3;
    const bytes = this.#bytes;
    return (
      (((bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8) | ((bytes[place + 2] ?? 0) << 16)) >> (this.#at & 7)) &
      0xffff
    );
  }

  skip(count: number): void {
    this.#at += count;
  }
}

/** In which order the lengths of a block's first table stand. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;
const END_OF_BLOCK = 256;

/** Whether a block with tables of its own may begin here: all of them have to be complete. Of chance one in some hundred thousand are. */
function hasTables(bytes: Buffer, at: number, bits: Bits, room: Room): boolean {
  if (at + 12 > bytes.length) return false;
  bits.begin(at);
  bits.skip(3);
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  if (literals > 286 || distances > 30) return false;
  const { first, decode, lengths } = room;
  first.fill(0);
  const given = bits.take(4) + 4;
  let sum = 0;
  for (let i = 0; i < given; i++) {
    const length = bits.take(3);
    first[ORDER[i] as number] = length;
    if (length > 0 && (sum += 128 >> length) > 128) return false;
  }
  if (sum !== 128) return false;
  fillTable(first, decode);
  const all = literals + distances;
  let weight = 0;
  for (let i = 0; i < all;) {
    const entry = decode[bits.peek() & 127] as number;
    bits.skip(entry >> 5);
    const symbol = entry & 31;
    const repeats =
      symbol < 16 ? 1 : symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if ((symbol === 16 && i === 0) || i + repeats > all) return false;
    const length = symbol < 16 ? symbol : symbol === 16 ? (lengths[i - 1] as number) : 0;
    for (let k = 0; k < repeats; k++, i++) {
      lengths[i] = length;
      if (length > 0 && i < literals && (weight += 1 << (LONGEST_CODE - length)) > 1 << LONGEST_CODE) return false;
    }
  }
  return weight === 1 << LONGEST_CODE && (lengths[END_OF_BLOCK] as number) > 0;
}

/** What `hasTables` works in, made once. */
interface Room {
  readonly first: Uint8Array;
  /** By the next seven bits: a symbol, and in the bits from 5 on the length of its code. */
  readonly decode: Uint8Array;
  readonly lengths: Uint8Array;
}

/** Codes of one length stand in a row, shorter ones first, their highest bit first in the stream. */
function fillTable(lengths: Uint8Array, decode: Uint8Array): void {
  let code = 0;
  for (let length = 1; length <= 7; length++) {
    code <<= 1;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      let turned = 0;
      for (let i = 0; i < length; i++) turned |= ((code >> i) & 1) << (length - 1 - i);
      for (let rest = turned; rest < 128; rest += 1 << length) decode[rest] = symbol | (length << 5);
      code++;
    }
  }
}

/** What the extra bits of a copy's length are, by its code. */
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const MAX_LENGTH_CODE = 28;

/** Whether a block with the fixed table may begin here, and holds text in UTF-8: of chance one in some hundred thousand does. */
function beginsWithText(bytes: Buffer, at: number, bits: Bits): boolean {
  bits.begin(at);
  bits.skip(3);
  let length = 0;
  /** Bytes that the sign which was begun still needs; none is known of behind a copy. */
  let open = 0;
  for (let symbol = 0; symbol < SURE_SYMBOLS && at * 8 + 9 * symbol < bytes.length * 8; symbol++) {
    const value = fixedSymbol(bits);
    if (value === END_OF_BLOCK) return length >= MIN_UNPACKED;
    if (value > END_OF_BLOCK) {
      const code = value - END_OF_BLOCK - 1;
      if (code > MAX_LENGTH_CODE) return false;
      bits.skip(LENGTH_EXTRA[code] as number);
      const distance = highFirst(bits, 5);
      const extra = distance < 2 ? 0 : (distance >> 1) - 1;
      const back = distance < 2 ? distance + 1 : ((2 + (distance & 1)) << extra) + 1 + bits.take(extra);
      if (distance > 29 || back > length) return false;
      length += 3;
      open = -1;
      continue;
    }
    length++;
    const isRest = value >= 0x80 && value < 0xc0;
    if (open > 0 ? !isRest : open === 0 && isRest) return false;
    if (isRest) open = Math.max(-1, open - 1);
    else if (value >= 0xc0) {
      if (value < 0xc2 || value > 0xf4) return false;
      open = value >= 0xf0 ? 3 : value >= 0xe0 ? 2 : 1;
    } else if (value < 0x20 && value !== 9 && value !== 10 && value !== 13) return false;
    else open = 0;
  }
  return length >= MIN_UNPACKED;
}

/** A symbol of the fixed table. */
function fixedSymbol(bits: Bits): number {
  const seven = highFirst(bits, 7);
  if (seven < 24) return seven + END_OF_BLOCK;
  const eight = (seven << 1) | bits.take(1);
  if (eight < 192) return eight - 48;
  return eight < 200 ? eight - 192 + 280 : ((eight << 1) | bits.take(1)) - 400 + 144;
}

function highFirst(bits: Bits, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = (value << 1) | bits.take(1);
  return value;
}

function inflated(bytes: Buffer, at: number): Buffer | null {
  // A beginning that reaches into the next page may be cut there.
  const page = PAGE - (at % PAGE);
  const beginning = raw(bytes.subarray(at, at + (page >= 64 && page < BEGINNING ? page : BEGINNING)));
  if (beginning === null || beginning.length < MIN_UNPACKED) return null;
  return longest((end) => raw(bytes.subarray(at, end)), at, bytes.length) ?? beginning;
}

/** The output of the longest prefix that can be unpacked. */
function longest(unpack: (end: number) => Buffer | null, at: number, length: number): Buffer | null {
  let [good, bad] = [0, Math.min(MAX_PACKED, length - at) + 1];
  let best: Buffer | null = null;
  for (let piece = bad - 1; bad - good > 1 && piece >= MIN_PIECE; piece = (good + bad) >> 1) {
    const unpacked = unpack(at + piece);
    if (unpacked === null) bad = piece;
    else {
      good = piece;
      best = unpacked;
    }
  }
  return best;
}

function raw(bytes: Buffer): Buffer | null {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED });
  } catch {
    // No stream, one that breaks off, or one of more than what is looked at.
    return null;
  }
}

function zstd(bytes: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_continue, maxOutputLength: MAX_UNPACKED });
  } catch {
    return null;
  }
}
