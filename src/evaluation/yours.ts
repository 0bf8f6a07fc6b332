import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Hit, LociError, openLoci, type Project, type SearchOptions } from "../index.ts";
import { type OwnQuestion, addedQuestions, findTarget, ownFiles, questionsIn } from "./own-questions.ts";
import { COLUMNS, type QuestionFigures, report, type Report } from "./report.ts";

/** Hits that count, and how many more are asked for: those in which the question itself stands don't count. */
const HITS = 10;
const SURPLUS = 5;

/** A project that is measured as it is. */
export interface OwnProject {
  readonly project: Project;
  /** The file of the questions that `loci eval add` keeps for it; need not be there. */
  readonly questions: string;
}

interface Measured {
  /** Whether failed questions are listed. */
  readonly failures: boolean;
  readonly onProgress?: (line: string) => void;
}

/** A question with what is right. */
interface Answerable extends OwnQuestion {
  readonly right: (hit: Hit) => boolean;
}

/**
 * The user's own questions, which stand in his notes as `<!-- expect: question → drawer or file -->` or were added with `loci eval add`: is
 * what they expect among the first ten hits? Asked of the project in use, or of a folder `data`, in a home of its own. A passage in
 * which the question stands is left out of its hits. Nothing is written.
 * @throws LociError `DATA_NOT_FOUND` where no note expects anything, or nothing that can be asked for
 */
export async function evaluateYours(
  options: Measured & ({ readonly data: string } | { readonly own: OwnProject }),
): Promise<Report> {
  if ("own" in options)
    return await evaluate(
      options.own.project,
      { name: options.own.project.name, added: addedQuestions(options.own.questions) },
      options,
    );
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  try {
    const project = await loci.project("yours");
    await project.index([options.data], { scope: "kb" });
    return await evaluate(project, { name: basename(options.data), added: [] }, options);
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function evaluate(
  project: Project,
  { name, added }: { readonly name: string; readonly added: readonly OwnQuestion[] },
  { failures, onProgress }: Measured,
): Promise<Report> {
  const files = await ownFiles(project);
  const questions = [...questionsIn(files), ...added];
  if (questions.length === 0) {
    throw new LociError("DATA_NOT_FOUND", "no note says what it expects", {
      hint:
        "write '<!-- expect: which port does staging use? → deploy.md -->' into a markdown file of a source, " +
        'or: loci eval add "which port does staging use?" deploy.md',
    });
  }
  // Where a note answers, chat messages are skipped, since they may contain the same question.
  const notes = { excludeChats: (await project.sources()).flatMap((one) => (one.kind === "chat" ? [one.name] : [])) };
  const byColumn = new Map<string, QuestionFigures[]>(COLUMNS.map((column) => [column.name, []]));
  const leftOut: { readonly where: string; readonly query: string; readonly why: string }[] = [];
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
    for (const [column, figures] of asked.byColumn) byColumn.get(column)?.push(figures);
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
  const header = {
    suite: "yours",
    data: { name, hash },
    counts: { questions: questions.length - leftOut.length, leftOut: leftOut.length },
    modelIdentity,
    configuration: { hits: HITS },
    seed: 1,
  };
  return { ...report(header, byColumn, { failing: "any@10", failures }), leftOut };
}

/** Asks a question in every column. */
async function ask(
  project: Project,
  question: Answerable,
  among: SearchOptions,
): Promise<
  | { readonly modelIdentity: string | null; readonly byColumn: ReadonlyMap<string, QuestionFigures> }
  | { readonly why: string }
> {
  const byColumn = new Map<string, QuestionFigures>();
  let modelIdentity: string | null = null;
  for (const { name, options } of COLUMNS) {
    const start = performance.now();
    const answer = await project.search(question.query, { limit: HITS + SURPLUS, ...options, ...among });
    const milliseconds = performance.now() - start;
    const hits = answer.hits.filter(({ text }) => !text.includes(question.comment));
    const rank = hits.slice(0, HITS).findIndex(question.right);
    if (byColumn.size === 0) {
      modelIdentity = answer.modelIdentity;
      if (rank < 0 && answer.hits.some((hit) => question.right(hit) && hit.text.includes(question.comment)))
        return { why: "it stands in the passage that answers it: write it into another file, or use 'loci eval add'" };
    }
    const any = (k: number): number => (rank >= 0 && rank < k ? 1 : 0);
    const figures = { "any@1": any(1), "any@5": any(5), "any@10": any(10), mrr: rank < 0 ? 0 : 1 / (rank + 1) };
    byColumn.set(name, {
      id: question.where,
      category: question.at?.source ?? "added",
      query: question.query,
      figures,
      milliseconds,
    });
  }
  return { modelIdentity, byColumn };
}
