import assert from "node:assert/strict";
import { test } from "node:test";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { quantise, type QuantisedVector } from "../model/vector.ts";
import type { EmbeddingCache } from "../storage/ports/search-index.ts";
import { type DrawerDraft, embeddedText } from "./document-draft.ts";
import { embedDrafts } from "./embed-drafts.ts";

test("a text whose vector an earlier version made otherwise is embedded anew, and what was kept of the others is used", async () => {
  const drafts = ["plain", "новое"].map(
    (text): DrawerDraft =>
      ({
        drawer: { text, breadcrumb: [], heading: "" } as unknown as DrawerDraft["drawer"],
        embeddingHash: text,
      }) as DrawerDraft,
  );
  const old = quantise(Float32Array.of(1, 0));
  const asked: string[] = [];
  const put: string[] = [];
  const provider: EmbeddingProvider = {
    identity: { provider: "static", model: "m", dimension: 2, normalised: true, version: "1" },
    capabilities: { local: true, maxBatch: 10, similarWords: false },
    renews: (text) => /новое/u.test(text),
    embedPassages: async (texts) => (asked.push(...texts), texts.map(() => Float32Array.of(0, 1))),
    embedQuery: async () => Float32Array.of(0, 1),
    similarWords: () => [],
  };
  const cache: EmbeddingCache = {
    get: async (_, hashes) => new Map<string, QuantisedVector>(hashes.map((hash) => [hash, old])),
    put: async (_, entries) => void put.push(...entries.map(({ hash }) => hash)),
    remove: async () => undefined,
    close: async () => undefined,
  };
  const { vectors, computed, reused } = await embedDrafts(drafts, { provider, cache }, undefined);
  assert.deepEqual([computed, reused], [1, 1]);
  assert.deepEqual(asked, [embeddedText((drafts[1] as DrawerDraft).drawer)]);
  assert.deepEqual(put, []);
  assert.deepEqual(vectors.get("plain"), old);
  assert.notDeepEqual(vectors.get("новое"), old);
});
