/** Size of a buffer in bytes, enough for all numbers of most searches. */
const PIECE = 32_768;
/** Alignment in bytes, that of the widest numbers. */
const ALIGNMENT = 8;

/**
 * Arrays of numbers for one search, side by side in few pieces of memory: V8 takes half a microsecond for a typed array with memory of its own
 * and a twentieth of that for one in memory that is there, and a search over seven segments needs a hundred. All are 0 at first.
 */
export class ScratchArrays {
  private piece = new ArrayBuffer(0);
  private used = 0;

  uint32(length: number): Uint32Array {
    const start = this.take(length * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(this.piece, start, length);
  }

  float64(length: number): Float64Array {
    const start = this.take(length * Float64Array.BYTES_PER_ELEMENT);
    return new Float64Array(this.piece, start, length);
  }

  /** Where so many bytes start in the piece. */
  private take(bytes: number): number {
    const whole = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (this.used + whole > this.piece.byteLength) {
      this.piece = new ArrayBuffer(Math.max(PIECE, whole));
      this.used = 0;
    }
    const start = this.used;
    this.used += whole;
    return start;
  }
}
