import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci, type Project } from "../../src/index.ts";
import type { Hit } from "../../src/operations/answers/hits.ts";
import type { SuiteOptions } from "./suite.ts";
import { chatLines } from "./chat-lines.ts";
import { type Dataset, type DatasetDocument, type DatasetQuery, readDataset } from "./dataset.ts";
import { scoreList } from "../shared/score-list.ts";
import { type Column, COLUMNS, type QuestionFigures, report, type Report } from "../shared/report.ts";
import { sessionTime } from "./session-time.ts";

/** Characters of returned text within which evidence counts: what an agent pays for is context. */
const BUDGETS = [1_500, 3_000, 12_000] as const;
/** Hits asked for: enough one-message hits to fill the largest budget. */
const HITS = 250;

/** Turns of one session, and its place in time. */
interface Session {
  readonly seq: number;
  readonly date: string;
  readonly turns: readonly DatasetDocument[];
}

/**
 * Conversations: the right turn (or session) for each question, each group of the collection a project of its own,
 * indexed as chats. Where questions say when they were asked (`asked_seq`), the sessions come in one after the other
 * and each question sees only those before it, at the time of its own session. Questions that can't be answered count where
 * they name a right passage.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateConversations(
  suite: "locomo" | "realmem" | "beam",
  options: SuiteOptions,
): Promise<Report> {
  const data = readDataset(options.data);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byColumn = new Map<string, QuestionFigures[]>(COLUMNS.map(({ name }) => [name, []]));
  let documents = 0;
  let modelIdentity: string | null = null;
  try {
    for (const [number, [name, group]] of [...data.groups].entries()) {
      // By number: names of groups may differ in what a project's name can't hold.
      const project = await loci.project(`group-${number}`);
      let fed = 0;
      const origin = originOf(group.documents);
      const sessions = sessionsInOrder(group.documents);
      const feed = async (until: number): Promise<void> => {
        const next = sessions.slice(fed).filter(({ seq }) => seq < until);
        if (next.length === 0) return;
        const file = join(home, `group-${number}-${fed}.jsonl`);
        writeFileSync(
          file,
          next
            .flatMap(({ turns }) => turns.flatMap(chatLines))
            .map((line) => `${JSON.stringify(line)}\n`)
            .join(""),
        );
        fed += next.length;
        await project.mine([file], { scope: "kb", ...(name !== "" && { wing: name }), format: "jsonl" });
      };
      const asked = group.queries
        .filter(({ gold }) => gold.length > 0)
        .toSorted((a, b) => (a.asked_seq ?? Infinity) - (b.asked_seq ?? Infinity));
      for (const query of asked) {
        await feed(query.asked_seq ?? Number.POSITIVE_INFINITY);
        const now = timeOfAsking(query, sessions);
        for (const column of COLUMNS) {
          const { figures, identity } = await ask(project, column, query, origin, now);
          if (column === COLUMNS[0]) modelIdentity ??= identity;
          byColumn.get(column.name)?.push(figures);
        }
      }
      documents += group.documents.length;
      options.onProgress?.(`${name}: ${asked.length} questions`);
      await project.close();
    }
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const counts = {
    documents,
    queries: byColumn.get("loci")?.length ?? 0,
    groups: data.groups.size,
    leftOut: countLeftOut(data),
  };
  return report(
    {
      suite,
      data: { name: data.name, hash: data.hash },
      counts,
      modelIdentity,
      configuration: { hits: HITS },
      seed: 1,
      commit: options.commit,
    },
    byColumn,
    { failing: "recall@10", failures: options.failures },
  );
}

/** Where a message, or a document of the collection, is from. */
interface Origin {
  readonly document: (hit: Hit) => string;
  readonly session: ReadonlyMap<string, string>;
}

function originOf(documents: readonly DatasetDocument[]): Origin {
  const byMessage = new Map(documents.flatMap((document) => chatLines(document).map(({ id }) => [id, document.id])));
  return {
    document: ({ message }) => byMessage.get(message?.ids[0] ?? "") ?? "",
    session: new Map(documents.map(({ id, session }) => [id, session])),
  };
}

function countLeftOut(data: Dataset): number {
  return [...data.groups.values()].reduce(
    (sum, { queries }) => sum + queries.filter(({ gold }) => gold.length === 0).length,
    0,
  );
}

function sessionsInOrder(documents: readonly DatasetDocument[]): readonly Session[] {
  const sessions = new Map<string, DatasetDocument[]>();
  for (const document of documents) {
    const turns = sessions.get(document.session);
    if (turns === undefined) sessions.set(document.session, [document]);
    else turns.push(document);
  }
  return [...sessions.values()]
    .map((turns, i) => ({ seq: turns[0]?.seq ?? i, date: turns[0]?.date ?? "", turns }))
    .sort((a, b) => a.seq - b.seq);
}

async function ask(
  project: Project,
  column: Column,
  query: DatasetQuery,
  origin: Origin,
  now: string | undefined,
): Promise<{ figures: QuestionFigures; identity: string | null }> {
  const start = performance.now();
  const { hits, modelIdentity } = await project.search(query.query, {
    limit: HITS,
    ...(now !== undefined && { now }),
    ...column.options,
  });
  const milliseconds = performance.now() - start;
  // As it is asked without a number: questions for several things are answered at more depth.
  const plain = await project.search(query.query, { ...(now !== undefined && { now }), ...column.options });
  const gold = new Map(query.gold.map((id) => [id, 1]));
  const turns = scoreList(distinct(hits.map(origin.document)), gold);
  const figures: Record<string, number> = {
    "recall@5": turns.recall(5),
    "recall@10": turns.recall(10),
    "any@10": turns.any(10),
    "all@10": turns.all(10),
    "recall@own": scoreList(distinct(plain.hits.map(origin.document)), gold).recall(plain.hits.length),
    "hits@own": plain.hits.length / 100,
    mrr: turns.reciprocalRank,
  };
  if (query.gold_level === "turn") {
    const goldSessions = new Map(query.gold.map((id) => [origin.session.get(id) ?? id, 1]));
    const sessions = scoreList(distinct(hits.map((hit) => hit.message?.session ?? "")), goldSessions);
    for (const k of [1, 5, 10]) figures[`sessionRecall@${k}`] = sessions.recall(k);
    for (const budget of BUDGETS) figures[`evidence@${budget}`] = evidence(hits, origin, gold, budget);
    for (const budget of BUDGETS)
      figures[`first@${budget}`] = charactersToFirst(hits, (hit) => gold.has(origin.document(hit))) <= budget ? 1 : 0;
  }
  return {
    figures: { id: query.id, category: query.category, query: query.query, figures, milliseconds },
    identity: modelIdentity,
  };
}

// The share of right turns that stand whole inside the first `budget` characters of returned text.
function evidence(hits: readonly Hit[], origin: Origin, gold: ReadonlyMap<string, number>, budget: number): number {
  let characters = 0;
  const found = new Set<string>();
  for (const hit of hits) {
    characters += hit.text.length;
    if (characters > budget) break;
    if (gold.has(origin.document(hit))) found.add(origin.document(hit));
  }
  return found.size / gold.size;
}

/** Characters of the hits up to the end of the first right one; infinite where none is right. */
export function charactersToFirst(hits: readonly Hit[], right: (hit: Hit) => boolean): number {
  const first = hits.findIndex(right);
  return first < 0 ? Infinity : hits.slice(0, first + 1).reduce((sum, { text }) => sum + text.length, 0);
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

/** What was said, and when. */
interface Dated {
  readonly seq?: number;
  /** As the collection writes it. */
  readonly date: string;
}

/**
 * When a question was asked: at the time of its session, or of the last one before. ISO 8601; undefined where the collection doesn't say.
 *
 * @param messages in the order of `seq`, which is 0 where it is missing
 */
export function timeOfAsking(
  { asked_seq: asked }: Pick<DatasetQuery, "asked_seq">,
  messages: readonly Dated[],
): string | undefined {
  const last = asked === undefined ? undefined : messages.findLast(({ seq = 0 }) => seq <= asked);
  return sessionTime(last?.date ?? "") ?? undefined;
}
