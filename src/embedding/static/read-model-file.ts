import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { LociError } from "../../model/error.ts";

/**
 * Reads a model file whole, aligned so that typed arrays can view it without copying.
 *
 * @throws LociError `MODEL_UNAVAILABLE` when it can't be read, or the machine is big-endian
 */
export function readModelFile(path: string): Uint8Array {
  if (endianness() !== "LE") {
    throw new LociError("MODEL_UNAVAILABLE", "the bundled model is laid out for little-endian machines", {
      hint: "configure another embedding provider",
    });
  }
  try {
    const data = readFileSync(path);
    // Small reads come out of a shared pool at any offset; views of four-byte numbers need a multiple of four.
    return data.byteOffset % 8 === 0 ? data : Uint8Array.from(data);
  } catch (cause) {
    throw new LociError("MODEL_UNAVAILABLE", `the bundled model file '${path}' can't be read`, {
      hint: "install Loci again, or make the model with models/make.sh",
      details: { path },
      cause,
    });
  }
}
