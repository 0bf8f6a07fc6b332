import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note, temporaryFolder, writeNotes } from "../../test/e2e/notes.fixture.ts";
import { openLoci } from "../engine/open-loci.ts";
import { LociError } from "../model/error.ts";
import { openMemoryCatalog } from "../../test/contract/reference/open-catalog.ts";
import { holdLease, type LeaseSurroundings, LeaseSilence } from "./hold-lease.ts";
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
  const run = await holdLendingLease({ leases, name: "source:a" }, processOf(1, timers), {
    patience: 60_000,
    onReturn: async () => void said.push("back"),
  });
  const write = async (name: string): Promise<void> => {
    const lease = await holdLease({ leases, name: "source:a" }, processOf(2, timers), { patience: 60_000 });
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
  const run = await holdLendingLease({ leases, name: "source:a" }, processOf(1, timers), {
    patience: 60_000,
    onReturn: () => Promise.reject(new LociError("SOURCE_NOT_FOUND", "gone")),
  });
  run.rest();
  await (await holdLease({ leases, name: "source:a" }, processOf(2, timers), { patience: 60_000 })).release();
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
    moved = (await project.correct("move-drawer", { id: hit?.id as string, room: "elsewhere" })).id as string;
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

test("who waits gets the lease of one that passes it on, and none other while it works", async () => {
  const { leases } = openMemoryCatalog();
  const timers = new Set<() => void>();
  const said: string[] = [];
  const run = await holdLendingLease({ leases, name: "source:a" }, processOf(1, timers), {
    patience: 60_000,
    onReturn: async () => void said.push("back"),
  });
  await run.pass();
  assert.equal(said.length, 0, "nobody waits");
  const other = holdLease({ leases, name: "source:a" }, processOf(2, timers), { patience: 60_000 }).then(
    async (lease) => {
      said.push("other");
      await lease.release();
    },
  );
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  await run.confirm();
  assert.deepEqual([said, run.wanted()], [[], true]);
  await run.pass();
  assert.deepEqual(said, ["other", "back"]);
  await other;
  await run.release();
  assert.deepEqual(await leases.list(), []);
});

test("a drawer of mined sessions is moved, and their source removed, while a run takes transcripts in", async (t) => {
  const folder = temporaryFolder(t);
  const chats = join(folder, "chats");
  const line = (i: number, n: number): string =>
    `${JSON.stringify({ session: `s${i}`, id: `m${n}`, role: "user", text: `Message ${n} of talk ${i}: ${note(i)}` })}\n`;
  const write = (from: number, to: number): void =>
    writeNotes(
      chats,
      Object.fromEntries(
        Array.from({ length: to - from }, (_, i) => [`t${from + i}.jsonl`, line(from + i, 1) + line(from + i, 2)]),
      ),
    );
  write(0, 2);
  const loci = await openLoci({ home: join(folder, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.mine([chats], { scope: "kb", format: "jsonl" });
  const [source] = await project.sources();
  const during = async (last: number, work: () => Promise<unknown>): Promise<void> => {
    let done = 0;
    let begun: Promise<number> | null = null;
    const job = await project.mine([chats], {
      scope: "kb",
      format: "jsonl",
      onProgress: (now) => {
        // Transcripts are taken in first, then what is kept of them is indexed.
        if (now.phase === "reading" || now.phase === "embedding")
          done = now.files.done + (now.phase === "embedding" ? now.files.total : 0);
        if (done >= 20) begun ??= work().then(() => done);
        begun?.catch(() => undefined);
      },
    });
    assert.deepEqual(job.failed, []);
    const at = await (begun as Promise<number> | null);
    assert.ok(at !== null && at < last, `it was done at step ${at} of ${last}`);
  };

  write(2, 1_000);
  await during(1_999, async () => {
    const [hit] = (await project.search('"Message 1 of talk 1"', { mode: "lexical", limit: 1 })).hits;
    await project.correct("move-drawer", { id: hit?.id as string, room: "elsewhere" });
  });
  const { hits } = await project.search('"Message 1 of talk 1"', { mode: "lexical", limit: 1 });
  assert.equal(hits[0]?.room, "elsewhere");
  assert.equal((await project.status()).counts.documents, 1_000);
  assert.deepEqual((await project.index([])).files.unchanged, 1_000);

  write(1_000, 2_000);
  await during(3_999, () => project.removeSource(source?.key as string));
  assert.deepEqual(await project.sources(), []);
  assert.equal((await project.status()).counts.drawers, 0);
});

test("a message is written to a long chat while a run reads it, and none is lost by that", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({
    home: join(folder, "home"),
    settings: { embedding: { provider: "none" } },
    batch: { drawers: 24, bytes: 1_000_000 },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const timeOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day, 10)).toISOString();
  const say = (id: string, day: number) =>
    project.addMessage("talk", { id, role: "user", text: `Message ${id}: ${note(day)}`, time: timeOf(day) });
  await say("m0", 0);
  const file = join(folder, "home", "projects", "p", "chats", "talk", "messages.jsonl");
  for (let day = 1; day < 2_000; day++) {
    const time = timeOf(day);
    const line = {
      session: time.slice(0, 10),
      id: `m${day}`,
      role: "user",
      text: `Message m${day}: ${note(day)}`,
      time,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
  const states: unknown[] = [];
  let saying: Promise<void> | null = null;
  const job = await project.rebuild({
    onProgress: ({ drawers }) => {
      if (drawers < 24) return;
      saying ??= (async () => {
        // In a new session, in one of a day before, and in the last one again.
        for (const [id, day] of [
          ["new1", 70],
          ["new2", 3],
          ["new3", 70],
        ] as const) {
          await say(id, day);
          states.push((await project.jobs({ limit: 1 }))[0]?.status);
        }
      })();
      saying.catch(() => undefined);
    },
  });
  await saying;
  assert.deepEqual([job.status, job.failed, states[0]], ["done", [], "running"]);
  for (const id of ["m0", "m1999", "new1", "new2", "new3"])
    assert.equal((await project.search(`"Message ${id}"`, { mode: "lexical" })).hits.length, 1, id);
  const again = await project.index([]);
  assert.deepEqual([again.files.indexed, again.files.unchanged], [0, 1]);
});
