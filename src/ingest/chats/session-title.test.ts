import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

test("a session without a title is called by its first request and the day that it was for the user", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "session-title-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "talk.jsonl");
  const said = { session: "0000aaaa-0000-4000-8000-000000000001", role: "user", time: "2026-02-11T20:00:00Z" };
  const lines = ["Where do herons nest?", "I saw that herons nest in the alders by the weir."];
  writeFileSync(file, lines.map((text, at) => `${JSON.stringify({ ...said, id: `m${at}`, text })}\n`).join(""));
  for (const [zone, day] of [
    ["Pacific/Auckland", "2026-02-12"],
    ["America/New_York", "2026-02-11"],
  ] as const) {
    const loci = await openLoci({ home: join(folder, day), settings: { chat: { time_zone: zone } } });
    const project = await loci.project("p");
    await project.mine([file], { scope: "kb" });
    assert.equal((await project.search("herons nest by the weir")).hits[0]?.title, `Where do herons nest? (${day})`);
    await loci.close();
  }
});

test("a session that begins with a command or a greeting is called by the request behind it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "session-command-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const [i, before] of [
    "/clear",
    "/plugin:reload ",
    "hello",
    "ok, thanks!",
    "hi, look at the repo first",
  ].entries()) {
    const said = { session: `0000aaaa-0000-4000-8000-00000000000${i}`, role: "user" };
    const lines = [before, "Hello!\nWhere do herons nest?", "Herons nest in the alders."];
    const file = join(folder, `${i}.jsonl`);
    writeFileSync(file, lines.map((text, at) => `${JSON.stringify({ ...said, id: `m${i}${at}`, text })}\n`).join(""));
    await project.mine([file], { scope: "kb" });
  }
  const { drawers } = await project.drawers({ limit: 50 });
  assert.deepEqual([...new Set(drawers.map(({ title }) => title))], ["Where do herons nest?"]);
});

test("a turn is what somebody says, with what a program said of it; a chat that grows counts anew", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "session-turns-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "talk.jsonl");
  const roles = ["system", "user", "assistant", "tool_call", "tool_result", "assistant", "user"];
  const write = (most: number): void =>
    writeFileSync(
      file,
      roles
        .slice(0, most)
        .map((role, i) => `${JSON.stringify({ session: "s", id: `i${i}`, role, text: `Heron ${i} of the weir.` })}\n`)
        .join(""),
    );
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const turns = async (): Promise<readonly string[]> => {
    await project.mine([file], { scope: "kb", format: "jsonl" });
    const { drawers } = await project.drawers({ limit: 50 });
    const rows = drawers.toSorted((a, b) => (a.text < b.text ? -1 : 1));
    return rows.map(({ turn }) => `${turn?.at}/${turn?.of}`);
  };
  write(3);
  assert.deepEqual(await turns(), ["1/2", "1/2", "2/2"]);
  write(roles.length);
  assert.deepEqual(await turns(), ["1/4", "1/4", "2/4", "2/4", "2/4", "3/4", "4/4"]);
});
