/**
 * Cuts a stream of bytes into lines, without their ends. A line longer than `longest` bytes is dropped as it comes, so that no sender can fill the
 * memory: null stands in its place.
 * @returns takes the next bytes, gives the lines that they complete; without bytes the line that the stream ends with, where it has begun
 * Cost: every byte is looked at once.
 */
export function lineSplitter(longest: number): (chunk?: Buffer) => readonly (Buffer | null)[] {
  let kept: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > longest) kept = [];
    else if (part.length > 0) kept.push(part);
  };
  const take = (): Buffer | null => {
    const line = size > longest ? null : Buffer.concat(kept);
    kept = [];
    size = 0;
    return line;
  };
  return (chunk) => {
    if (chunk === undefined) return size > 0 ? [take()] : [];
    const lines: (Buffer | null)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      lines.push(take());
      start = end + 1;
    }
    add(chunk.subarray(start));
    return lines;
  };
}
