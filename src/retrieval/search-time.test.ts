import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project } from "../index.ts";

const home = mkdtempSync(join(tmpdir(), "loci-time-"));
let loci: Loci;
let project: Project;
// A Wednesday.
const now = "2026-05-27T12:00:00Z";

before(async () => {
  loci = await openLoci({ home });
  project = await loci.project("log");
  const folder = mkdtempSync(join(home, "log-"));
  writeFileSync(join(folder, "2026-05-22.md"), "# Log\n\nThe kiln arrived.\n");
  writeFileSync(join(folder, "2026-05-26.md"), "# Log\n\nGlazed nine bowls.\n");
  writeFileSync(join(folder, "2026-03-03.md"), "# Log\n\nRented the studio. Last Friday and yesterday were quiet.\n");
  writeFileSync(join(folder, "suppliers.md"), "The glaze supplier comes on 4 April and takes the empty buckets.\n");
  await project.index([folder], { scope: "kb" });
  const said = [
    ["tool_result", "kiln --fire: done"],
    ["user", "The first firing begins."],
    ["assistant", "It will take nine hours."],
  ].map(([role, text], i) => ({ session: "s", id: `m${i}`, role, text, time: `2026-05-22T0${i}:00:00Z` }));
  const file = join(home, "chat.jsonl");
  writeFileSync(file, said.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await project.mine([file], { scope: "user:ada", format: "jsonl" });
});
after(async () => {
  await loci.close();
  rmSync(home, { recursive: true, force: true });
});

const days = async (query: string, options = {}) => {
  const result = await project.search(query, { now, ...options });
  return { ...result, days: [...new Set(result.hits.map(({ date }) => date?.slice(0, 10)))] };
};

test("a question for a time alone is answered by what is of that time, and is covered", async () => {
  for (const [query, day] of [
    ["What happened last Friday?", "2026-05-22"],
    ["yesterday", "2026-05-26"],
    ["what did we do in March", "2026-03-03"],
    ["Summarise what we talked about on 2026-05-26", "2026-05-26"],
  ] as const) {
    const found = await days(query);
    assert.deepEqual(found.days, [day], query);
    assert.ok(found.covered);
    assert.ok(found.notes.some(({ code }) => code === "TIME_ALONE"));
  }
});

test("each session and file in turn; what a tool gave back comes last", async () => {
  const { hits, several } = await days("what happened last friday?");
  assert.equal(several?.documents, 2);
  assert.deepEqual(hits.map(({ message }) => message?.role ?? "file").slice(-1), ["tool_result"]);
  assert.deepEqual(new Set(hits.slice(0, 2).map(({ message }) => message === null)), new Set([true, false]));
});

test("only what the caller may see", async () => {
  const { hits } = await days("what happened last friday?", { caller: "user:bob" });
  assert.ok(hits.length > 0 && hits.every(({ scope }) => scope === "kb"));
});

test("with something asked for it is ranked; where nothing is dated so, that is said, and it isn't covered", async () => {
  const asked = await days("what did we glaze yesterday");
  assert.ok(asked.hits[0]?.text.includes("Glazed") && (asked.hits[0].score ?? 0) > 0);
  const none = await days("what happened last year?");
  assert.ok(!none.covered && none.notes.some(({ code }) => code === "TIME_EMPTY"));
});

test("a day of which nothing is dated is answered by what names it", async () => {
  const named = await days("what happens on 4 April?");
  assert.ok(named.covered && named.probability > 0.5 && named.hits[0]?.text.includes("4 April"));
  const other = await days("what happens on 5 April?");
  assert.deepEqual([other.covered, other.probability], [false, 0]);
});
