import { type EmbeddingProvider, identityKey } from "../embedding/port.ts";
import { type QuantisedVector, type Unrelated, quantise } from "../model/vector.ts";
import type { EmbeddingCache } from "../storage/ports/search-index.ts";
import { contentHash } from "../text/content-hash.ts";
import TEXTS from "./unrelated-texts.json" with { type: "json" };

/** Distribution used when none could be measured: cosines count unchanged. */
export const NOT_MEASURED: Unrelated = { mean: 0, deviation: 0.1 };

/**
 * How the cosines of unrelated texts lie for a model. Their vectors are kept in the cache under its identity, so that they are computed once.
 * `NOT_MEASURED` where the model is unavailable, until the next call.
 */
export async function unrelatedOf(provider: EmbeddingProvider, cache: EmbeddingCache): Promise<Unrelated> {
  const model = identityKey(provider.identity);
  const hashes = UNRELATED_TEXTS.map((text) => contentHash(text));
  const kept = await cache.get(model, hashes);
  const missing = UNRELATED_TEXTS.flatMap((text, i) =>
    kept.has(hashes[i] as string) ? [] : [{ text, hash: hashes[i] as string }],
  );
  const computed = new Map<string, ReturnType<typeof quantise>>();
  for (let start = 0; start < missing.length; start += provider.capabilities.maxBatch) {
    const slice = missing.slice(start, start + provider.capabilities.maxBatch);
    const vectors = await provider.embedPassages(slice.map(({ text }) => text));
    slice.forEach(({ hash }, i) => computed.set(hash, quantise(vectors[i] as Float32Array)));
  }
  if (computed.size > 0)
    await cache.put(
      model,
      [...computed].map(([hash, vector]) => ({ hash, vector })),
    );
  return measureUnrelated(hashes.flatMap((hash) => kept.get(hash) ?? computed.get(hash) ?? []));
}

/**
 * Texts that have nothing to do with each other, from which the distribution of a model's cosines is measured. They are the same everywhere, so
 * that answers depend neither on what else an index holds nor on the order in which it was filled.
 */
export const UNRELATED_TEXTS: readonly string[] = TEXTS;

/** Mean and deviation of the cosines of all pairs. @param vectors of `UNRELATED_TEXTS`; those of zero length don't count */
export function measureUnrelated(vectors: readonly (Float32Array | QuantisedVector)[]): Unrelated {
  const used = vectors
    .map((vector) => (vector instanceof Float32Array ? quantise(vector) : vector))
    .filter(({ inverseNorm }) => Number.isFinite(inverseNorm) && inverseNorm > 0);
  let [count, sum, squares] = [0, 0, 0];
  for (const [i, a] of used.entries()) {
    for (const b of used.slice(i + 1)) {
      let dot = 0;
      for (let d = 0; d < a.components.length; d++) dot += (a.components[d] as number) * (b.components[d] as number);
      const cosine = dot * a.inverseNorm * b.inverseNorm;
      count++;
      sum += cosine;
      squares += cosine * cosine;
    }
  }
  if (count === 0) return { mean: 0, deviation: 1 };
  const mean = sum / count;
  return { mean, deviation: Math.max(1e-6, Math.sqrt(Math.max(0, squares / count - mean * mean))) };
}
