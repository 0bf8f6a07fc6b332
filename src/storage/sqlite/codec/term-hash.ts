/**
 * FNV-1a over a term's UTF-8 bytes, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv). Terms are kept in order of it: comparing
 * numbers is cheaper than comparing words, and nothing needs the order of the alphabet. On disk: never change it.
 */
export function termHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash >>> 0;
}

/** The hash of a string's UTF-8 bytes. */
export function termHashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code > 127) {
      const bytes = Buffer.from(term);
      return termHash(bytes, 0, bytes.length);
    }
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}
