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
/** At 1.26 million drawers, where all postings would take some 400 MB, half of it takes no less processor time of a question, and twice no more. */
const POSTINGS = 16 * MEGABYTE;
/**
 * All of them below `LARGE`, some 140 bytes a drawer, in the younger half. Above, none: where they come and go, 4 MB
 * of them cost 110 MB of V8's young generation in 3,000 questions.
 */
const PAGES = 16 * MEGABYTE;
const BLOCKS = MEGABYTE / 8;
/** Of some seven thousand drawers. */
const RECORDS = 6 * MEGABYTE;
/**
 * Some seven thousand drawers; of a large index, whose columns and postings need the room, none but their records. With 8 MB a service over
 * 5,000 drawers takes a fifth less processor time for a request than with 2 (bench/http.ts), and with 16 the questions of the benchmark over
 * 10,000 find all that they read before, which takes 6 % less; over 100,000 drawers, where most are found for the
 * first time in a while, keeping 2 MB of them and their records as strings cost 100 MB of V8's young generation, which grows with what
 * outlives its collections.
 */
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
