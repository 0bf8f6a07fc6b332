import { operation, step } from "../../model/next-step.ts";
import { identityKey, type EmbeddingProvider } from "../../embedding/port.ts";
import { LociError } from "../../model/error.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/**
 * Sees to it that an index holds vectors of this model, or none: those of two models can't be compared. @throws
 * LociError `MODEL_MISMATCH` with the next step
 */
export async function requireSameModel(index: SearchIndex, { identity }: EmbeddingProvider): Promise<void> {
  const stored = await index.modelIdentity();
  const configured = identityKey(identity);
  if (stored === null || stored === configured) return;
  throw new LociError(
    "MODEL_MISMATCH",
    `the index holds vectors of '${stored}', the configuration asks for '${configured}'`,
    {
      hint: step`set embedding.provider back, or run ${operation("data migrate-model", "PROVIDER")}: search goes on meanwhile`,
      details: { stored, configured },
    },
  );
}
