import type { QuantisedVector } from "../model/vector.ts";
import type { DocumentWrite } from "../storage/ports/search-index.ts";
import type { DocumentDraft } from "./document-draft.ts";

/**
 * A draft as it is stored: with the vectors that there are.
 *
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
