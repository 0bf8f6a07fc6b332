import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, openLoci, type Project, type SearchOptions } from "../../src/index.ts";

const home = mkdtempSync(join(tmpdir(), "loci-messages-"));
let loci: Loci;
let project: Project;

before(async () => {
  loci = await openLoci({ home, settings: { recall: { pool: 20 } } });
  project = await loci.project("chats");
  const long = Array.from(
    { length: 12 },
    (_, i) => `Part ${i} says that the kiln is warm and the glaze is grey, ${"again ".repeat(40)}`,
  );
  const lines = [
    { session: "a", id: "long", role: "assistant", text: long.join("\n\n") },
    { session: "a", id: "short", role: "user", text: "The kiln is mine." },
    ...Array.from({ length: 80 }, (_, i) => ({
      session: `s${i}`,
      id: `m${i}`,
      role: "user",
      text: `Kiln number ${i} is warm.`,
    })),
    { session: "b", id: "run", role: "tool_result", text: "kiln --fire: error 17" },
  ];
  const file = join(home, "chats.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await project.mine([file], { scope: "kb", format: "jsonl" });
});
after(async () => {
  await loci.close();
  rmSync(home, { recursive: true, force: true });
});

test("ten hits are ten messages: the best part of a long one stands for it and names the others", async () => {
  const { hits } = await project.search("grey glaze of the kiln", { limit: 10 });
  const messages = hits.map(({ message }) => message?.ids[0]);
  assert.equal(new Set(messages).size, messages.length);
  const long = hits.find(({ message }) => message?.ids[0] === "long");
  assert.ok(long !== undefined && long.text.length <= 500 && (long.further?.length ?? 0) > 0);
  const parts = await project.search("grey glaze of the kiln", { limit: 10, groupBy: "drawer" });
  assert.ok(parts.hits.filter(({ message }) => message?.ids[0] === "long").length > 1);
});

test("a question for several things is spread over sessions, goes deeper, and says so", async () => {
  const ask = async (query: string, options: SearchOptions = {}) => await project.search(query, options);
  const [several, one] = [await ask("which kilns are warm"), await ask("which kiln is the warm one")];
  assert.equal(one.several, undefined);
  assert.equal(one.hits.length, 10);
  assert.ok(several.hits.length > 10 && several.hits.length <= 30);
  assert.equal(several.several?.documents, new Set(several.hits.map(({ message }) => message?.session)).size);
  const ten = await ask("which kilns are warm", { limit: 10 });
  assert.deepEqual(
    ten.hits.map(({ id }) => id),
    several.hits.slice(0, 10).map(({ id }) => id),
  );
  // The second message of a session is charged for the first, whose parts count once.
  const all = await ask("which glazes are grey and which kilns are mine", { limit: 200 });
  const charges = all.hits.filter(({ message }) => message?.session === "a").map(({ parts }) => parts["spread"] ?? 0);
  assert.deepEqual(
    charges.map((charge) => Math.round(100 * charge)).toSorted((a, b) => b - a),
    [0, -5],
  );
});

test("the first hits don't depend on how many are asked for, and scores go down", async () => {
  const ask = async (query: string, limit: number): Promise<readonly string[]> => {
    const { hits } = await project.search(query, { limit });
    for (const [i, { score, parts }] of hits.entries()) {
      assert.ok(i === 0 || score <= (hits[i - 1]?.score ?? 0) + 1e-9);
      assert.ok(Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - score) < 1e-9);
    }
    return hits.map(({ id }) => id);
  };
  for (const query of ["is the kiln warm", "which kilns are warm"]) {
    const ten = await ask(query, 10);
    for (const limit of [25, 60, 200]) assert.deepEqual((await ask(query, limit)).slice(0, 10), ten);
  }
});

test("a role is a filter, in the question and as an option", async () => {
  for (const [query, options] of [
    ["kiln role:tool", {}],
    ["kiln", { role: "tool_result" }],
  ] as const) {
    const { hits } = await project.search(query, options);
    assert.deepEqual(
      hits.map(({ message }) => message?.ids[0]),
      ["run"],
    );
  }
  await assert.rejects(project.search("kiln", { role: "captain" }), { code: "QUERY_INVALID" });
});

test("a passage is an exact part of its drawer, with where it stands", async () => {
  const { hits } = await project.search("which part is grey", { passage: 120 });
  const whole = await project.search("which part is grey", {});
  for (const hit of hits) {
    const drawer = whole.hits.find(({ id }) => id === hit.id);
    assert.ok(hit.text.length <= 120);
    if (hit.excerpt !== undefined) assert.equal(drawer?.text.slice(hit.excerpt.start, hit.excerpt.end), hit.text);
  }
  assert.ok(hits.some(({ excerpt }) => excerpt !== undefined));
  await assert.rejects(project.search("kiln", { passage: 5 }), { code: "USAGE" });
});
