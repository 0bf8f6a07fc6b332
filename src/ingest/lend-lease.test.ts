import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { note, temporaryFolder, writeNotes } from "../../test/e2e/notes.fixture.ts";
import { openLoci } from "../engine/open-loci.ts";
import { LociError } from "../model/error.ts";
import { openMemoryCatalog } from "../storage/memory/catalog/open-catalog.ts";
import { holdLease, type LeaseSurroundings } from "./hold-lease.ts";
import { LeaseSilence } from "./lease-silence.ts";
import { holdLendingLease } from "./lend-lease.ts";

/** A process of one machine on which time passes when somebody sleeps, and turns of the event loop with it. */
function processOf(pid: number, timers: Set<() => void>): LeaseSurroundings {
  let now = 0;
  return {
    owner: { pid, host: "here", token: `token-${pid}` },
    clock: () => now,
    silence: new LeaseSilence(() => now),
    sleep: async (milliseconds) => {
      now += milliseconds;
      await new Promise(setImmediate);
      for (const work of timers) work();
    },
    isAlive: () => true,
    repeat: (_milliseconds, work) => {
      timers.add(work);
      return () => timers.delete(work);
    },
  };
}

test("who waits gets the lease while nothing is being written, and the holder has it back before he writes", async () => {
  const { leases } = openMemoryCatalog();
  const timers = new Set<() => void>();
  const said: string[] = [];
  const run = await holdLendingLease(leases, "source:a", processOf(1, timers), {
    patience: 60_000,
    onReturn: async () => void said.push("back"),
  });
  const write = async (name: string): Promise<void> => {
    const lease = await holdLease(leases, "source:a", processOf(2, timers), { patience: 60_000 });
    said.push(name);
    await lease.release();
  };
  const first = write("first");
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  assert.deepEqual([said, run.wanted()], [[], true], "busy until it rests");
  run.rest();
  await first;
  await run.confirm();
  assert.deepEqual(said, ["first", "back"]);
  // Nobody waits: it stays.
  run.rest();
  await run.confirm();
  assert.deepEqual(said, ["first", "back"]);
  run.rest();
  await Promise.all([write("second"), write("third")]);
  await run.confirm();
  assert.deepEqual(
    said.filter((one) => one !== "back"),
    ["first", "second", "third"],
  );
  await run.release();
  assert.deepEqual(await leases.list(), []);
});

test("what is found out when it is back reaches whoever writes next", async () => {
  const { leases } = openMemoryCatalog();
  const timers = new Set<() => void>();
  const run = await holdLendingLease(leases, "source:a", processOf(1, timers), {
    patience: 60_000,
    onReturn: () => Promise.reject(new LociError("SOURCE_NOT_FOUND", "gone")),
  });
  run.rest();
  await (await holdLease(leases, "source:a", processOf(2, timers), { patience: 60_000 })).release();
  await assert.rejects(run.confirm(), { code: "SOURCE_NOT_FOUND" });
  await run.release();
  assert.deepEqual(await leases.list(), []);
});

test("a large source is removed, and its drawers are moved, while a run reads it", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`n${i}.md`, note(i)])));
  const loci = await openLoci({
    home: join(folder, "home"),
    settings: { embedding: { provider: "none" } },
    batch: { drawers: 12, bytes: 1_000_000 },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const begin = async (work: (key: string) => Promise<void>): Promise<void> => {
    let begun: Promise<void> | null = null;
    const job = await project.index([notes], {
      scope: "kb",
      onProgress: ({ drawers }) => {
        if (drawers < 24 || begun !== null) return;
        begun = project.sources().then(async ([source]) => work(source?.key as string));
        begun.catch(() => undefined);
      },
    });
    assert.equal(job.status, "done");
    assert.deepEqual(job.failed, []);
    assert.notEqual(begun, null);
    await begun;
  };

  let moved = "";
  await begin(async () => {
    const [hit] = (await project.search("version 0 note", { limit: 1 })).hits;
    moved = (await project.moveDrawer(hit?.id as string, "elsewhere")).id;
    const { files } = (await project.jobs({ limit: 1 }))[0] as { files: { indexed: number } };
    assert.ok(files.indexed < 300, `moved after ${files.indexed} of 300 files`);
  });
  assert.equal((await project.expand([moved])).drawers[0]?.room, "elsewhere");
  assert.equal((await project.status()).counts.documents, 300);
  assert.deepEqual(await project.index([]).then(({ files }) => [files.unchanged, files.indexed]), [300, 0]);

  const [source] = await project.sources();
  await project.removeSource(source?.key as string);
  let removed = 0;
  await begin(async (key) => {
    removed = (await project.removeSource(key)).documents;
  });
  assert.ok(removed > 0 && removed < 300, `${removed} documents were there`);
  assert.deepEqual(await project.sources(), []);
  assert.equal((await project.status()).counts.drawers, 0);
});
