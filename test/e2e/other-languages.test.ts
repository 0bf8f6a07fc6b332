import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";

/** The same sixteen notes in eleven languages: question and passage. */
const NOTES = JSON.parse(
  readFileSync(new URL("../../evals/languages/notes.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly (readonly [string, string])[]>>;

async function projectOf(t: TestContext, texts: readonly string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "loci-languages-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, "notes"));
  for (const [i, text] of texts.entries()) writeFileSync(join(folder, "notes", `${i}.md`), `${text}\n`);
  const project = await loci.project("test");
  await project.index([join(folder, "notes")], { scope: "kb" });
  return project;
}

async function found(project: Project, questions: readonly string[], passages: readonly string[]): Promise<number> {
  let right = 0;
  for (const [i, question] of questions.entries()) {
    const { hits } = await project.search(question, { limit: 3 });
    if (hits.some(({ text }) => text.includes(passages[i] as string))) right++;
  }
  return right;
}

const of = (language: string, part: 0 | 1): readonly string[] => (NOTES[language] ?? []).map((pair) => pair[part]);

for (const language of ["ja", "ru", "ko"])
  test(`a question in English finds a note in another script, and the other way round: ${language}`, async (t) => {
    const theirs = await projectOf(t, of(language, 1));
    assert.ok((await found(theirs, of("en", 0), of(language, 1))) >= 12);
    const english = await projectOf(t, of("en", 1));
    assert.ok((await found(english, of(language, 0), of("en", 1))) >= 12);
  });

test("the explanation of such a hit says that it was near in meaning and held none of the words", async (t) => {
  const project = await projectOf(t, of("ja", 1));
  const { hits } = await project.search("dentist appointment", { explain: true });
  assert.match(hits[0]?.text ?? "", /歯医者/u);
  assert.ok((hits[0]?.parts["dense"] ?? 0) > 0);
  assert.ok(Math.abs(hits[0]?.parts["coverage"] ?? 0) < 1e-9);
});

test("notes of different subjects in one script are no duplicates of each other", async (t) => {
  for (const language of ["ja", "ru", "ar", "hi"]) {
    const passages = of(language, 1);
    const project = await projectOf(t, passages.slice(0, 8));
    for (const text of passages.slice(8)) assert.equal((await project.checkDuplicate(text)).duplicate, false, text);
    assert.equal((await project.checkDuplicate(passages[0] as string)).duplicate, true);
  }
});

test("what isn't there isn't covered", async (t) => {
  for (const language of ["ja", "ru", "zh", "el"]) {
    const project = await projectOf(t, of(language, 1).slice(0, 8));
    for (const question of of(language, 0).slice(8))
      assert.equal((await project.search(question)).covered, false, question);
  }
});
