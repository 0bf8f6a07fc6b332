import { Generations } from "../../../caches/bounded-cache.ts";
import type { Postings, PostingsMemory, PostingsSlots } from "../codec/postings.ts";

/** Postings in one block of the arena, 320 KB. */
const PIECE = 65_536;
/** Maximum length of a list in a shared block; a longer one has its own, so that at most a quarter of a block stays empty. */
const SHARED = PIECE / 4;

/**
 * Memory for lists of postings, many to a piece. A typed array takes some 250 bytes beside what it holds, half of them among V8's own objects, and
 * a process over 100,000 drawers keeps 16,000 lists. A piece is let go when no list of it is kept any more.
 */
export class PostingsArena implements PostingsMemory {
  private ordinals = new Uint32Array(0);
  private codes = new Uint8Array(0);
  private used = 0;

  take(count: number): PostingsSlots {
    if (count > SHARED) return { ordinals: new Uint32Array(count), codes: new Uint8Array(count), first: 0 };
    if (this.used + count > this.ordinals.length) {
      this.ordinals = new Uint32Array(PIECE);
      this.codes = new Uint8Array(PIECE);
      this.used = 0;
    }
    const first = this.used;
    this.used += count;
    return { ordinals: this.ordinals, codes: this.codes, first };
  }

  giveBack({ ordinals }: PostingsSlots, count: number): void {
    if (ordinals === this.ordinals) this.used -= count;
  }

  /** The same list in memory that was taken lately; one with a piece of its own stays there. */
  copy(list: Postings): Postings {
    const { ordinals, codes, first, end, wide } = list;
    if (end - first > SHARED) return list;
    const to = this.take(end - first);
    to.ordinals.set(ordinals.subarray(first, end), to.first);
    to.codes.set(codes.subarray(first, end), to.first);
    return { ordinals: to.ordinals, codes: to.codes, first: to.first, end: to.first + end - first, wide };
  }
}

/** What the lists of one state of one segment are kept under. Compared by identity. */
export interface PostingsOwner {
  readonly segment: number;
}

/** What is known of a term in a segment: its list; or, of a list that was not decoded, its length, deleted drawers with it, and 0 where no live one is. */
export type KnownPostings = Postings | number;

export const lengthOf = (list: KnownPostings | null): number =>
  typeof list === "object" ? (list?.end ?? 0) - (list?.first ?? 0) : list;

type Lists = Map<string, KnownPostings>;

/** Overhead of an entry beside its postings: an object and a map entry. */
const ENTRY_BYTES = 150;
/** Cost of caching whether a segment contains a term. */
const WORD_BYTES = 64;

/**
 * Decoded postings, bounded by bytes. A hit is two look-ups, with no key to be made.
 */
export class PostingsCache {
  /** By owner as long as somebody reads it: each write replaces a segment, and what was known of that one is of no use. */
  private readonly kept: Generations<WeakMap<PostingsOwner, Lists>>;

  /** Where the lists stand that are kept. */
  readonly memory = new PostingsArena();

  constructor(bytes: number) {
    this.kept = new Generations(bytes, () => new WeakMap());
  }

  get bound(): number {
    return this.kept.bound;
  }

  set bound(bytes: number) {
    this.kept.bound = bytes;
  }

  /** Undefined: nothing is known. */
  get(owner: PostingsOwner, term: string): KnownPostings | undefined {
    const hit = this.kept.younger.get(owner)?.get(term);
    if (hit !== undefined) return hit;
    const old = this.kept.elder.get(owner)?.get(term);
    if (old === undefined) return undefined;
    // Into newer memory: a few lists that are asked for again and again would keep all that they once stood beside.
    const kept = typeof old === "number" ? old : this.memory.copy(old);
    this.set(owner, term, kept);
    return kept;
  }

  /** Keeps a list; one larger than half of the bound is not kept. */
  set(owner: PostingsOwner, term: string, list: KnownPostings): void {
    const bytes =
      typeof list === "number" ? WORD_BYTES : ENTRY_BYTES + lengthOf(list) * 5 + (list.wide?.size ?? 0) * 100;
    if (!this.kept.admit(bytes)) return;
    let lists = this.kept.younger.get(owner);
    if (lists === undefined) this.kept.younger.set(owner, (lists = new Map()));
    lists.set(term, list);
  }
}

/** How much of what was decoded is kept, in bytes. */
export type CacheBounds = Readonly<ReturnType<typeof cacheBounds>>;

const MEGABYTE = 1024 * 1024;
/** Postings; neither half nor twice as much changes the time of a question over 1.26 million drawers (bench/million.md). */
const POSTINGS = 16 * MEGABYTE;
/** Term pages, some 140 bytes a drawer: all of them below `LARGE`, none above, where they would only come and go (bench/million.md). */
const PAGES = 16 * MEGABYTE;
const BLOCKS = MEGABYTE / 8;
/** Records of some seven thousand drawers. */
const RECORDS = 6 * MEGABYTE;
/** Some seven thousand decoded drawers; none of a large index, which needs the memory for columns and postings (bench/million.md). */
const DRAWERS = 16 * MEGABYTE;
const DRAWERS_OF_LARGE = 0;
const LARGE = 50_000;

export function cacheBounds(drawers: number) {
  return {
    postings: POSTINGS,
    /** Pages of terms, as they are stored. */
    pages: drawers < LARGE ? PAGES : 0,
    /** Whole blocks of passages. */
    blocks: BLOCKS,
    /** Single drawers, with what a search works out of their text. */
    drawers: drawers < LARGE ? DRAWERS : DRAWERS_OF_LARGE,
    /** Records of single drawers, as text. */
    records: RECORDS,
  };
}
