/**
 * Speed, memory and disk of the SQLite engine alone: `node bench/engine-candidates.ts [drawers] [folder]`.
 * The folder keeps the index from run to run; a second run measures a cold start on it.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../evals/shared/report.ts";
import { indexTerms } from "../src/text/analyzer.ts";
import type { CandidateQuery } from "../src/storage/ports/candidates.ts";
import type { DocumentWrite } from "../src/storage/ports/search-index.ts";
import { openSqliteSearchIndex } from "../src/storage/sqlite/open-search-index.ts";
import { syntheticCorpus, syntheticVector, wordOfRank, zipfDraw } from "./synthetic-corpus.ts";

const drawers = Number(process.argv[2] ?? 10_000);
const folder = process.argv[3] ?? join(tmpdir(), "loci-bench");
mkdirSync(folder, { recursive: true });
const path = join(folder, `engine-${drawers}.sqlite`);
const settings = { drawers, characters: 500, vocabulary: 150_000, dimension: 256, drawersADocument: 10, wings: 10 };
const BATCH = 2000;

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const rss = (): string => megabytes(process.memoryUsage().rss);

function queries(count: number): CandidateQuery[] {
  const random = seededRandom(7);
  const draw = zipfDraw(settings.vocabulary, random);
  // Stop words don't reach the index: the commonest ranks are left out, as analysis does.
  const term = (): string => indexTerms(wordOfRank(100 + draw()))[0] as string;
  return Array.from({ length: count }, () => {
    const distinct = new Set(Array.from({ length: 28 }, term));
    return {
      visible: "all",
      filter: {},
      terms: [...distinct].map((one, i) => ({ term: one, weight: i < 8 ? 1 : 0.2, original: i < 8 })),
      phrases: [],
      excluded: [],
      files: [],
      vector: syntheticVector(random, settings.dimension),
      fieldWeights: { heading: 2, content: 1, breadcrumb: 0.5 },
      radii: [1, 3, 6],
      context: "messages",
      spread: [0.4, 0.15],
      pool: { lexical: 200, dense: 100 },
    } satisfies CandidateQuery;
  });
}

function report(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number).toFixed(2);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)}  p95 ${at(0.95)}  min ${at(0)} ms`);
}

if (!existsSync(path)) {
  const index = await openSqliteSearchIndex(path);
  let batch: DocumentWrite[] = [];
  let waiting = 0;
  let spent = 0;
  let worst = 0;
  const flush = async (): Promise<void> => {
    const start = performance.now();
    await index.apply({ put: batch, remove: [] });
    const took = performance.now() - start;
    spent += took;
    worst = Math.max(worst, took);
    batch = [];
    waiting = 0;
  };
  for (const write of syntheticCorpus(settings)) {
    batch.push(write);
    waiting += write.drawers.length;
    if (waiting >= BATCH) await flush();
  }
  await flush();
  const counts = await index.counts("all");
  await index.close();
  const disk = statSync(path).size;
  console.log(
    `indexed ${counts.drawers} drawers, ${megabytes(counts.textBytes)} MB in ${(spent / 1000).toFixed(2)} s (slowest apply ${worst.toFixed(0)} ms): ${((counts.drawers / spent) * 1000).toFixed(0)} drawers/s`,
  );
  console.log(
    `disk ${megabytes(disk)} MB: ${(disk / counts.textBytes).toFixed(2)} bytes a byte of text; rss ${rss()} MB`,
  );
} else {
  const asked = queries(300);
  const before = rss();
  let start = performance.now();
  const index = await openSqliteSearchIndex(path);
  const opened = performance.now() - start;
  start = performance.now();
  const first = await index.candidates(asked[0] as CandidateQuery);
  console.log(
    `cold: open ${opened.toFixed(1)} ms, first candidates ${(performance.now() - start).toFixed(1)} ms (${first.candidates.length} candidates); rss ${before} → ${rss()} MB`,
  );
  const measure = async (name: string, change: (query: CandidateQuery) => CandidateQuery): Promise<void> => {
    const times: number[] = [];
    for (const query of asked) {
      const changed = change(query);
      start = performance.now();
      await index.candidates(changed);
      times.push(performance.now() - start);
    }
    report(name, times);
  };
  await measure("hybrid, first time", (query) => query);
  await measure("hybrid", (query) => query);
  await measure("lexical", (query) => ({ ...query, vector: null }));
  await measure("dense", (query) => ({ ...query, terms: [] }));
  await measure("hybrid, a wing in ten", (query) => ({ ...query, filter: { wings: ["wing-3"] } }));
  await measure("hybrid, a room in 211", (query) => ({ ...query, filter: { rooms: ["room-17"] } }));
  const gets: number[] = [];
  for (const query of asked) {
    const ids = (await index.candidates(query)).candidates.slice(0, 10).map(({ id }) => id);
    start = performance.now();
    await index.get(ids, "all");
    gets.push(performance.now() - start);
  }
  report("get, ten drawers", gets);
  console.log(`rss ${rss()} MB`);
  const one: DocumentWrite[] = [...syntheticCorpus({ ...settings, drawers: 200 })];
  const edits: number[] = [];
  for (const write of one) {
    start = performance.now();
    await index.apply({ put: [write], remove: [] });
    edits.push(performance.now() - start);
  }
  report("apply, one document replaced", edits);
  await index.close();
}
