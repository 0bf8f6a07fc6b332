import { createHash } from "node:crypto";
import { type Hit, LociError, type Project, type SearchOptions } from "../index.ts";
import { type OwnQuestion, addedQuestions, findTarget, ownFiles, questionsIn } from "./own-questions.ts";

/** Hits that count, and how many more are asked for: those in which the question itself stands don't count. */
const HITS = 10;
const SURPLUS = 5;

export interface OwnProject {
  readonly project: Project;
  /** The file of the questions that `loci eval add` keeps for it; need not be there. */
  readonly questions: string;
}

/** A report's figures, in per cent. */
export const FIGURES = ["any@1", "any@5", "any@10", "mrr"] as const;

export interface Report extends Readonly<Record<(typeof FIGURES)[number], number>> {
  readonly suite: "yours";
  readonly data: { readonly name: string; readonly hash: string };
  readonly counts: { readonly questions: number; readonly leftOut: number };
  readonly modelIdentity: string | null;
  /** What can't be asked. */
  readonly leftOut: readonly { readonly where: string; readonly query: string; readonly why: string }[];
  /** What found nothing right. */
  readonly failures: readonly { readonly id: string; readonly query: string }[];
}

interface Answerable extends OwnQuestion {
  readonly right: (hit: Hit) => boolean;
}

/**
 * The user's own questions, which stand in his notes as `<!-- expect: question → drawer or file -->` or were added with `loci eval add`: is
 * what they expect among the first ten hits? A passage in which the question stands is left out of its hits. Nothing is written.
 * @throws LociError `DATA_NOT_FOUND` where no note expects anything, or nothing that can be asked for
 */
export async function evaluateYours(
  { project, questions: added }: OwnProject,
  onProgress?: (line: string) => void,
): Promise<Report> {
  const files = await ownFiles(project);
  const questions = [...questionsIn(files), ...addedQuestions(added)];
  if (questions.length === 0)
    throw new LociError("DATA_NOT_FOUND", "no note says what it expects", {
      hint:
        "write '<!-- expect: which port does staging use? → deploy.md -->' into a markdown file of a source, " +
        'or: loci eval add "which port does staging use?" deploy.md',
    });
  // Where a note answers, chat messages are skipped, since they may contain the same question.
  const notes = { excludeChats: (await project.sources()).flatMap((one) => (one.kind === "chat" ? [one.name] : [])) };
  const ranks: number[] = [];
  const failed: Report["failures"][number][] = [];
  const leftOut: Report["leftOut"][number][] = [];
  let modelIdentity: string | null = null;
  for (const question of questions) {
    const { query, where } = question;
    const target = await findTarget(project, { places: files, target: question.target, at: question.at });
    const asked =
      "why" in target
        ? target
        : await ask(project, { ...question, right: target.right }, target.of === "drawer" ? {} : notes);
    if ("why" in asked) {
      leftOut.push({ where, query, why: asked.why });
      onProgress?.(`${where} is left out: ${asked.why}`);
      continue;
    }
    modelIdentity = asked.modelIdentity;
    ranks.push(asked.rank);
    if (asked.rank < 0) failed.push({ id: where, query });
  }
  if (leftOut.length === questions.length) {
    const [first] = leftOut;
    throw new LociError(
      "DATA_NOT_FOUND",
      `none of ${questions.length === 1 ? "1 question" : `${questions.length} questions`} can be asked, the first of them since ${first?.why}`,
      {
        hint: 'each is left out with its reason; mend them, or: loci eval add "which port does staging use?" deploy.md',
        details: { leftOut },
      },
    );
  }
  const hash = createHash("sha256")
    .update(JSON.stringify(questions.map(({ query, target, where }) => [query, target, where])))
    .digest("hex")
    .slice(0, 16);
  return {
    suite: "yours",
    data: { name: project.name, hash },
    counts: { questions: ranks.length, leftOut: leftOut.length },
    modelIdentity,
    ...figuresOf(ranks),
    leftOut,
    failures: failed,
  };
}

/** The share of questions that found what they expect among the first one, five and ten hits, and the mean of 1/rank, in per cent. */
function figuresOf(ranks: readonly number[]): Record<(typeof FIGURES)[number], number> {
  const mean = (value: (rank: number) => number): number =>
    Math.round((10_000 * ranks.reduce((sum, rank) => sum + value(rank), 0)) / ranks.length) / 100;
  const any = (k: number): number => mean((rank) => (rank >= 0 && rank < k ? 1 : 0));
  return { "any@1": any(1), "any@5": any(5), "any@10": any(10), mrr: mean((rank) => (rank < 0 ? 0 : 1 / (rank + 1))) };
}

/** Asks a question. @returns where the first right hit stands, from 0; −1 for none among those that count */
async function ask(
  project: Project,
  { query, comment, right }: Answerable,
  among: SearchOptions,
): Promise<{ readonly modelIdentity: string | null; readonly rank: number } | { readonly why: string }> {
  const { hits, modelIdentity } = await project.search(query, { limit: HITS + SURPLUS, ...among });
  const rank = hits
    .filter(({ text }) => !text.includes(comment))
    .slice(0, HITS)
    .findIndex(right);
  return rank < 0 && hits.some((hit) => right(hit) && hit.text.includes(comment))
    ? { why: "it stands in the passage that answers it: write it into another file, or use 'loci eval add'" }
    : { modelIdentity, rank };
}
