import { type WasmMemory, webAssembly, codeKernel, type CodeKernel } from "../../../kernels/kernels.ts";
import { BLOCK_ROWS, blockBytes, VectorCoder } from "./vector-code.ts";
import type { QuantisedVector } from "../../../model/vector.ts";

/** Where a segment's codes are: the address of each chunk of `CHUNK_ROWS`. */
export interface CodeChunks {
  readonly addresses: readonly number[];
  readonly rows: number;
}

/** Codes of a segment that stay in the file: read for one search, and then forgotten. */
export interface CodePages {
  readonly rows: number;
  /** Of a page, but the last; a multiple of `CHUNK_ROWS`. */
  readonly rowsAPage: number;
  /** A page's blocks. */
  readonly page: (page: number) => Uint8Array;
  /** 1 for each row that no query shall find; null: none. */
  readonly dead: Uint8Array | null;
}

/** Rows of a chunk, the unit in which memory is given and taken back. */
export const CHUNK_ROWS = 1024;
/** Searches of a process before vectors and codes are moved into memory: a question makes one or two, and 126,000 drawers cost 60 ms and 16 MB. */
export const MOVED_AFTER = 3;
const CHUNK_BLOCKS = CHUNK_ROWS / BLOCK_ROWS;
/** Smallest positive number in single precision, so that rows with scale 0 are never found. */
const SMALLEST = 1.2e-38;

/**
 * The codes of one index in memory, one dimension for all; 68 bytes a row of 256. Chunks of freed segments are used again.
 *
 * Not safe for overlapping use: `setQuery` holds until the next one.
 */
export class CodeStore {
  readonly coder: VectorCoder;
  private readonly memory: WasmMemory;
  private readonly kernel: CodeKernel;
  private readonly chunks: BlockMemory;
  private readonly block: number;
  private readonly out: number;
  /** Searches so far. */
  private queries = 0;
  /** The chunks that pages pass through. */
  private stage: CodeChunks | null = null;
  private step = 0;
  private base = 0;

  constructor(dimension: number) {
    this.coder = new VectorCoder(dimension);
    this.block = blockBytes(dimension);
    this.out = dimension * 4;
    this.chunks = new BlockMemory(this.out + (CHUNK_ROWS + 2) * 8, CHUNK_BLOCKS * this.block);
    this.memory = this.chunks.memory;
    this.kernel = codeKernel(this.memory);
  }

  /** Whether codes are worth moving into the store: one question may be all that this process does. */
  get settled(): boolean {
    return this.queries > MOVED_AFTER;
  }

  /** Room for `rows` codes, with scale 0. */
  allocate(rows: number): CodeChunks {
    if (this.stage !== null) this.release(this.stage);
    this.stage = null;
    return { addresses: this.chunks.allocate(Math.ceil(rows / CHUNK_ROWS)), rows };
  }

  /** Takes chunks back; they must not be used again. */
  release(chunks: CodeChunks): void {
    this.chunks.release(chunks.addresses);
  }

  /** Writes blocks that follow one another, from row `first` on, a multiple of `BLOCK_ROWS`. */
  write(chunks: CodeChunks, first: number, blocks: Uint8Array): void {
    const memory = new Uint8Array(this.memory.buffer);
    for (let done = 0, row = first; done < blocks.length;) {
      const within = (row % CHUNK_ROWS) / BLOCK_ROWS;
      const count = Math.min(CHUNK_BLOCKS - within, (blocks.length - done) / this.block);
      const address = (chunks.addresses[Math.floor(row / CHUNK_ROWS)] as number) + within * this.block;
      memory.set(blocks.subarray(done, done + count * this.block), address);
      done += count * this.block;
      row += count * BLOCK_ROWS;
    }
  }

  /** Rows that no query shall find. */
  hide(chunks: CodeChunks, dead: Uint8Array): void {
    const memory = new DataView(this.memory.buffer);
    for (let row = 0; row < chunks.rows; row++) {
      if (dead[row] !== 1) continue;
      const block = Math.floor((row % CHUNK_ROWS) / BLOCK_ROWS);
      const address = (chunks.addresses[Math.floor(row / CHUNK_ROWS)] as number) + block * this.block;
      memory.setFloat32(address + this.block - BLOCK_ROWS * 4 + (row % BLOCK_ROWS) * 4, 0, true);
    }
  }

  /** States the query that `scan` compares with. */
  setQuery(vector: QuantisedVector): void {
    this.queries++;
    const tables = new Uint8Array(this.memory.buffer, 0, this.out);
    ({ step: this.step, base: this.base } = this.coder.tables(vector.components, vector.inverseNorm, tables));
  }

  /** `scan` over pages. Those without a row that counts aren't read. */
  scanPages(
    { rows, rowsAPage, page, dead }: CodePages,
    mask: Uint8Array | null,
    floor: () => number,
    visit: (row: number, estimate: number) => void,
  ): void {
    const stage = this.stage ?? this.allocate(rowsAPage);
    this.stage = stage;
    for (let first = 0; first < rows; first += rowsAPage) {
      const end = Math.min(rows, first + rowsAPage);
      const counts = mask?.subarray(first, end) ?? null;
      if (counts?.includes(1) === false) continue;
      this.write(stage, 0, page(first / rowsAPage));
      const chunks = { addresses: stage.addresses.slice(0, Math.ceil((end - first) / CHUNK_ROWS)), rows: end - first };
      if (dead !== null) this.hide(chunks, dead.subarray(first, end));
      this.scan(chunks, counts, floor, (row, estimate) => visit(first + row, estimate));
    }
  }

  /**
   * Calls `visit` with each row whose estimated cosine is > 0 and at least what `floor` answers at the time (it is asked once a chunk).
   * @param mask 1 for each row that counts; null: all
   * Cost: 6 ns a row of 256; chunks without a row that counts cost nothing.
   */
  scan(
    chunks: CodeChunks,
    mask: Uint8Array | null,
    floor: () => number,
    visit: (row: number, estimate: number) => void,
  ): void {
    const columns = this.coder.dimension / 8;
    const integers = new Int32Array(this.memory.buffer, this.out, CHUNK_ROWS * 2);
    const floats = new Float32Array(this.memory.buffer, this.out, CHUNK_ROWS * 2);
    chunks.addresses.forEach((address, chunk) => {
      const first = chunk * CHUNK_ROWS;
      const rows = Math.min(CHUNK_ROWS, chunks.rows - first);
      if (mask !== null && !mask.subarray(first, first + rows).includes(1)) return;
      const blocks = Math.ceil(rows / BLOCK_ROWS);
      const least = Math.max(floor(), SMALLEST);
      const matches = this.kernel.scan(address, blocks, columns, 0, this.step, this.base, least, this.out);
      for (let i = 0; i < matches; i++) {
        const row = first + (integers[i * 2] as number);
        if (mask === null || mask[row] === 1) visit(row, floats[i * 2 + 1] as number);
      }
    });
  }
}

const PAGE_BYTES = 65_536;

/** Memory of a kernel that is given away in blocks of one size and taken back; it grows, and never shrinks. */
export class BlockMemory {
  readonly memory: WasmMemory;
  private readonly bytes: number;
  private readonly free: number[] = [];
  /** Address of the first byte never given away. */
  private end: number;

  /**
   * @param start bytes in front of the first block, for the kernel's own use
   * @param bytes of a block
   */
  constructor(start: number, bytes: number) {
    this.bytes = bytes;
    this.end = start;
    this.memory = new webAssembly.Memory({ initial: Math.ceil(start / PAGE_BYTES) });
  }

  /** Addresses of as many blocks, all zero. */
  allocate(count: number): readonly number[] {
    // All at once: to grow takes 60 µs however little is asked for.
    const missing = this.end + Math.max(0, count - this.free.length) * this.bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return Array.from({ length: count }, () => this.take());
  }

  /** Takes blocks back; they must not be used again. */
  release(addresses: readonly number[]): void {
    // Last first, so that the next ones are given in ascending order.
    for (let i = addresses.length - 1; i >= 0; i--) this.free.push(addresses[i] as number);
  }

  private take(): number {
    const freed = this.free.pop();
    if (freed !== undefined) {
      new Uint8Array(this.memory.buffer, freed, this.bytes).fill(0);
      return freed;
    }
    const address = this.end;
    this.end += this.bytes;
    return address;
  }
}
