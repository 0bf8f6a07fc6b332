import { LociError } from "../../model/error.ts";
import { readModelHeader } from "./model-file.ts";
import { Vocabulary } from "./vocabulary.ts";

/** The bundled model: what each token adds to a text's vector. Views of the file's own bytes; never written to. */
export interface StaticTable {
  readonly dimension: number;
  readonly vocabulary: Vocabulary;
  /**
   * `tokens × dimension` int8 components, four to a word, the first in the lowest byte. The real value of a
   * component is itself times its token's scale. SIF weights are multiplied in.
   */
  readonly words: Int32Array;
  /** One a token; 0 for tokens that mean nothing to the model. */
  readonly scales: Float32Array;
  /** SHA-256 of table and vocabulary, lower-case hex: the model's version. */
  readonly identity: string;
}

/**
 * Lays a table over the bytes of a model file. Format: `models/README.md`.
 *
 * @param data the file, at an address that is a multiple of four
 * @param vocabulary text of the vocabulary file that stands beside it
 * @param path for the error only
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or another vocabulary's
 * Cost: constant; nothing is copied.
 */
export function layTable(data: Uint8Array, vocabulary: string, path: string): StaticTable {
  const header = readModelHeader(data, "LOCISTAT", path);
  const [tokens, dimension, slots] = header.counts;
  const startsAt = data.byteOffset + 64;
  const scalesAt = startsAt + 4 * (tokens + 1);
  const slotsAt = scalesAt + 4 * tokens;
  const rowsAt = slotsAt + 2 * slots;
  const complete = dimension % 4 === 0 && rowsAt + tokens * dimension === data.byteOffset + data.byteLength;
  const starts = complete ? new Uint32Array(data.buffer, startsAt, tokens + 1) : undefined;
  if (starts === undefined || starts[tokens] !== vocabulary.length) {
    throw new LociError("MODEL_UNAVAILABLE", `'${path}' is cut short, or doesn't belong to the vocabulary beside it`, {
      hint: "install Loci again",
      details: { path },
    });
  }
  return {
    dimension,
    vocabulary: new Vocabulary(vocabulary, { starts, slots: new Uint16Array(data.buffer, slotsAt, slots) }),
    words: new Int32Array(data.buffer, rowsAt, (tokens * dimension) / 4),
    scales: new Float32Array(data.buffer, scalesAt, tokens),
    identity: header.identity,
  };
}
