import type { QuantisedVector } from "../../../model/vector.ts";
import { dotKernel, ROW_ALIGNMENT, type DotKernel } from "./dot-kernel.ts";
import { webAssembly, type WasmMemory } from "./web-assembly.ts";

/** Where a segment's vectors are: the address of each block of `BLOCK_ROWS`. */
export interface VectorBlocks {
  readonly addresses: readonly number[];
  readonly rows: number;
}

/** Rows of a block, a power of two and a multiple of 4: the unit in which memory is given and taken back, so it never fragments. */
const BLOCK_ROWS = 128;
const BLOCK_SHIFT = 7;
const PAGE_BYTES = 65_536;

/**
 * The vectors of one index in memory, one dimension for all. Blocks of freed segments are used again; memory never shrinks.
 * Not safe for overlapping use: `setQuery` holds until the next one.
 */
export class VectorStore {
  readonly dimension: number;
  private readonly stride: number;
  private readonly memory: WasmMemory;
  private readonly kernel: DotKernel;
  private readonly free: number[] = [];
  private readonly query = 0;
  private readonly list: number;
  /** Address of the first byte never given away. */
  private end: number;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.stride = Math.ceil(dimension / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    this.list = this.stride * 2;
    this.end = Math.ceil((this.list + BLOCK_ROWS * 4) / 64) * 64;
    this.memory = new webAssembly.Memory({ initial: Math.ceil(this.end / PAGE_BYTES) });
    this.kernel = dotKernel(this.memory);
  }

  /** Room for `rows` vectors, all zero. */
  allocate(rows: number): VectorBlocks {
    const addresses: number[] = [];
    const bytes = BLOCK_ROWS * this.stride;
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      let address = this.free.pop();
      if (address === undefined) {
        address = this.end;
        this.end += bytes;
        const missing = this.end - this.memory.buffer.byteLength;
        if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      } else new Uint8Array(this.memory.buffer, address, bytes).fill(0);
      addresses.push(address);
    }
    return { addresses, rows };
  }

  /** Takes blocks back; they must not be used again. */
  release(blocks: VectorBlocks): void {
    // Last first, so that the next segment gets them in ascending order.
    for (let i = blocks.addresses.length - 1; i >= 0; i--) this.free.push(blocks.addresses[i] as number);
  }

  /** Writes vectors that follow one another in `components`, from row `first` on. */
  write(blocks: VectorBlocks, first: number, components: Uint8Array): void {
    const { dimension, stride } = this;
    const memory = new Uint8Array(this.memory.buffer);
    const rows = components.length / dimension;
    for (let i = 0; i < rows; ) {
      const row = first + i;
      const within = row & (BLOCK_ROWS - 1);
      const address = (blocks.addresses[row >> BLOCK_SHIFT] as number) + within * stride;
      if (stride === dimension) {
        const run = Math.min(BLOCK_ROWS - within, rows - i);
        memory.set(components.subarray(i * dimension, (i + run) * dimension), address);
        i += run;
      } else {
        memory.set(components.subarray(i * dimension, (i + 1) * dimension), address);
        i++;
      }
    }
  }

  /** States the query that `scan` and `gather` multiply with; `components` has this store's dimension. */
  setQuery(vector: QuantisedVector): void {
    const query = new Int16Array(this.memory.buffer, this.query, this.stride);
    query.fill(0);
    query.set(vector.components);
  }

  /** `out[i] = query · row i` for all rows. */
  scan(blocks: VectorBlocks, out: Int32Array): void {
    const sums = new Int32Array(this.memory.buffer, this.list, BLOCK_ROWS);
    blocks.addresses.forEach((address, block) => {
      const first = block * BLOCK_ROWS;
      const rows = Math.min(BLOCK_ROWS, blocks.rows - first);
      this.kernel.scan(address, (rows + 3) & ~3, this.stride, this.query, this.list);
      out.set(rows === BLOCK_ROWS ? sums : sums.subarray(0, rows), first);
    });
  }

  /** `out[ordinals[i]] = query · row ordinals[i]` for the first `count` of `ordinals`. */
  gather(blocks: VectorBlocks, ordinals: Uint32Array, count: number, out: Int32Array): void {
    const list = new Int32Array(this.memory.buffer, this.list, BLOCK_ROWS);
    for (let first = 0; first < count; first += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, count - first);
      for (let i = 0; i < rows; i++) {
        const row = ordinals[first + i] as number;
        list[i] = (blocks.addresses[row >> BLOCK_SHIFT] as number) + (row & (BLOCK_ROWS - 1)) * this.stride;
      }
      this.kernel.gather(this.list, rows, this.stride, this.query);
      for (let i = 0; i < rows; i++) out[ordinals[first + i] as number] = list[i] as number;
    }
  }
}
