import { webAssembly, type WasmMemory } from "../../../wasm/web-assembly.ts";
import { priorKernel, type PriorKernel } from "./kernels.ts";

/** Neighbours on either side that a bound looks at. */
export const REACH = 2;
/** Most drawers that are looked at in one call. */
const RUN = 2_048;
/** Where the scores begin, behind the list of what was found; and bytes of one. */
const SCORES = (RUN + 2) * 4;
const SCORE = 8;
const PAGE_BYTES = 65_536;

/** Shares of a drawer's neighbours' scores in its bound, which is score + nearest · (scores beside it) + next · (scores two away). */
export interface Shares {
  readonly nearest: number;
  readonly next: number;
}

/** Scores of drawers that stand side by side, in a kernel's memory; all 0 between two uses. It grows to the most that were asked for, 8 bytes a drawer. */
export class ScoreBoard {
  private readonly memory: WasmMemory = new webAssembly.Memory({ initial: 1 });
  private readonly kernel: PriorKernel = priorKernel(this.memory);

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
