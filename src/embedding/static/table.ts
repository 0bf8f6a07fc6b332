import { PAGE_BYTES, sumKernel, webAssembly } from "../../kernels/kernels.ts";
import { LociError } from "../../model/error.ts";
import { type ModelFile, type Stretch, Vocabulary, readModelHeader, readPart } from "./model-file.ts";

/** The bundled model: what each token adds to a text's vector. Opening it reads a twentieth of its file. */
export interface StaticTable {
  readonly dimension: number;
  readonly vocabulary: Vocabulary;
  /** `dimension` int8 components a token; the real value of one is itself times its token's scale. SIF weights are multiplied in. */
  readonly rows: TableRows;
  /** One a token; 0 for tokens that mean nothing to the model. */
  readonly scales: Float32Array;
  /** SHA-256 of table and vocabulary, lower-case hex: the model's version. */
  readonly identity: string;
}

/**
 * Lays a table over a model file. Format: `models/README.md`.
 * @param vocabulary text of the vocabulary file that stands beside it
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or another vocabulary's
 */
export function layTable(file: ModelFile, vocabulary: string): StaticTable {
  const header = readModelHeader(file, "LOCISTAT");
  const [tokens, dimension] = header.counts;
  const columns = layTokens(file, vocabulary, {
    counts: header.counts,
    startsAt: 64,
    rest: dimension % 4 === 0 ? tokens * dimension : null,
    beside: "the vocabulary",
  });
  const rows = new TableRows(file, { at: columns.endsAt, rowBytes: dimension, tokens });
  return { dimension, rows, identity: header.identity, ...columns };
}

/**
 * Reads what both tables begin with: where each token begins in the text of the vocabulary, its scale, and the slots that find it.
 * @throws LociError `MODEL_UNAVAILABLE` for a file that is cut short, or whose vocabulary is another one
 */
export function layTokens(
  file: ModelFile,
  text: string,
  {
    counts: [tokens, , slots],
    startsAt,
    rest,
    beside,
  }: {
    readonly counts: readonly [tokens: number, dimension: number, slots: number];
    /** Bytes of the file before the columns. */
    readonly startsAt: number;
    /** Bytes of the file behind them; null where the header can't be right. */
    readonly rest: number | null;
    /** What the file belongs to, for the error. */
    readonly beside: string;
  },
) {
  const scalesAt = 4 * (tokens + 1);
  const slotsAt = scalesAt + 4 * tokens;
  const length = slotsAt + 2 * slots;
  const complete = rest !== null && startsAt + length + rest === file.size;
  const columns = complete ? readPart(file, startsAt, length).buffer : undefined;
  const starts = new Uint32Array(columns ?? new ArrayBuffer(0), 0, complete ? tokens + 1 : 0);
  if (columns === undefined || starts[tokens] !== text.length)
    throw new LociError("MODEL_UNAVAILABLE", `'${file.path}' is cut short, or doesn't belong to ${beside} beside it`, {
      hint: "install Loci again",
      details: { path: file.path },
    });
  return {
    vocabulary: new Vocabulary(text, { starts, slots: new Uint16Array(columns, slotsAt, slots) }),
    scales: new Float32Array(columns, scalesAt, tokens),
    /** Where the columns end in the file, and the rest begins. */
    endsAt: startsAt + length,
  };
}

/** Rows from which on the others are read with them: a row by itself takes 2 µs, all of them 10 ms. A run over documents needs most. */
const AT_ONCE = 1_000;
/** Rows that the kernel takes in one call. */
const RUN = 512;

/**
 * The rows of a table, each read into its place when it is first needed: a question needs ten of 30,000. Memory that nothing was read into is not taken
 * of the system.
 */
export class TableRows {
  /** One row after the other; zero where none was taken. */
  readonly values: Int8Array<SharedArrayBuffer>;
  readonly #file: ModelFile;
  readonly #at: number;
  readonly #rowBytes: number;
  readonly #taken: Uint8Array;
  #count = 0;
  readonly #add: (rows: number) => void;
  readonly #multiply: (rows: number) => void;
  /** What the kernel adds up, or multiplies rows with; the second as wide as it takes them. */
  readonly #sum: Float64Array;
  readonly #wideSum: Float64Array;
  /** Of the rows that the kernel is to add next; or the products of those that it was given. */
  readonly #scales: Float64Array;
  readonly #addresses: Uint32Array;

  constructor(
    file: ModelFile,
    { at, rowBytes, tokens }: { readonly at: number; readonly rowBytes: number; readonly tokens: number },
  ) {
    // The kernel takes sixteen components at a time.
    const sumAt = Math.ceil((tokens * rowBytes) / 16) * 16;
    const scalesAt = sumAt + 8 * Math.ceil(rowBytes / 16) * 16;
    const pages = Math.ceil((scalesAt + 12 * RUN) / PAGE_BYTES);
    const memory = new webAssembly.Memory<SharedArrayBuffer>({ initial: pages, maximum: pages, shared: true });
    const kernel = sumKernel(memory);
    this.#add = (rows) => kernel.add(scalesAt + 8 * RUN, scalesAt, rows, rowBytes, sumAt);
    this.#multiply = (rows) => kernel.multiply(scalesAt + 8 * RUN, rows, rowBytes, sumAt, scalesAt);
    this.values = new Int8Array(memory.buffer, 0, tokens * rowBytes);
    this.#sum = new Float64Array(memory.buffer, sumAt, rowBytes);
    this.#wideSum = new Float64Array(memory.buffer, sumAt, (scalesAt - sumAt) / 8);
    this.#scales = new Float64Array(memory.buffer, scalesAt, RUN);
    this.#addresses = new Uint32Array(memory.buffer, scalesAt + 8 * RUN, RUN);
    this.#file = file;
    this.#at = at;
    this.#rowBytes = rowBytes;
    this.#taken = new Uint8Array(tokens);
  }

  /** Reads the rows of tokens that weren't read before; all rows, when so many were that they are quicker read at once. Cost: 10 µs, and 2 a row. */
  take(ids: ArrayLike<number>): void {
    const missing: number[] = [];
    for (let i = 0; i < ids.length; i++) if (this.#taken[ids[i] as number] === 0) missing.push(ids[i] as number);
    if (missing.length === 0) return;
    const all = this.#count + missing.length > AT_ONCE;
    this.#file.read(
      all
        ? [this.#stretch(0, this.values.length)]
        : missing.map((id) => this.#stretch(id * this.#rowBytes, this.#rowBytes)),
    );
    // Only now: where the file can't be read, no row may count as read.
    this.#count += missing.length;
    if (all) this.#taken.fill(1);
    else for (const id of missing) this.#taken[id] = 1;
  }

  /**
   * Adds up the rows of tokens, each times its scale, in double precision and in the order of the tokens, so that every machine gets the same bits.
   * @returns one value a component; the next call overwrites them
   */
  sum(ids: Uint16Array, scales: Float32Array): Float64Array {
    this.take(ids);
    this.#sum.fill(0);
    for (let first = 0; first < ids.length; first += RUN) {
      const count = Math.min(RUN, ids.length - first);
      for (let i = 0; i < count; i++) {
        const id = ids[first + i] as number;
        this.#addresses[i] = id * this.#rowBytes;
        this.#scales[i] = scales[id] as number;
      }
      this.#add(count);
    }
    return this.#sum;
  }

  /** The products of a vector and rows that were taken, in double precision. Cost: some 70 ns a row of 256 components. */
  multiply(ids: readonly number[], by: Float32Array): readonly number[] {
    const products: number[] = [];
    this.#wideSum.fill(0).set(by);
    for (let first = 0; first < ids.length; first += RUN) {
      const count = Math.min(RUN, ids.length - first);
      for (let i = 0; i < count; i++) this.#addresses[i] = (ids[first + i] as number) * this.#rowBytes;
      this.#multiply(count);
      for (let i = 0; i < count; i++) products.push(this.#scales[i] as number);
    }
    return products;
  }

  #stretch(from: number, length: number): Stretch {
    return { into: new Uint8Array(this.values.buffer, from, length), at: this.#at + from };
  }
}

/** Precomputed nearest whole words of each whole word, best first. */
export type NeighbourTable = Readonly<ReturnType<typeof layNeighbours>>;

/** The cosine that a byte of `cosines` stands for. */
export const neighbourCosine = (byte: number): number => 0.5 + byte / 510;

/**
 * Reads a neighbour table. Format: `models/README.md`.
 * @param identity of the table the neighbours were computed from
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or another table's
 */
export function layNeighbours(file: ModelFile, identity: string) {
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
    /** `starts[token]` to `starts[token + 1]` is the range of a token's neighbours. */
    starts: new Uint32Array(buffer, 0, words + 1),
    tokens: new Uint16Array(buffer, tokensAt, pairs),
    /** Cosine in steps of 1/510 above 0.5. */
    cosines: new Uint8Array(buffer, cosinesAt, pairs),
  };
}
