import { LociError } from "../../model/error.ts";
import { type ModelFileHeader, readModelHeader } from "./model-file.ts";
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
  const [tokens, dimension] = header.counts;
  const {
    vocabulary: words,
    scales,
    endsAt,
  } = layTokens(data, vocabulary, {
    header,
    startsAt: 64,
    rest: dimension % 4 === 0 ? tokens * dimension : null,
    path,
    beside: "the vocabulary",
  });
  return {
    dimension,
    vocabulary: words,
    words: new Int32Array(data.buffer, endsAt, (tokens * dimension) / 4),
    scales,
    identity: header.identity,
  };
}

/** What both tables begin with: where each token begins in the text of the vocabulary, its scale, and the slots that find it. */
interface TokenColumns {
  readonly vocabulary: Vocabulary;
  readonly scales: Float32Array;
  /** Where the columns end in the buffer, and what is left of the file begins. */
  readonly endsAt: number;
}

/**
 * Lays the columns of a table's tokens over its file.
 *
 * @throws LociError `MODEL_UNAVAILABLE` for a file that is cut short, or whose vocabulary is another one
 */
export function layTokens(
  data: Uint8Array,
  text: string,
  {
    header,
    startsAt: first,
    rest,
    path,
    beside,
  }: {
    readonly header: ModelFileHeader;
    /** Bytes of the file before the columns. */
    readonly startsAt: number;
    /** Bytes of the file behind them; null where the header can't be right. */
    readonly rest: number | null;
    readonly path: string;
    /** What the file belongs to, for the error. */
    readonly beside: string;
  },
): TokenColumns {
  const [tokens, , slots] = header.counts;
  const startsAt = data.byteOffset + first;
  const scalesAt = startsAt + 4 * (tokens + 1);
  const slotsAt = scalesAt + 4 * tokens;
  const endsAt = slotsAt + 2 * slots;
  const complete = rest !== null && endsAt + rest === data.byteOffset + data.byteLength;
  const starts = complete ? new Uint32Array(data.buffer, startsAt, tokens + 1) : undefined;
  if (starts === undefined || starts[tokens] !== text.length) {
    throw new LociError("MODEL_UNAVAILABLE", `'${path}' is cut short, or doesn't belong to ${beside} beside it`, {
      hint: "install Loci again",
      details: { path },
    });
  }
  return {
    vocabulary: new Vocabulary(text, { starts, slots: new Uint16Array(data.buffer, slotsAt, slots) }),
    scales: new Float32Array(data.buffer, scalesAt, tokens),
    endsAt,
  };
}
