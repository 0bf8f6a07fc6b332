/**
 * Speed and memory over the built package, beside what they must be and beside other programs: npm run bench [-- --sizes 1000,10000] [--million] [--write].
 * Processor time, since other work on the machine hardly lengthens it. `--write` puts the table into `bench/report.md`; whether Loci has become slower,
 * `bench/check.ts` says. Corpora are kept in the system's temporary folder, so a second run is quicker. Whole, it takes some twenty minutes.
 */
import { existsSync, globSync, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { processorTime } from "./check/processor-time.ts";
import { corpusQuestions, WINGS, wingName, writeCorpus } from "./corpus/write-corpus.ts";
import { fullTextMilliseconds } from "./measure/full-text.ts";
import type { IndexFigures } from "./measure/index-corpus.ts";
import { LIST_TOOLS } from "./measure/list-tools.ts";
import { CLI, ROOT } from "./measure/public-api.ts";
import { median } from "./measure/quantile.ts";
import { FRUGAL, runMeasure } from "./measure/run-measure.ts";
import type { Asked, SearchFigures } from "./measure/search-corpus.ts";
import { type WholeProcess, wholeProcess } from "./measure/whole-process.ts";
import { conditions, type Row, tablePage, writeTable } from "./report/table.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000,100000,378000" },
    million: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const sizes = [...values.sizes.split(",").map(Number), ...(values.million ? [1_000_000] : [])];
/** What a size must take, milliseconds: hybrid, by words, in a wing; then cold search, and megabytes of a process that searches. */
const MUST: Readonly<Record<number, readonly (string | undefined)[]>> = {
  10_000: ["1.1", "0.7", "0.6", undefined, "130"],
  100_000: ["2.8", "1.1", "0.9", "190", "150"],
  378_000: ["7", undefined, "2.3"],
  1_000_000: ["15", undefined, "4", "300"],
};
const MCP_MUST = "200";
/** Processes that search: one alone may meet a slow minute. Figures are their median. */
const PROCESSES = 3;
const DATA = join(ROOT, "..", "shared", "data");
/** Where `.ci/run` unpacks the manuals of Debian. */
const MANUALS = process.env["TESTS_MANUALS"] ?? join(ROOT, ".cache", "manuals");

// Not inside the checkout: what git ignores is not indexed.
const work = join(tmpdir(), "loci-bench");
mkdirSync(work, { recursive: true });
const asked: Asked = {
  before: corpusQuestions(60, 5000),
  questions: corpusQuestions(120),
  wings: Array.from({ length: WINGS }, (_, i) => wingName(i)),
};
/** Of each size, what it took: growth is read from these. */
const taken = new Map<string, [size: number, milliseconds: number][]>();
const at = conditions();
const rows: Row[] = [];
for (const size of sizes) rows.push(...sizeRows(size));
for (const [what, points] of taken) {
  const [[small, quick] = [1, 1], [large, slow] = [1, 1]] = [points[0], points.at(-1)];
  if (large > small)
    rows.push({
      what: `${what}: growth from ${small} to ${large} drawers, exponent`,
      measured: (Math.log(slow / quick) / Math.log(large / small)).toFixed(2),
    });
}
rows.push(...(await folderRows()), ...(await pdfRows()));
const table = { ...at, rows };
console.log(tablePage(table));
if (values.write) writeTable(table);

function sizeRows(size: number): readonly Row[] {
  const label = `${size / 1000} k`;
  const corpus = writeCorpus(join(work, `corpus-${size}`), size);
  const home = join(work, `home-${size}`);
  rmSync(home, { recursive: true, force: true });
  console.error(`${label}: indexing`);
  const indexed = runMeasure<IndexFigures>("index-corpus.ts", {
    args: ["--home", home, "--corpus", JSON.stringify(corpus)],
  });
  console.error(`${label}: searching`);
  const runs = Array.from({ length: PROCESSES }, () =>
    runMeasure<SearchFigures>("search-corpus.ts", {
      args: ["--home", home, "--rounds", "1"],
      flags: FRUGAL,
      input: asked,
    }),
  );
  const [hybrid, words, wing, cold, memory] = MUST[size] ?? [];
  const of = (figure: (run: SearchFigures) => number): number => median(runs.map(figure));
  const grows = (what: string, milliseconds: number, must?: string, beside?: string): Row => {
    if (!taken.has(what)) taken.set(what, []);
    taken.get(what)?.push([size, milliseconds]);
    return { what: `${label}: ${what}`, measured: ms(milliseconds), must, beside };
  };
  const place = ["--home", home, "--project", "bench"];
  const question = corpusQuestions(1, 9_000)[0] ?? "";
  return [
    grows(
      "search",
      of(({ processor }) => processor.hybrid),
      hybrid,
    ),
    grows(
      "search by words",
      of(({ processor }) => processor.lexical),
      words,
      `FTS5 ${ms(fullTextMilliseconds(corpus, asked.questions))}`,
    ),
    grows(
      "search in one wing of ten",
      of(({ processor }) => processor.wing),
      wing,
    ),
    grows("cold search", processorTime([process.execPath, CLI, "search", question, ...place]), cold),
    grows(
      "loci mcp to the list of tools",
      processorTime([process.execPath, CLI, "mcp", ...place], { input: LIST_TOOLS }),
      MCP_MUST,
    ),
    {
      what: `${label}: memory of a process that searches, MB`,
      measured: mb(of(({ rssBytes }) => rssBytes)),
      must: memory,
    },
    {
      what: `${label}: index, drawers a second of processor time`,
      measured: String(Math.round(indexed.drawers / indexed.processorSeconds)),
    },
    {
      what: `${label}: disk of the index for a byte of text`,
      measured: (indexed.indexBytes / indexed.textBytes).toFixed(2),
    },
  ];
}

/** The Rust book and agents' sessions, where the data lies beside the checkout. */
async function folderRows(): Promise<readonly Row[]> {
  const book = join(DATA, "docs", "markdown", "rust-book", "src");
  const sessions = join(DATA, "agent-history", "sessions");
  if (!isThere(book) || !isThere(sessions)) return [];
  const home = freshHome("book");
  const cold = await indexed(book, home);
  const again = await indexed(book, home);
  const search = processorTime([
    process.execPath,
    CLI,
    "search",
    "what is a closure?",
    "--home",
    home,
    "--project",
    "bench",
  ]);
  const mined = await wholeProcess(loci("mine", sessions, freshHome("sessions")));
  const megabytes = globSync(`${sessions}/**/*.jsonl`).reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const ofSixteen = (most: number): string => `${ms((most * megabytes) / 16)} (${most} of 16 MB)`;
  return [
    { what: "Rust book: index", measured: ms(cold.milliseconds), must: "900" },
    { what: "Rust book: the same, unchanged", measured: ms(again.milliseconds), must: "150" },
    { what: "Rust book: memory of the index run, MB", measured: mb(cold.peakBytes), must: "150" },
    { what: "Rust book: cold search", measured: ms(search), must: "140" },
    {
      what: `agents' sessions of ${megabytes.toFixed(1)} MB: index`,
      measured: ms(mined.milliseconds),
      must: ofSixteen(2_800),
    },
    { what: "agents' sessions: memory of the run, MB", measured: mb(mined.peakBytes), must: "180 (of 16 MB)" },
  ];
}

/** Two manuals of Debian, where they are unpacked, beside pdftotext, where it is installed. */
async function pdfRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [pages, path, must] of [
    [311, "usr/share/doc/gnuplot/gnuplot.pdf", "2000"],
    [2415, "usr/share/R/doc/manual/fullrefman.pdf", "15000"],
  ] as const) {
    const file = join(MANUALS, path);
    if (!isThere(file)) continue;
    const read = await indexed(file, freshHome("pdf"));
    const other = await wholeProcess(["pdftotext", "-layout", file, "-"]).catch(() => null);
    rows.push(
      {
        what: `PDF of ${pages} pages: index`,
        measured: ms(read.milliseconds),
        must,
        beside: other === null ? undefined : `pdftotext ${ms(other.milliseconds)}`,
      },
      { what: `PDF of ${pages} pages: memory of the run, MB`, measured: mb(read.peakBytes), must: "500" },
    );
  }
  return rows;
}

function isThere(path: string): boolean {
  if (existsSync(path)) return true;
  console.error(`skipped: there is no ${path}`);
  return false;
}

function freshHome(name: string): string {
  const home = join(work, `home-${name}`);
  rmSync(home, { recursive: true, force: true });
  return home;
}

function loci(command: string, path: string, home: string): readonly string[] {
  return [process.execPath, CLI, command, path, "--scope", "kb", "--home", home, "--project", "bench"];
}

async function indexed(path: string, home: string): Promise<WholeProcess> {
  return wholeProcess(loci("index", path, home));
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
