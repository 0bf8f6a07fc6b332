import { kernelOver, type WasmMemory } from "../../../wasm/web-assembly.ts";
import { CODE_KERNEL_MODULE } from "./code-kernel.module.ts";
import { DOT_KERNEL_MODULE } from "./dot-kernel.module.ts";
import { PRIOR_KERNEL_MODULE } from "./prior-kernel.module.ts";

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

/** The kernel over `memory`, exact. 100,000 rows of 256 take 1.4 ms; without SIMD some 25. */
export function dotKernel(memory: WasmMemory): DotKernel {
  return kernelOver<DotKernel>(DOT_KERNEL_MODULE, memory);
}

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

/** The kernel over `memory`. Some 6 ns a row of 256 components. */
export function codeKernel(memory: WasmMemory): CodeKernel {
  return kernelOver<CodeKernel>(CODE_KERNEL_MODULE, memory);
}

/** Finds drawers whose prior may be large; see `prior-kernel.wat`. */
export interface PriorKernel {
  bounds(scores: number, count: number, nearest: number, next: number, floor: number, out: number): number;
}

/** The kernel over `memory`. */
export function priorKernel(memory: WasmMemory): PriorKernel {
  return kernelOver<PriorKernel>(PRIOR_KERNEL_MODULE, memory);
}
