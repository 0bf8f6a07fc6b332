import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { seededRandom } from "../../../../evals/shared/report.ts";
import type { Scope } from "../../../model/caller.ts";
import type { CandidateQuery, CandidateSet } from "../../ports/candidates.ts";
import type { DocumentWrite, SearchIndex } from "../../ports/search-index.ts";
import { sampleDocument, sampleQuery, vectorOf } from "../../../../test/contract/search-index/sample.ts";
import { temporaryFolder } from "../../../../test/e2e/notes.fixture.ts";
import { Part } from "../segment/part-store.ts";
import { openSqliteSearchIndex, type SqliteIndexOptions } from "../open-search-index.ts";

const DIMENSION = 64;
const LARGE: SqliteIndexOptions = {
  sizes: { approximateFrom: 2_000, inFileFrom: 2_000 },
  codedFrom: 300,
  codedScope: 1_500,
};

/** Documents of ten drawers each, in topics that lie around twenty points, so that neighbours are dense. */
function documents(count: number, scope: Scope, seed = 1): readonly DocumentWrite[] {
  const random = seededRandom(seed);
  const point = (): number[] => Array.from({ length: DIMENSION }, () => random() - 0.5);
  const topics = Array.from({ length: 20 }, point);
  return Array.from({ length: count }, (_, d) =>
    sampleDocument({
      path: `${scope}-${d}.md`,
      scope,
      drawers: Array.from({ length: 10 }, (__, i) => ({
        text: `drawer ${d} ${i}`,
        wing: `wing-${d % 20}`,
        vector: i === 9 ? null : point().map((value, k) => value + 2 * (topics[d % 20]?.[k] ?? 0)),
      })),
    }),
  );
}

function queries(count: number): readonly CandidateQuery[] {
  const random = seededRandom(99);
  return Array.from({ length: count }, () =>
    sampleQuery({
      vector: vectorOf(Array.from({ length: DIMENSION }, () => random() - 0.5)),
      context: "messages",
      pool: { lexical: 0, dense: 50 },
    }),
  );
}

async function open(t: TestContext, options: SqliteIndexOptions): Promise<SearchIndex> {
  const index = await openSqliteSearchIndex(`${temporaryFolder(t)}/index.sqlite`, options);
  t.after(() => index.close());
  return index;
}

const best = ({ candidates }: CandidateSet, count: number): readonly (readonly [string, number])[] =>
  candidates
    .map(({ id, dense }) => [id, dense] as const)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, count);

test("a large scope is searched by codes, finds what the exact scan finds, and says that it is approximate", async (t) => {
  const all = documents(300, "kb");
  const [exact, rough] = [await open(t, {}), await open(t, LARGE)];
  const inMemory = await open(t, { ...LARGE, sizes: { approximateFrom: 2_000 } });
  for (const index of [exact, rough, inMemory]) {
    for (let from = 0; from < all.length; from += 40)
      await index.apply({ put: all.slice(from, from + 40), remove: [] });
    await index.apply({ put: [], remove: all.slice(0, 30).map(({ document }) => document) });
  }
  assert.deepEqual(await rough.check(true), []);
  let [found, asked] = [0, 0];
  for (const query of queries(40)) {
    const [expected, answer] = [await exact.candidates(query), await rough.candidates(query)];
    assert.deepEqual([expected.approximate, answer.approximate], [false, true]);
    // Wherever the vectors are, the answer is the same.
    assert.deepEqual(best(await inMemory.candidates(query), 50), best(answer, 50));
    const ten = new Map(best(answer, 10));
    for (const [id, cosine] of best(expected, 10)) {
      asked++;
      // What is found has its own cosine, not an estimate.
      if (ten.has(id)) assert.equal(ten.get(id), cosine);
      if (ten.has(id)) found++;
    }
    // Few enough to be computed for all.
    const narrow = { ...query, filter: { wings: ["wing-3"] } };
    const [all3, some3] = [await exact.candidates(narrow), await rough.candidates(narrow)];
    assert.equal(some3.approximate, false);
    assert.deepEqual(best(some3, 50), best(all3, 50));
  }
  assert.ok(found / asked >= 0.99, `${found} of ${asked}`);
});

test("what is found depends neither on the order of writes and merges, nor on another scope", async (t) => {
  const all = documents(230, "kb");
  const other = documents(250, "user:1", 7);
  const [lived, fresh] = [await open(t, LARGE), await open(t, { ...LARGE, codedFrom: 1_000_000 })];
  for (let from = 0; from < all.length; from += 23) {
    await lived.apply({ put: all.slice(from, from + 23), remove: [] });
    await lived.apply({ put: other.slice(from, from + 23), remove: [] });
  }
  await lived.settle();
  await fresh.apply({ put: all.toReversed(), remove: [] });
  for (const query of queries(10)) {
    const visible = ["kb"] as const;
    const [answer, expected] = [lived, fresh].map((index) => index.candidates({ ...query, visible }));
    assert.deepEqual(best(await answer!, 50), best(await expected!, 50));
    assert.equal((await answer!).approximate, true);
  }
  // A small scope beside the large one is compared whole.
  const small = await open(t, LARGE);
  await small.apply({ put: [...all, ...other.slice(0, 60)], remove: [] });
  assert.equal((await small.candidates({ ...queries(1)[0]!, visible: ["user:1"] })).approximate, false);
});

test("segments get codes when their scope has become large, not before, and answers stay what they were", async (t) => {
  const path = `${temporaryFolder(t)}/index.sqlite`;
  const index = await openSqliteSearchIndex(path, { ...LARGE, merge: { factor: 1_000, smallest: 1 } });
  t.after(() => index.close());
  const coded = (): number => {
    const database = new DatabaseSync(path, { readOnly: true });
    const { n } = database
      .prepare("SELECT COUNT(*) AS n FROM parts WHERE (place >> 20) % 16 = ? AND place % (1 << 20) = 0")
      .get(Part.codes) as { n: number };
    database.close();
    return n;
  };
  const all = documents(230, "kb");
  for (let from = 0; from < 120; from += 40) await index.apply({ put: all.slice(from, from + 40), remove: [] });
  assert.equal(coded(), 0);
  for (let from = 120; from < 230; from += 40) await index.apply({ put: all.slice(from, from + 40), remove: [] });
  // Five of 400 drawers, and one of 300.
  assert.equal(coded(), 6);
  assert.deepEqual(await index.check(true), []);
  const fresh = await open(t, { ...LARGE, codedFrom: 1_000_000 });
  await fresh.apply({ put: all, remove: [] });
  for (const query of queries(5))
    assert.deepEqual(best(await index.candidates(query), 50), best(await fresh.candidates(query), 50));
});
