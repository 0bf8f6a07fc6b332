import { webAssembly, type WasmMemory } from "../../../wasm/web-assembly.ts";
import { CODE_KERNEL_MODULE } from "./code-kernel.module.ts";
import { BLOCK_ROWS } from "./vector-code.ts";

/** Estimates from codes in a memory, with tables in the same memory; see `code-kernel.wat` for how both stand there. Addresses in bytes. */
export interface CodeKernel {
  /**
   * Finds the rows of `blocks` blocks whose estimate, ((2 · first plane + second plane) · `step` + `base`) · scale in single precision, is at
   * least `floor`. Writes index (i32) and estimate (f32) of those to `out`, ascending; up to 8 bytes beyond them may be overwritten.
   */
  scan(
    codes: number,
    blocks: number,
    columns: number,
    tables: number,
    step: number,
    base: number,
    floor: number,
    out: number,
  ): number;
}

/** The kernel over `memory`: SIMD where the processor has it, else the same in scalar JavaScript. Some 6 ns a row of 256 components with SIMD. */
export function codeKernel(memory: WasmMemory): CodeKernel {
  const bytes = Buffer.from(CODE_KERNEL_MODULE, "base64");
  if (!webAssembly.validate(bytes)) return scalarCodeKernel(memory);
  return new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } }).exports as CodeKernel;
}

/** `codeKernel` in scalar JavaScript; also the oracle of the other one's test. */
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
