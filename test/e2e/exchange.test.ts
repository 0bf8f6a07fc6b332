import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

type Said = readonly [role: string, text: string];

async function history(t: TestContext, said: readonly Said[]): Promise<Project> {
  const folder = temporaryFolder(t);
  const file = join(folder, "session.jsonl");
  const lines = said.map(([role, text], i) => JSON.stringify({ session: "s", id: `m${i}`, role, text }));
  writeFileSync(file, `${lines.join("\n")}\n`);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.mine([file], { scope: "kb", format: "jsonl" });
  return project;
}

/** The id of the drawer that holds the n-th message. */
async function idsOf(project: Project): Promise<(n: number) => string | undefined> {
  const { drawers } = await project.drawers({ limit: 50 });
  return (n) => drawers.find(({ text }) => text.slice(0, 36) === SAID[n]?.[1].slice(0, 36))?.id;
}

const SAID: readonly Said[] = [
  ["user", "Please find out why the greenhouse sensor is silent."],
  ["assistant", "The greenhouse sensor may have lost its address; I ask the gateway for its leases."],
  ["tool_call", 'Bash {"command":"gatewayctl leases --sensor greenhouse"}'],
  ["tool_result", "sensor greenhouse: lease expired at 04:12, address 10.7.0.31"],
  ["assistant", "Two files hold the lease time."],
  ["tool_call", 'Read {"path":"gateway/lease.toml"}'],
  ["tool_call", 'Read {"path":"gateway/clock.toml"}'],
  ["tool_result", "lease_minutes = 45"],
  ["tool_result", "drift_seconds = 7"],
  ["user", "Thanks, that is all for the barn today."],
];

test("of a call, its result and the words before it the best is a hit, and shows verbatim pieces of the others", async (t) => {
  const project = await history(t, SAID);
  const { hits } = await project.search("which address and lease does the greenhouse sensor have at the gateway?");
  const idOf = await idsOf(project);
  const hit = hits.find(({ exchange }) => exchange?.call === idOf(2));
  assert.ok(hit?.exchange);
  assert.deepEqual([hit.exchange.words, hit.exchange.call, hit.exchange.result], [idOf(1), idOf(2), idOf(3)]);
  // Nothing of the exchange is a hit beside it.
  const own = new Set([idOf(1), idOf(2), idOf(3)]);
  assert.equal(hits.filter(({ id }) => own.has(id)).length, 1);
  assert.ok(hit.exchange.pieces.length >= 1);
  for (const { id, ids, role, text } of hit.exchange.pieces) {
    assert.ok(own.has(id) && id !== hit.id);
    const n = Number(ids[0]?.slice(1));
    assert.equal(role, SAID[n]?.[0]);
    assert.ok(SAID[n]?.[1].includes(text.replace(/^…|…$/g, "")));
  }
});

test("calls side by side have their results in the same order, and words belong to the first of them", async (t) => {
  const project = await history(t, SAID);
  const idOf = await idsOf(project);
  const exchangeOf = async (query: string, call: number) =>
    (await project.search(query)).hits.find(({ exchange }) => exchange?.call === idOf(call))?.exchange;
  const first = await exchangeOf("lease minutes", 5);
  assert.deepEqual([first?.words, first?.result], [idOf(4), idOf(7)]);
  const second = await exchangeOf("drift seconds of the clock", 6);
  assert.deepEqual([second?.words, second?.result], [null, idOf(8)]);
});

test("people's messages, and hits by drawer, have no exchange", async (t) => {
  const project = await history(t, SAID);
  const { hits } = await project.search("greenhouse sensor");
  for (const { message, exchange } of hits) if (message?.role === "user") assert.equal(exchange, undefined);
  const apart = await project.search("greenhouse sensor lease address", { groupBy: "drawer" });
  assert.ok(apart.hits.every(({ exchange }) => exchange === undefined));
  assert.ok(apart.hits.length > (await project.search("greenhouse sensor lease address")).hits.length);
});

test("behind a request that doesn't say what is asked stands what the agent found at the end of its turn", async (t) => {
  const found = "The gateway gave its address to the barn's sensor, since both were named alike in the leases.";
  const project = await history(t, [
    ["user", "The greenhouse sensor is silent since last night, please look into it."],
    ["assistant", "I ask the gateway for its leases."],
    ...Array.from({ length: 6 }, (_, i): readonly Said[] => [
      ["tool_call", `Bash {"command":"gatewayctl leases --page ${i}"}`],
      ["tool_result", `page ${i}: 10.7.0.${i}`],
    ]).flat(),
    ["assistant", found],
    ["user", "Name them apart."],
    ["assistant", "Both have names of their own now."],
  ]);
  const request = async (question: string) =>
    (await project.search(question)).hits.find(({ text }) => text.startsWith("The greenhouse sensor is silent"));
  const [piece, ...others] = (await request("why was the greenhouse sensor silent?"))?.exchange?.pieces ?? [];
  assert.deepEqual([piece?.role, piece?.text, others], ["assistant", found, []]);
  // When it fell silent the request says itself.
  assert.equal((await request("since when is the greenhouse sensor silent?"))?.exchange, undefined);
});
