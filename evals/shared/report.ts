import { appendFileSync, writeFileSync } from "node:fs";
import type { SearchOptions } from "../../src/index.ts";
import { writeFault } from "../../src/model/error.ts";
import { oneLine, type Style, table } from "../../src/surfaces/cli/output/style.ts";

/** One column of a report: a name and how it searches. The first is Loci as it stands; the others are what it must beat. */
export interface Column {
  readonly name: string;
  readonly options: SearchOptions;
}

/** Loci, BM25 alone and dense alone, and the two legs under reciprocal rank fusion. */
export const COLUMNS: readonly Column[] = [
  { name: "loci", options: {} },
  { name: "bm25", options: { mode: "lexical", fusion: "plain" } },
  { name: "dense", options: { mode: "semantic", fusion: "plain" } },
  { name: "rrf", options: { mode: "hybrid", fusion: "rrf" } },
];

/** What one question scored in one column: figures between 0 and 1 by name. */
export interface QuestionFigures {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  readonly figures: Readonly<Record<string, number>>;
  /** Milliseconds that the search took, end to end. */
  readonly milliseconds: number;
}

/** What every report says of how it was made. */
interface ReportHeader {
  readonly suite: string;
  readonly data: { readonly name: string; readonly hash: string };
  readonly counts: Readonly<Record<string, number>>;
  readonly modelIdentity: string | null;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** What was measured; of a suite that runs in a checkout. */
  readonly commit?: string;
}

/** A suite's report. The figures of Loci also stand at the top level by name, in per cent. */
export type Report = ReportHeader & {
  readonly columns: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly categories: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly milliseconds: { readonly p50: number; readonly p95: number };
  readonly failures?: readonly { readonly id: string; readonly query: string; readonly category: string }[];
} & Readonly<Record<string, unknown>>;

/**
 * Makes the report of a suite.
 * @param byColumn question figures for each column; the first column is Loci
 * @param failing name of the figure that must be above 0 for a question not to count as a failure
 */
export function report(
  header: ReportHeader,
  byColumn: ReadonlyMap<string, readonly QuestionFigures[]>,
  { failing, failures }: { readonly failing: string; readonly failures: boolean },
): Report {
  const columns: Record<string, Record<string, Estimate>> = {};
  for (const [column, questions] of byColumn) {
    const names = [...new Set(questions.flatMap(({ figures }) => Object.keys(figures)))];
    columns[column] = Object.fromEntries(
      names.map((name) => [
        name,
        perCent(
          bootstrap(
            questions.flatMap(({ figures }) => figures[name] ?? []),
            header.seed,
          ),
        ),
      ]),
    );
  }
  const own = byColumn.values().next().value ?? [];
  const categories: Record<string, Record<string, number>> = {};
  for (const category of new Set(own.map((question) => question.category))) {
    const inside = own.filter((question) => question.category === category);
    const names = [...new Set([failing, ...inside.flatMap(({ figures }) => Object.keys(figures))])];
    categories[category] = {
      questions: inside.length,
      ...Object.fromEntries(
        names.map((name) => [name, round(mean(inside.map(({ figures }) => figures[name] ?? 0)) * 100)]),
      ),
    };
  }
  const times = own.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const top = Object.fromEntries(
    Object.entries(Object.values(columns)[0] ?? {}).map(([name, { mean: value }]) => [name, value]),
  );
  return {
    ...header,
    ...top,
    columns,
    categories,
    milliseconds: { p50: round(quantile(times, 0.5)), p95: round(quantile(times, 0.95)) },
    ...(failures && {
      failures: own
        .filter(({ figures }) => (figures[failing] ?? 0) === 0)
        .map(({ id, query, category }) => ({ id, query, category })),
    }),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function perCent(estimate: Estimate): Estimate {
  return {
    mean: round(estimate.mean * 100),
    low: round(estimate.low * 100),
    high: round(estimate.high * 100),
    count: estimate.count,
  };
}

/**
 * Where a report goes. An unwritable path is reported at once, before minutes of measuring; an existing report stays until then.
 * @returns writes the report as JSON
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`, now and when it is written
 */
export function reportFile(path: string): (report: object) => void {
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (thrown) {
      throw writeFault(`the report '${path}'`, thrown);
    }
  };
  attempt(() => appendFileSync(path, ""));
  return (report) => attempt(() => writeFileSync(path, `${JSON.stringify({ schema: 1, ...report }, null, 2)}\n`));
}

/** A mean with its 95 % interval. */
interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const RESAMPLES = 1_000;

/**
 * Mean and percentile bootstrap interval (Efron 1979) over questions, with a fixed seed, so that a report can be repeated.
 * @param values one figure a question; empty gives zeros
 * @param seed any integer
 */
export function bootstrap(values: readonly number[], seed: number): Estimate {
  const count = values.length;
  if (count === 0) return { mean: 0, low: 0, high: 0, count };
  const random = seededRandom(seed);
  const means: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[Math.floor(random() * count)] as number;
    means.push(sum / count);
  }
  means.sort((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / count,
    low: means[Math.floor(RESAMPLES * 0.025)] as number,
    high: means[Math.ceil(RESAMPLES * 0.975) - 1] as number,
    count,
  };
}

/**
 * Numbers 0 ≤ value < 1, the same from the same seed: mulberry32 (Tommy Ettinger, public domain). Its 32 bits of state are enough to draw
 * samples and to make up data.
 * @example const random = seededRandom(7); random(); // 0.011704…
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The shown parts of a suite's report; suites without baselines have no columns. */
interface Shown {
  readonly columns?: Readonly<
    Record<string, Readonly<Record<string, { readonly mean: number; readonly low: number; readonly high: number }>>>
  >;
  readonly failures?: readonly Readonly<Record<string, unknown>>[];
}

/** A report for people: its figures, Loci's beside the baselines', then the questions that failed, where they were asked for. */
export function renderEvaluation(name: string, report: object, style: Style): string {
  const { columns, failures = [] } = report as Shown;
  const figures = columns === undefined ? numbersOf(report).join("\n") : table(...cellsOf(name, columns), style);
  if (failures.length === 0) return figures;
  const failed = failures.map(
    ({ id, query, ...rest }) =>
      `  ${oneLine(typeof query === "string" ? `${String(id)}  ${query}` : JSON.stringify({ id, query, ...rest }))}`,
  );
  return [figures, "", "failed:", ...failed].join("\n");
}

function numbersOf(report: object): readonly string[] {
  return Object.entries(report).flatMap(([name, value]) => (typeof value === "number" ? [`${name}: ${value}`] : []));
}

function cellsOf(name: string, columns: NonNullable<Shown["columns"]>): [string[], string[][]] {
  const rows = Object.keys(Object.values(columns)[0] ?? {}).map((figure) => [
    figure,
    ...Object.values(columns).map(({ [figure]: value }, i) => {
      if (value === undefined) return "";
      return i === 0
        ? `${value.mean.toFixed(1)} (${value.low.toFixed(1)}–${value.high.toFixed(1)})`
        : value.mean.toFixed(1);
    }),
  ]);
  return [[name, ...Object.keys(columns).map((column) => `#${column}`)], rows];
}
