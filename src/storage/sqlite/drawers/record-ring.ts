/** Before each record: its place (f64), and its bytes (u32). */
const HEADER = 12;
const LENGTH_AT = 8;

/**
 * Records lately read, in one piece of memory that is written round and round: the newest takes the place of the oldest. As strings they would
 * be some ten thousand objects that come and go, and each that outlives a collection or two makes V8's young generation grow, to a hundred
 * megabytes in the end.
 */
export class RecordRing {
  private bytes = Buffer.alloc(0);
  /** Where each record's header is. */
  private readonly starts = new Map<number, number>();
  /** Where the next is written, and where the oldest is; the same when there is none, or when the ring is full to the last byte. */
  private head = 0;
  private oldest = 0;
  /** Where the last round ended: nothing stands between here and the end. */
  private end = 0;
  /** Headers from the oldest to the newest. */
  private count = 0;

  /** Keeps so many bytes from now on, and forgets what it kept where that changes. Memory is taken as it is written. */
  keepWithin(bytes: number): void {
    if (bytes === this.bytes.length) return;
    this.bytes = Buffer.allocUnsafeSlow(bytes);
    this.starts.clear();
    [this.head, this.oldest, this.end, this.count] = [0, 0, bytes, 0];
  }

  /** Cost: 0.5 µs. */
  get(place: number): string | undefined {
    const start = this.starts.get(place);
    if (start === undefined) return undefined;
    const from = start + HEADER;
    return this.bytes.toString("utf8", from, from + this.bytes.readUInt32LE(start + LENGTH_AT));
  }

  /** Keeps a record; one that would take more than an eighth of the room is not kept. @param record well-formed, as JSON is */
  set(place: number, record: string): void {
    const length = Buffer.byteLength(record);
    const size = HEADER + length;
    if (size * 8 > this.bytes.length) return;
    if (this.head + size > this.bytes.length) {
      // What is left of the round before goes with it.
      while (this.count > 0 && this.oldest >= this.head) this.dropOldest();
      this.end = this.head;
      this.head = 0;
    }
    while (this.count > 0 && this.oldest >= this.head && this.oldest < this.head + size) this.dropOldest();
    this.bytes.writeDoubleLE(place, this.head);
    this.bytes.writeUInt32LE(length, this.head + LENGTH_AT);
    this.bytes.write(record, this.head + HEADER);
    if (this.count++ === 0) this.oldest = this.head;
    this.starts.set(place, this.head);
    this.head += size;
  }

  private dropOldest(): void {
    const place = this.bytes.readDoubleLE(this.oldest);
    // Else it was set once more, and stands elsewhere.
    if (this.starts.get(place) === this.oldest) this.starts.delete(place);
    this.count--;
    this.oldest += HEADER + this.bytes.readUInt32LE(this.oldest + LENGTH_AT);
    if (this.oldest >= this.end) this.oldest = 0;
  }
}
