import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DatasetDocument, readDataset } from "../suites/dataset.ts";
import { sessionTime } from "../suites/session-time.ts";
import type { Hit, Project, SearchOptions } from "../../src/index.ts";
import { FEATURES } from "../../src/ranking/features.ts";
import { judgedAbstracts } from "../shared/judged-abstracts.ts";
import { questionsInTurn } from "../shared/questions-in-turn.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";

/** The candidates of one question: a row of feature values each, and what each would count for. */
export interface Question {
  /** Conversation, user or fold: questions of one group are left out together. */
  readonly group: string;
  readonly gold: ReadonlySet<string>;
  readonly rows: readonly (readonly number[])[];
  /** The gold id that a candidate stands for, whether or not it is right. */
  readonly ids: readonly string[];
}

/** A development collection. */
export interface Collection {
  readonly name: string;
  /** By what it is judged: recall where any of the answers will do, nDCG where their order counts. */
  readonly figure: "recall" | "ndcg";
  readonly questions: readonly Question[];
}

/** Candidates a question; about what the learned order is chosen from. */
const CANDIDATES = 140;
const FOLDS = 5;
const DAY = 86_400_000;

/**
 * Asks every question of a conversation collection over the public API and keeps the features that `explain` gives.
 *
 * @param dayAfter whether questions that don't say when they were asked count as asked on the day after the last session, and not today
 */
export async function collectConversations(name: string, folder: string, dayAfter = false): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const questions: Question[] = [];
    for (const [group, said] of readDataset(folder).groups) {
      const afterwards = dayAfter ? { now: dayAfterLast(said.documents) } : {};
      for await (const { project, query, asked } of questionsInTurn(loci, home, group, said)) {
        questions.push(
          await ask(project, query.query, { ...afterwards, ...asked }, group, new Set(query.gold), sessionOf),
        );
      }
    }
    return { name, figure: "recall", questions };
  });
}

/** The same for a collection in the layout of BEIR. */
export async function collectIr(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const { project, queries } = await judgedAbstracts(loci, home, folder);
    const questions: Question[] = [];
    for (const [i, { text, gold }] of queries.entries())
      questions.push(
        await ask(project, text, {}, String(i % FOLDS), gold, (hit) => hit.source.path.replace(/\.md$/, "")),
      );
    return { name, figure: "ndcg", questions };
  });
}

/**
 * What was collected before by this name, else what is collected now, which is kept. What the features are changes with the code: the folder is
 * for one state of it.
 *
 * @param folder null: nothing is kept
 */
export async function kept(
  folder: string | null,
  name: string,
  collect: () => Promise<Collection>,
): Promise<Collection> {
  const file = folder === null ? null : join(folder, `${name}.json`);
  if (file !== null && existsSync(file)) {
    const { questions, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Collection;
    return { ...rest, questions: questions.map((one) => ({ ...one, gold: new Set(one.gold) })) };
  }
  const collected = await collect();
  if (file !== null) {
    mkdirSync(folder as string, { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ ...collected, questions: collected.questions.map((one) => ({ ...one, gold: [...one.gold] })) }),
    );
  }
  return collected;
}

function dayAfterLast(documents: readonly DatasetDocument[]): string {
  const last = Math.max(...documents.map(({ date }) => Date.parse(sessionTime(date) ?? "")));
  return new Date(last + DAY).toISOString();
}

async function ask(
  project: Project,
  query: string,
  asked: SearchOptions,
  group: string,
  gold: ReadonlySet<string>,
  idOf: (hit: Hit) => string,
): Promise<Question> {
  const { hits } = await project.search(query, { groupBy: "drawer", ...asked, limit: CANDIDATES, explain: true });
  return {
    group,
    gold,
    ids: hits.map(idOf),
    rows: hits.map(({ explanation }) => FEATURES.map((name) => explanation?.features[name]?.value ?? 0)),
  };
}
