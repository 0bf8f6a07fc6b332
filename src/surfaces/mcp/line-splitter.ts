/** A line of input, or the word that one was too long to be kept. */
export type InputLine = { readonly line: string } | { readonly tooLong: true };

/**
 * Cuts a stream of bytes into lines. A line longer than `longest` bytes is dropped as it comes, so that no sender can fill the memory.
 *
 * @returns takes the next bytes, gives the lines that they complete
 * Cost: every byte is looked at once.
 */
export function lineSplitter(longest: number): (chunk: Buffer) => readonly InputLine[] {
  let kept: Buffer[] = [];
  let size = 0;
  let dropping = false;
  return (chunk) => {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const last = chunk.subarray(start, end);
      if (dropping || size + last.length > longest) lines.push({ tooLong: true });
      else lines.push({ line: Buffer.concat([...kept, last]).toString("utf8") });
      kept = [];
      size = 0;
      dropping = false;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    if (dropping || size + rest.length > longest) {
      kept = [];
      size = 0;
      dropping = true;
    } else if (rest.length > 0) {
      kept.push(rest);
      size += rest.length;
    }
    return lines;
  };
}
