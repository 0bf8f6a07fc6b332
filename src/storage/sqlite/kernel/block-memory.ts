import { webAssembly, type WasmMemory } from "../../../wasm/web-assembly.ts";

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
