import type { WasmMemory } from "../../../wasm/web-assembly.ts";
import { MARGIN } from "./score-margin.ts";

/** Finds drawers whose prior may be large; see `prior-kernel.wat`. */
export interface PriorKernel {
  bounds(scores: number, count: number, nearest: number, next: number, floor: number, out: number): number;
}

/** `priorKernel` in scalar JavaScript; also the oracle of the other one's test. */
export function scalarPriorKernel(memory: WasmMemory): PriorKernel {
  return {
    bounds(scores, count, nearest, next, floor, out) {
      const values = new Float64Array(memory.buffer, scores, count + 2 * MARGIN);
      const found = new Uint32Array(memory.buffer, out);
      const at = (i: number): number => values[i + MARGIN] as number;
      let matches = 0;
      for (let i = 0; i < count; i++) {
        if (at(i) + nearest * (at(i - 1) + at(i + 1)) + next * (at(i - 2) + at(i + 2)) >= floor) found[matches++] = i;
      }
      return matches;
    },
  };
}
