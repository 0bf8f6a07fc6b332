import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project, type SearchOptions } from "../../index.ts";
import { replaces } from "./later-first.ts";
import { askedAbout, type Asked, datesBefore, statements } from "./statement.ts";

const home = mkdtempSync(join(tmpdir(), "loci-updates-"));
const OLDER = "We chose Postgres 16 for staging; importing the dump into Postgres on staging went fine.";
const NEWER = "Staging moved to 17 last night without trouble.";
let loci: Loci;
let project: Project;

before(async () => {
  loci = await openLoci({ home });
  project = await loci.project("log");
  const folder = mkdtempSync(join(home, "log-"));
  writeFileSync(join(folder, "2026-03-02.md"), `${OLDER}\n`);
  writeFileSync(join(folder, "2026-04-20.md"), `${NEWER}\n`);
  writeFileSync(join(folder, "2026-04-21.md"), "The garden needs water, and the dentist called.\n");
  writeFileSync(join(folder, "2026-03-05.md"), "Priya lives in Berlin.\n");
  writeFileSync(join(folder, "2026-04-22.md"), "In 2019 Priya moved to Hamburg.\n");
  await project.index([folder], { scope: "kb" });
  const own = mkdtempSync(join(home, "own-"));
  writeFileSync(join(own, "2026-05-01.md"), "Staging moved to 18 on my own machine.\n");
  await project.index([own], { scope: "user:ada" });
});
after(async () => {
  await loci.close();
  rmSync(home, { recursive: true, force: true });
});

const QUESTION = "Which Postgres runs on staging?";
const ask = async (query: string, options: SearchOptions = {}) =>
  (await project.search(query, { now: "2026-06-01", ...options })).hits;

test("the later note stands first, with what it replaced, however many hits are asked for", async () => {
  for (const limit of [1, 2, 10]) {
    const hits = await ask(QUESTION, { limit, caller: "user:bob" });
    assert.equal(hits[0]?.text.trim(), NEWER, `of ${limit}`);
    assert.deepEqual(hits[0]?.replaced?.said, OLDER);
    assert.equal(hits[0]?.replaced?.date?.slice(0, 10), "2026-03-02");
    assert.ok((hits[0]?.parts["update"] ?? 0) > 0);
    for (const [i, { score, parts }] of hits.entries()) {
      assert.ok(i === 0 || score <= (hits[i - 1]?.score ?? 0) + 1e-9);
      assert.ok(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - score) < 1e-9);
    }
  }
});

test("a question for the past, or as of then, has the older note first", async () => {
  for (const query of ["Which Postgres did staging run originally?", "Which Postgres ran on staging in March 2026?"]) {
    const hits = await ask(query, { caller: "user:bob" });
    assert.equal(hits[0]?.text.trim(), OLDER, query);
    assert.ok(hits.every(({ replaced }) => replaced === undefined));
  }
  const [hit] = await ask(QUESTION, { caller: "user:bob", asOf: "2026-03-10" });
  assert.equal(hit?.text.trim(), OLDER);
});

test("what a later note dates before the earlier one replaces nothing", async () => {
  const hits = await ask("Where does Priya live?", { caller: "user:bob" });
  assert.ok(hits.some(({ text }) => text.includes("Hamburg")) && hits.some(({ text }) => text.includes("Berlin")));
  assert.ok(hits.every(({ replaced }) => replaced === undefined));
});

test("what is said in another scope replaces nothing", async () => {
  const hits = await ask(QUESTION);
  assert.ok(hits.some(({ scope }) => scope === "user:ada"));
  assert.ok(hits.every(({ scope, replaced }) => scope === "kb" || replaced === undefined));
});

const judge = (older: string, newer: string, question: string) => {
  const asked = askedAbout(question) as Asked;
  return replaces(statements(newer, asked), statements(older, asked), asked);
};

test("what a later note says in the place of an earlier one, in the words of both", () => {
  const older = "Rain all day.\n- We chose Postgres 16 for staging; the import went fine.\n- Lunch with Ines.";
  const newer = "Long meeting. Staging moved to 17 last night. Slept badly.";
  assert.deepEqual(judge(older, newer, "which postgres runs on staging"), {
    older: "- We chose Postgres 16 for staging; the import went fine.",
    newer: "Staging moved to 17 last night.",
  });
  assert.equal(judge(newer, older, "which postgres runs on staging"), null);
  assert.equal(judge(older, newer, "who had lunch?"), null);
});

test("of the labelled pairs nine in ten updates are seen, and no look-alike is taken for one", () => {
  const cases = ["cases.jsonl", "cases-second.jsonl"]
    .flatMap((name) =>
      readFileSync(new URL(`../../../evals/updates/${name}`, import.meta.url), "utf8")
        .trim()
        .split("\n"),
    )
    .map((line) => JSON.parse(line) as { kind: string; older: string; newer: string; question: string });
  const [updates, alike] = ["update", "look-alike"].map((kind) => cases.filter((one) => one.kind === kind)) as [
    typeof cases,
    typeof cases,
  ];
  const seen = (list: typeof cases): typeof cases => list.filter((one) => judge(one.older, one.newer, one.question));
  assert.ok(updates.length >= 30 && alike.length >= 30);
  assert.ok(seen(updates).length >= 0.9 * updates.length);
  assert.deepEqual(seen(alike), []);
});

test("counts of what the question asks the number of take each other's place, of one thing only", () => {
  const books = "How many books am I aiming to read in my winter reading challenge?";
  const older = "I've joined a winter reading challenge on Goodreads aiming for 10 books by March 1.";
  const newer =
    "I'm trying to decide on a series, and I've extended my winter reading goal for the challenge to 12 books.";
  assert.deepEqual(judge(older, newer, books), { older, newer });
  assert.equal(judge(newer, older, books), null);
  const nodes = "How many nodes does the staging cluster run?";
  assert.equal(judge("The staging cluster runs 6 nodes.", "The production cluster has now 12 nodes.", nodes), null);
});

test("a sentence that names a time before the other's date tells nothing newer", () => {
  const march = Date.UTC(2026, 2, 1);
  for (const text of [
    "In 2019 Priya moved to Hamburg.",
    "Priya moved to Hamburg in February 2026.",
    "On 2026-02-11 Priya moved to Hamburg.",
    "Moved on 3 January 2026, after leaving in 2025.",
  ])
    assert.ok(datesBefore(text, march), text);
  for (const text of [
    "Priya moved to Hamburg.",
    "In 2026 Priya moved to Hamburg.",
    "Priya, here since 2019, moved to Hamburg in May 2026.",
    "The limit moved to 2000.5 and 12,2019.",
    "On 2026-03-11 Priya moved.",
    "The budget moved to 2000 euros.",
  ])
    assert.ok(!datesBefore(text, march), text);
});

test("hostile texts take no long time, and a question of common words asks nothing", () => {
  assert.equal(askedAbout("what is it?"), null);
  for (const part of ["1 ", "no longer from a to ", "a.", "moved to 1 now ", "is now: "])
    assert.doesNotThrow(() => judge(part.repeat(3_000), part.repeat(3_000), "moved now to 1 a longer thing"));
});
