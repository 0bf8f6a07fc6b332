import { LociError } from "../../model/error.ts";
import { readModelHeader } from "./model-file.ts";

/** Precomputed nearest whole words of each whole word, best first. Views of the file's own bytes. */
export interface NeighbourTable {
  /** `starts[token]` to `starts[token + 1]` is the range of a token's neighbours. */
  readonly starts: Uint32Array;
  readonly tokens: Uint16Array;
  /** Cosine in steps of 1/510 above 0.5. */
  readonly cosines: Uint8Array;
}

/** The cosine that a byte of `cosines` stands for. */
export function neighbourCosine(byte: number): number {
  return 0.5 + byte / 510;
}

/**
 * Lays a neighbour table over the bytes of its file. Format: `models/README.md`.
 *
 * @param identity of the table the neighbours were computed from
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or another table's
 */
export function layNeighbours(data: Uint8Array, identity: string, path: string): NeighbourTable {
  const header = readModelHeader(data, "LOCINEAR", path);
  const [words, pairs] = header.counts;
  const startsAt = data.byteOffset + 64;
  const tokensAt = startsAt + 4 * (words + 1);
  const cosinesAt = tokensAt + 2 * pairs;
  if (header.identity !== identity || cosinesAt + pairs !== data.byteOffset + data.byteLength) {
    throw new LociError("MODEL_UNAVAILABLE", `'${path}' is cut short, or doesn't belong to the table beside it`, {
      hint: "install Loci again",
      details: { path },
    });
  }
  return {
    starts: new Uint32Array(data.buffer, startsAt, words + 1),
    tokens: new Uint16Array(data.buffer, tokensAt, pairs),
    cosines: new Uint8Array(data.buffer, cosinesAt, pairs),
  };
}
