/**
 * A quantised vector: `components[i] ≈ round(127 · v[i] / max|v|)`. The inverse Euclidean norm of the
 * components makes cosines exact for what is stored: cos(a, b) = (a · b) · a.inverseNorm · b.inverseNorm.
 * The zero vector has `inverseNorm` 0, so its cosine with anything is 0.
 */
export interface QuantisedVector {
  readonly components: Int8Array;
  readonly inverseNorm: number;
}

/**
 * Quantises a vector to int8 with one scale.
 *
 * @param vector any length; not changed
 * Cost: two passes. Error of a component: at most half of `max|v| / 127`.
 */
export function quantise(vector: Float32Array): QuantisedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const components = new Int8Array(vector.length);
  if (largest === 0) return { components, inverseNorm: 0 };
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const component = Math.round((127 * (vector[i] as number)) / largest);
    components[i] = component;
    squares += component * component;
  }
  // Kept as a float32, as it is stored, so that every engine multiplies the same number.
  return { components, inverseNorm: squares === 0 ? 0 : Math.fround(1 / Math.sqrt(squares)) };
}
