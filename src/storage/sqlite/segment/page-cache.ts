/** What keeping a page costs beside its bytes: a view, its memory, a place in a map. */
const PAGE_COST = 350;

/**
 * Term pages lately read, since a question's words stand on pages that others had words on: of the 35 that a question reads over 10,000 drawers, all but one
 * were read before. Bounded by bytes, and begun anew when it is full; for an index whose pages all have room.
 */
export class PageCache {
  /** Bytes; may change at any time. */
  bound: number;
  private readonly pages = new Map<number, Uint8Array>();
  private bytes = 0;

  constructor(bytes: number) {
    this.bound = bytes;
  }

  /** The page at a place that is given once and holds the same for ever. @param read gives it where it isn't kept */
  get(place: number, read: (place: number) => Uint8Array): Uint8Array {
    const known = this.pages.get(place);
    if (known !== undefined) return known;
    const page = read(place);
    const cost = page.length + PAGE_COST;
    if (this.bytes + cost > this.bound) {
      this.pages.clear();
      this.bytes = 0;
    }
    if (cost <= this.bound) {
      this.pages.set(place, page);
      this.bytes += cost;
    }
    return page;
  }
}
