import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../../src/index.ts";
import { chatLines } from "./chat-lines.ts";
import { readDataset } from "./dataset.ts";
import type { SuiteOptions } from "./suite.ts";

/** One judgement of the gate: its probability, and whether the question could be answered. */
interface Judgement {
  readonly probability: number;
  readonly covered: boolean;
  readonly answerable: boolean;
}

const BINS = 10;
/** Questions of other groups asked of each group. */
const FOREIGN = 200;

/** What the gate suite reports. */
export interface GateReport {
  readonly suite: "gate";
  readonly data: { readonly name: string; readonly hash: string };
  readonly counts: Readonly<Record<string, number>>;
  /** Expected calibration error over ten bins, 0–1 (Guo et al. 2017). */
  readonly calibrationError: number;
  readonly precision: number;
  readonly recall: number;
  /** Share of unanswerable questions that were called covered, by kind. */
  readonly falseAlarms: Readonly<Record<string, number>>;
  readonly bins: readonly {
    readonly from: number;
    readonly questions: number;
    readonly said: number;
    readonly was: number;
  }[];
  readonly commit: string;
}

/**
 * Is `covered` right, and is its probability calibrated? Each group's own questions can be answered; those marked
 * `abstain`, and up to 200 questions of the other groups, can't.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateGate(options: SuiteOptions): Promise<GateReport> {
  const data = readDataset(options.data);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const judged: Record<"answerable" | "abstain" | "foreign", Judgement[]> = {
    answerable: [],
    abstain: [],
    foreign: [],
  };
  try {
    let number = 0;
    for (const [name, group] of data.groups) {
      const project = await loci.project(`group-${number++}`);
      const file = join(home, `group-${number}.jsonl`);
      writeFileSync(
        file,
        group.documents
          .flatMap(chatLines)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
      await project.mine([file], { scope: "kb", format: "jsonl" });
      const judge = async (kind: keyof typeof judged, query: string): Promise<void> => {
        const { probability, covered } = await project.search(query);
        judged[kind].push({ probability, covered, answerable: kind === "answerable" });
      };
      for (const { query, abstain, gold } of group.queries)
        if (abstain || gold.length > 0) await judge(abstain ? "abstain" : "answerable", query);
      const others = [...data.groups].flatMap(([other, { queries }]) =>
        other === name ? [] : queries.filter(({ abstain }) => !abstain),
      );
      const step = Math.max(1, others.length / FOREIGN);
      for (let at = 0; at < others.length; at += step) await judge("foreign", others[Math.floor(at)]?.query ?? "");
      await project.close();
      options.onProgress?.(`${name}: judged`);
    }
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const all = Object.values(judged).flat();
  const claimed = all.filter(({ covered }) => covered);
  const right = claimed.filter(({ answerable }) => answerable).length;
  const bins = calibration(all);
  return {
    suite: "gate",
    data: { name: data.name, hash: data.hash },
    counts: Object.fromEntries(Object.entries(judged).map(([kind, list]) => [kind, list.length])),
    calibrationError: round(
      bins.reduce((sum, { questions, said, was }) => sum + questions * Math.abs(said - was), 0) /
        Math.max(1, all.length),
    ),
    precision: round(right / Math.max(1, claimed.length)),
    recall: round(right / Math.max(1, judged.answerable.length)),
    falseAlarms: { abstain: share(judged.abstain), foreign: share(judged.foreign) },
    bins,
    commit: options.commit,
  };
}

function calibration(all: readonly Judgement[]): GateReport["bins"] {
  return Array.from({ length: BINS }, (_, bin) => {
    const inside = all.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === bin);
    const count = Math.max(1, inside.length);
    return {
      from: bin / BINS,
      questions: inside.length,
      said: round(inside.reduce((sum, { probability }) => sum + probability, 0) / count),
      was: round(inside.filter(({ answerable }) => answerable).length / count),
    };
  });
}

function share(list: readonly Judgement[]): number {
  return round(list.filter(({ covered }) => covered).length / Math.max(1, list.length));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
