import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../src/index.ts";
import { readLines } from "../../evals/shared/read-lines.ts";
import { rounds } from "../rounds.fixture.ts";
import { withLoci } from "../../evals/shared/with-loci.ts";

/** Questions over eight files of several subjects each, and as many that none of them answers. */
const { files, asked, unanswered } = JSON.parse(
  readFileSync(new URL("../../evals/use/eight-files.json", import.meta.url), "utf8"),
) as {
  readonly files: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  readonly unanswered: readonly string[];
};
const REMARKS = ["thanks a lot", "great, that helps", "ok, good to know", "perfect, thanks!", "hm, alright"];
const FALSE = [
  "It is green and 999.",
  "That would be Gundula, since 1999.",
  "As far as I know: 999 crowns, in the cellar.",
];

interface Asked {
  readonly question: string;
  readonly answer: string;
}

async function firstRight(project: Project, asked: readonly Asked[]): Promise<number> {
  let first = 0;
  for (const { question, answer } of asked) {
    const { hits } = await project.search(question);
    if (hits[0]?.message === null && hits[0].text.includes(answer)) first++;
  }
  return first;
}

/** With a false answer behind each question, and without: the first is the harder one, and what `npm test` tries. */
for (const withFalse of [true, false].slice(0, rounds(2, 1)))
  test(`what was asked in chats${withFalse ? " and answered falsely" : ""} is answered by its file afterwards`, async () => {
    await withLoci(async (loci, home) => {
      const project = await loci.project("asked");
      mkdirSync(join(home, "files"));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(home, "files", name), text);
      await project.index([join(home, "files")], { scope: "admin" });
      const before = await firstRight(project, asked);
      const questions = [...asked.map(({ question }) => question), ...unanswered];
      for (const [i, text] of questions.entries()) {
        const chat = `chat-${i % 6}`;
        const said = [
          { role: "user", text },
          ...(withFalse ? [{ role: "assistant", text: FALSE[i % FALSE.length] as string }] : []),
          { role: "user", text: REMARKS[i % REMARKS.length] as string },
        ];
        for (const [n, one] of said.entries()) await project.addMessage(chat, { id: `${i}-${n}`, ...one });
      }
      const after = await firstRight(project, asked);
      assert.ok(after >= 28 && after >= before - 1, `${after} of ${before}`);
      const probabilities = await Promise.all(unanswered.map(async (one) => (await project.search(one)).probability));
      const mean = probabilities.reduce((sum, one) => sum + one, 0) / unanswered.length;
      assert.ok(mean <= 0.2, `${mean} where nothing answers`);
      for (const question of questions) {
        assert.doesNotMatch((await project.ask(question)).text, /999/u, question);
        assert.doesNotMatch((await project.inject(question)).text, /999/u, question);
      }
    });
  });

/** Notes, what each answers and what it nearly does; three stand in a file, so that a question of few words is likelier than its answer. */
const notes = readLines<{ text: string; answered: readonly string[]; missed: readonly string[] }>(
  new URL("../../evals/relevance/near-misses.jsonl", import.meta.url),
);

for (const [withFalse, least] of (
  [
    [true, 42],
    [false, 50],
  ] as const
).slice(0, rounds(2, 1)))
  test(`questions of one subject leave room for what answers${withFalse ? ", as false answers do" : ""}`, async () => {
    await withLoci(async (loci, home) => {
      const project = await loci.project("asked");
      mkdirSync(join(home, "files"));
      for (let at = 0; at < notes.length; at += 3) {
        const three = notes.slice(at, at + 3).map(({ text }) => text);
        writeFileSync(join(home, "files", `${at}.md`), three.join(at % 2 === 0 ? " " : "\n\n"));
      }
      await project.index([join(home, "files")], { scope: "admin" });
      const asked = notes.flatMap(({ text, answered }) => answered.map((question) => ({ question, answer: text })));
      const questions = asked.flatMap(({ question }, i) => [question, notes.flatMap(({ missed }) => missed)[i] ?? ""]);
      for (const [i, text] of questions.entries()) {
        const said = [{ role: "user", text }];
        const about = text.replace("?", "").split(" ").slice(1).join(" ");
        if (withFalse) said.push({ role: "assistant", text: `As to ${about}: it is green and 999.` });
        said.push({ role: "user", text: REMARKS[i % REMARKS.length] as string });
        for (const [n, one] of said.entries()) await project.addMessage(`chat-${i % 5}`, { id: `${i}-${n}`, ...one });
      }
      const after = await firstRight(project, asked);
      assert.ok(after >= least, `${after} of ${asked.length}`);
    });
  });
