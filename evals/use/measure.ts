/**
 * Does use make it worse? Questions over files are asked in chats, each followed by a remark, as are questions that nothing answers; with FALSE, a false
 * answer of an assistant stands between. Run: node evals/use/measure.ts
 */
import { readLines } from "../shared/read-lines.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "../../src/index.ts";
import { withLoci } from "../shared/with-loci.ts";

/** Files, what they answer, and as many questions that nothing in them answers. */
interface Collection {
  readonly files: Readonly<Record<string, string>>;
  readonly asked: readonly { readonly question: string; readonly answer: string }[];
  readonly unanswered: readonly string[];
}

const notes = readLines<{ note: string; question: string; twin: string }>(
  new URL("../relevance/first-day.jsonl", import.meta.url),
);
const beside = readLines<{ text: string; answered: readonly string[]; missed: readonly string[] }>(
  new URL("../relevance/near-misses.jsonl", import.meta.url),
);
/** Notes that stand in one file, each beside others. */
const NOTES_A_FILE = 3;
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
/** Questions of the hard kind, written before anybody looked at how relevance is judged: nothing is fitted on them. */
const unseen = read("unseen.json") as Readonly<Record<"vault" | "docs", Collection>>;
const COLLECTIONS: Readonly<Record<string, Collection>> = {
  "30 notes": {
    files: Object.fromEntries(notes.map(({ note }, i) => [`note-${i}.md`, `${note}\n`])),
    asked: notes.map(({ note, question }) => ({ question, answer: note })),
    unanswered: notes.map(({ twin }) => twin),
  },
  "eight files": read("eight-files.json") as Collection,
  "three notes a file": {
    files: Object.fromEntries(
      beside.flatMap((_, at) =>
        at % NOTES_A_FILE === 0
          ? [
              [
                `${at}.md`,
                beside
                  .slice(at, at + NOTES_A_FILE)
                  .map(({ text }) => text)
                  .join(at % 2 === 0 ? " " : "\n\n"),
              ],
            ]
          : [],
      ),
    ),
    asked: beside.flatMap(({ text, answered }) => answered.map((question) => ({ question, answer: text }))),
    unanswered: beside.flatMap(({ missed }) => missed),
  },
  "unseen vault": unseen.vault,
  "unseen docs": unseen.docs,
};
const REMARKS = ["thanks a lot", "great, that helps", "hm, okay", "good to know", "perfect, thank you"];

interface Figures {
  first: number;
  covered: number;
  falselyCovered: number;
  probability: number;
  /** Of the questions that nothing answers, on average. */
  mean: number;
  falseAnswers: number;
  injected: number;
}

async function measure(project: Project, { asked, unanswered }: Collection): Promise<Figures> {
  const figures = { first: 0, covered: 0, falselyCovered: 0, probability: 0, mean: 0, falseAnswers: 0, injected: 0 };
  for (const question of unanswered) {
    const { covered, probability } = await project.search(question);
    if (covered) figures.falselyCovered++;
    figures.probability = Math.max(figures.probability, probability);
    figures.mean += probability / unanswered.length;
  }
  for (const { question, answer } of asked) {
    const { hits, covered } = await project.search(question);
    if (hits[0]?.text.includes(answer)) figures.first++;
    if (covered) figures.covered++;
    const { text } = await project.ask(question);
    if (text.includes("it is green and 999")) figures.falseAnswers++;
    if ((await project.inject(question)).text.includes("999")) figures.injected++;
  }
  return figures;
}

async function use(project: Project, { asked, unanswered }: Collection, withFalse: boolean): Promise<void> {
  for (const [i, { question }] of asked.entries()) {
    for (const [n, text] of [question, unanswered[i] as string].entries()) {
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
  "| questions, and others that nothing answers | first passage right | covered | covered without an answer | probability without an answer, mean (highest) | false answer quoted | injected |",
);
console.log("|---|---|---|---|---|---|---|");
const row = (name: string, f: Figures): void =>
  console.log(
    `| ${name} | ${f.first} | ${f.covered} | ${f.falselyCovered} | ${f.mean.toFixed(2)} (${f.probability.toFixed(2)}) | ${f.falseAnswers} | ${f.injected} |`,
  );
for (const [name, collection] of Object.entries(COLLECTIONS))
  for (const withFalse of [false, true])
    await withLoci(async (loci, home) => {
      const project = await loci.project("use");
      mkdirSync(join(home, "notes"));
      for (const [file, text] of Object.entries(collection.files)) {
        mkdirSync(join(home, "notes", dirname(file)), { recursive: true });
        writeFileSync(join(home, "notes", file), text);
      }
      await project.index([join(home, "notes")], { scope: "admin" });
      if (!withFalse) row(`${name}, before`, await measure(project, collection));
      await use(project, collection, withFalse);
      const how = withFalse ? "a false answer and a remark" : "a remark";
      row(`${name}, asked in chats, each with ${how}`, await measure(project, collection));
    });
