import { oneLine, type Style } from "../output/style.ts";
import { table } from "../output/table.ts";

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
