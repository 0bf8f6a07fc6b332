import { LociError } from "../../../model/error.ts";

/** Bytes of a drawer's id. */
export const ID_BYTES = 16;

const HEX = /^[0-9a-f]{32}$/;

/** Writes an id's bytes. @throws LociError `STORAGE_FAILED` for what isn't 32 small hex digits. */
export function writeId(id: string, out: Uint8Array, at: number): void {
  if (!HEX.test(id))
    throw new LociError("STORAGE_FAILED", `'${id.slice(0, 40)}' is not a drawer id`, {
      hint: "an id is 32 hex digits",
    });
  Buffer.from(out.buffer, out.byteOffset, out.byteLength).write(id, at, ID_BYTES, "hex");
}

/** The id whose bytes start at `at`. */
export function readId(bytes: Buffer, at: number): string {
  return bytes.toString("hex", at, at + ID_BYTES);
}

/** Order of two ids, as of their hex digits: negative when the one at `a` comes first. */
export function compareIds(left: Uint8Array, a: number, right: Uint8Array, b: number): number {
  for (let i = 0; i < ID_BYTES; i++) {
    const difference = (left[a + i] as number) - (right[b + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
