import { ByteReader, type ByteWriter } from "./bytes.ts";

/** Occurrences of a term in one drawer, by field. */
export interface FieldCounts {
  readonly heading: number;
  readonly content: number;
  readonly breadcrumb: number;
}

/** The code of counts that don't fit into a byte and are stored separately. */
export const WIDE = 255;
/** The code of the commonest case, once in the content. */
export const ONCE = 1;

/** Counts in one byte: content below 16, heading and breadcrumb below 4; `WIDE` for what doesn't fit. */
export const packCounts = (heading: number, content: number, breadcrumb: number): number =>
  content < 16 && heading < 4 && breadcrumb < 4 ? content | (heading << 4) | (breadcrumb << 6) : WIDE;

/** The counts of a code other than `WIDE`. */
export function unpackCounts(code: number): FieldCounts {
  return { heading: (code >> 4) & 3, content: code & 15, breadcrumb: code >> 6 };
}

/** The drawers of a segment that hold a term, ascending, and how often: the places from `first` to `end` of arrays that other lists stand in too. */
export interface Postings {
  readonly ordinals: Uint32Array;
  /** One byte of counts a drawer; see `packCounts`. */
  readonly codes: Uint8Array;
  readonly first: number;
  readonly end: number;
  /** Counts of those with code `WIDE`, by place behind `first`; null where there are none. */
  readonly wide: ReadonlyMap<number, FieldCounts> | null;
}

/** Places for a list, from `first` on. */
export type PostingsSlots = Pick<Postings, "ordinals" | "codes" | "first">;

export interface PostingsMemory {
  /** Places for a list of at most `count` postings. */
  take(count: number): PostingsSlots;
  /** Takes back the last `count` of the places that were taken last: the list didn't need them. */
  giveBack(slots: PostingsSlots, count: number): void;
}

/**
 * Appends one posting. The step from the last ordinal (for the first: the ordinal itself) is doubled; its lowest bit says that
 * a byte of counts follows, so the commonest posting (once in the content, less than 64 drawers on) takes one byte.
 * The counts themselves are written for code `WIDE` only.
 */
export function writePosting(
  out: ByteWriter,
  step: number,
  code: number,
  heading: number,
  content: number,
  breadcrumb: number,
): void {
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
 * @param dead 1 for each drawer that is deleted, by ordinal; such postings are left out. Null: all live.
 * Cost: some 3 ns a posting.
 */
export function readPostings(
  bytes: Uint8Array,
  start: number,
  count: number,
  dead: Uint8Array | null,
  memory: PostingsMemory,
): Postings {
  const slots = memory.take(count);
  const { ordinals, codes, first } = slots;
  let wide: Map<number, FieldCounts> | null = null;
  const reader = new ByteReader(bytes, start);
  let ordinal = 0;
  let end = first;
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
    ordinals[end] = ordinal;
    codes[end] = code;
    if (counts !== null) (wide ??= new Map()).set(end - first, counts);
    end++;
  }
  memory.giveBack(slots, first + count - end);
  return { ordinals, codes, first, end, wide };
}
