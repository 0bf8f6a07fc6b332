import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Facts } from "../../../src/facts/create-facts.ts";
import { unlikeHistory } from "../../../src/facts/memory-facts.fixture.ts";
import { createFacts } from "../../../src/facts/create-facts.ts";
import { openSqliteFactStore } from "../../../src/storage/sqlite/catalog/open-catalog.ts";
import { ended } from "../../ended.fixture.ts";

const FIXTURE = fileURLToPath(new URL("./teller.fixture.ts", import.meta.url));

function teller(file: string, name: string, count: number): ChildProcess {
  return spawn(process.execPath, ["--no-warnings", FIXTURE, file, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function withFacts(work: (facts: Facts, file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-processes-"));
  const file = join(folder, "catalog.sqlite");
  let next = 0;
  const facts = createFacts({
    store: await openSqliteFactStore(file),
    files: null,
    clock: () => Date.now(),
    newId: () => `t-${next++}`,
  });
  try {
    await work(facts, file);
  } finally {
    await facts.close();
    await rm(folder, { recursive: true });
  }
}

const valuesOf = async (facts: Facts, topic: string): Promise<readonly string[]> =>
  (await facts.list()).find((list) => list.topic === topic)?.items.map((item) => item.value) ?? [];

test("three processes tell at once: everything is kept, and the lists agree with their histories", async () => {
  await withFacts(async (facts, file) => {
    const names = ["a", "b", "c"];
    const children = names.map((name) => teller(file, name, 40));
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as number));
    assert.deepEqual(codes, [0, 0, 0]);
    for (const topic of ["tea", "soup"]) {
      const values = await valuesOf(facts, topic);
      assert.equal(values.length, 120);
      for (const name of names)
        assert.deepEqual(
          values.filter((value) => value.startsWith(name)),
          Array.from({ length: 40 }, (_, i) => `${name}${i}`),
        );
    }
    assert.deepEqual(await unlikeHistory(facts), []);
  });
});

test("killed in the middle: what was answered is there, and every message is there whole or not at all", async () => {
  for (const acknowledged of [1, 7, 23]) {
    await withFacts(async (facts, file) => {
      const child = teller(file, "k", 100_000);
      let seen = 0;
      for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
        seen = Number(line) + 1;
        if (seen >= acknowledged) break;
      }
      child.kill("SIGKILL");
      await ended(child);
      const teas = await valuesOf(facts, "tea");
      assert.ok(teas.length >= seen, `${teas.length} of at least ${seen}`);
      assert.deepEqual(
        teas,
        Array.from({ length: teas.length }, (_, i) => `k${i}`),
      );
      assert.deepEqual(await valuesOf(facts, "soup"), teas);
      assert.deepEqual(await unlikeHistory(facts), []);
      assert.equal((await facts.tell("Add mate to my favorite teas")).changed, true);
    });
  }
});
