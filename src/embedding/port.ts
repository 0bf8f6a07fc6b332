import type { Unrelated } from "../model/vector.ts";

/** Which model made a vector. Vectors of different identities are never compared. */
export interface ModelIdentity {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly version: string;
}

export interface SimilarWord {
  readonly word: string;
  /** Cosine, 0.5 – 1. */
  readonly similarity: number;
}

export interface EmbeddingCapabilities {
  /** Whether nothing leaves the machine. */
  readonly local: boolean;
  /** Texts a call at most. */
  readonly maxBatch: number;
  /** Whether `similarWords` can answer. */
  readonly similarWords: boolean;
}

/** What a provider knows of words: as long as that is, for its `leastMet`. */
export interface ReadWords {
  readonly words: readonly string[];
  readonly meanings: readonly unknown[];
}

/**
 * Text in, vectors out. The same text gives the same vector on every call and every machine.
 * Calls may overlap. A provider never truncates silently: what it does with long text stands in its own docs.
 */
export interface EmbeddingProvider {
  readonly identity: ModelIdentity;
  readonly capabilities: EmbeddingCapabilities;
  /** How its cosines of unrelated texts lie, where that is known beforehand; else it is measured, once a model, on `UNRELATED_TEXTS`. */
  readonly unrelated?: Unrelated;
  /**
   * One unit vector of `identity.dimension` a text, in order; a text that the model knows nothing of gives the zero vector.
   * @throws LociError `MODEL_UNAVAILABLE`, `CANCELLED`
   */
  embedPassages(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
  /** The vector of a question; same space as the passages. */
  embedQuery(text: string, options?: { readonly signal?: AbortSignal }): Promise<Float32Array>;
  /** Nearest words of the model's vocabulary, best first, ties by word; empty where the capability is false. */
  similarWords(word: string, limit: number): readonly SimilarWord[];
  /**
   * How common a word is in its language: its rank by frequency, 1 the commonest; null for a word that the model knows only in pieces.
   * Left out where a provider can't tell.
   */
  frequencyRank?(word: string): number | null;
  /** Reads words that others are compared with, once for many questions. Left out where a provider has no words of its own. */
  readWords?(words: readonly string[]): ReadWords;
  /**
   * How near some words come to the word that they come least near: the smallest of the words' largest cosines with any of them, 0 to 1.
   * @param but words of the others that don't count @param chance a cosine that tells nothing: 0 is answered where no more is reached
   */
  leastMet?(
    words: readonly string[],
    others: ReadWords,
    among: { readonly but: ReadonlySet<string>; readonly chance: number },
  ): number;
}

/**
 * A model identity as one line, for storing and comparing.
 * @example identityKey(provider.identity) // "static:loci-static:256:unit:1"
 */
export const identityKey = (identity: ModelIdentity): string =>
  [identity.provider, identity.model, identity.dimension, "unit", identity.version].join(":");
