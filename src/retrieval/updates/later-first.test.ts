import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project, type SearchOptions } from "../../index.ts";

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
