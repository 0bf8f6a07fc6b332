import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openMemoryCatalog } from "../../../test/contract/reference/open-catalog.ts";
import { LeaseSilence, type LeaseSurroundings } from "../../ingest/hold-lease.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { ForgottenTexts, isForgettingUnfinished, leavingNoTrace } from "./leave-no-trace.ts";

const MANY = 8;

function processOf(pid: number): LeaseSurroundings {
  return {
    owner: { pid, host: "here", token: `token-${pid}` },
    clock: Date.now,
    silence: new LeaseSilence(() => performance.now()),
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    isAlive: () => true,
    repeat: () => () => {},
  };
}

test("of those that forget beside each other one cleans for all, and none is told before its traces are gone", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-no-trace-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const catalog = openMemoryCatalog();
  const erased = new Set<number>();
  const cleaned = new Set<number>();
  let purges = 0;
  const purge = async (): Promise<void> => {
    purges++;
    for (const one of erased) cleaned.add(one);
  };
  const index = { purge, modelIdentity: async () => null } as unknown as SearchIndex;
  const forgets = Array.from({ length: MANY }, async (_, i) => {
    const project = {
      catalog,
      folder: { root, parsed: join(root, "parsed") },
      home: root,
      system: { lease: processOf(i), clock: Date.now },
    } as unknown as OpenedProject;
    const work = { ids: [`id${i}`], caller: "owner" as const };
    const begun = { texts: [`a text of its own, number ${i}`], phrase: [], work };
    await leavingNoTrace(project, { index, begun }, async () => {
      await sleep(20);
      erased.add(i);
    });
    assert.ok(cleaned.has(i), `${i} was told too early`);
  });
  await Promise.all(forgets);
  assert.ok(purges <= 2, `${purges} cleanings of ${MANY}`);
  assert.equal(await isForgettingUnfinished({ catalog }), false);
});

test("a wrong byte in what says what was forgotten is never taken for nothing forgotten, nor for another text", (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-forgotten-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, "forgotten.json");
  const told = { session: "s", text: "the gate code of the garden is 4711" };
  new ForgottenTexts(root).add([told, { ...told, text: "short" }]);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    for (const bit of [1, 4, 64]) {
      const other = Buffer.from(whole);
      other.writeUInt8(other.readUInt8(at) ^ bit, at);
      writeFileSync(file, other);
      try {
        assert.ok(new ForgottenTexts(root).has(told), `byte ${at}, bit ${bit}`);
      } catch (thrown) {
        assert.equal((thrown as { code?: unknown }).code, "STORAGE_FAILED", String(thrown));
      }
    }
  }
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  assert.throws(() => new ForgottenTexts(root), { code: "STORAGE_FAILED" });
  const { sha256: _seal, ...older } = JSON.parse(whole.toString()) as object & { sha256: string };
  writeFileSync(file, JSON.stringify(older));
  assert.ok(new ForgottenTexts(root).has(told), "an older version's file has no seal");
});

test("a short message stays forgotten in its session, and in any other that tells it as of the same second", (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-forgotten-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const told = { session: "s", text: "It is 4471.", time: "2026-11-02T10:00:00.250Z" };
  new ForgottenTexts(root).add([told]);
  const forgotten = new ForgottenTexts(root);
  assert.ok(forgotten.has({ ...told, time: null }));
  assert.ok(forgotten.has({ ...told, session: "export", text: "it is 4471", time: "2026-11-02T10:00:00Z" }));
  assert.ok(!forgotten.has({ ...told, session: "export", time: "2026-11-03T10:00:00Z" }), "people say a thing anew");
  assert.ok(!forgotten.has({ ...told, session: "export", time: null }));
  assert.ok(!forgotten.has({ ...told, session: "", entry: "chat m1" }), "a chat that goes on says it anew");
});
