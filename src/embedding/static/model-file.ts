import { LociError } from "../../model/error.ts";

/** What stands in the 64 bytes at the head of a model file. */
export interface ModelFileHeader {
  /** The three numbers after the format version; what they count depends on the file. */
  readonly counts: readonly [number, number, number];
  /** SHA-256 of the table's content, lower-case hex. */
  readonly identity: string;
}

const FORMAT = 1;

/**
 * Reads and checks the head of a model file: magic (8 bytes), format version and three counts (uint32),
 * 8 bytes of zero, identity (32 bytes). Little-endian throughout.
 *
 * @param magic eight ASCII characters that name the kind of file
 * @throws LociError `MODEL_UNAVAILABLE` when it isn't such a file, or of another format version
 */
export function readModelHeader(data: Uint8Array, magic: string, path: string): ModelFileHeader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found = data.byteLength < 64 ? "" : String.fromCharCode(...data.subarray(0, 8));
  if (found !== magic || view.getUint32(8, true) !== FORMAT) {
    throw new LociError("MODEL_UNAVAILABLE", `'${path}' is no model file of format ${FORMAT}`, {
      hint: "install Loci again: its models folder is damaged or of another version",
      details: { path },
    });
  }
  return {
    counts: [view.getUint32(12, true), view.getUint32(16, true), view.getUint32(20, true)],
    identity: Buffer.from(data.subarray(32, 64)).toString("hex"),
  };
}
