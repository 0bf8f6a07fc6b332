import { type EmbeddingProvider, identityKey } from "../embedding/port.ts";
import { type QuantisedVector, type Unrelated, quantise } from "../model/vector.ts";
import type { EmbeddingCache } from "../storage/ports/search-index.ts";
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

/**
 * Texts that have nothing to do with each other, from which the distribution of a model's cosines is measured. They are the same everywhere, so
 * that answers depend neither on what else an index holds nor on the order in which it was filled.
 */
export const UNRELATED_TEXTS: readonly string[] = [
  "The ferry to the island leaves at six in the morning and takes forty minutes.",
  "Set the retry limit to five and log every timeout of the connection pool.",
  "My grandmother baked plum cake with cinnamon on the first Sunday of September.",
  "The orchestra rehearsed the slow movement twice before the conductor was content.",
  "Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.",
  "We signed the lease for the second floor, with three parking spaces in the yard.",
  "The goalkeeper saved two penalties, and the match ended without a goal.",
  "Add an index on the customer column, else the monthly report scans the whole table.",
  "A thunderstorm tore the tarpaulin off the market stall last night.",
  "Patients who took the new drug slept longer but complained of headaches.",
  "Could you lend me your drill? I want to put up the bookshelf tomorrow.",
  "The treaty of 1648 ended a war that had lasted for thirty years.",
  "Whisk the eggs with sugar until pale, then fold in the sifted flour.",
  "Our train was cancelled, so we spent the night in a small hotel by the station.",
  "The compiler rejects the cast because the pointer may be null.",
  "She adopted a three-legged cat from the shelter and called it Captain.",
  "Interest rates rose by half a point, and the currency gained against the dollar.",
  "The glacier has lost a third of its length since the first survey.",
  "I finished the marathon in just under four hours, in spite of the heat.",
  "Rotate the signing keys every ninety days and revoke the old ones.",
  "The museum shows etchings of harbours and fishing boats until March.",
  "Water the tomatoes early in the day so that the leaves dry by evening.",
  "The jury awarded the prize to a novel about two sisters in a mining town.",
  "Their daughter starts school in August and already reads short words.",
  "The probe measured methane in the atmosphere of the distant planet.",
  "Please merge the release branch once all the checks are green.",
  "He repairs old bicycles in the cellar and gives them to neighbours.",
  "The committee postponed the vote on the new bridge for lack of a quorum.",
  "Her violin needs a new bow, and the lessons move to Thursday.",
  "The invoice lists twelve chairs, though only ten were delivered.",
  "A recursive call without a base case overflows the stack.",
  "Wild boars dug up half of the potato field behind the chapel.",
];

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
