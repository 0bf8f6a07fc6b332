import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { SearchOptions, SearchResult } from "../../src/index.ts";

/** Ways of asking. */
export type Way = "hybrid" | "lexical" | "wing";

export interface SearchFigures {
  /** Milliseconds of every question when it is asked for the first time. */
  readonly first: Readonly<Record<Way, readonly number[]>>;
  /** Milliseconds of every question asked again. */
  readonly times: Readonly<Record<Way, readonly number[]>>;
  /** Milliseconds of every question whose answer is kept, hybrid. */
  readonly kept: readonly number[];
  /**
   * Mean milliseconds of processor time of this thread: what other work on the machine hardly lengthens. Kernels
   * count it in steps, so only the mean says something.
   */
  readonly processor: Readonly<Record<Way, number>>;
  /** Median milliseconds a stage of the hybrid search. */
  readonly stages: Readonly<Record<string, number>>;
  readonly openMilliseconds: number;
  readonly firstMilliseconds: number;
  readonly rssBytes: number;
}

/** What is asked. */
export interface Asked {
  /** Other questions, so that the code is warm. */
  readonly before: readonly string[];
  readonly questions: readonly string[];
  readonly wings: readonly string[];
}

/**
 * A process of its own: opens a project that is indexed, asks all questions, and prints milliseconds and memory as JSON.
 *
 * It reads from standard input what is asked. First other questions, so that the code is warm. Then each question by
 * words and vectors, by words alone, and in one of
 * the ten wings, in turn, so that a busy second of the machine hits all alike; and all of that again in rounds. What
 * is asked for the first time may have to be read
 * from disk: it has figures of its own, in every way alike.
 */
const { values } = parseArgs({
  options: {
    api: { type: "string", default: "" },
    home: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
  },
});
const { before, questions, wings } = JSON.parse(readFileSync(0, "utf8")) as Asked;
const wingOf = (i: number): string => wings[i % wings.length] as string;
const { openLoci } = (await import(values.api)) as typeof import("../../src/index.ts");
const opening = performance.now();
const loci = await openLoci({ home: values.home });
const project = await loci.project("bench");
const openMilliseconds = performance.now() - opening;

const stages: Record<string, number[]> = {};
const first: Record<Way, number[]> = { hybrid: [], lexical: [], wing: [] };
const times: Record<Way, number[]> = { hybrid: [], lexical: [], wing: [] };
const processor: Record<Way, number> = { hybrid: 0, lexical: 0, wing: 0 };

let asked = 0;
/** The same words with blanks behind them that no call gave before: what is kept of earlier answers takes no part. */
function anew(query: string): string {
  return query + [...(++asked).toString(2)].map((digit) => (digit === "0" ? " " : "\t")).join("");
}

async function search(
  query: string,
  options: SearchOptions = {},
): Promise<{ readonly took: number; readonly spent: number; readonly result: SearchResult }> {
  const already = process.threadCpuUsage();
  const start = performance.now();
  const result = await project.search(anew(query), options);
  const took = performance.now() - start;
  const { user, system } = process.threadCpuUsage(already);
  if (result.hits.length === 0) throw new Error("a question of the corpus found nothing");
  return { took, spent: (user + system) / 1000, result };
}

async function ask(way: Way, query: string, options?: SearchOptions): Promise<SearchResult> {
  const { took, spent, result } = await search(query, options);
  times[way].push(took);
  processor[way] += spent;
  return result;
}

let firstMilliseconds = 0;
for (const [i, query] of before.entries()) {
  const { took } = await search(query, i % 3 === 1 ? { mode: "lexical" } : i % 3 === 2 ? { wing: wingOf(i) } : {});
  if (i === 0) firstMilliseconds = took;
}
for (const [i, query] of questions.entries()) {
  first.hybrid.push((await search(query)).took);
  first.lexical.push((await search(query, { mode: "lexical" })).took);
  first.wing.push((await search(query, { wing: wingOf(i) })).took);
}
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [i, query] of questions.entries()) {
    const { timings } = await ask("hybrid", query);
    for (const [stage, spent] of Object.entries(timings)) (stages[stage] ??= []).push(spent);
    await ask("lexical", query, { mode: "lexical" });
    await ask("wing", query, { wing: wingOf(i) });
  }
}
const rssBytes = process.memoryUsage.rss();
const kept: number[] = [];
for (const query of questions) {
  await project.search(query);
  const start = performance.now();
  await project.search(query);
  kept.push(performance.now() - start);
}
await loci.close();
const middle = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number;
const mean = Object.fromEntries(
  Object.entries(processor).map(([way, sum]) => [way, sum / times[way as Way].length]),
) as Record<Way, number>;
const figures: SearchFigures = {
  first,
  times,
  kept,
  processor: mean,
  stages: Object.fromEntries(Object.entries(stages).map(([name, list]) => [name, middle(list)])),
  openMilliseconds,
  firstMilliseconds,
  rssBytes,
};
console.log(JSON.stringify(figures));
