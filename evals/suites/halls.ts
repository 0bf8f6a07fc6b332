import { classifyHall, HALLS } from "../../src/index.ts";
import { type LineFormat, readCases } from "./read-cases.ts";
import type { SuiteOptions } from "./suite.ts";

/** A sentence with its hall; null where it has none. */
interface Sentence {
  readonly text: string;
  readonly hall: string | null;
}

/** How well sentences are told by hall. Figures from 0 to 1. */
export interface HallsReport {
  readonly suite: "halls";
  readonly data: { readonly name: string; readonly hash: string };
  readonly counts: Readonly<Record<string, number>>;
  /** Mean of the F1 of the five halls; one that the data doesn't hold is left out. */
  readonly macroF1: number;
  readonly accuracy: number;
  /** Share of the sentences with a hall that were called unsure. */
  readonly unsure: number;
  readonly f1: Readonly<Record<string, number>>;
  /** As written → as classified → sentences. `none`: written without a hall; `unsure`: classified as none. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly commit: string;
  readonly failures?: readonly (Sentence & { readonly classified: string | null })[];
}

/** Which kind of memory is a sentence? @throws LociError `DATA_NOT_FOUND` */
export async function evaluateHalls(options: SuiteOptions): Promise<HallsReport> {
  const { cases, data } = readCases(options.data, SENTENCE);
  const judged = cases.map((sentence) => ({ sentence, classified: classifyHall(sentence.text).hall }));
  const count = (written: string | null, classified: string | null): number =>
    judged.filter(({ sentence, classified: got }) => sentence.hall === written && got === classified).length;
  const all = [...HALLS, null];
  const confusion = Object.fromEntries(
    all.map((written) => [
      written ?? "none",
      Object.fromEntries(all.map((got) => [got ?? "unsure", count(written, got)])),
    ]),
  );
  const f1 = Object.fromEntries(
    HALLS.filter((hall) => cases.some((one) => one.hall === hall)).map((hall) => {
      const written = cases.filter((one) => one.hall === hall).length;
      const classifiedCount = judged.filter(({ classified }) => classified === hall).length;
      return [hall, fraction((2 * count(hall, hall)) / (written + classifiedCount))];
    }),
  );
  const withHall = judged.filter(({ sentence }) => sentence.hall !== null);
  const scores = Object.values(f1);
  const wrong = judged.filter(({ sentence, classified }) => sentence.hall !== classified);
  return {
    suite: "halls",
    data,
    counts: Object.fromEntries([
      ["sentences", cases.length],
      ...all.map((hall) => [hall ?? "none", cases.filter((one) => one.hall === hall).length] as const),
    ]),
    macroF1: fraction(scores.length === 0 ? 0 : scores.reduce((a, b) => a + b, 0) / scores.length),
    accuracy: fraction(cases.length === 0 ? 0 : 1 - wrong.length / cases.length),
    unsure: fraction(
      withHall.length === 0 ? 0 : withHall.filter(({ classified }) => classified === null).length / withHall.length,
    ),
    f1,
    confusion,
    commit: options.commit,
    ...(options.failures && {
      failures: wrong.map(({ sentence: { text, hall }, classified }) => ({ text, hall, classified })),
    }),
  };
}

const SENTENCE: LineFormat<Sentence> = {
  read: ({ text, hall }) =>
    typeof text === "string" && (hall === null || HALLS.includes(hall as (typeof HALLS)[number]))
      ? ({ text, hall } as Sentence)
      : null,
  expected: `{ "text", "hall": null | ${HALLS.map((hall) => `"${hall}"`).join(" | ")} }`,
};

function fraction(share: number): number {
  return Math.round(10_000 * share) / 10_000;
}
