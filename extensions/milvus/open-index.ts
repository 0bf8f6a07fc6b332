import { LociError } from "../../src/model/error.ts";
import { operation, step } from "../../src/model/next-step.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import type {
  IndexCapabilities,
  IndexChange,
  IndexFinding,
  SearchIndex,
} from "../../src/storage/ports/search-index.ts";
import { searchedTerms } from "../../src/storage/ports/searched-fields.ts";
import type { MilvusRow } from "./client.ts";
import { type Collections, versionsExpression } from "./collections.ts";
import { ConsistentReads, checkSignal, grouped } from "./consistent-reads.ts";
import { countFacets, countPlaces, countedDrawers } from "./counting.ts";
import { findCandidates } from "./find-candidates.ts";
import { documentDrawers, getDrawers, linkingDrawers, recentDrawers, resolvePrefix } from "./read-drawers.ts";
import { bagTerms, type PreparedDocument, prepareDocument, readBody, textNumber } from "./rows.ts";
import { Uploader } from "./upload.ts";
import { ascending } from "../../src/text/words.ts";

const CAPABILITIES: IndexCapabilities = { keepsDrawers: false, writesFarAway: true };

/**
 * An index on a Milvus server; see docs/scale.md for how it answers as the one in a folder does.
 * @param newName a name for an index that is made
 */
export function milvusIndex(
  manifest: Manifest,
  collections: (name: string) => Collections,
  newName: () => string,
): SearchIndex {
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
  };
  const reads = new ConsistentReads(manifest, collections, checkOpen);
  const uploader = new Uploader(manifest);
  let turn: Promise<unknown> = Promise.resolve();
  const opened = (): Manifest => {
    checkOpen();
    return manifest;
  };

  const begin = (): IndexChange => {
    checkOpen();
    const put = new Map<string, PreparedDocument>();
    return {
      put: (write) =>
        void put.set(JSON.stringify([write.document.source, write.document.path]), prepareDocument(write)),
      apply: ({ remove, signal }) => {
        checkOpen();
        checkSignal(signal);
        const mine = turn.then(async () => {
          const state = await opened().make(newName());
          return await uploader.apply(reads.collections(state), state, { put: [...put.values()], remove, signal });
        });
        turn = mine.catch(() => undefined);
        return mine;
      },
    };
  };

  const settle = async (): Promise<void> => {
    const state = await opened().state();
    if (state !== null) await uploader.sweep(reads.collections(state));
  };

  const index: SearchIndex = {
    capabilities: CAPABILITIES,
    sequence: async () => (await opened().state())?.sequence ?? 0,
    modelIdentity: async () => (await opened().state())?.model ?? null,
    async setModelIdentity(identity) {
      const { model } = await opened().make(newName());
      if (model === identity) return;
      if (model !== null)
        throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${model}', not of '${identity}'`, {
          hint: step`set the embedding model back, or run ${operation("data rebuild")}`,
          details: { stored: model, configured: identity },
        });
      await manifest.setModel(identity);
    },
    async apply({ put, ...rest }) {
      const change = begin();
      for (const write of put) {
        checkSignal(rest.signal);
        change.put(write);
      }
      return await change.apply(rest);
    },
    begin,
    settle,
    // Removed rows are deleted from the collections; when the server rewrites its own files is the server's to decide.
    purge: settle,
    reader: () => index,
    candidates: (query) => findCandidates(reads, query),
    drawers: async (visible) => (await index.counts(visible)).drawers,
    async messageParts(visible) {
      const snapshot = await opened().snapshot(visible, []);
      if (snapshot === null) return 1;
      const messages = snapshot.counts.drawers - snapshot.continued;
      return messages === 0 ? 1 : snapshot.counts.drawers / messages;
    },
    async contains(terms, visible) {
      const snapshot = await opened().snapshot(visible, terms.map(textNumber));
      return terms.map((_, i) => (snapshot?.termFrequencies[i] ?? 0) > 0);
    },
    get: (ids, visible) => getDrawers(reads, ids, visible),
    recent: (...asked) => recentDrawers(reads, ...asked),
    async documents(source) {
      const state = await opened().state();
      if (state === null) return [];
      return (await reads.documents.all("all", state.sequence))
        .map(({ document }) => document)
        .filter((document) => source === undefined || document.source === source)
        .sort((a, b) => ascending(a.source, b.source) || ascending(a.path, b.path));
    },
    async documentWrites() {
      const state = await opened().state();
      const all = state === null ? [] : await reads.documents.all("all", state.sequence);
      return new Map(all.map(({ document: { source, path }, number }) => [`${source}\n${path}`, number]));
    },
    resolve: (prefix, visible, limit) => resolvePrefix(reads, prefix, { visible, limit }),
    documentDrawers: (...asked) => documentDrawers(reads, ...asked),
    linking: (visible) => linkingDrawers(reads, visible),
    counts: async (visible) => (await opened().snapshot(visible, []))?.counts ?? NOTHING,
    facets: async (visible, filter) => countFacets(await countedDrawers(reads, visible, filter)),
    wings: async (visible) => (await index.facets(visible, {})).wings,
    places: async (visible, filter) => countPlaces(await countedDrawers(reads, visible, filter)),
    check: (deep) => checkServer(reads, deep),
    async close() {
      closed = true;
      await turn;
    },
  };
  return index;
}

const NOTHING = { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };

/** As `SearchIndex.check`: what the server holds against what the manifest says of it. */
async function checkServer(reads: ConsistentReads, deep: boolean): Promise<readonly IndexFinding[]> {
  reads.checkOpen();
  const state = await reads.manifest.state();
  if (state === null) return [];
  const findings: IndexFinding[] = [];
  const collections = reads.collections(state);
  const documents = await reads.documents.all("all", state.sequence);
  const existing = await collections.existing();
  const withDrawers = documents.filter(({ drawers }) => drawers > 0);
  if (withDrawers.length > 0 && !existing.includes(collections.words))
    return [
      { severity: "error", what: `the server has no collection '${collections.words}'`, next: "loci data rebuild" },
    ];
  for (const group of grouped(withDrawers)) {
    const rows = await collections.query(versionsExpression(group), deep ? ["doc", "place", "bag", "body"] : ["doc"]);
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(Number(row["doc"]), (counts.get(Number(row["doc"])) ?? 0) + 1);
    for (const { number, drawers, document } of group)
      if ((counts.get(number) ?? 0) !== drawers)
        findings.push({
          severity: "error",
          what: `the server has ${counts.get(number) ?? 0} of ${drawers} drawers of '${document.path}'`,
          next: "loci data rebuild",
        });
    if (deep) findings.push(...rows.slice(0, 200).flatMap(recomputed));
  }
  const left = await reads.manifest.leftovers();
  const known = [...documents.map(({ drawers }) => drawers), 0].reduce((sum, n) => sum + n, 0);
  const hidden = left.map(({ number }) => number);
  const total = existing.includes(collections.words)
    ? await collections.count(hidden.length === 0 ? "place >= 0" : `doc not in [${hidden.join(", ")}]`)
    : 0;
  if (total > known)
    findings.push({
      severity: "warning",
      what: `the server has ${total - known} drawers that no document has`,
      next: "loci data rebuild",
    });
  return findings;
}

/** Whether what is stored of a drawer's words is what its text comes to. */
function recomputed(row: MilvusRow): readonly IndexFinding[] {
  const { drawer } = readBody(row["body"] as string);
  const expected = new Set(Array.from(searchedTerms(drawer), ([, terms]) => terms.map(textNumber)).flat());
  const stored = bagTerms(row["bag"] as string);
  if (stored.length === expected.size && stored.every((term) => expected.has(term))) return [];
  return [
    {
      severity: "error",
      what: `the words of drawer ${drawer.id} are not those of its text`,
      next: "loci data rebuild",
    },
  ];
}
