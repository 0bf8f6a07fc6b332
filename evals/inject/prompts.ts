/**
 * How often `inject` speaks for prompts that need memory and for prompts that don't, on documents, on a mixed project and on a coding agent's history:
 * node evals/inject/prompts.ts [DATA] [--failures]. A prompt gets it when one of the passages belongs to the answer.
 */
import { readLines } from "../shared/read-lines.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../src/index.ts";
import { chatLines } from "../suites/chat-lines.ts";
import { readDataset } from "../suites/dataset.ts";
import { withLoci } from "../shared/with-loci.ts";

const data = process.argv[2] ?? "../shared/data";
const failures = process.argv.includes("--failures");

interface Prompt {
  readonly corpus: string;
  readonly prompt: string;
  readonly gold?: readonly string[];
  /** What the manual says. */
  readonly answer?: string;
}

const here = new URL("../", import.meta.url).pathname;
const prompts = readLines<Prompt>(join(here, "inject/prompts.jsonl"));
const notes = readLines<{ id: string; wing: string; text: string }>(join(here, "precision/notes.jsonl"));
const noteOf = new Map(notes.map(({ id, text }) => [id, text]));
const questions = readLines<{
  query: string;
  gold: readonly string[];
  alternatives?: readonly string[];
  parts?: readonly (readonly string[])[];
}>(join(data, "agent-history/questions.jsonl"));

/** Whether a drawer belongs to the answer: by its text, or by the ids of its message. */
type Right = (drawer: { readonly text: string; readonly ids: readonly string[] }) => boolean;
interface Needed {
  readonly prompt: string;
  readonly right: Right;
}

const byText = ({ prompt, gold = [] }: Prompt): Needed => ({
  prompt,
  right: ({ text }) => gold.some((id) => text.includes(noteOf.get(id) as string)),
});
const byIds = (prompt: string, gold: readonly string[]): Needed => ({
  prompt,
  right: ({ ids }) => ids.some((id) => gold.includes(id.split("#")[0] as string)),
});
const ofDocuments = prompts.filter(({ corpus }) => corpus === "documents").map(byText);
const ofManual = prompts.flatMap(({ corpus, prompt, answer }) =>
  corpus === "manual" && answer !== undefined
    ? [{ prompt, right: ({ text }: { text: string }) => text.toLowerCase().includes(answer) }]
    : [],
);
const ofHistory = questions
  .filter(({ gold }) => gold.length > 0)
  .slice(0, 30)
  .map(({ query, gold, alternatives = [], parts = [] }) => byIds(query, [...gold, ...alternatives, ...parts.flat()]));

async function measure(name: string, project: Project, needed: readonly Needed[], idle = "none"): Promise<void> {
  let [got, spoke, wrong] = [0, 0, 0];
  for (const { prompt, right } of needed) {
    const { used, silent } = await project.inject(prompt);
    if (silent === null) spoke++;
    const drawers = used.length === 0 ? [] : (await project.expand(used.map(({ id }) => id))).drawers;
    const gets = drawers.some(({ text, message }) => right({ text, ids: message?.ids ?? [] }));
    if (gets) got++;
    else if (failures) console.error(`${name}: ${silent?.reason ?? "other passages"}: ${prompt}`);
  }
  const none = prompts.filter(({ corpus }) => corpus === idle);
  for (const { prompt } of none) {
    const { silent, used } = await project.inject(prompt);
    if (silent !== null) continue;
    wrong++;
    if (failures) console.error(`${name}: needs none: ${prompt} → ${used[0]?.about}`);
  }
  console.log(`| ${name} | ${got} of ${needed.length} | ${spoke} | ${wrong} of ${none.length} |`);
}

console.log(
  "| project | prompts that need memory and get it | of them spoken for | that don't, and get some |\n|---|---|---|---|",
);
await withLoci(async (loci, home) => {
  const folder = join(home, "notes");
  for (const { id, wing, text } of notes) {
    mkdirSync(join(folder, wing), { recursive: true });
    writeFileSync(join(folder, wing, `${id}.md`), `${text}\n`);
  }
  const documents = await loci.project("documents");
  await documents.index([folder], { scope: "admin" });
  await measure("documents", documents, ofDocuments);
  const manual = await loci.project("manual");
  await manual.index([join(here, "../docs")], { scope: "kb" });
  await measure("Loci's manual", manual, ofManual, "anybody");
  const history = await loci.project("history");
  await history.mine([join(data, "agent-history/sessions")], { scope: "admin" });
  await measure("a coding agent's history", history, ofHistory);
  const [said] = [...readDataset(join(data, "locomo")).groups.values()];
  if (said === undefined) return;
  const file = join(home, "said.jsonl");
  writeFileSync(
    file,
    said.documents
      .flatMap(chatLines)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  );
  const mixed = await loci.project("mixed");
  await mixed.index([folder], { scope: "admin" });
  await mixed.mine([file], { scope: "admin", format: "jsonl" });
  await mixed.mine([join(data, "agent-history/sessions")], { scope: "admin" });
  const asked = said.queries.filter(({ gold }) => gold.length > 0).filter((_, i) => i % 10 === 0);
  await measure("mixed", mixed, [
    ...ofDocuments.filter((_, i) => i % 3 === 0),
    ...ofHistory.filter((_, i) => i % 3 === 0),
    ...asked.slice(0, 10).map(({ query, gold }) => byIds(query, gold)),
  ]);
});
