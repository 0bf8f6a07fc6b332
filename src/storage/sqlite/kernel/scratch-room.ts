/**
 * An array that is used again and again. What a search allocates outside the heap is given back late, so hundreds of searches'
 * worth would stand in memory.
 */
export class ScratchRoom<Numbers extends Float64Array | Uint32Array> {
  private readonly make: (length: number) => Numbers;
  private room: Numbers;

  constructor(make: (length: number) => Numbers) {
    this.make = make;
    this.room = make(0);
  }

  /** `length` numbers of whatever value, until the next call. */
  take(length: number): Numbers {
    if (length > this.room.length) this.room = this.make(2 ** Math.ceil(Math.log2(length)));
    return this.room.subarray(0, length) as Numbers;
  }
}
