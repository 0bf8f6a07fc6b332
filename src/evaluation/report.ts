import { bootstrap, type Estimate } from "./metrics.ts";
import { appendFileSync, writeFileSync } from "node:fs";
import type { SearchOptions } from "../index.ts";
import { writeFault } from "../model/write-fault.ts";

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
export interface ReportHeader {
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
 *
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
 *
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
