/**
 * Records what Loci answers, to prove that a change of its structure changes no answer: hits, scores and their parts over notes, a book and
 * conversations, and what the palace says of them. Two checkouts that record the same lines answer the same, bit for bit.
 *
 * Run in each checkout: `node evals/answers/record.ts [DATA] > answers.jsonl`; then compare the two files. DATA is `../shared/data` by default.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Project } from "../../src/index.ts";
import { withLoci } from "../shared/with-loci.ts";

const data = process.argv[2] ?? "../shared/data";
const NOW = "2026-01-01T00:00:00Z";
/** Questions of each collection. */
const ASKED = 300;

interface Turn {
  readonly id: string;
  readonly group: string;
  readonly session: string;
  readonly date: string;
  readonly role: string;
  readonly text: string;
}

function lines<T>(...path: readonly string[]): readonly T[] {
  return readFileSync(join(data, ...path), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

function print(kind: string, value: unknown): void {
  process.stdout.write(`${JSON.stringify({ kind, value })}\n`);
}

async function ask(project: Project, questions: readonly string[]): Promise<void> {
  for (const [at, query] of questions.entries()) {
    const mode = (["hybrid", "hybrid", "lexical", "semantic"] as const)[at % 4] ?? "hybrid";
    const { hits, covered, probability, notes } = await project.search(query, { limit: 10, now: NOW, mode });
    const shown = hits.map(({ id, score, parts, lines: at_, wing, hall, room, snippet, duplicates }) => ({
      id,
      score,
      parts,
      lines: at_,
      place: [wing, hall, room],
      snippet,
      duplicates,
    }));
    print("search", { query, mode, covered, probability, notes: notes.map(({ code }) => code), hits: shown });
  }
}

async function palace(project: Project): Promise<void> {
  print("taxonomy", await project.taxonomy());
  print("tunnels", await project.tunnels());
}

await withLoci(async (loci) => {
  const notes = await loci.project("notes");
  const folders = ["til", "rust-book"].map((name) => join(data, "docs", "markdown", name));
  await notes.index(folders, { scope: "kb" });
  const names = readdirSync(join(data, "docs", "markdown", "til"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort();
  const step = Math.ceil(names.length / ASKED);
  await ask(
    notes,
    names.filter((_, at) => at % step === 0).map((path) => basename(path, ".md").replaceAll("-", " ")),
  );
  await palace(notes);
});

await withLoci(async (loci) => {
  const turns = lines<Turn>("locomo", "docs.jsonl");
  const queries = lines<{ readonly group: string; readonly query: string }>("locomo", "queries.jsonl");
  const folder = mkdtempSync(join(tmpdir(), "loci-answers-"));
  try {
    for (const [group, own] of Map.groupBy(turns, (turn) => turn.group)) {
      const file = join(folder, `${group}.jsonl`);
      const message = ({ id, session, date, role, text }: Turn): string =>
        JSON.stringify({ session, id, role: "user", author: role, time: date, text });
      writeFileSync(file, own.map(message).join("\n"));
      const project = await loci.project(group);
      await project.mine([file], { scope: "kb", format: "jsonl" });
      const asked = queries.filter((one) => one.group === group).map(({ query }) => query);
      await ask(project, asked.slice(0, ASKED / 5));
      await palace(project);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
