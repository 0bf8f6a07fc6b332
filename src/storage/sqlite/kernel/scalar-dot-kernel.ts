import type { WasmMemory } from "../../../wasm/web-assembly.ts";

/** Dot products of int8 rows in a memory with a query in the same memory, where it stands as int16. Addresses and sizes in bytes. */
export interface DotKernel {
  /**
   * Finds the rows among `count` (a multiple of 4) whose cosine, which is query · row · `scale` · norm in double precision, is at least
   * `floor`. The rows follow one another from `rows` on; or, where `list` is not 0, they are anywhere, and `list` holds their addresses
   * (i32). Their norms (f32) follow one another. Writes index and dot product (i32 each) of those to `out`, ascending; up to 8 bytes
   * beyond them may be overwritten. Answers how many there are.
   */
  scan(
    rows: number,
    list: number,
    count: number,
    stride: number,
    query: number,
    norms: number,
    scale: number,
    floor: number,
    out: number,
  ): number;
  /** Brings rows near the processor, all at once, for the scan that follows; `rows`, `list`, `count` and `stride` as there. Best of some 32 KB. */
  touch(rows: number, list: number, count: number, stride: number): void;
}

/** `dotKernel` in scalar JavaScript; also the oracle of the other one's test. */
export function scalarDotKernel(memory: WasmMemory): DotKernel {
  const dot = (bytes: Int8Array, query: Int16Array, row: number): number => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += (bytes[row + i] as number) * (query[i] as number);
    return sum;
  };
  return {
    scan(rows, list, count, stride, query, norms, scale, floor, out) {
      const bytes = new Int8Array(memory.buffer);
      const wide = new Int16Array(memory.buffer, query, stride);
      const inverse = new Float32Array(memory.buffer, norms, count);
      const found = new Int32Array(memory.buffer, out);
      const addresses = list === 0 ? null : new Uint32Array(memory.buffer, list, count);
      let matches = 0;
      for (let i = 0; i < count; i++) {
        const sum = dot(bytes, wide, addresses === null ? rows + i * stride : (addresses[i] as number));
        if (sum * scale * (inverse[i] as number) >= floor) {
          found[matches * 2] = i;
          found[matches * 2 + 1] = sum;
          matches++;
        }
      }
      return matches;
    },
    // Without SIMD the waits for memory are the lesser part.
    touch: () => undefined,
  };
}
