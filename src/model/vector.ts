/** How the cosines of a model are distributed over pairs of texts that have nothing to do with each other. */
export interface Unrelated {
  readonly mean: number;
  /** Standard deviation, above 0. */
  readonly deviation: number;
}

/** Scale of one standard deviation: that of the bundled model, whose standardised cosines so keep the size of plain ones. */
const UNIT = 0.1;

/**
 * A cosine as ranking reads it, whatever model made it: how far above unrelated texts it stands, in tenths of their deviation. Models differ in
 * where their cosines lie (e5 gives .7 to 1, the bundled table −.2 to 1); what is left is the same for any increasing affine change of them.
 * @param cosine exactly 0 stands for "no vector" and stays 0
 */
export const standardise = (cosine: number, { mean, deviation }: Unrelated): number =>
  cosine === 0 ? 0 : (UNIT * (cosine - mean)) / deviation;

/**
 * A quantised vector: `components[i] ≈ round(127 · v[i] / max|v|)`. The inverse Euclidean norm of the
 * components makes cosines exact for what is stored: cos(a, b) = (a · b) · a.inverseNorm · b.inverseNorm.
 * The zero vector has `inverseNorm` 0, so its cosine with anything is 0.
 */
export type QuantisedVector = ReturnType<typeof quantise>;

/**
 * Quantises a vector to int8 with one scale.
 * @param vector any length; not changed
 * Cost: two passes. Error of a component: at most half of `max|v| / 127`.
 */
export function quantise(vector: Float32Array): { readonly components: Int8Array; readonly inverseNorm: number } {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
  const components = new Int8Array(vector.length);
  if (largest === 0) return { components, inverseNorm: 0 };
  for (let i = 0; i < vector.length; i++) components[i] = Math.round((127 * (vector[i] as number)) / largest);
  return { components, inverseNorm: inverseNormOf(components) };
}

/** The inverse norm of quantised components. A float32, as it is stored, so that every engine multiplies the same number. */
export function inverseNormOf(components: Int8Array): number {
  let squares = 0;
  for (let i = 0; i < components.length; i++) {
    const component = components[i] as number;
    squares += component * component;
  }
  return squares === 0 ? 0 : Math.fround(1 / Math.sqrt(squares));
}
