/**
 * Questions whose answer a tool printed, on two sessions of a coding agent: how many have a right entry among their first five and ten hits, beside
 * SQLite's full-text search over pieces of 600 characters. Run: node evals/tools/measure.ts [DATA] [--failures]
 */
import { DatabaseSync } from "node:sqlite";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../shared/read-lines.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";
import { isStopWord } from "../../src/text/words.ts";

const data = process.argv[2]?.startsWith("--") === false ? process.argv[2] : "../shared/data";
const failures = process.argv.includes("--failures");
const DEPTHS = [5, 10] as const;
const PIECE = 600;
const STEP = 500;

interface Question {
  readonly query: string;
  readonly gold: readonly string[];
  readonly alternatives: readonly string[];
}
type Block = { readonly text?: string; readonly input?: unknown; readonly content?: string | readonly Block[] };

const sessions = join(data, "agent-history/sessions");
const questions = readLines<Question>(new URL("questions.jsonl", import.meta.url).pathname);

function textOf(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === "string") return content ?? "";
  return content
    .map((block) => block.text ?? (block.input === undefined ? textOf(block.content) : JSON.stringify(block.input)))
    .join("\n");
}

/** The entries of the pieces that full-text search ranks first. */
function plainSearch(): (query: string, depth: number) => readonly string[] {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE pieces USING fts5(entry UNINDEXED, text, tokenize = 'porter unicode61')");
  const insert = database.prepare("INSERT INTO pieces VALUES (?, ?)");
  for (const file of globSync("**/*.jsonl", { cwd: sessions }))
    for (const line of readFileSync(join(sessions, file), "utf8").trim().split("\n")) {
      const { uuid, message } = JSON.parse(line) as { uuid?: string; message?: { content?: string | Block[] } };
      const text = textOf(message?.content);
      if (uuid !== undefined)
        for (let at = 0; at < text.length; at += STEP) insert.run(uuid, text.slice(at, at + PIECE));
    }
  const search = database.prepare("SELECT entry FROM pieces WHERE pieces MATCH ? ORDER BY bm25(pieces) LIMIT ?");
  return (query, depth) => {
    const words = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !isStopWord(word));
    return search.all(words.map((word) => `"${word}"`).join(" OR "), depth).map(({ entry }) => String(entry));
  };
}

await withLoci(async (loci) => {
  const project = await loci.project("history");
  await project.mine([sessions], { scope: "kb" });
  const plain = plainSearch();
  console.log("| | in five hits | in ten |\n|---|---|---|");
  const found = { loci: [0, 0], "full-text search": [0, 0] };
  for (const { query, gold, alternatives } of questions) {
    const right = new Set([...gold, ...alternatives]);
    const { hits } = await project.search(query, { limit: 10, all: true });
    // A hit shows pieces of its exchange, too.
    const entries = hits.map((hit) => [sessionOf(hit), ...(hit.exchange?.pieces ?? []).flatMap(({ ids }) => ids)]);
    const holds = (ids: readonly string[]): boolean => ids.some((id) => right.has(id.split("#")[0] as string));
    DEPTHS.forEach((depth, i) => {
      if (entries.slice(0, depth).some(holds)) found.loci[i]!++;
      if (plain(query, depth).some((id) => right.has(id))) (found["full-text search"][i] as number)++;
    });
    if (failures && !entries.some(holds)) console.error(query);
  }
  for (const [name, [five, ten]] of Object.entries(found))
    console.log(`| ${name} | ${five} of ${questions.length} | ${ten} of ${questions.length} |`);
});
