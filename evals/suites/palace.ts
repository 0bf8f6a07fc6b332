import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hit, openLoci, type Project, type SearchOptions } from "../../src/index.ts";
import { chatLines } from "./chat-lines.ts";
import { type DatasetDocument, type DatasetQuery, readDataset } from "./dataset.ts";
import { type QuestionFigures, type Report, report, seededRandom } from "../shared/report.ts";
import { scoreList } from "../shared/score-list.ts";
import type { SuiteOptions } from "./suite.ts";

/** Where a right passage stands: what somebody who knows where to look would filter by. */
interface Place {
  readonly wing: string;
  readonly hall: string | null;
  readonly room: string;
}

/** What a tier knows of the places of right passages, as a filter. Null: no more than the wing. */
type Tier = (places: readonly Place[]) => SearchOptions | null;

const DEPTH = 10;
/** Hits of a search that are looked at. */
const LOOKED_THROUGH = 200;
/** Turns of a conversation, at most. */
const MOST_TURNS = 1_000;
/** The null control: a random set of the same size from the wing that contains the right turn. A tier's gain over it is due to placing. */
const NULL = `random@${DEPTH}`;
const SEED = 1;
/** The suite's figure. */
const PASSAGE = `passage@${DEPTH}`;

/** The tier without a given filter: it is chosen from the question and the names of the taxonomy. */
const BY_RULE = "by rule";

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

/** An unsure hall can't be filtered by. */
function inHall(places: readonly Place[]): SearchOptions | null {
  const halls = places.map(({ hall }) => hall);
  return halls.includes(null) ? null : { ...inWing(places), hall: distinct(halls as string[]) };
}

function inRoom(places: readonly Place[]): SearchOptions {
  return { room: distinct(places.map(({ room }) => room)) };
}

/**
 * Does the palace help? All conversations of a collection in one project, each a wing, the speakers' names taken out of the questions (else
 * the question names the wing); without a filter, and with the wing, the wing and the hall, the wing and the room, all three.
 *
 * - `passage@10`: each right turn is looked for with the filter of its own place, as a user who knows where to look would give it; share of the
 *   right turns of a question that are among the first ten of their search. At the top level by the name of the tier.
 * - `by rule`: the wing, and those rooms of it whose names the question holds; where it names none, the wing alone.
 * - `random@10`: the same for a set of as many drawers as the tier lets through, drawn at random from the wing (the null control).
 * - `union…`: one search a question, with all wings, halls and rooms of its right turns at once; recall of the right turns in its one list.
 *
 * Without a filter, with the wing, and for a question with one right turn the two are the same. A turn whose hall is unsure is asked for
 * without a hall.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluatePalace(options: SuiteOptions): Promise<Report> {
  const data = readDataset(options.data);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byTier = new Map<string, QuestionFigures[]>([...Object.keys(TIERS), BY_RULE].map((name) => [name, []]));
  let documents = 0;
  let unsure = 0;
  let unplaced = 0;
  let narrowed = 0;
  let modelIdentity: string | null = null;
  try {
    const project = await loci.project("palace");
    const groups = [...data.groups];
    for (const [number, [group, { documents: turns }]] of groups.entries()) {
      const file = join(home, `group-${number}.jsonl`);
      writeFileSync(
        file,
        turns
          .flatMap(chatLines)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
      await project.mine([file], { scope: "kb", wing: wingOf(group, number), format: "jsonl" });
      documents += turns.length;
    }
    const rule = filterByRule((await project.taxonomy()).taxonomy);
    for (const [number, [group, { documents: turns, queries }]] of groups.entries()) {
      const placed = await placesOf(project, wingOf(group, number));
      const asked = queries.filter(({ gold }) => gold.length > 0);
      for (const query of asked) {
        const places = query.gold.map((id) => placed.get(id) ?? null);
        if (places.includes(null)) unplaced++;
        if (places.some((place) => place?.hall === null)) unsure++;
        const search = memoised((filter: SearchOptions) => ranked(project, withoutNames(query.query, turns), filter));
        for (const [name, tier] of Object.entries(TIERS))
          byTier.get(name)?.push(await judge(query, `group-${number}`, places, tier, search));
        // As a caller asks who is in one conversation: the wing is known, the room only as far as the question names it.
        const chosen = rule(withoutNames(query.query, turns), wingOf(group, number));
        if (chosen.room !== undefined) narrowed++;
        byTier.get(BY_RULE)?.push(await judge(query, `group-${number}`, places, () => chosen, search));
      }
      options.onProgress?.(`${group}: ${asked.length} questions`);
    }
    modelIdentity = (await project.status()).modelIdentity;
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const counts = {
    documents,
    queries: byTier.get("none")?.length ?? 0,
    groups: data.groups.size,
    hallUnsure: unsure,
    narrowedByRule: narrowed,
    unplaced,
  };
  const made = report(
    {
      suite: "palace",
      data: { name: data.name, hash: data.hash },
      counts,
      modelIdentity,
      configuration: {
        depth: DEPTH,
        names: "taken out of the questions",
        filter: "passage: of each right turn; union: of all right turns of a question at once",
      },
      seed: 1,
      commit: options.commit,
    },
    byTier,
    { failing: PASSAGE, failures: options.failures },
  );
  const tiers = Object.fromEntries(
    Object.entries(made.columns).map(([name, figures]) => [name, figures[PASSAGE]?.mean ?? 0]),
  );
  return { ...made, ...tiers };
}

/**
 * The rule: rooms of the wing whose whole names stand in the question, plurals apart ("when did the pottery class begin" → `pottery-class`).
 *
 * @param taxonomy drawers by wing and room
 */
function filterByRule(
  taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>,
): (question: string, wing: string) => SearchOptions {
  const named = new Map(
    Object.entries(taxonomy).map(([wing, rooms]) => [
      wing,
      Object.keys(rooms).map((room) => ({ room, terms: singulars(room) })),
    ]),
  );
  return (question, wing) => {
    const questionTerms = new Set(singulars(question));
    const rooms = (named.get(wing) ?? []).filter(
      ({ terms }) => terms.length > 0 && terms.every((term) => questionTerms.has(term)),
    );
    return { wing, ...(rooms.length > 0 && { room: rooms.map(({ room }) => room) }) };
  };
}

const singulars = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ""));

/** A wing of its own for each group; names of groups may differ in what a wing's name can't hold. */
function wingOf(group: string, number: number): string {
  return /^[a-z0-9-]+$/.test(group) ? group : `${group} ${number}`;
}

/** The question without the names of those who speak. @example "When did Kai's sister call?" // "When did sister call?" */
function withoutNames(question: string, turns: readonly DatasetDocument[]): string {
  const names = distinct(turns.map(({ role }) => role)).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return question
    .replace(new RegExp(`\\b(?:${names.join("|")})(?:['’]s)?\\b`, "gi"), " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Where each turn of a wing stands, by its id. */
async function placesOf(project: Project, wing: string): Promise<ReadonlyMap<string, Place>> {
  // A question that is a filter alone lists what passes it.
  const { hits } = await project.search(`wing:"${wing}"`, { limit: MOST_TURNS });
  return new Map(
    hits.flatMap((hit) =>
      (hit.message?.ids ?? []).map((id) => [id, { wing: hit.wing, hall: hit.hall, room: hit.room }] as const),
    ),
  );
}

/** A search's turns, best first, and what it took. */
interface RankedTurns {
  readonly turns: readonly string[];
  /** Drawers that passed the filter. */
  readonly eligible: number;
  readonly milliseconds: number;
}

async function ranked(project: Project, question: string, filter: SearchOptions): Promise<RankedTurns> {
  const start = performance.now();
  const { hits, filters } = await project.search(question, { limit: LOOKED_THROUGH, ...filter });
  return {
    turns: distinct(hits.map(turnOf)),
    eligible: Number(filters["eligible"] ?? 0),
    milliseconds: performance.now() - start,
  };
}

/** One question in one tier. @param places of its right turns, in their order; where one isn't known, nobody can filter by it */
async function judge(
  query: DatasetQuery,
  chat: string,
  places: readonly (Place | null)[],
  tier: Tier,
  search: (filter: SearchOptions) => Promise<RankedTurns>,
): Promise<QuestionFigures> {
  const gold = query.gold.map((id) => `${chat} ${id}`);
  const filterOf = (some: readonly (Place | null)[]): SearchOptions =>
    isKnown(some) ? (tier(some) ?? inWing(some)) : {};
  const { turns, milliseconds } = await search(filterOf(places));
  const union = scoreList(turns, new Map(gold.map((id) => [id, 1])));
  let found = 0;
  let byChance = 0;
  const random = seededRandom(SEED);
  for (const [i, id] of gold.entries()) {
    const own = places.slice(i, i + 1);
    const { turns: first, eligible } = await search(filterOf(own));
    if (first.slice(0, DEPTH).includes(id)) found++;
    // As many drawers of the wing as the tier lets through, including the right one.
    const whole = await search(isKnown(own) ? inWing(own) : {});
    const share = whole.eligible === 0 ? 1 : eligible / whole.eligible;
    const thinned = whole.turns.filter((turn) => turn === id || random() < share);
    if (thinned.slice(0, DEPTH).includes(id)) byChance++;
  }
  return {
    id: query.id,
    category: query.category,
    query: query.query,
    milliseconds,
    figures: {
      [PASSAGE]: found / gold.length,
      [NULL]: byChance / gold.length,
      "unionRecall@10": union.recall(DEPTH),
      "unionRecall@5": union.recall(5),
      "unionAny@10": union.any(DEPTH),
      "unionAll@10": union.all(DEPTH),
      unionMrr: union.reciprocalRank,
    },
  };
}

function isKnown(places: readonly (Place | null)[]): places is readonly Place[] {
  return !places.includes(null);
}

/** Asks the same filter once. */
function memoised(
  search: (filter: SearchOptions) => Promise<RankedTurns>,
): (filter: SearchOptions) => Promise<RankedTurns> {
  const done = new Map<string, Promise<RankedTurns>>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const before = done.get(key) ?? search(filter);
    done.set(key, before);
    return before;
  };
}

/** Ids are unique in their conversation only, which is the chat's file. */
function turnOf({ message }: Hit): string {
  return `${message?.chat.replace(/\.jsonl$/, "") ?? ""} ${message?.ids[0] ?? ""}`;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
