import { setImmediate as nextTurn } from "node:timers/promises";
import { LociError } from "../../model/error.ts";
import type { EmbeddingCapabilities, EmbeddingProvider, ModelIdentity, SimilarWord } from "../port.ts";
import { neighbourCosine, type NeighbourTable } from "./neighbours.ts";
import { type SumOfRows, sumKernel } from "./sum-kernel.ts";
import { sumRows } from "./sum-rows.ts";
import type { StaticTable } from "./table.ts";
import { WordPieceTokenizer } from "./tokenizer.ts";

/** What a provider is made of besides its table. */
export interface StaticEmbeddingOptions {
  /** Left out, `similarWords` answers nothing. */
  readonly neighbours?: NeighbourTable;
  /**
   * Whether a word, folded as the tokenizer folds it, carries no meaning of its own. Such words are dropped
   * from questions, never from passages; a question of stop words only keeps them.
   */
  readonly isStopWord?: (word: string) => boolean;
}

/** Texts of one call from which on the kernel is made. */
const WORTH_KERNEL = 100;
/** Texts between two looks at the event loop and the signal: about 4 ms of conversation turns. */
const SLICE = 256;

/**
 * The bundled model: a text's vector is the sum of its tokens' rows, at unit length.
 *
 * A passage counts whole, however long; texts of several hundred words blur, so cut them before.
 * Scripts that the table doesn't know (all but Latin ones, nearly) give the zero vector.
 * Sums are made in double precision in the order of the tokens, so every machine gives the same bytes.
 * Cost: about 15 µs a conversation turn of 140 characters, on the calling thread, which is yielded every 256 texts.
 *
 * @example
 * const provider = openStaticEmbedding();
 * const [vector] = await provider.embedPassages(["I went hiking on Sunday"]);
 */
export class StaticEmbedding implements EmbeddingProvider {
  readonly identity: ModelIdentity;
  readonly capabilities: EmbeddingCapabilities;
  readonly #table: StaticTable;
  readonly #tokenizer: WordPieceTokenizer;
  readonly #neighbours: NeighbourTable | undefined;
  readonly #isStopWord: (word: string) => boolean;
  readonly #sum: Float64Array;
  #sumOfRows: SumOfRows | null = null;

  constructor(table: StaticTable, options: StaticEmbeddingOptions = {}) {
    this.#table = table;
    this.#tokenizer = new WordPieceTokenizer(table.vocabulary);
    this.#neighbours = options.neighbours;
    this.#isStopWord = options.isStopWord ?? (() => false);
    this.#sum = new Float64Array(table.dimension);
    this.identity = {
      provider: "static",
      model: "loci-static",
      dimension: table.dimension,
      normalised: true,
      version: table.identity.slice(0, 12),
    };
    this.capabilities = { local: true, maxBatch: 4096, similarWords: options.neighbours !== undefined };
  }

  async embedPassages(texts: readonly string[], options: { readonly signal?: AbortSignal } = {}): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    if (texts.length >= WORTH_KERNEL) this.#sumOfRows ??= sumKernel(this.#table);
    for (const text of texts) {
      if (vectors.length % SLICE === 0) {
        if (vectors.length > 0) await nextTurn();
        throwIfCancelled(options.signal);
      }
      vectors.push(this.#vector(this.#tokenizer.encode(text)));
    }
    return vectors;
  }

  async embedQuery(text: string, options: { readonly signal?: AbortSignal } = {}): Promise<Float32Array> {
    throwIfCancelled(options.signal);
    const words = this.#tokenizer.encodeWords(text);
    const telling = words.filter(({ word }) => !this.#isStopWord(word));
    return this.#vector(Uint16Array.from((telling.length > 0 ? telling : words).flatMap(({ ids }) => ids)));
  }

  /**
   * Nearest words that are whole tokens, for a word that is one: a look-up. Words of several pieces have none:
   * the sum of the pieces lies nearest the first piece ("veganism" near "vega", "metformin" near "met"), not near
   * words of like meaning. Case and accents of `word` don't matter.
   */
  similarWords(word: string, limit: number): readonly SimilarWord[] {
    const neighbours = this.#neighbours;
    const [only, second] = neighbours === undefined ? [] : this.#tokenizer.encodeWords(word);
    const id = only?.ids[0];
    if (neighbours === undefined || id === undefined || only?.ids.length !== 1 || second !== undefined) return [];
    const first = neighbours.starts[id] as number;
    const end = Math.min(neighbours.starts[id + 1] as number, first + Math.max(0, limit));
    const found: SimilarWord[] = [];
    for (let i = first; i < end; i++) {
      found.push({
        word: this.#table.vocabulary.token(neighbours.tokens[i] as number),
        similarity: neighbourCosine(neighbours.cosines[i] as number),
      });
    }
    return found;
  }

  #vector(ids: Uint16Array): Float32Array {
    const dimension = this.#table.dimension;
    const sum = this.#sum;
    if (this.#sumOfRows === null) sumRows(this.#table, ids, sum);
    else this.#sumOfRows(ids, sum);
    let squares = 0;
    for (let d = 0; d < dimension; d++) squares += (sum[d] as number) ** 2;
    const vector = new Float32Array(dimension);
    if (squares === 0) return vector;
    const inverse = 1 / Math.sqrt(squares);
    for (let d = 0; d < dimension; d++) vector[d] = (sum[d] as number) * inverse;
    return vector;
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new LociError("CANCELLED", "embedding was cancelled", { cause: signal.reason });
  }
}
