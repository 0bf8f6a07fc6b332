/** How the cosines of a model are distributed over pairs of texts that have nothing to do with each other. */
export interface Unrelated {
  readonly mean: number;
  /** Standard deviation, above 0. */
  readonly deviation: number;
}

/** What one standard deviation counts: that of the bundled model, so that its standardised cosines are of the size of plain ones. */
const UNIT = 0.1;

/**
 * A cosine as ranking reads it, whatever model made it: how far above unrelated texts it stands, in tenths of their deviation. Models differ in
 * where their cosines lie (e5 gives .7 to 1, the bundled table −.2 to 1); what is left is the same for any increasing affine change of them.
 *
 * @param cosine exactly 0 stands for "no vector" and stays 0
 */
export function standardise(cosine: number, { mean, deviation }: Unrelated): number {
  return cosine === 0 ? 0 : (UNIT * (cosine - mean)) / deviation;
}
