import type { PostingsSlots, Postings, PostingsMemory } from "../codec/postings.ts";

/** Postings in one piece of memory, 320 KB. */
const PIECE = 65_536;
/** A list of more has a piece of its own, so that at most a quarter of a piece stays empty. */
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
