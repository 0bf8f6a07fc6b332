import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hit, openLoci } from "../../src/index.ts";
import type { SuiteOptions } from "./suite.ts";
import { parseLines, type LineFormat, readText } from "./read-cases.ts";
import { createHash } from "node:crypto";
import { COLUMNS, type QuestionFigures, report, type Report } from "../shared/report.ts";

/** Hits asked for: enough to fill the largest budget. */
const HITS = 50;
const BUDGETS = [1_500, 3_000, 7_000, 12_000] as const;
const DEPTHS = [1, 5, 10] as const;

/** A question on the sessions of a coding agent. Entries are told by their ids (`uuid`). */
interface HistoryQuestion {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  /** The smallest set of entries that answers; empty where nothing does. */
  readonly gold: readonly string[];
  /** Entries that each say the same in full. */
  readonly alternatives: readonly string[];
  /** For an answer of several pieces: one list a piece, any entry of it will do. */
  readonly parts: readonly (readonly string[])[];
}

const QUESTION: LineFormat<HistoryQuestion> = {
  read: ({ id, category, query, gold, alternatives, parts }) => {
    if (typeof id !== "string" || typeof query !== "string" || !isTexts(gold)) return null;
    return {
      id,
      category: typeof category === "string" ? category : "",
      query,
      gold,
      alternatives: isTexts(alternatives) ? alternatives : [],
      parts: Array.isArray(parts) && parts.every(isTexts) ? parts : [],
    };
  },
  expected: '{ "id", "category", "query", "gold": [], "alternatives"?: [], "parts"?: [[]] }',
};

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/**
 * The history of a coding agent: `sessions/` mined as Claude Code keeps them, subagents included, and `questions.jsonl`. Is the right entry
 * among the first five and ten? An answer of several pieces counts by the share of its pieces, unless one entry says all of it.
 *
 * - `gold…`: the smallest entries alone. `found…`: those, or alternatives that say the same in full.
 * - `first@N`: the first right entry ends within the first N characters of returned text.
 *
 * Questions that nothing answers don't count in recall; `covered` says for how many the gate was confident, by kind.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateAgentHistory(options: SuiteOptions): Promise<Report> {
  const text = readText(join(options.data, "questions.jsonl"));
  const questions = parseLines(text, "questions.jsonl", QUESTION);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byColumn = new Map<string, QuestionFigures[]>(COLUMNS.map(({ name }) => [name, []]));
  const unanswerable: QuestionFigures[] = [];
  let modelIdentity: string | null = null;
  let drawers = 0;
  try {
    const project = await loci.project("history");
    await project.mine([join(options.data, "sessions")], { scope: "kb" });
    drawers = (await project.status()).counts.drawers;
    options.onProgress?.(`${drawers} drawers mined`);
    for (const question of questions) {
      for (const { name, options: column } of COLUMNS) {
        const start = performance.now();
        const answer = await project.search(question.query, { limit: HITS, ...column });
        const milliseconds = performance.now() - start;
        if (name === COLUMNS[0]?.name) modelIdentity = answer.modelIdentity;
        const { id, category, query } = question;
        const figures = question.gold.length === 0 ? {} : judge(question, answer.hits);
        const one = { id, category, query, figures: { ...figures, covered: answer.covered ? 1 : 0 }, milliseconds };
        if (question.gold.length > 0) byColumn.get(name)?.push(one);
        else if (name === COLUMNS[0]?.name) unanswerable.push(one);
      }
    }
    await project.close();
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const made = report(
    {
      suite: "agent-history",
      data: { name: "agent-history", hash: createHash("sha256").update(text).digest("hex").slice(0, 16) },
      counts: { drawers, queries: questions.length - unanswerable.length, leftOut: unanswerable.length },
      modelIdentity,
      configuration: { hits: HITS },
      seed: 1,
      commit: options.commit,
    },
    byColumn,
    { failing: "found@10", failures: options.failures },
  );
  const falseAlarms = unanswerable.filter(({ figures }) => figures["covered"] === 1).length;
  return { ...made, falseAlarms: unanswerable.length === 0 ? 0 : falseAlarms / unanswerable.length };
}

/** A block of an entry is `uuid#n`. */
function entryOf({ message }: Hit): string {
  return (message?.ids[0] ?? "").split("#")[0] ?? "";
}

/** Entries that a hit shows, itself or a piece of its exchange. */
function entriesOf(hit: Hit): readonly string[] {
  return [entryOf(hit), ...(hit.exchange?.pieces ?? []).map(({ ids }) => (ids[0] ?? "").split("#")[0] ?? "")];
}

/** Characters of a hit with what it shows of its exchange. */
function charactersOf({ text, exchange }: Hit): number {
  return text.length + (exchange?.pieces ?? []).reduce((sum, piece) => sum + piece.text.length, 0);
}

function judge(question: HistoryQuestion, hits: readonly Hit[]): Record<string, number> {
  const { gold, alternatives, parts } = question;
  const pieces = parts.length > 0 ? parts : [gold];
  const entries = hits.map(entriesOf);
  const figures: Record<string, number> = {};
  for (const depth of DEPTHS) {
    const seen = new Set(entries.slice(0, depth).flat());
    const share = pieces.filter((any) => any.some((id) => seen.has(id))).length / pieces.length;
    const goldPieces = parts.length > 0 ? parts.map((any) => any.filter((id) => gold.includes(id))) : [gold];
    figures[`gold@${depth}`] =
      goldPieces.filter((any) => any.some((id) => seen.has(id))).length / Math.max(1, goldPieces.length);
    figures[`found@${depth}`] = alternatives.some((id) => seen.has(id)) ? 1 : share;
  }
  const right = new Set([...gold, ...alternatives, ...parts.flat()]);
  for (const budget of BUDGETS) {
    const seen = new Set<string>();
    let left = budget;
    for (const hit of hits) {
      left -= charactersOf(hit);
      if (left < 0) break;
      for (const entry of entriesOf(hit)) seen.add(entry);
    }
    figures[`first@${budget}`] = [...right].some((id) => seen.has(id)) ? 1 : 0;
    const share = pieces.filter((any) => any.some((id) => seen.has(id))).length / pieces.length;
    figures[`evidence@${budget}`] = alternatives.some((id) => seen.has(id)) ? 1 : share;
  }
  return figures;
}
