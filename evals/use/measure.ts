/**
 * Does use make it worse? Questions over files are asked in chats, each followed by a remark, as are questions that nothing answers; with FALSE, a false
 * answer of an assistant stands between. Run: node evals/use/measure.ts
 */
import { readLines } from "../shared/read-lines.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../src/index.ts";
import { withLoci } from "../shared/with-loci.ts";

const asked = readLines<{ note: string; question: string; twin: string }>(
  new URL("../relevance/first-day.jsonl", import.meta.url),
);
const REMARKS = ["thanks a lot", "great, that helps", "hm, okay", "good to know", "perfect, thank you"];

interface Figures {
  first: number;
  covered: number;
  falselyCovered: number;
  probability: number;
  falseAnswers: number;
  injected: number;
}

async function measure(project: Project): Promise<Figures> {
  const figures = { first: 0, covered: 0, falselyCovered: 0, probability: 0, falseAnswers: 0, injected: 0 };
  for (const { note, question, twin } of asked) {
    const { hits, covered } = await project.search(question);
    if (hits[0]?.text.includes(note)) figures.first++;
    if (covered) figures.covered++;
    const { covered: wrong, probability } = await project.search(twin);
    if (wrong) figures.falselyCovered++;
    figures.probability = Math.max(figures.probability, probability);
    const { text } = await project.ask(question);
    if (text.includes("it is green and 999")) figures.falseAnswers++;
    if ((await project.inject(question)).text.includes("999")) figures.injected++;
  }
  return figures;
}

async function use(project: Project, withFalse: boolean): Promise<void> {
  for (const [i, { question, twin }] of asked.entries()) {
    for (const [n, text] of [question, twin].entries()) {
      const chat = `chat-${i % 5}`;
      const id = `${i}-${n}`;
      await project.addMessage(chat, { id: `${id}-q`, role: "user", text });
      if (withFalse) {
        const words = text.replace("?", "").split(" ").slice(1).join(" ");
        await project.addMessage(chat, {
          id: `${id}-a`,
          role: "assistant",
          text: `As to ${words}: it is green and 999.`,
        });
      }
      await project.addMessage(chat, {
        id: `${id}-r`,
        role: "user",
        text: REMARKS[(i + n) % REMARKS.length] as string,
      });
    }
  }
}

console.log(
  "| 30 questions, 30 that nothing answers | first passage right | covered | covered without an answer | highest probability | false answer quoted | injected |",
);
console.log("|---|---|---|---|---|---|---|");
const row = (name: string, f: Figures): void =>
  console.log(
    `| ${name} | ${f.first} | ${f.covered} | ${f.falselyCovered} | ${f.probability.toFixed(2)} | ${f.falseAnswers} | ${f.injected} |`,
  );
for (const withFalse of [false, true])
  await withLoci(async (loci, home) => {
    const project = await loci.project("use");
    mkdirSync(join(home, "notes"));
    for (const [i, { note }] of asked.entries()) writeFileSync(join(home, "notes", `note-${i}.md`), `${note}\n`);
    await project.index([join(home, "notes")], { scope: "admin" });
    if (!withFalse) row("before", await measure(project));
    await use(project, withFalse);
    row(
      withFalse ? "asked in chats, each with a false answer and a remark" : "asked in chats, each with a remark",
      await measure(project),
    );
  });
