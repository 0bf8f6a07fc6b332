/**
 * The figures of LoCoMo, RealMem and SciFact on a server beside those of a folder: `node bench/milvus-quality.ts URI DATA [QUESTIONS]`, DATA the folder
 * that holds `locomo`, `realmem` and `ir/scifact`. Of each a slice: a server in Python takes a tenth of a second for a search.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SUITES } from "../evals/suites/suites.ts";

const [uri = "http://127.0.0.1:19530", data = "", most = "100"] = process.argv.slice(2);
const questions = Number(most);
/** Documents of SciFact beside those that are right answers. */
const DOCUMENTS = 1_000;
const slices = mkdtempSync(join(tmpdir(), "loci-slices-"));

type Line = Readonly<Record<string, unknown>>;
const lines = (...path: string[]): readonly Line[] =>
  readFileSync(join(data, ...path), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const write = (values: readonly Line[], ...path: string[]): void =>
  writeFileSync(join(slices, ...path), values.map((value) => `${JSON.stringify(value)}\n`).join(""));

/** The first group's documents, and the first of its questions that have an answer. */
function sliceConversation(suite: string): string {
  const documents = lines(suite, "docs.jsonl");
  const group = documents[0]?.["group"];
  const asked = lines(suite, "queries.jsonl")
    .filter((query) => query["group"] === group && (query["gold"] as readonly unknown[]).length > 0)
    .slice(0, questions);
  mkdirSync(join(slices, suite));
  write(
    documents.filter((document) => document["group"] === group),
    suite,
    "docs.jsonl",
  );
  write(asked, suite, "queries.jsonl");
  return join(slices, suite);
}

function sliceCollection(): string {
  const [head = "", ...judged] = readFileSync(join(data, "ir/scifact/qrels/dev.tsv"), "utf8").trim().split("\n");
  const ids = new Set([...new Set(judged.map((line) => line.split("\t")[0] as string))].slice(0, questions));
  const kept = judged.filter((line) => ids.has(line.split("\t")[0] as string));
  const gold = new Set(kept.map((line) => line.split("\t")[1] as string));
  const into = join(slices, "ir", "scifact");
  mkdirSync(join(into, "qrels"), { recursive: true });
  write(
    lines("ir/scifact/corpus.jsonl").filter(({ _id }, i) => i < DOCUMENTS || gold.has(String(_id))),
    "ir/scifact/corpus.jsonl",
  );
  write(
    lines("ir/scifact/queries.jsonl").filter(({ _id }) => ids.has(String(_id))),
    "ir/scifact/queries.jsonl",
  );
  writeFileSync(join(into, "qrels", "dev.tsv"), `${[head, ...kept].join("\n")}\n`);
  return into;
}

for (const name of ["locomo", "realmem", "ir"]) {
  const suite = SUITES.find((one) => one.name === name);
  if (suite === undefined) throw new Error(`no suite ${name}`);
  const slice = name === "ir" ? sliceCollection() : sliceConversation(name);
  const evaluate = await suite.load();
  const measured = async (store: string): Promise<unknown> => {
    process.env["LOCI_STORE_URI"] = store;
    const report = (await evaluate({ data: slice, commit: "", failures: false })) as unknown as {
      readonly counts: unknown;
      readonly columns: Readonly<Record<string, Readonly<Record<string, { readonly mean: number }>>>>;
    };
    const figures = Object.entries(report.columns["loci"] ?? {}).flatMap(([figure, { mean }]) =>
      figure === "milliseconds" || typeof mean !== "number" ? [] : [[figure, Number(mean.toFixed(2))] as const],
    );
    return { counts: report.counts, ...Object.fromEntries(figures) };
  };
  console.log(JSON.stringify({ suite: name, folder: await measured(""), server: await measured(uri) }));
}
rmSync(slices, { recursive: true });
