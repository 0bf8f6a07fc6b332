/**
 * The environment variable of a key.
 *
 * @example variableOfKey("chunking.max_chunk_size") // "LOCI_CHUNKING_MAX_CHUNK_SIZE"
 */
export function variableOfKey(key: string): string {
  return `LOCI_${key.replace(".", "_").toUpperCase()}`;
}
