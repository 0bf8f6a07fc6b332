/**
 * Speed, memory and size over the built package: npm run bench [-- --sizes 10000,100000] [--million].
 * Prints a page; whether Loci has become slower, `bench/check.ts` says. Corpora and homes are kept in the system's temporary folder, so a second run is quick.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { corpusQuestions, WINGS, wingName, writeCorpus } from "./corpus/write-corpus.ts";
import type { IndexFigures } from "./measure/index-corpus.ts";
import { CLI, ROOT } from "./measure/public-api.ts";
import { median, quantile } from "./measure/quantile.ts";
import { FRUGAL, runMeasure } from "./measure/run-measure.ts";
import type { Asked, SearchFigures, Way } from "./measure/search-corpus.ts";

/** One line of the report. */
interface Row {
  readonly what: string;
  readonly measured: string;
  readonly must: string;
  readonly aim: string;
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000" },
    million: { type: "boolean", default: false },
    questions: { type: "string", default: "240" },
  },
});
const sizes = [...values.sizes.split(",").map(Number), ...(values.million ? [1_000_000] : [])];
const TARGETS: Readonly<Record<number, readonly [must: string, aim: string]>> = {
  10_000: ["2 ms", "1 ms"],
  100_000: ["8 ms", "3 ms"],
  1_000_000: ["60 ms", "30 ms"],
};
/** Processes that ask all questions: one alone may meet a slow minute. Figures are their median. */
const PROCESSES = 3;
const DOCS = join(ROOT, "..", "shared", "data", "docs", "markdown");
// Not inside the checkout: what git ignores is not indexed.
const work = join(tmpdir(), "loci-bench");
mkdirSync(work, { recursive: true });
const loadBefore = loadavg()[0] ?? 0;
const rows: Row[] = [];
const asked: Asked = {
  before: corpusQuestions(60, 5000),
  questions: corpusQuestions(Number(values.questions)),
  wings: Array.from({ length: WINGS }, (_, i) => wingName(i)),
};

for (const size of sizes) await measureSize(size);
for (const [name, folder, cold, unchanged] of [
  ["til", join(DOCS, "til"), ["2 s", "1 s"], ["0.5 s", "0.2 s"]],
  ["rust-book", join(DOCS, "rust-book", "src"), ["1 s", "0.5 s"], ["0.3 s", "0.15 s"]],
] as const) {
  if (existsSync(folder)) measureFolder(name, folder, cold, unchanged);
  else console.error(`${name}: skipped, there is no ${folder}`);
}
const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
const header = {
  commit,
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  load: { before: loadBefore, after: loadavg()[0] ?? 0 },
};
console.log(page());

async function measureSize(size: number): Promise<void> {
  const label = `${size / 1000} k`;
  const corpus = writeCorpus(join(work, `corpus-${size}`), size);
  const home = join(work, `home-${size}`);
  rmSync(home, { recursive: true, force: true });
  console.error(`${label}: indexing`);
  const indexed = runMeasure<IndexFigures>("index-corpus.ts", {
    args: ["--home", home, "--corpus", JSON.stringify(corpus)],
  });
  console.error(`${label}: searching`);
  const search = (flags: readonly string[]): SearchFigures =>
    runMeasure<SearchFigures>("search-corpus.ts", { args: ["--home", home], flags, input: asked });
  // In turn, so that a slow minute of the machine doesn't hit one alone.
  const runs = Array.from({ length: PROCESSES }, () => ({ found: search([]), frugal: search(FRUGAL) }));
  const of = (figure: (run: (typeof runs)[number]) => number): number => median(runs.map(figure));
  const range = (figure: (run: (typeof runs)[number]) => number): string =>
    `${Math.min(...runs.map(figure)).toFixed(2)}–${Math.max(...runs.map(figure)).toFixed(2)}`;
  const p50 =
    (way: Way) =>
    ({ found }: (typeof runs)[number]): number =>
      median(found.times[way]);
  const p95 = (way: Way): number => of(({ found }) => quantile(found.times[way], 0.95));
  const megabytes = (rss: (run: (typeof runs)[number]) => SearchFigures): string =>
    `${Math.round(of((run) => rss(run).rssBytes) / 1e6)} MB`;
  const [must, aim] = TARGETS[size] ?? ["", ""];
  const wing = of(p50("wing"));
  const share = of((run) => p50("wing")(run) / p50("hybrid")(run));
  const ofMust = must === "" ? "–" : (wing / Number.parseFloat(must)).toFixed(2);
  const atLarge = (limit: string): string => (size === 100_000 ? limit : "");
  rows.push(
    {
      what: `${label}: the same question again, nothing written since, p50`,
      measured: `${of(({ found }) => median(found.kept)).toFixed(2)} ms`,
      must: "",
      aim: "",
    },
    {
      what: `${label}: search, hybrid, p50 (of each process) / p95`,
      measured: `${of(p50("hybrid")).toFixed(2)} (${range(p50("hybrid"))}) / ${p95("hybrid").toFixed(2)} ms`,
      must,
      aim,
    },
    {
      what: `${label}: search, words alone, p50 / p95`,
      measured: `${of(p50("lexical")).toFixed(2)} / ${p95("lexical").toFixed(2)} ms`,
      must: "",
      aim: "",
    },
    {
      what: `${label}: search in one wing of ten, p50 (of each process); share of the whole, and of what the whole must take`,
      measured: `${wing.toFixed(2)} (${range(p50("wing"))}) ms; ${share.toFixed(2)}, ${ofMust}`,
      must: "0.33",
      aim: "0.20",
    },
    {
      what: `${label}: hybrid and in a wing, of questions asked for the first time, p50`,
      measured: `${of(({ found }) => median(found.first.hybrid)).toFixed(2)} and ${of(({ found }) => median(found.first.wing)).toFixed(2)} ms`,
      must: "",
      aim: "",
    },
    {
      what: `${label}: index`,
      measured: `${Math.round(indexed.drawers / indexed.seconds)} drawers/s, ${(indexed.textBytes / 1e6 / indexed.seconds).toFixed(2)} MB/s`,
      must: "",
      aim: "",
    },
    {
      what: `${label}: memory of a process that searches, with Node's own limits`,
      measured: megabytes(({ found }) => found),
      must: atLarge("250 MB"),
      aim: atLarge("150 MB"),
    },
    {
      what: `${label}: the same with those of \`loci serve\` and \`loci mcp\`; search, hybrid, p50`,
      measured: `${megabytes(({ frugal }) => frugal)}; ${of(({ frugal }) => median(frugal.times.hybrid)).toFixed(2)} ms`,
      must: atLarge("250 MB"),
      aim: atLarge("150 MB"),
    },
    {
      what: `${label}: disk for a byte of text, index / with catalog and embedding cache`,
      measured: `${(indexed.indexBytes / indexed.textBytes).toFixed(2)} / ${(indexed.projectBytes / indexed.textBytes).toFixed(2)}`,
      must: atLarge("3"),
      aim: atLarge("2"),
    },
  );
  const cold = corpusQuestions(7, 9000).map((query) =>
    timed(() => cli(["search", query, "--home", home, "--project", "bench"])),
  );
  rows.push({
    what: `${label}: cold \`loci search\`, whole process, median`,
    measured: `${median(cold).toFixed(0)} ms`,
    must: atLarge("300 ms"),
    aim: atLarge("150 ms"),
  });
}

function measureFolder(
  name: string,
  folder: string,
  cold: readonly [string, string],
  unchanged: readonly [string, string],
): void {
  const home = join(work, `home-${name}`);
  const index = (): number =>
    timed(() => cli(["index", folder, "--scope", "kb", "--home", home, "--project", "bench"]));
  const fresh = Array.from({ length: 5 }, () => {
    rmSync(home, { recursive: true, force: true });
    return index();
  });
  const again = Array.from({ length: 5 }, index);
  rows.push(
    {
      what: `${name}: \`loci index\`, cold, whole process, median`,
      measured: `${(median(fresh) / 1000).toFixed(2)} s`,
      must: cold[0],
      aim: cold[1],
    },
    {
      what: `${name}: the same, unchanged`,
      measured: `${(median(again) / 1000).toFixed(2)} s`,
      must: unchanged[0],
      aim: unchanged[1],
    },
    {
      what: `${name}: \`grep -ri\` for one word, beside it`,
      measured: `${timed(() => execFileSync("grep", ["-ri", "the", folder], { stdio: "ignore" })).toFixed(0)} ms`,
      must: "",
      aim: "",
    },
  );
}

function cli(args: readonly string[]): void {
  execFileSync(process.execPath, [CLI, ...args], { stdio: "ignore" });
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function page(): string {
  const { load } = header;
  return [
    "# Speed, memory and size",
    "",
    `By \`npm run bench\`: commit ${header.commit}, ${header.date}, Node ${header.node}, ${header.processor}, ${header.cores} cores; load average ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after (a load above the number of cores means that others were at work, and times are longer than on a quiet machine).`,
    "",
    "| | measured | must | aim |",
    "|---|---|---|---|",
    ...rows.map(({ what, measured, must, aim }) => `| ${what} | ${measured} | ${must} | ${aim} |`),
    "",
  ].join("\n");
}
