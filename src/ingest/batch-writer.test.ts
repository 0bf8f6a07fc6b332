import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import type { IndexChange, SearchIndex } from "../storage/ports/search-index.ts";
import { BatchWriter } from "./batch-writer.ts";
import { Tally } from "./tally.ts";

/** A writer of batches of one document over an index that takes a while, and what happened in order. */
function writerOver(
  writesFarAway: boolean,
  apply: (n: number) => Promise<void>,
): { readonly writer: BatchWriter; readonly told: string[] } {
  const told: string[] = [];
  let begun = 0;
  const begin = (): IndexChange => {
    const n = begun++;
    return {
      put: () => void told.push(`put ${n}`),
      apply: async () => {
        await apply(n);
        told.push(`applied ${n}`);
        return { added: 1, kept: 0, removed: 0, sequence: n };
      },
    };
  };
  const writer = new BatchWriter({
    index: { begin, capabilities: { writesFarAway } } as unknown as SearchIndex,
    embed: async (drafts) => ({ vectors: new Map(), computed: drafts.length, reused: 0, unavailable: null }) as never,
    lease: { confirm: async () => {}, release: async () => {}, rest: () => void told.push("rest") },
    tally: new Tally(),
    limits: { drawers: 1, bytes: 1_000 },
    move: (draft) => draft,
    onCommit: async (drawers) => void told.push(`committed ${drawers}`),
    signal: undefined,
  });
  return { writer, told };
}

const draft = { document: {}, drawers: [{ drawer: { text: "one", contentHash: "" } }] } as never;

test("where the index is far away, the next batch is collected while one is written, and they are written in order", async () => {
  const { writer, told } = writerOver(true, (n) => delay(n === 0 ? 30 : 1));
  for (let i = 0; i < 3; i++) await writer.add(draft);
  await writer.flush();
  assert.deepEqual(
    told.filter((one) => /^(put|applied)/.test(one)),
    ["put 0", "put 1", "applied 0", "put 2", "applied 1", "applied 2"],
  );
  assert.deepEqual(
    told.filter((one) => one.startsWith("committed")),
    ["committed 1", "committed 2", "committed 3"],
  );
  // Others get the source when nothing is collected, not before.
  assert.ok(told.lastIndexOf("rest") > told.indexOf("applied 2"));
  assert.ok(!told.slice(told.indexOf("put 1"), told.indexOf("applied 0") + 2).includes("rest"));
});

test("elsewhere a batch is written before the next one begins", async () => {
  const { writer, told } = writerOver(false, () => delay(5));
  for (let i = 0; i < 2; i++) await writer.add(draft);
  assert.deepEqual(
    told.filter((one) => /^(put|applied)/.test(one)),
    ["put 0", "applied 0", "put 1", "applied 1"],
  );
});

test("what a write fails with ends the run with its next step, and nothing is left to be waited for", async () => {
  const { writer, told } = writerOver(true, async () => {
    await delay(5);
    throw new Error("gone");
  });
  await writer.add(draft);
  await assert.rejects(writer.add(draft), /gone/);
  await writer.idle();
  await assert.rejects(writer.flush(), /gone/);
  assert.ok(!told.some((one) => one.startsWith("applied")));
});
