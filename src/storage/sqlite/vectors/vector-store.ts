import type { QuantisedVector } from "../../../model/vector.ts";
import { type WasmMemory, type DotKernel, dotKernel } from "../../../kernels/kernels.ts";
import { BlockMemory, type CodePages, MOVED_AFTER } from "./code-store.ts";

/**
 * An array that is used again and again. What a search allocates outside the heap is given back late, so hundreds of searches'
 * worth would stand in memory.
 */
export class GrowingArray<Numbers extends Float64Array | Uint32Array> {
  private readonly make: (length: number) => Numbers;
  private numbers: Numbers;

  constructor(make: (length: number) => Numbers) {
    this.make = make;
    this.numbers = make(0);
  }

  /** `length` numbers of whatever value, until the next call. */
  take(length: number): Numbers {
    if (length > this.numbers.length) this.numbers = this.make(2 ** Math.ceil(Math.log2(length)));
    return this.numbers.subarray(0, length) as Numbers;
  }
}

/** Rows take a multiple of this many bytes. */
const ROW_ALIGNMENT = 32;

/** Where a segment's vectors are: the address of each block of `BLOCK_ROWS`. */
export interface VectorBlocks {
  readonly addresses: readonly number[];
  readonly rows: number;
}

/**
 * Vectors as they stand in the file: read, for a process that may never search again, or to be read, where few of them are looked at. They are taken
 * into the store's memory a block at a time while they are looked at, which saves a third of what it takes to move there for good.
 */
export interface VectorPages extends Pick<CodePages, "rows" | "rowsAPage"> {
  /** `rowsAPage` vectors each, the last one fewer; other bytes may stand behind them. */
  readonly page: (page: number) => Uint8Array;
  /** The inverse norm of a row; 0 for a drawer without a vector. */
  readonly norm: (row: number) => number;
}

/** All of the memory, in the two ways that the kernel's results are read. Good until it grows. */
interface Views {
  readonly integers: Int32Array;
  readonly floats: Float32Array;
}

/** Rows of a block, a power of two and a multiple of 4: the unit in which memory is given and taken back, so it never fragments. */
const BLOCK_ROWS = 128;
const BLOCK_SHIFT = 7;

/**
 * The vectors of one index in memory, one dimension for all. A block is its rows, then their inverse norms (f32; 0 for a drawer
 * without a vector). Blocks of freed segments are used again; memory never shrinks.
 *
 * Not safe for overlapping use: `setQuery` holds until the next one.
 */
export class VectorStore {
  readonly dimension: number;
  /** For lists of rows to ask for. */
  readonly rowBuffer = new GrowingArray((length) => new Uint32Array(length));
  private readonly stride: number;
  private readonly memory: WasmMemory;
  private readonly kernel: DotKernel;
  private readonly blocks: BlockMemory;
  private readonly query = 0;
  private scale = 0;
  /** Searches so far; where vectors are moved from the first on, `MOVED_AFTER` more. */
  private queries: number;
  /** The block that pages pass through. */
  private stage: VectorBlocks | null = null;
  private readonly cosineBuffer = new GrowingArray((length) => new Float64Array(length));
  /** Room for results: index and dot product of each row of a block, and one more. */
  private readonly found: number;
  /** Room for the addresses and for the norms of as many rows as a block has. */
  private readonly list: number;
  private readonly norms: number;

  /** @param settled whether vectors are moved in from the first search on */
  constructor(dimension: number, settled = false) {
    this.dimension = dimension;
    this.queries = settled ? MOVED_AFTER : 0;
    this.stride = Math.ceil(dimension / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    this.found = this.stride * 2;
    this.list = this.found + (BLOCK_ROWS + 2) * 8;
    this.norms = this.list + BLOCK_ROWS * 4;
    const start = Math.ceil((this.norms + BLOCK_ROWS * 4) / 64) * 64;
    this.blocks = new BlockMemory(start, BLOCK_ROWS * (this.stride + 4));
    this.memory = this.blocks.memory;
    this.kernel = dotKernel(this.memory);
  }

  /** Room for `rows` vectors, all zero. */
  allocate(rows: number): VectorBlocks {
    return { addresses: this.blocks.allocate(Math.ceil(rows / BLOCK_ROWS)), rows };
  }

  /** Whether vectors are worth moving into the store: one question may be all that this process does. */
  get settled(): boolean {
    return this.queries > MOVED_AFTER;
  }

  /** Takes blocks back; they must not be used again. */
  release(blocks: VectorBlocks): void {
    this.blocks.release(blocks.addresses);
  }

  /** Writes vectors that follow one another in `components`, from row `first` on. */
  write(blocks: VectorBlocks, first: number, components: Uint8Array): void {
    const { dimension, stride } = this;
    const memory = new Uint8Array(this.memory.buffer);
    const rows = components.length / dimension;
    for (let i = 0; i < rows;) {
      const row = first + i;
      const within = row & (BLOCK_ROWS - 1);
      const address = this.blockOf(blocks, row) + within * stride;
      const run = stride === dimension ? Math.min(BLOCK_ROWS - within, rows - i) : 1;
      memory.set(components.subarray(i * dimension, (i + run) * dimension), address);
      i += run;
    }
  }

  /** Writes the inverse norms of all rows; 0 for a row that no query shall find. */
  writeNorms(blocks: VectorBlocks, inverseNorms: Float32Array): void {
    blocks.addresses.forEach((address, block) =>
      this.normsAt(address).set(
        inverseNorms.subarray(block * BLOCK_ROWS, Math.min((block + 1) * BLOCK_ROWS, blocks.rows)),
      ),
    );
  }

  /** States the query that `scan` and `cosines` compare with; its components have this store's dimension. */
  setQuery(vector: QuantisedVector): void {
    const query = new Int16Array(this.memory.buffer, this.query, this.stride);
    query.fill(0);
    query.set(vector.components);
    this.scale = vector.inverseNorm;
    this.queries++;
  }

  /**
   * Calls `visit` with each row whose cosine is > 0 and at least what `floor` answers at the time (it is asked once a block).
   * Cost: 14 to 30 ns a row of 256, as quick as memory gives them.
   */
  scan(vectors: VectorBlocks | VectorPages, floor: () => number, visit: (row: number, cosine: number) => void): void {
    const paged = "page" in vectors;
    // Before the memory is looked at, since it may grow by it.
    if (paged) this.theStage();
    const views = this.views();
    for (let first = 0; first < vectors.rows; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, vectors.rows - first);
      const address = paged ? this.staged(vectors, first) : this.blockOf(vectors, first);
      // What passes by over the stage is near already.
      if (!paged) this.kernel.touch(address, 0, count, this.stride);
      this.scanBlock(views, { address, first, count }, floor, visit);
    }
  }

  /**
   * The same for some rows only.
   * @param rows ascending
   * Cost: as `scan` where whole blocks are asked for, twice that where the rows are far from each other.
   */
  scanSome(
    vectors: VectorBlocks | VectorPages,
    rows: Uint32Array,
    floor: () => number,
    visit: (row: number, cosine: number) => void,
  ): void {
    if ("page" in vectors) {
      const cosines = this.cosines(vectors, rows);
      for (let i = 0; i < rows.length; i++) {
        const cosine = cosines[i] as number;
        if (cosine > 0 && cosine >= floor()) visit(rows[i] as number, cosine);
      }
      return;
    }
    const { stride, scale } = this;
    const { whole, rows: others, addresses, norms } = this.listed(vectors, rows);
    const views = this.views();
    for (const first of whole) {
      const address = this.blockOf(vectors, first);
      this.kernel.touch(address, 0, BLOCK_ROWS, stride);
      this.scanBlock(views, { address, first, count: BLOCK_ROWS }, floor, visit);
    }
    const found = this.found / 4;
    for (let first = 0; first < addresses.length; first += BLOCK_ROWS) {
      const end = Math.min(first + BLOCK_ROWS, addresses.length);
      views.integers.set(addresses.subarray(first, end), this.list / 4);
      views.floats.set(norms.subarray(first, end), this.norms / 4);
      this.kernel.touch(0, this.list, end - first, stride);
      const matches = this.compareListed(end - first, Math.max(floor(), Number.MIN_VALUE));
      for (let i = 0; i < matches; i++) {
        const at = first + (views.integers[found + i * 2] as number);
        visit(others[at] as number, (views.integers[found + i * 2 + 1] as number) * scale * (norms[at] as number));
      }
    }
  }

  /** The cosines of some rows, in the order asked; the array is used again by the next call. */
  cosines(vectors: VectorBlocks | VectorPages, rows: Uint32Array): Float64Array {
    const { stride, scale } = this;
    const paged = "page" in vectors;
    const stage = paged ? this.stageAddress() : 0;
    const { integers, floats } = this.views();
    const cosines = this.cosineBuffer.take(rows.length);
    const [list, norms, found] = [this.list / 4, this.norms / 4, this.found / 4];
    for (let first = 0; first < rows.length; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, rows.length - first);
      if (paged) floats.set(this.stageRows(vectors, rows.subarray(first, first + count)), norms);
      for (let i = 0; i < count; i++) {
        const row = rows[first + i] as number;
        integers[list + i] = paged ? stage + i * stride : this.addressOf(vectors, row);
        if (!paged) floats[norms + i] = floats[this.normOf(vectors, row)] as number;
      }
      if (!paged) this.kernel.touch(0, this.list, count, stride);
      // Without a floor every row is found, those too that were left in the list behind the last one.
      this.compareListed(inFours(count), Number.NEGATIVE_INFINITY);
      for (let i = 0; i < count; i++)
        cosines[first + i] = (integers[found + i * 2 + 1] as number) * scale * (floats[norms + i] as number);
    }
    return cosines;
  }

  private views(): Views {
    return { integers: new Int32Array(this.memory.buffer), floats: new Float32Array(this.memory.buffer) };
  }

  /** Compares the first rows of the list; answers how many reach `least`. */
  private compareListed(count: number, least: number): number {
    const { kernel, list, stride, query, norms, scale, found } = this;
    return kernel.scan(0, list, count, stride, query, norms, scale, least, found);
  }

  /** Compares the first `count` rows of the block at `address`, of which the first is row `first`. */
  private scanBlock(
    { integers, floats }: Views,
    { address, first, count }: { readonly address: number; readonly first: number; readonly count: number },
    floor: () => number,
    visit: (row: number, cosine: number) => void,
  ): void {
    const { kernel, stride, query, scale } = this;
    const norms = address + BLOCK_ROWS * stride;
    const least = Math.max(floor(), Number.MIN_VALUE);
    const matches = kernel.scan(address, 0, inFours(count), stride, query, norms, scale, least, this.found);
    const [found, firstNorm] = [this.found / 4, norms / 4];
    for (let i = 0; i < matches; i++) {
      const row = integers[found + i * 2] as number;
      visit(first + row, (integers[found + i * 2 + 1] as number) * scale * (floats[firstNorm + row] as number));
    }
  }

  private listed(blocks: VectorBlocks, rows: Uint32Array) {
    const whole: number[] = [];
    const others: number[] = [];
    for (let i = 0; i < rows.length;) {
      const row = rows[i] as number;
      const isWhole = (row & (BLOCK_ROWS - 1)) === 0 && rows[i + BLOCK_ROWS - 1] === row + BLOCK_ROWS - 1;
      (isWhole ? whole : others).push(row);
      i += isWhole ? BLOCK_ROWS : 1;
    }
    const addresses = new Uint32Array(inFours(others.length));
    const norms = new Float32Array(addresses.length);
    const all = new Float32Array(this.memory.buffer);
    others.forEach((row, i) => {
      addresses[i] = this.addressOf(blocks, row);
      norms[i] = all[this.normOf(blocks, row)] as number;
    });
    return {
      /** First rows of blocks that are all asked for: what was indexed together stands together. */
      whole,
      /** The other rows, with their addresses and norms. In fours: the last addresses may be of no row, with norm 0. */
      rows: others,
      addresses,
      norms,
    };
  }

  private addressOf(blocks: VectorBlocks, row: number): number {
    return this.blockOf(blocks, row) + (row & (BLOCK_ROWS - 1)) * this.stride;
  }

  /** Place of a row's norm among all numbers of the memory. */
  private normOf(blocks: VectorBlocks, row: number): number {
    return (this.blockOf(blocks, row) + BLOCK_ROWS * this.stride) / 4 + (row & (BLOCK_ROWS - 1));
  }

  /** Takes the block of rows that begins with `first` onto the stage; answers its address. */
  private staged({ page, rowsAPage, rows, norm }: VectorPages, first: number): number {
    const { dimension } = this;
    const end = Math.min(first + BLOCK_ROWS, rows);
    for (let row = first; row < end;) {
      const from = row % rowsAPage;
      const to = Math.min(rowsAPage, from + end - row);
      const body = page((row - from) / rowsAPage);
      this.write(this.theStage(), row - first, body.subarray(from * dimension, to * dimension));
      row += to - from;
    }
    const address = this.stageAddress();
    // Rows behind the last one may be left of another block.
    const norms = this.normsAt(address).fill(0);
    for (let row = first; row < end; row++) norms[row - first] = norm(row);
    return address;
  }

  /** Takes single rows onto the stage, those that stand side by side at once; answers their norms. */
  private stageRows({ page, rowsAPage, norm }: VectorPages, rows: Uint32Array): Float32Array {
    const { dimension, stride } = this;
    const norms = this.normsAt(this.stageAddress());
    const memory = new Uint8Array(this.memory.buffer, this.stageAddress());
    for (let i = 0, run = 1; i < rows.length; i += run, run = 1) {
      const row = rows[i] as number;
      const within = row % rowsAPage;
      while (stride === dimension && within + run < rowsAPage && rows[i + run] === row + run) run++;
      const body = page((row - within) / rowsAPage);
      memory.set(body.subarray(within * dimension, (within + run) * dimension), i * stride);
      for (let r = 0; r < run; r++) norms[i + r] = norm(row + r);
    }
    return norms;
  }

  private theStage(): VectorBlocks {
    return (this.stage ??= this.allocate(BLOCK_ROWS));
  }

  private stageAddress(): number {
    return this.blockOf(this.theStage(), 0);
  }

  private blockOf(blocks: VectorBlocks, row: number): number {
    return blocks.addresses[row >> BLOCK_SHIFT] as number;
  }

  private normsAt(block: number): Float32Array {
    return new Float32Array(this.memory.buffer, block + BLOCK_ROWS * this.stride, BLOCK_ROWS);
  }
}

/** The kernel looks at four rows at a time. */
const inFours = (count: number): number => (count + 3) & ~3;
