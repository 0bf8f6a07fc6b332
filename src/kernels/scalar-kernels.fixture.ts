import type { WasmMemory, CodeKernel, DotKernel } from "./kernels.ts";
import { BLOCK_ROWS } from "../storage/sqlite/vectors/vector-code.ts";

/** `dotKernel` in scalar JavaScript. */
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
    touch: () => undefined,
  };
}

/** `codeKernel` in scalar JavaScript. */
export function scalarCodeKernel(memory: WasmMemory): CodeKernel {
  return {
    scan(codes, blocks, columns, tables, step, base, floor, out) {
      const bytes = new Uint8Array(memory.buffer);
      const found = new DataView(memory.buffer, out);
      const plane = columns * BLOCK_ROWS;
      const sum = (from: number, row: number): number => {
        let all = 0;
        for (let column = 0; column < columns; column++) {
          const byte = bytes[from + column * BLOCK_ROWS + row] as number;
          const table = tables + column * 32;
          all += (bytes[table + (byte & 15)] as number) + (bytes[table + 16 + (byte >> 4)] as number);
        }
        return all;
      };
      const [wideStep, wideBase, least] = [Math.fround(step), Math.fround(base), Math.fround(floor)];
      let matches = 0;
      for (let block = 0; block < blocks; block++) {
        const at = codes + block * (2 * plane + BLOCK_ROWS * 4);
        const scales = new DataView(memory.buffer, at + 2 * plane);
        for (let row = 0; row < BLOCK_ROWS; row++) {
          const product = Math.fround(wideStep * (2 * sum(at, row) + sum(at + plane, row)));
          const estimate = Math.fround(scales.getFloat32(row * 4, true) * Math.fround(wideBase + product));
          if (!(estimate >= least)) continue;
          found.setInt32(matches * 8, block * BLOCK_ROWS + row, true);
          found.setFloat32(matches * 8 + 4, estimate, true);
          matches++;
        }
      }
      return matches;
    },
  };
}
