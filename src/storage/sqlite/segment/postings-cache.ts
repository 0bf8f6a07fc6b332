import { Generations } from "../../../caches/bounded-cache.ts";
import type { Postings } from "../codec/postings.ts";
import { PostingsArena } from "./postings-arena.ts";

/** What the lists of one state of one segment are kept under. Compared by identity. */
export interface PostingsOwner {
  readonly segment: number;
}

/** What is known of a term in a segment: its list; or, of a list that was not decoded, whether there is one. */
export type KnownPostings = Postings | "some" | "none";

type Lists = Map<string, KnownPostings>;

/** What an entry costs beside its postings: an object, a place in a map. */
const ENTRY_BYTES = 150;
/** What it costs to know of a term whether a segment holds it. */
const WORD_BYTES = 64;

/**
 * Decoded postings, bounded by bytes. A hit is two look-ups, with no key to be made.
 */
export class PostingsCache {
  private readonly kept: Generations<Map<PostingsOwner, Lists>>;

  /** Where the lists stand that are kept. */
  readonly memory = new PostingsArena();

  constructor(bytes: number) {
    this.kept = new Generations(bytes, () => new Map());
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
    const kept = typeof old === "string" ? old : this.memory.copy(old);
    this.set(owner, term, kept);
    return kept;
  }

  /** Keeps a list; one larger than half of the bound is not kept. */
  set(owner: PostingsOwner, term: string, list: KnownPostings): void {
    const bytes =
      typeof list === "string" ? WORD_BYTES : ENTRY_BYTES + (list.end - list.first) * 5 + (list.wide?.size ?? 0) * 100;
    if (!this.kept.admit(bytes)) return;
    let lists = this.kept.younger.get(owner);
    if (lists === undefined) this.kept.younger.set(owner, (lists = new Map()));
    lists.set(term, list);
  }
}
