import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LociError, openLoci, type Project } from "../index.ts";
import { addExpectation } from "./own-questions.ts";
import { collection } from "../../evals/suites/collection.fixture.ts";
import { evaluateYours } from "./yours.ts";

const NOTES = {
  "notes/deploy.md": "# Deploy\n\nStaging listens on port 8443 behind the proxy.\n",
  "notes/team/tea.md":
    "# Tea\n\nWe drink sencha in the morning.\n\n<!-- expect: what do we drink in the morning? -->\n",
  "notes/team/bees.md": "# Bees\n\nSmoke the hive before opening it.\n",
  "notes/questions.md": [
    "# Questions",
    "<!-- expect: which port does staging listen on? → deploy.md -->",
    "<!-- expect: how is a hive opened? → team/bees.md -->",
    "<!-- expect: how is a hive opened? → deploy.md -->",
    "<!-- expect: what is left? → gone.md -->",
    "<!-- expect: what is left? → 0123456789abcdef -->",
  ].join("\n"),
};

async function indexed(
  t: TestContext,
  files: Readonly<Record<string, string>> = NOTES,
): Promise<{ readonly folder: string; readonly project: Project; readonly questions: string }> {
  const folder = collection(t, files);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  return { folder, project, questions: join(folder, "questions-added.md") };
}

test("questions of the notes: found, not found, and left out with the reason", async (t) => {
  const { project, questions } = await indexed(t);
  const report = await evaluateYours({ project, questions });
  assert.deepEqual(report.counts, { questions: 3, leftOut: 3 });
  // The wrong file of two passages comes behind the right one: among the first five, not first.
  assert.deepEqual([report["any@1"], report["any@5"]], [66.67, 100]);
  assert.deepEqual(report.leftOut, [
    { where: "questions.md:5", query: "what is left?", why: "no file is called 'gone.md'" },
    { where: "questions.md:6", query: "what is left?", why: "there is no passage '0123456789abcdef'" },
    {
      where: "team/tea.md:5",
      query: "what do we drink in the morning?",
      why: "it stands in the passage that answers it: write it into another file, or use 'loci eval add'",
    },
  ]);
});

test("questions that were added: by a path that a shell completes, by the end of one, by a drawer", async (t) => {
  const { folder, project, questions } = await indexed(t);
  const add = (query: string, target: string): Promise<{ readonly target: string }> =>
    addExpectation(project, { file: questions, query, target, folder });
  assert.equal((await add("what do we drink in the morning?", "notes/team/tea.md")).target, "team/tea.md");
  assert.equal((await add("smoke before opening", "bees.md")).target, "bees.md");
  const [hit] = (await project.search("port of staging")).hits;
  await add("8443", (hit?.id ?? "").slice(0, 12));
  await assert.rejects(add("x", "nowhere.md"), { code: "USAGE", message: "no file is called 'nowhere.md'" });
  await assert.rejects(add("a --> b", "bees.md"), { code: "USAGE" });
  assert.equal(readFileSync(questions, "utf8").split("\n").length, 4);
  appendFileSync(questions, "<!-- expect: nothing -->\n");
  const report = await evaluateYours({ project, questions });
  assert.deepEqual(report.counts, { questions: 6, leftOut: 4 });
  assert.ok(
    report.failures.every(({ id }) => !id.endsWith("questions-added.md")),
    JSON.stringify(report.failures),
  );
});

test("what was said in chats takes no place of the note that answers", async (t) => {
  const { project, questions } = await indexed(t);
  const asked = "which port does staging listen on?";
  for (let i = 0; i < 6; i++)
    await project.addMessage("c", { id: `m${i}`, role: "user", text: `${asked} It listens on a staging port, ${i}.` });
  const report = await evaluateYours({ project, questions });
  assert.deepEqual([report["any@1"], report["any@5"]], [66.67, 100]);
});

test("notes that expect nothing are said", async (t) => {
  const { project, questions } = await indexed(t, { "notes/a.md": "# A\n\ntext\n" });
  await assert.rejects(evaluateYours({ project, questions }), {
    code: "DATA_NOT_FOUND",
    message: "no note says what it expects",
  });
});

test("an answer behind the tenth hit is a miss, and not a question that stands in its answer", async (t) => {
  const birds = [
    "wren",
    "robin",
    "thrush",
    "dunnock",
    "siskin",
    "linnet",
    "twite",
    "brambling",
    "hawfinch",
    "serin",
    "crossbill",
    "bullfinch",
  ];
  const { project, questions } = await indexed(t, {
    ...Object.fromEntries(
      birds.map((bird) => [
        `notes/${bird}.md`,
        `# The ${bird} and the heron\n\nA heron chased the ${bird} from the heron pond.\n`,
      ]),
    ),
    "notes/far.md": `# Boats\n\n${"Oars, sails and ropes lie in the shed by the lane. ".repeat(12)}Once somebody saw a heron.\n`,
    "notes/questions.md": "<!-- expect: heron pond → far.md -->\n",
  });
  const { counts, failures, leftOut } = await evaluateYours({ project, questions });
  assert.deepEqual([counts, leftOut], [{ questions: 1, leftOut: 0 }, []]);
  assert.equal(failures?.length, 1);
});

test("questions of which none can be asked are no report of nothing", async (t) => {
  const note = "# A\n\ntext\n\n<!-- expect: what is left? → gone.md -->\n";
  const { project, questions } = await indexed(t, { "notes/a.md": note });
  await assert.rejects(
    evaluateYours({ project, questions }),
    (error) =>
      error instanceof LociError &&
      error.code === "DATA_NOT_FOUND" &&
      /none of 1 question.*gone\.md/.test(error.message),
  );
});
