import { CODE_KERNEL_MODULE } from "./code-kernel.module.ts";
import { DOT_KERNEL_MODULE } from "./dot-kernel.module.ts";
import { PRIOR_KERNEL_MODULE } from "./prior-kernel.module.ts";
import { SUM_KERNEL_MODULE } from "./sum-kernel.module.ts";

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
export const dotKernel = (memory: WasmMemory): DotKernel => kernelOver<DotKernel>(DOT_KERNEL_MODULE, memory);

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
export const codeKernel = (memory: WasmMemory): CodeKernel => kernelOver<CodeKernel>(CODE_KERNEL_MODULE, memory);

/** Finds drawers whose prior may be large; see `prior-kernel.wat`. */
export interface PriorKernel {
  bounds(scores: number, count: number, nearest: number, next: number, floor: number, out: number): number;
}

/** Adds up rows of a shared memory, and multiplies them with a vector; see `sum-kernel.wat`. Addresses and width in bytes; at least one row. */
export interface SumKernel {
  add(rows: number, scales: number, count: number, width: number, sum: number): void;
  multiply(rows: number, count: number, width: number, by: number, out: number): void;
}

/** The kernel over `memory`. Some 50 ns a row of 256 components. */
export const sumKernel = (memory: WasmMemory<SharedArrayBuffer>): SumKernel =>
  kernelOver<SumKernel>(SUM_KERNEL_MODULE, memory);

/** Neighbours on either side that a bound looks at. */
export const REACH = 2;
/** Most drawers that are looked at in one call. */
const RUN = 2_048;
/** Where the scores begin, behind the list of what was found; and bytes of one. */
const SCORES = (RUN + 2) * 4;
const SCORE = 8;
export const PAGE_BYTES = 65_536;

/** Shares of a drawer's neighbours' scores in its bound, which is score + nearest · (scores beside it) + next · (scores two away). */
export interface Shares {
  readonly nearest: number;
  readonly next: number;
}

/** Scores of drawers that stand side by side, in a kernel's memory; all 0 between two uses. It grows to the most that were asked for, 8 bytes a drawer. */
export class ScoreBoard {
  private readonly memory: WasmMemory = new webAssembly.Memory({ initial: 1 });
  private readonly kernel: PriorKernel = kernelOver<PriorKernel>(PRIOR_KERNEL_MODULE, this.memory);

  /** So many scores, with `REACH` zeros before and behind them; to be left as they were. Valid until the next call. */
  take(drawers: number): Float64Array {
    const size = drawers + 2 * REACH;
    // The kernel reads one more than an odd number of them.
    const missing = SCORES + (size + 1) * SCORE - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Float64Array(this.memory.buffer, SCORES, size);
  }

  /**
   * Calls `visit` with the place of each of the first `count` drawers whose bound is > 0 and at least what `floor` answers at the time, ascending.
   * Cost: half a nanosecond a drawer.
   */
  visitBounds(count: number, { nearest, next }: Shares, floor: () => number, visit: (place: number) => void): void {
    const found = new Uint32Array(this.memory.buffer, 0, RUN);
    // The floor rises between calls, most between the first ones.
    for (let first = 0, run = RUN / 8; first < count; first += run, run = Math.min(RUN, run * 2)) {
      const least = Math.max(floor(), Number.MIN_VALUE);
      const size = Math.min(run, count - first);
      const matches = this.kernel.bounds(SCORES + first * SCORE, (size + 1) & ~1, nearest, next, least, 0);
      for (let i = 0; i < matches; i++) {
        const place = first + (found[i] as number);
        if (place < count) visit(place);
      }
    }
  }
}

/** The parts of the WebAssembly API that we use; Node's types leave them to the DOM's. */
interface WebAssemblyApi {
  readonly Memory: new <Buffer extends ArrayBufferLike = ArrayBuffer>(size: {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }) => WasmMemory<Buffer>;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory<ArrayBufferLike> } },
  ) => { readonly exports: unknown };
}

/** A memory; `buffer` is another object after `grow`. Sizes in pages of 64 KiB. */
export interface WasmMemory<Buffer extends ArrayBufferLike = ArrayBuffer> {
  readonly buffer: Buffer;
  grow(pages: number): number;
}

/** The runtime's WebAssembly. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * The exports of an assembled kernel over a memory. Every processor that Node's own releases run on has the SIMD that kernels are written in
 * (SSE 4.1 and NEON); what it was checked against is scalar JavaScript beside the tests.
 * @param module base64
 */
function kernelOver<Exports>(module: string, memory: WasmMemory<ArrayBufferLike>): Exports {
  const compiled = new webAssembly.Module(Buffer.from(module, "base64"));
  return new webAssembly.Instance(compiled, { env: { memory } }).exports as Exports;
}
