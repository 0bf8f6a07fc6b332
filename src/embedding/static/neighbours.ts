import { LociError } from "../../model/error.ts";
import { type ModelFile, readModelHeader, readPart } from "./model-file.ts";

/** Precomputed nearest whole words of each whole word, best first. */
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
 * Reads a neighbour table. Format: `models/README.md`.
 *
 * @param identity of the table the neighbours were computed from
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or another table's
 */
export function layNeighbours(file: ModelFile, identity: string): NeighbourTable {
  const header = readModelHeader(file, "LOCINEAR");
  const [words, pairs] = header.counts;
  const tokensAt = 4 * (words + 1);
  const cosinesAt = tokensAt + 2 * pairs;
  const length = cosinesAt + pairs;
  if (header.identity !== identity || 64 + length !== file.size)
    throw new LociError("MODEL_UNAVAILABLE", `'${file.path}' is cut short, or doesn't belong to the table beside it`, {
      hint: "install Loci again",
      details: { path: file.path },
    });
  const { buffer } = readPart(file, 64, length);
  return {
    starts: new Uint32Array(buffer, 0, words + 1),
    tokens: new Uint16Array(buffer, tokensAt, pairs),
    cosines: new Uint8Array(buffer, cosinesAt, pairs),
  };
}
