import { identityKey, type EmbeddingProvider } from "../embedding/port.ts";
import { LociError } from "../model/error.ts";
import { type QuantisedVector, quantise } from "../model/vector.ts";
import type { EmbeddingCache, DocumentWrite } from "../storage/ports/search-index.ts";
import { type DrawerDraft, embeddedText, type DocumentDraft } from "./document-draft.ts";

export interface Embedded {
  /** By `embeddingHash`; empty without a provider. */
  readonly vectors: ReadonlyMap<string, QuantisedVector>;
  readonly computed: number;
  readonly reused: number;
  /** Why some vectors are missing; null when none is. */
  readonly unavailable: LociError | null;
}

/**
 * Gives every draft its vector: from the cache where the same text was ever embedded by the same model, from the provider
 * otherwise. What is computed is cached call by call, so an interrupted run has paid for nothing twice.
 *
 * A provider that is unavailable costs no drawer: they come without vectors, and the reason is given.
 */
export async function embedDrafts(
  drafts: readonly DrawerDraft[],
  { provider, cache }: { readonly provider: EmbeddingProvider | null; readonly cache: EmbeddingCache },
  signal: AbortSignal | undefined,
): Promise<Embedded> {
  if (provider === null || drafts.length === 0)
    return { vectors: new Map(), computed: 0, reused: 0, unavailable: null };
  const model = identityKey(provider.identity);
  const texts = new Map<string, string>();
  for (const draft of drafts) texts.set(draft.embeddingHash, embeddedText(draft.drawer));
  const vectors = new Map(await cache.get(model, [...texts.keys()]));
  const missing = [...texts].filter(([hash]) => !vectors.has(hash));
  let unavailable: LociError | null = null;
  let computed = 0;
  for (let start = 0; start < missing.length; start += provider.capabilities.maxBatch) {
    const slice = missing.slice(start, start + provider.capabilities.maxBatch);
    let embedded: readonly Float32Array[];
    try {
      embedded = await provider.embedPassages(
        slice.map(([, text]) => text),
        signal === undefined ? {} : { signal },
      );
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code !== "MODEL_UNAVAILABLE") throw thrown;
      unavailable = thrown;
      break;
    }
    const entries = slice.map(([hash], i) => ({ hash, vector: quantise(embedded[i] as Float32Array) }));
    await cache.put(model, entries);
    for (const { hash, vector } of entries) vectors.set(hash, vector);
    computed += slice.length;
  }
  const found = drafts.reduce((sum, { embeddingHash }) => sum + (vectors.has(embeddingHash) ? 1 : 0), 0);
  return { vectors, computed, reused: found - computed, unavailable };
}

/**
 * A draft as it is stored: with the vectors that there are.
 * @param vectors by `embeddingHash`
 */
export function documentWrite(
  { document, drawers }: DocumentDraft,
  vectors: ReadonlyMap<string, QuantisedVector>,
): DocumentWrite {
  return {
    document,
    drawers: drawers.map(({ drawer, signals, embeddingHash }) => ({
      drawer,
      signals,
      vector: vectors.get(embeddingHash) ?? null,
    })),
  };
}
