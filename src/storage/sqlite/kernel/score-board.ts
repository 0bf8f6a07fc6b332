import { webAssembly, type WasmMemory } from "../../../wasm/web-assembly.ts";
import { PRIOR_KERNEL_MODULE } from "./prior-kernel.module.ts";

/** Padding with zeros on either side of the scores, so that a drawer's neighbours can be read unchecked. */
const MARGIN = 2;

/** Shares of a drawer's neighbours' scores in its bound, which is score + nearest · (scores beside it) + next · (scores two away). */
export interface Shares {
  readonly nearest: number;
  readonly next: number;
}

/** Which drawers a bound is asked of. */
export interface Bounds extends Shares {
  readonly from: number;
  readonly to: number;
}

/** Drawers scanned in the first call and in any later one: the floor rises between calls, most between the first ones. */
const FIRST_RUN = 256;
const RUN = 2048;
const OUT_BYTES = (RUN + 2) * 4;
const SCORES = OUT_BYTES + 8 - (OUT_BYTES % 8);
const PAGE_BYTES = 65_536;

/**
 * Lexical scores of one segment at a time, in the kernel's memory. It grows to the largest segment, 8 bytes a drawer.
 */
export class ScoreBoard {
  private readonly memory: WasmMemory;
  private readonly kernel: PriorKernel;

  constructor() {
    this.memory = new webAssembly.Memory({ initial: 1 });
    this.kernel = priorKernel(this.memory);
  }

  /** One score a drawer, all 0; to be left so. Valid until the next call. */
  scores(drawers: number): Float64Array {
    const missing = SCORES + (drawers + 2 * MARGIN + 2) * 8 - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Float64Array(this.memory.buffer, SCORES + MARGIN * 8, drawers);
  }

  /**
   * Calls `visit` with each drawer of `from` … `to` − 1 whose bound is > 0 and at least what `floor` answers at the time. Ascending.
   * Cost: half a nanosecond a drawer.
   */
  visitBounds({ from, to, nearest, next }: Bounds, floor: () => number, visit: (ordinal: number) => void): void {
    const found = new Uint32Array(this.memory.buffer, 0, RUN);
    for (let first = from, run = FIRST_RUN; first < to; first += run, run = Math.min(RUN, run * 2)) {
      const count = Math.min(run, to - first);
      const least = Math.max(floor(), Number.MIN_VALUE);
      const matches = this.kernel.bounds(SCORES + first * 8, (count + 1) & ~1, nearest, next, least, 0);
      for (let i = 0; i < matches; i++) {
        const ordinal = first + (found[i] as number);
        // A run of an odd number is looked at to one beyond its end.
        if (ordinal < to) visit(ordinal);
      }
    }
  }

  /** The same for some drawers. @param ordinals ascending, of those that `scores` was asked for. Cost: 3 ns each. */
  visitBoundsOf(
    ordinals: Uint32Array,
    { nearest, next }: Shares,
    floor: () => number,
    visit: (ordinal: number) => void,
  ): void {
    const scores = new Float64Array(this.memory.buffer, SCORES);
    let least = Math.max(floor(), Number.MIN_VALUE);
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      const at = ordinal + MARGIN;
      const beside = (scores[at - 1] as number) + (scores[at + 1] as number);
      const further = (scores[at - 2] as number) + (scores[at + 2] as number);
      if ((scores[at] as number) + nearest * beside + next * further < least) continue;
      visit(ordinal);
      least = Math.max(floor(), Number.MIN_VALUE);
    }
  }
}

/** The kernel over `memory`: SIMD where the processor has it, else the same in scalar JavaScript. */
export function priorKernel(memory: WasmMemory): PriorKernel {
  const bytes = Buffer.from(PRIOR_KERNEL_MODULE, "base64");
  if (!webAssembly.validate(bytes)) return scalarPriorKernel(memory);
  return new webAssembly.Instance(new webAssembly.Module(bytes), { env: { memory } }).exports as PriorKernel;
}

/** Finds drawers whose prior may be large; see `prior-kernel.wat`. */
interface PriorKernel {
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
