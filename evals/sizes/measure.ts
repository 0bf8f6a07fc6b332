/**
 * How large should a passage of a document be? What a reader who has room for so many characters gets of the answer, for several values of
 * `chunking.max_chunk_size`, on the development collections that have documents. Writes evals/sizes/report.md.
 * Run: node evals/sizes/measure.ts [DATA]
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Hit } from "../../src/index.ts";
import { headingQuestions } from "../palace/heading-questions.ts";
import { judgedAbstracts } from "../shared/judged-abstracts.ts";
import { withLoci } from "../shared/with-loci.ts";

const SIZES = [500, 800, 1_100, 1_500, 2_200, 3_000];
const BUDGETS = [1_500, 3_000, 12_000];
/** Deep enough that the largest budget is filled by the smallest size. */
const HITS = 60;
const data = process.argv[2] ?? "../shared/data";

interface Asked {
  readonly hits: readonly Hit[];
  /** Of the whole answer, what a reader of these hits has: 0–1. */
  readonly share: (hits: readonly Hit[]) => number;
}

/** Per cent, in the order of `columns`. */
function figures(asked: readonly Asked[]): readonly number[] {
  const mean = (of: (one: Asked) => number): number =>
    (100 * asked.reduce((sum, one) => sum + of(one), 0)) / asked.length;
  return [
    mean(({ hits, share }) => (share(hits.slice(0, 10)) > 0 ? 1 : 0)),
    mean(({ hits, share }) => share(hits.slice(0, 10))),
    ...BUDGETS.flatMap((budget) => [
      mean(({ hits, share }) => (share(within(hits, budget)) > 0 ? 1 : 0)),
      mean(({ hits, share }) => share(within(hits, budget))),
    ]),
  ];
}

/** The hits that fit, in their order; one that doesn't ends the reading. */
function within(hits: readonly Hit[], budget: number): readonly Hit[] {
  let left = budget;
  return hits.slice(0, hits.findIndex((hit) => (left -= hit.text.length) < 0) >>> 0);
}

async function abstracts(size: number): Promise<readonly number[]> {
  return await withLoci(
    async (loci, home) => {
      const { project, queries } = await judgedAbstracts(loci, home, join(data, "ir", "scifact"));
      const asked: Asked[] = [];
      for (const { text, gold } of queries) {
        const { hits } = await project.search(text, { limit: HITS });
        const share = (read: readonly Hit[]): number =>
          new Set(read.map(({ source }) => source.path.replace(/\.md$/, "")).filter((id) => gold.has(id))).size /
          gold.size;
        asked.push({ hits, share });
      }
      return figures(asked);
    },
    { chunking: { max_chunk_size: size } },
  );
}

/** Headings taken out of a book, each asked for what stood under it: any of it, and how many of its lines that say something. */
async function book(size: number): Promise<readonly number[]> {
  return await withLoci(
    async (loci, home) => {
      const root = join(data, "docs", "markdown", "rust-book", "src");
      const questions: { readonly path: string; readonly heading: string; readonly lines: ReadonlySet<number> }[] = [];
      for (const path of globSync("*.md", { cwd: root }).sort()) {
        const made = headingQuestions(readFileSync(join(root, path), "utf8"), 2);
        mkdirSync(dirname(join(home, "book", path)), { recursive: true });
        writeFileSync(join(home, "book", path), made.text);
        const written = made.text.split("\n");
        for (const { heading, from, to } of made.questions) {
          const own = Array.from({ length: to - from + 1 }, (_, i) => from + i);
          const lines = new Set(own.filter((line) => (written[line - 1] ?? "").trim() !== "").slice(0, LINES));
          if (lines.size > 0) questions.push({ path, heading, lines });
        }
      }
      const project = await loci.project("book");
      await project.index([join(home, "book")], { scope: "kb" });
      const asked: Asked[] = [];
      for (const { path, heading, lines } of questions) {
        const { hits } = await project.search(heading, { limit: HITS });
        const share = (read: readonly Hit[]): number => {
          const held = new Set<number>();
          for (const { source, lines: own } of read) {
            const { start, end } = own ?? { start: 1, end: 0 };
            if (source.path === path) for (let line = start; line <= end; line++) if (lines.has(line)) held.add(line);
          }
          return held.size / lines.size;
        };
        asked.push({ hits, share });
      }
      console.error(`${questions.length} headings, ${size} characters`);
      return figures(asked);
    },
    { chunking: { max_chunk_size: size } },
  );
}

/** Lines of what stands under a heading that count: an answer is its beginning. */
const LINES = 12;

const IN_USE = 1_500;
const columns = ["any@10", "share@10", ...BUDGETS.flatMap((budget) => [`any@${budget}`, `share@${budget}`])];
const table = async (measure: (size: number) => Promise<readonly number[]>): Promise<string[]> => {
  const rows: string[] = [];
  for (const size of SIZES) {
    const values = await measure(size);
    rows.push(
      `| ${size}${size === IN_USE ? " (in use)" : ""} | ${values.map((value) => value.toFixed(1)).join(" | ")} |`,
    );
    console.error(rows.at(-1));
  }
  return [`| at most | ${columns.join(" | ")} |`, `|---|${columns.map(() => "---|").join("")}`, ...rows];
};
const rustBook = await table(book);
const sciFact = await table(abstracts);
writeFileSync(
  new URL("report.md", import.meta.url),
  [
    "# Size of passages of documents",
    "",
    "Written by `node evals/sizes/measure.ts`. `chunking.max_chunk_size` in characters; per cent of the questions for which something of the answer",
    "(`any`) and how much of it (`share`) stands in the first ten hits, and in as many whole hits as fit into so many characters.",
    "1,500 stays: no other size is better in one column and loses in none. Who has little room gets more from `--passage`, which cuts what is",
    "shown and not what is ranked.",
    "",
    "## SciFact: abstracts; the answer is the right abstracts",
    "",
    ...sciFact,
    "",
    "## The Rust book: every second heading taken out and asked for the first twelve lines under it",
    "",
    ...rustBook,
    "",
  ].join("\n"),
);
