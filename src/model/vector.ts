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
