import { saturation } from "../../ports/bm25.ts";

/** Codes of counts below this are in the table: the content alone holds the term, up to three times. */
export const TABLE_CODES = 4;
/** Lengths in terms below this are in the table. */
export const TABLE_LENGTHS = 512;

/**
 * BM25's saturation, made once for the commonest counts and lengths: entry code · `TABLE_LENGTHS` + length. A division saved for
 * nearly every posting; the values are those of `saturation` itself, so nothing depends on whether one was looked up.
 */
export class SaturationTables {
  private averageLength = Number.NaN;
  private contentWeight = Number.NaN;
  private table = new Float64Array(0);

  /**
   * @param weights field-weighted occurrences by code
   * Cost: 2,048 divisions when average or weights are others than last time.
   */
  get(weights: Float64Array, averageLength: number): Float64Array {
    const contentWeight = weights[1] as number;
    if (averageLength !== this.averageLength || contentWeight !== this.contentWeight) {
      const table = new Float64Array(TABLE_CODES * TABLE_LENGTHS);
      for (let code = 0; code < TABLE_CODES; code++) {
        for (let length = 0; length < TABLE_LENGTHS; length++) table[code * TABLE_LENGTHS + length] = saturation(weights[code] as number, length, averageLength);
      }
      this.table = table;
      this.averageLength = averageLength;
      this.contentWeight = contentWeight;
    }
    return this.table;
  }
}
