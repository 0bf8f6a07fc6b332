import { type Covering, covering, leastThatMatters, matters } from "../../src/ranking/relevance.ts";
import type { Judged, JudgedSet } from "./collect.ts";

const BINS = 10;

interface Bin {
  count: number;
  said: number;
  was: number;
}

/** Predictions against what came true, in bins of equal width. */
function binned(pairs: readonly (readonly [said: number, was: boolean])[]): readonly Bin[] {
  const bins = Array.from({ length: BINS }, (): Bin => ({ count: 0, said: 0, was: 0 }));
  for (const [said, was] of pairs) {
    const bin = bins[Math.min(BINS - 1, Math.floor(said * BINS))] as Bin;
    bin.count++;
    bin.said += said;
    bin.was += Number(was);
  }
  return bins;
}

/** Expected calibration error (Guo et al. 2017). */
function calibrationError(bins: readonly Bin[]): number {
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, { said, was }) => sum + Math.abs(said - was), 0) / Math.max(1, all);
}

/** Log loss as a share of that of the base rate; null where nothing is right, which the base rate says without loss. */
function lossShare(pairs: readonly (readonly [number, boolean])[]): number | null {
  const rate = pairs.filter(([, was]) => was).length / pairs.length;
  if (rate === 0) return null;
  const base = -(rate * Math.log(rate) + (1 - rate) * Math.log(1 - rate));
  const loss =
    pairs.reduce((sum, [said, was]) => sum - Math.log(Math.max(1e-12, was ? said : 1 - said)), 0) / pairs.length;
  return loss / base;
}

const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);
const best = ({ hits }: Judged): number => Math.max(0, ...hits.map(({ relevance }) => relevance));

/** @param judged by what was searched, with relevances that were judged without the group */
export function report(judged: Readonly<Record<string, readonly JudgedSet[]>>, by: Covering): string {
  const out: string[] = [
    "# Relevance: how reliable it is",
    "",
    "Written by `node evals/relevance/fit.ts`. Each hit is judged by weights that were fitted without its group (conversation, user, fifth of the questions).",
    "",
    "`log loss`: as a share of the base rate's. `ECE`: expected calibration error over ten bins. `right`, `without`: mean relevance of the best hit of questions",
    "that have an answer and of those that have none. `covered`: share of both that are called covered. Of handbooks, `taken`: the same questions with what",
    "answers them taken out; `foreign`: those that the other handbook answers.",
  ];
  for (const [basis, sets] of Object.entries(judged)) {
    out.push(
      "",
      `## ${basis}`,
      "",
      "| set | hits | right of them | log loss | ECE | right | without | covered of both |",
      "|---|---|---|---|---|---|---|---|",
    );
    for (const { name, questions } of sets) {
      const pairs = questions.flatMap(({ hits }) => hits.map(({ relevance, right }) => [relevance, right] as const));
      const [some, none] = [questions.filter((one) => one.answerable), questions.filter((one) => !one.answerable)];
      const sure = (list: readonly Judged[]): string =>
        list.length === 0
          ? "–"
          : String(Math.round((100 * list.filter((one) => coveredOf(one, by)).length) / list.length));
      out.push(
        `| ${name} | ${pairs.length} | ${mean(pairs.map(([, was]) => Number(was))).toFixed(3)} | ${lossShare(pairs)?.toFixed(2) ?? "–"} | ` +
          `${calibrationError(binned(pairs)).toFixed(3)} | ${some.length === 0 ? "–" : mean(some.map(best)).toFixed(2)} | ` +
          `${none.length === 0 ? "–" : mean(none.map(best)).toFixed(2)} | ${sure(some)} / ${sure(none)} % |`,
      );
    }
  }
  const sets = judged["withVectors"] ?? [];
  out.push(
    "",
    "## Reliability: of hits said to be so relevant, how many were",
    "",
    "| said | hits | mean | right |",
    "|---|---|---|---|",
  );
  binned(
    sets.flatMap(({ questions }) =>
      questions.flatMap(({ hits }) => hits.map(({ relevance, right }) => [relevance, right] as const)),
    ),
  ).forEach(({ count, said, was }, i) =>
    out.push(
      `| ${i / BINS}–${(i + 1) / BINS} | ${count} | ${(said / count).toFixed(3)} | ${(was / count).toFixed(3)} |`,
    ),
  );
  out.push(
    "",
    "## What is shown to agents",
    "",
    "Only hits that matter. `passed`: all that belongs to the answer, and nothing else.",
    "",
    "| set | passed | precision | recall | hits | silent where nothing answers |",
    "|---|---|---|---|---|---|",
  );
  for (const set of sets)
    if (!set.name.startsWith("first") && set.questions.some(({ answerable }) => answerable)) out.push(shownRow(set));
  out.push(
    "",
    "## The first day: the same questions at all sizes",
    "",
    "| drawers | right hit | least | twin without an answer | most |",
    "|---|---|---|---|---|",
  );
  const days = sets.filter(({ name }) => name.startsWith("first"));
  for (const { name, questions } of days) {
    const some = questions
      .filter((one) => one.answerable)
      .map(rightFirst)
      .filter((one) => one !== null);
    const none = questions.filter((one) => !one.answerable).map(best);
    out.push(
      `| ${name.replace("first-day-", "")} | ${mean(some).toFixed(2)} | ${Math.min(...some).toFixed(2)} | ${mean(none).toFixed(2)} | ${Math.max(...none).toFixed(2)} |`,
    );
  }
  return out.join("\n");
}

function coveredOf(judged: Judged, by: Covering): boolean {
  return covering(judged.hits, by) >= 0.5 && best(judged) >= leastThatMatters(0);
}

/** Relevance of the first hit, where it is the right one. */
function rightFirst({ hits }: Judged): number | null {
  const first = hits[0];
  return first?.right === true ? first.relevance : null;
}

function shownRow({ name, questions }: JudgedSet): string {
  let [passed, precision, recall, shown, silent] = [0, 0, 0, 0, 0];
  const some = questions.filter((one) => one.answerable);
  const none = questions.filter((one) => !one.answerable);
  for (const one of questions) {
    const kept = one.hits.filter(({ relevance }) => matters(relevance, best(one)));
    const right = kept.filter((hit) => hit.right).length;
    if (!one.answerable) {
      silent += Number(kept.length === 0);
      continue;
    }
    passed += Number(right === one.gold && kept.length === right);
    precision += kept.length === 0 ? 0 : right / kept.length;
    recall += Math.min(1, right / Math.max(1, one.gold));
    shown += kept.length;
  }
  const of = (sum: number): string => (sum / some.length).toFixed(2);
  return `| ${name} | ${passed} of ${some.length} | ${of(precision)} | ${of(recall)} | ${of(shown)} | ${silent} of ${none.length} |`;
}
