import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hit, openLoci, type Project, type SearchOptions } from "../../index.ts";
import { chatLines } from "../chat-lines.ts";
import { type DatasetDocument, type DatasetQuery, readDataset } from "../dataset.ts";
import { scoreList } from "../metrics.ts";
import { type QuestionFigures, report, type Report } from "../report.ts";
import type { SuiteOptions } from "../suite.ts";

/** Where a right passage stands: what somebody who knows where to look would filter by. */
interface Place {
  readonly wing: string;
  readonly hall: string | null;
  readonly room: string;
}

/** How the palace is used in a tier. Null: the tier's own filter says nothing for this question, and the tier before counts. */
type Tier = (places: readonly Place[]) => SearchOptions | null;

const DEPTH = 10;
/** Hits looked through for a passage by its own words. */
const LOOKED_THROUGH = 200;
/** Characters of a passage that it is looked for by. */
const ASKED = 300;

const TIERS: Readonly<Record<string, Tier>> = {
  none: () => ({}),
  wing: inWing,
  "wing+hall": (places) => inHall(places),
  "wing+room": (places) => ({ ...inWing(places), ...inRoom(places) }),
  "wing+hall+room": (places) => ({ ...inWing(places), ...inHall(places), ...inRoom(places) }),
};

function inWing(places: readonly Place[]): SearchOptions {
  return { wing: distinct(places.map(({ wing }) => wing)) };
}

/** One that is unsure can't be asked for, so nobody would. */
function inHall(places: readonly Place[]): SearchOptions | null {
  const halls = places.map(({ hall }) => hall);
  return halls.includes(null) ? null : { ...inWing(places), hall: distinct(halls as string[]) };
}

function inRoom(places: readonly Place[]): SearchOptions {
  return { room: distinct(places.map(({ room }) => room)) };
}

/**
 * Does the palace help? All conversations of a collection in one project, each a wing, the speakers' names taken out of the questions (else
 * the question names the wing). Recall of the right turns among the first ten: without a filter, and with the wing, the wing and the hall,
 * the wing and the room, all three of the right passages.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluatePalace(options: SuiteOptions): Promise<Report> {
  const data = readDataset(options.data);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byTier = new Map<string, QuestionFigures[]>(Object.keys(TIERS).map((name) => [name, []]));
  let documents = 0;
  let unsure = 0;
  let unplaced = 0;
  let modelIdentity: string | null = null;
  try {
    const project = await loci.project("palace");
    for (const [group, { documents: turns }] of data.groups) {
      const file = join(home, `${group}.jsonl`);
      writeFileSync(file, turns.flatMap(chatLines).map((line) => `${JSON.stringify(line)}\n`).join(""));
      await project.mine([file], { scope: "kb", wing: group, format: "jsonl" });
      documents += turns.length;
    }
    for (const [group, { documents: turns, queries }] of data.groups) {
      const texts = new Map(turns.map((turn) => [turn.id, turn]));
      const asked = queries.filter(({ gold }) => gold.length > 0);
      for (const query of asked) {
        const places = (await Promise.all(query.gold.map((id) => placeOf(project, group, texts.get(id))))).filter((place) => place !== null);
        if (places.length < query.gold.length) unplaced++;
        if (places.some(({ hall }) => hall === null)) unsure++;
        let before: QuestionFigures | null = null;
        for (const [name, tier] of Object.entries(TIERS)) {
          const narrowed = places.length < query.gold.length && name !== "none" ? null : tier(places);
          const figures: QuestionFigures | null = narrowed === null ? before : await ask(project, query, group, withoutNames(query.query, turns), narrowed);
          if (figures === null) continue;
          byTier.get(name)?.push(figures);
          // A tier that says nothing for a question leaves it as the wing alone has it.
          if (name === "wing" || name === "none") before = figures;
        }
      }
      options.onProgress?.(`${group}: ${asked.length} questions`);
    }
    modelIdentity = (await project.status()).modelIdentity;
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const counts = { documents, queries: byTier.get("none")?.length ?? 0, groups: data.groups.size, hallUnsure: unsure, unplaced };
  const made = report(
    { suite: "palace", data: { name: data.name, hash: data.hash }, counts, modelIdentity, configuration: { depth: DEPTH, names: "taken out of the questions" }, seed: 1, commit: options.commit },
    byTier,
    "recall@10",
    options.failures,
  );
  const tiers = Object.fromEntries(Object.entries(made.columns).map(([name, figures]) => [name, figures["recall@10"]?.mean ?? 0]));
  return { ...made, ...tiers };
}

/** The question without the names of those who speak. @example "When did Kai's sister call?" // "When did sister call?" */
function withoutNames(question: string, turns: readonly DatasetDocument[]): string {
  const names = distinct(turns.map(({ role }) => role)).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return question.replace(new RegExp(`\\b(?:${names.join("|")})(?:['’]s)?\\b`, "gi"), " ").replace(/\s+/g, " ").trim();
}

/** Where a turn stands, found by its own words. */
async function placeOf(project: Project, wing: string, turn: DatasetDocument | undefined): Promise<Place | null> {
  if (turn === undefined) return null;
  const words = turn.text.slice(0, ASKED).replaceAll(/["“”]|(?<=^|\s)-|\b\w+:/g, " ");
  const { hits } = await project.search(words, { wing, limit: LOOKED_THROUGH });
  const found = hits.find((hit) => hit.message?.ids.includes(turn.id) === true && hit.message.session === turn.session);
  return found === undefined ? null : { wing: found.wing, hall: found.hall, room: found.room };
}

async function ask(project: Project, query: DatasetQuery, group: string, question: string, narrowed: SearchOptions): Promise<QuestionFigures> {
  const start = performance.now();
  const { hits } = await project.search(question, { limit: LOOKED_THROUGH, ...narrowed });
  const milliseconds = performance.now() - start;
  const gold = new Map(query.gold.map((id) => [`${group} ${id}`, 1]));
  const scores = scoreList(distinct(hits.map(turnOf)), gold);
  return {
    id: query.id,
    category: query.category,
    query: question,
    milliseconds,
    figures: { "recall@10": scores.recall(DEPTH), "recall@5": scores.recall(5), "any@10": scores.any(DEPTH), "all@10": scores.all(DEPTH), mrr: scores.reciprocalRank },
  };
}

/** Ids are unique in their conversation only, which is the chat's file. */
function turnOf({ message }: Hit): string {
  return `${message?.chat.replace(/\.jsonl$/, "") ?? ""} ${message?.ids[0] ?? ""}`;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
