import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { collection } from "./collection.fixture.ts";
import { evaluateIr } from "./ir.ts";

const CORPUS = [
  { _id: 1, title: null, text: "Harbour pilots guide ships between the piers." },
  { _id: 2, title: "Lanterns", text: "Paper lanterns float down the river in spring." },
  { _id: 3, text: "Beekeepers smoke the hive before they open it." },
  { _id: 4 },
];
const QUERIES = [
  { _id: 7, text: "harbour pilots" },
  { _id: 8, text: "paper lanterns" },
  { _id: 9, text: "nobody judged this" },
];

function evaluate(
  t: TestContext,
  qrels: string,
  queries: readonly unknown[] = QUERIES,
  corpus: readonly unknown[] = CORPUS,
): ReturnType<typeof evaluateIr> {
  return evaluateIr({
    data: collection(t, { "corpus.jsonl": corpus, "queries.jsonl": queries, "qrels/test.tsv": qrels }),
    commit: "c",
    failures: true,
  });
}

test("numbers as ids, titles and texts that are missing, a judged document that isn't there", async (t) => {
  const report = await evaluate(t, "query-id\tcorpus-id\tscore\n7\t1\t2\n8\t2\t1\n8\t99\t1\n");
  assert.deepEqual(report.counts, { documents: 4, queries: 2, leftOut: 1 });
  // 7: all; 8: the first of two, gain 1 / (1 + 1/log2(3)) of the best order.
  assert.deepEqual([report["recall@10"], report["mrr"], report["ndcg@10"]], [75, 100, 80.66]);
  assert.deepEqual(report.failures, []);
});

test("judgements as TREC writes them, with Windows' line ends and without a heading", async (t) => {
  assert.equal((await evaluate(t, "7\t0\t1\t1\r\n8\t0\t2\t1\r\n"))["recall@10"], 100);
  assert.equal((await evaluate(t, "7 Q0 1 1\n8 Q0 2 1\n"))["recall@10"], 100);
});

test("a query that is itself a document isn't its own answer", async (t) => {
  const text = CORPUS[1]?.text as string;
  const twin = { _id: "twin", text: "Lanterns of paper float down a river." };
  const report = await evaluate(t, "2\ttwin\t1\n", [{ _id: 2, text }], [...CORPUS, twin]);
  assert.equal(report["mrr"], 100);
});

test("long documents leave room for a hundred others", async (t) => {
  const long = {
    _id: "long",
    text: Array.from(
      { length: 300 },
      (_, i) => `## Part ${i}\n\n${`Harbour pilots guide ship ${i} between the piers of the harbour. `.repeat(4)}\n`,
    ).join("\n"),
  };
  const report = await evaluate(t, "7\t2\t1\n", QUERIES, [
    long,
    {
      _id: 2,
      text: "Of all who work at a port, in every kind of weather and for little money, the pilots of a harbour sleep least.",
    },
  ]);
  assert.equal(report["recall@100"], 100);
});

test("what can't be read is said with its line, and no judgement at all is no result", async (t) => {
  await assert.rejects(evaluate(t, "query-id\tcorpus-id\tscore\n7\t1\t1\n8\t2\n"), {
    code: "DATA_NOT_FOUND",
    message: "line 3 of qrels/test.tsv can't be read",
  });
  await assert.rejects(evaluate(t, "x\ty\t1\n"), {
    code: "DATA_NOT_FOUND",
    message: "none of 3 queries has a judgement above 0",
  });
  await assert.rejects(evaluate(t, "7\t1\t1\n", [...QUERIES, null]), {
    code: "DATA_NOT_FOUND",
    message: "line 4 of queries.jsonl can't be read",
  });
});

test("a file is no folder of a collection, and no fault of Loci's", async (t) => {
  const data = collection(t, { "corpus.jsonl": CORPUS });
  await assert.rejects(evaluateIr({ data: `${data}/corpus.jsonl`, commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
    hint: "give the folder of one collection with --data",
  });
});
