/**
 * Two bits a component: a vector of unit length is turned by a fixed rotation, which spreads what it holds over all components alike, and each of
 * those is rounded to −3, −1, 1 or 3 times half of their mean size. The cosine with a query is then estimated as (code · turned query) · scale with
 * scale = 1 / (code · turned vector), which makes the estimate right for the vector itself. The error's standard deviation is .0215 at 256
 * components (one bit: .045; measured on 126,209 drawers with the bundled model).
 *
 * A code depends on its vector alone, so which drawers a search finds depends on no other.
 */

/** Rows whose codes stand in one block, byte by byte beside each other. */
export const BLOCK_ROWS = 16;
/** The Lloyd–Max threshold of two bits, in standard deviations. */
const THRESHOLD = 0.9816;
const ROUNDS = 2;
/** Largest entry of a table: two of them fit into a byte. */
const LARGEST = 127;

/** Whether vectors of so many components can be coded: the kernel reads four bytes at a time, and sums up to 16 bits. */
export const canBeCoded = (dimension: number): boolean => dimension > 0 && dimension % 32 === 0 && dimension <= 2048;

export const blockBytes = (dimension: number): number => BLOCK_ROWS * (dimension / 4 + 4);

/** The signs that components are multiplied with before each of the transforms of a rotation: fixed by a generator, never by the data. */
function signsOf(dimension: number): readonly Float32Array[] {
  let state = 0x2545f491;
  return Array.from({ length: 2 * ROUNDS }, () =>
    Float32Array.from({ length: dimension }, () => {
      // xorshift32
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0x10000 ? 1 : -1;
    }),
  );
}

/** Makes codes of vectors and tables of queries, of one dimension. Not safe for overlapping use. */
export class VectorCoder {
  readonly dimension: number;
  private readonly signs: readonly Float32Array[];
  /** The largest power of two that is at most the dimension: Hadamard's transform is made of so many, of the first and of the last ones. */
  private readonly span: number;
  private readonly turned: Float32Array;

  /** @param dimension one that `canBeCoded` */
  constructor(dimension: number) {
    this.dimension = dimension;
    this.signs = signsOf(dimension);
    this.span = 2 ** Math.floor(Math.log2(dimension));
    this.turned = new Float32Array(dimension);
  }

  /**
   * Codes up to 16 vectors into one block.
   * @param rows int8 components, one vector after the other
   * @param norms inverse norms; a row with 0 or NaN gets scale 0, so that it is never found
   * Cost: some 5 µs a vector of 256.
   */
  block(rows: Int8Array, norms: Float32Array): Uint8Array {
    const { dimension, turned } = this;
    const plane = (dimension / 8) * BLOCK_ROWS;
    const block = new Uint8Array(blockBytes(dimension));
    const scales = new DataView(block.buffer, 2 * plane);
    for (let row = 0; row < norms.length; row++) {
      const norm = norms[row] as number;
      if (!(norm > 0)) continue;
      for (let i = 0; i < dimension; i++) turned[i] = (rows[row * dimension + i] as number) * norm;
      this.turn();
      const threshold = THRESHOLD / Math.sqrt(dimension);
      let product = 0;
      for (let i = 0; i < dimension; i++) {
        const value = turned[i] as number;
        const isFar = Math.abs(value) > threshold;
        product += Math.abs(value) * (isFar ? 3 : 1);
        const at = (i >> 3) * BLOCK_ROWS + row;
        const bit = 1 << (i & 7);
        // −3, −1, 1, 3 are twice the first plane's ±1 and the second one's.
        if (value >= 0) block[at] = (block[at] as number) | bit;
        if (value >= 0 === isFar) block[plane + at] = (block[plane + at] as number) | bit;
      }
      scales.setFloat32(row * 4, 1 / product, true);
    }
    return block;
  }

  /**
   * Lays out a query for the kernel: 16 sums (u8) for each half byte of a plane.
   * @param tables of `dimension` · 4 bytes
   * @returns what a sum of entries is multiplied with, and what is added then, for both planes together
   */
  tables(
    components: Int8Array,
    inverseNorm: number,
    tables: Uint8Array,
  ): { readonly step: number; readonly base: number } {
    const { dimension, turned } = this;
    for (let i = 0; i < dimension; i++) turned[i] = (components[i] as number) * inverseNorm;
    this.turn();
    let widest = 0;
    let least = 0;
    for (let i = 0; i < dimension; i += 4) {
      let size = 0;
      for (let k = i; k < i + 4; k++) size += Math.abs(turned[k] as number);
      widest = Math.max(widest, 2 * size);
      least -= size;
    }
    const step = widest === 0 ? 1 : widest / LARGEST;
    for (let i = 0; i < dimension; i += 4) {
      let size = 0;
      for (let k = i; k < i + 4; k++) size += Math.abs(turned[k] as number);
      for (let half = 0; half < 16; half++) {
        let sum = size;
        for (let k = 0; k < 4; k++) sum += (half & (1 << k) ? 1 : -1) * (turned[i + k] as number);
        tables[i * 4 + half] = Math.round(sum / step);
      }
    }
    return { step, base: 3 * least };
  }

  /** Turns what stands in `turned`. */
  private turn(): void {
    const { dimension, span, turned, signs } = this;
    for (let round = 0; round < 2 * ROUNDS; round++) {
      // Where one transform takes all components, a round has one.
      if (span === dimension && round >= ROUNDS) return;
      const sign = signs[round] as Float32Array;
      for (let i = 0; i < dimension; i++) turned[i] = (turned[i] as number) * (sign[i] as number);
      transform(turned, round % 2 === 0 ? 0 : dimension - span, span);
    }
  }
}

/** Hadamard's transform of `span` values from `from` on, with its length kept. */
function transform(values: Float32Array, from: number, span: number): void {
  for (let half = 1; half < span; half *= 2)
    for (let i = from; i < from + span; i += 2 * half)
      for (let j = i; j < i + half; j++) {
        const a = values[j] as number;
        const b = values[j + half] as number;
        values[j] = a + b;
        values[j + half] = a - b;
      }
  const size = 1 / Math.sqrt(span);
  for (let i = from; i < from + span; i++) values[i] = (values[i] as number) * size;
}
