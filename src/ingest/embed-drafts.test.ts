import assert from "node:assert/strict";
import { test } from "node:test";
import { openStaticEmbedding } from "../embedding/static/provider.ts";
import type { QuantisedVector } from "../model/vector.ts";
import type { EmbeddingCache } from "../storage/ports/search-index.ts";
import type { DrawerDraft } from "./document-draft.ts";
import { embedDrafts } from "./embed-drafts.ts";

test("a text is embedded once, whatever its script", async () => {
  const drafts = ["plain", "новое"].map(
    (text): DrawerDraft =>
      ({
        drawer: { text, breadcrumb: [], heading: "" } as unknown as DrawerDraft["drawer"],
        embeddingHash: text,
      }) as DrawerDraft,
  );
  const provider = openStaticEmbedding();
  const kept = new Map<string, QuantisedVector>();
  const cache: EmbeddingCache = {
    get: async (_, hashes) => new Map([...kept].filter(([hash]) => hashes.includes(hash))),
    put: async (_, entries) => entries.forEach(({ hash, vector }) => kept.set(hash, vector)),
    remove: async () => undefined,
    close: async () => undefined,
  };
  const first = await embedDrafts(drafts, { provider, cache }, undefined);
  assert.deepEqual([first.computed, first.reused], [2, 0]);
  const again = await embedDrafts(drafts, { provider, cache }, undefined);
  assert.deepEqual([again.computed, again.reused], [0, 2]);
  assert.deepEqual(again.vectors, first.vectors);
});
