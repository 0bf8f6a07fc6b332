import { identityKey, type EmbeddingProvider } from "../embedding/port.ts";
import { measureUnrelated, UNRELATED_TEXTS } from "../embedding/unrelated.ts";
import { type Unrelated, quantise } from "../model/vector.ts";
import type { EmbeddingCache } from "../storage/ports/embedding-cache.ts";
import { contentHash } from "../text/content-hash.ts";

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
