/** How much of what was decoded is kept, in bytes. */
export interface CacheBounds {
  readonly postings: number;
  /** Pages of terms, as they are stored. */
  readonly pages: number;
  /** Whole blocks of passages. */
  readonly blocks: number;
  /** Single drawers, with what a search works out of their text. */
  readonly drawers: number;
  /** Records of single drawers, as text. */
  readonly records: number;
}

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

/** The bounds for an index of so many drawers. */
export function cacheBounds(drawers: number): CacheBounds {
  return {
    postings: POSTINGS,
    pages: drawers < LARGE ? PAGES : 0,
    blocks: BLOCKS,
    drawers: drawers < LARGE ? DRAWERS : DRAWERS_OF_LARGE,
    records: RECORDS,
  };
}
