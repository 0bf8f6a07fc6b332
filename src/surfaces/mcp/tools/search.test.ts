import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project, tokenEstimate } from "../../../index.ts";
import { ADD_DRAWER, EXPAND } from "../../../model/requests/index.ts";
import { connectHere } from "../in-process-client.fixture.ts";
import { givenArguments } from "../tool.ts";

async function library(t: TestContext, texts: readonly string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "loci-mcp-search-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const project = await loci.project("test");
  mkdirSync(join(folder, "notes"));
  texts.forEach((text, i) => writeFileSync(join(folder, "notes", `${i}.md`), text));
  await project.index([join(folder, "notes")], { scope: "kb" });
  return project;
}

async function asker(project: Project): Promise<(args: Record<string, unknown>) => Promise<string>> {
  const client = await connectHere(project, { caller: "owner", profile: "default" });
  return async (args) => {
    const { content, ...others } = await client.callTool({ name: "search", arguments: args });
    assert.deepEqual(
      Object.keys(others).filter((name) => name !== "_meta"),
      [],
    );
    return (content as readonly { readonly text: string }[])[0]?.text ?? "";
  };
}
const ids = (text: string): readonly string[] =>
  [...text.matchAll(/^\w{7} \[([0-9a-f]{8})\]/gm)].map(([, id = ""]) => id);

const PADDING =
  "It was told of at length, with the weather, the people who came along and all that they had for lunch. ";
const BOOKS = Array.from(
  { length: 40 },
  (_, i) => `${PADDING.repeat(3)}Ann read book number ${i}, a novel of the coast. ${PADDING.repeat(4)}\n`,
);

/** Words of a log of hashes, of keys, of Chinese and of emoji, always the same. */
const DENSE = [
  "0123456789abcdef",
  "ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz23456789",
  "部署港口服务失败分支审查",
  "🚀⛵🧊🪿",
].map((of, kind) =>
  Array.from({ length: 60 }, (_, note) => {
    const characters = [...of];
    let state = note + 1;
    const next = (): string => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return characters[Math.floor((state / 2 ** 32) * characters.length)] as string;
    };
    const word = (): string => Array.from({ length: kind < 2 ? 40 : 12 }, next).join("");
    return `${Array.from({ length: 9 }, () => `${word()} deploy`).join("\n")}\n`;
  }),
);

test("an answer of hashes, keys, Chinese or emoji keeps its budget, and holds each hit that it counts", async (t) => {
  for (const texts of DENSE) {
    const ask = await asker(await library(t, texts));
    for (const budgetTokens of [500, 2_500]) {
      const text = await ask({ query: "deploy", all: true, limit: 60, budgetTokens });
      assert.ok(tokenEstimate(text) <= budgetTokens, `${tokenEstimate(text)} of ${budgetTokens}`);
      const left = Number(/(\d+) more found/.exec(text)?.[1] ?? 0);
      assert.equal(ids(text).length + left, Number(/^(\d+) passages/.exec(text)?.[1]));
      assert.doesNotMatch(text, /the rest was left out/);
    }
  }
});

test("an answer keeps its budget, whatever is asked for, and tells how to go on", async (t) => {
  const ask = await asker(await library(t, BOOKS));
  const query = "Which novel of the coast did Ann read?";
  for (const [args, most, least] of [
    [{ limit: 3 }, 350, 3],
    [{ limit: 10 }, 1_000, 10],
    [{ budgetTokens: 200 }, 200, 1],
    [{ budgetTokens: 1_500 }, 1_500, 10],
    [{ limit: 200 }, 2_500, 25],
    [{ budgetTokens: 100_000, limit: 40 }, 2_500, 25],
  ] as const) {
    const text = await ask({ query, all: true, ...args });
    assert.ok(tokenEstimate(text) <= most, `${JSON.stringify(args)}: ${tokenEstimate(text)} tokens`);
    assert.ok(ids(text).length >= least, `${JSON.stringify(args)}: ${ids(text).length} hits`);
    // What answers is there, and what was left out is said.
    assert.equal(text.match(/Ann read book number \d+, a novel of the coast\./g)?.length, ids(text).length);
    assert.equal(text.match(/…/g)?.length, 2 * ids(text).length);
  }
  const seen: string[] = [];
  for (let skip = 0; ;) {
    const text = await ask({ query, all: true, limit: 40 - skip, skip });
    seen.push(...ids(text));
    const more = /search again with skip: (\d+)\./.exec(text);
    if (more === null) break;
    skip = Number(more[1]);
  }
  assert.equal(new Set(seen).size, 40);
  assert.equal(seen.length, 40);
});

test("an agent with hooks is called as its hooks call it, any other by its own name", async (t) => {
  const project = await library(t, ["Staging listens on port 8099.\n"]);
  for (const name of ["codex-mcp-client", "somebody", "http"]) {
    const client = await connectHere(project, { caller: "owner", profile: "default", name });
    await client.callTool({ name: "search", arguments: { query: `which port does staging use, ${name}?` } });
    await client.close();
  }
  // It is noted behind the answer.
  let asked: readonly string[] = [];
  while (asked.length < 3)
    asked = (await project.today()).entries.flatMap((one) => (one.kind === "asked" ? one.client : []));
  assert.deepEqual(asked.toSorted(), ["codex", "mcp: http", "mcp: somebody"]);
});

test("arguments as models send them", async (t) => {
  const project = await library(t, ["Staging listens on port 8099.\n"]);
  const ask = await asker(project);
  const plain = await ask({ query: "staging port", limit: 1 });
  assert.equal(
    await ask({ query: "staging port", limit: "1", wing: "", room: null, hall: [], since: null, explain: "false" }),
    plain,
  );
  const client = await connectHere(project, { caller: "owner", profile: "default" });
  const [id = ""] = ids(plain);
  const opened = [];
  for (const form of [id, `[${id}]`, `loci://drawer/${id}`, [id, null], JSON.stringify([id]), `${id}, `, `id ${id}`])
    opened.push((await client.callTool({ name: "expand", arguments: { ids: form, before: "0", cursor: "" } })).content);
  for (const content of opened) assert.deepEqual(content, opened[0]);
  assert.match(JSON.stringify(opened[0]), /Staging listens on port 8099/);
  // As JSON these would be numbers.
  for (const figures of ["55285844", "1234e567"])
    for (const form of [figures, `[${figures}]`, `["${figures}"]`, `["${figures}", null]`, [figures], [figures, ""]])
      assert.deepEqual(givenArguments(EXPAND, { ids: form }), { ids: [figures] });
  for (const form of [55285844, [55285844]])
    assert.deepEqual(givenArguments(EXPAND, { ids: form }), { ids: ["55285844"] });
  assert.deepEqual(givenArguments(EXPAND, { id: "[2d9a163c]" }), { ids: ["2d9a163c"] });
  assert.deepEqual(givenArguments(ADD_DRAWER, { content: "words" }), { text: "words" });
  // A field that stands there, too, and one that no tool has, are left for the check to refuse.
  assert.deepEqual(givenArguments(ADD_DRAWER, { text: "a", content: "b" }), { text: "a", content: "b" });
  assert.deepEqual(givenArguments(EXPAND, { constructor: "x" }), { constructor: "x" });
  assert.deepEqual(givenArguments(EXPAND, { ids: "[]" }), {});
  const refused = await client.callTool({ name: "search", arguments: { query: "x", limit: "three" } });
  assert.match(JSON.stringify(refused.content), /Error USAGE: search: 'limit' is/);
});

test("an empty memory is said to be empty, not searched in other words", async (t) => {
  const project = await library(t, []);
  assert.match(await (await asker(project))({ query: "decision queue" }), /^Nothing is stored here yet.*index FOLDER/u);
  await project.addDrawer({ text: "The tide table hangs by the door.", scope: "admin" });
  assert.doesNotMatch(await (await asker(project))({ query: "xyzzy plugh" }), /stored here yet/u);
});
