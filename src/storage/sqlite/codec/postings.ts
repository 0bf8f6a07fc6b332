import { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { ONCE, WIDE, type FieldCounts } from "./field-counts.ts";

/** The drawers of a segment that hold a term, ascending, and how often. */
export interface Postings {
  readonly ordinals: Uint32Array;
  /** One byte of counts a drawer; see `packCounts`. */
  readonly codes: Uint8Array;
  /** Counts of those with code `WIDE`, by index in `ordinals`; null where there are none. */
  readonly wide: ReadonlyMap<number, FieldCounts> | null;
}

/**
 * Appends one posting. The step from the last ordinal (for the first: the ordinal itself) is doubled; its lowest bit says that
 * a byte of counts follows, so the commonest posting (once in the content, less than 64 drawers on) takes one byte.
 * The counts themselves are written for code `WIDE` only.
 */
export function writePosting(out: ByteWriter, step: number, code: number, heading: number, content: number, breadcrumb: number): void {
  if (code === ONCE) {
    out.number(step << 1);
    return;
  }
  out.number((step << 1) | 1);
  out.byte(code);
  if (code === WIDE) {
    out.number(heading);
    out.number(content);
    out.number(breadcrumb);
  }
}

/** Where the posting that starts at `reader.at` ends; moves the reader there. */
export function skipPosting(reader: ByteReader): void {
  if ((reader.number() & 1) === 1 && reader.byte() === WIDE) {
    reader.number();
    reader.number();
    reader.number();
  }
}

/**
 * Reads `count` postings.
 *
 * @param dead 1 for each drawer that is deleted, by ordinal; such postings are left out. Null: all live.
 * Cost: some 3 ns a posting.
 */
export function readPostings(bytes: Uint8Array, start: number, count: number, dead: Uint8Array | null): Postings {
  let { ordinals, codes } = roomFor(count);
  let wide: Map<number, FieldCounts> | null = null;
  const reader = new ByteReader(bytes, start);
  let ordinal = 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const head = reader.number();
    ordinal += head >>> 1;
    let code = ONCE;
    let counts: FieldCounts | null = null;
    if ((head & 1) === 1) {
      code = reader.byte();
      if (code === WIDE) counts = { heading: reader.number(), content: reader.number(), breadcrumb: reader.number() };
    }
    if (dead !== null && dead[ordinal] === 1) continue;
    ordinals[kept] = ordinal;
    codes[kept] = code;
    if (counts !== null) (wide ??= new Map()).set(kept, counts);
    kept++;
  }
  if (kept < count) {
    ordinals = ordinals.slice(0, kept);
    codes = codes.slice(0, kept);
  }
  return { ordinals, codes, wide };
}

/** Typed arrays of so many bytes stand among V8's own objects; larger ones in memory of their own. */
const WITHIN_HEAP = 64;

/** In one piece of memory: a piece takes some 300 bytes beside what it holds, and a process over 100,000 drawers keeps 16,000 lists. */
function roomFor(count: number): Pick<Postings, "ordinals" | "codes"> {
  const { BYTES_PER_ELEMENT } = Uint32Array;
  if (count * BYTES_PER_ELEMENT <= WITHIN_HEAP) return { ordinals: new Uint32Array(count), codes: new Uint8Array(count) };
  const memory = new ArrayBuffer(count * (BYTES_PER_ELEMENT + 1));
  return { ordinals: new Uint32Array(memory, 0, count), codes: new Uint8Array(memory, count * BYTES_PER_ELEMENT) };
}
