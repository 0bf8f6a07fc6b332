import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sampleDocument, sampleQuery, words } from "../../../../test/contract/search-index/sample.ts";
import { openSqliteSearchIndex } from "../open-search-index.ts";
import type { LongWait } from "../../ports/catalog.ts";
import { type Mergeable, planMerge, planSettling } from "./merger.ts";

const segments = (...sizes: readonly number[]) => sizes.map((live) => ({ drawers: live, live: { drawers: live } }));

test("the last segments are joined, up to half of the scope", () => {
  assert.deepEqual(planSettling(segments(6000, 1000, 1000, 1000, 800), 10_000), { from: 1, to: 5 });
  assert.deepEqual(planSettling(segments(36_000, 36_000, 6000, 6000, 6000, 1000), 100_000), { from: 2, to: 6 });
});

test("a few are left as they are", () => {
  assert.equal(planSettling(segments(1000, 1000, 1000, 1000, 980), 5000), null);
  assert.equal(planSettling([], 5000), null);
});

test("a small run rewrites little, whatever was there before", () => {
  assert.equal(planSettling(segments(36_000, 6000, 1000, 1000, 40), 40), null);
  assert.deepEqual(planSettling(segments(36_000, 6000, 1000, 60, 60, 40), 40), { from: 3, to: 6 });
  assert.equal(planSettling(segments(36_000, 60, 60, 40), 0), null);
});

test("no merge is larger than memory allows", () => {
  assert.deepEqual(planSettling(segments(800_000, 65_000, 60_000, 3000, 3000, 3000), 1_000_000), { from: 2, to: 6 });
});

test("a search that is asked for while segments are joined is answered between two merges, and finds everything", async () => {
  const index = await openSqliteSearchIndex(":memory:", { merge: { factor: 1_000, smallest: 1 } });
  const scopes = ["kb", "admin", "user:1"] as const;
  for (let i = 0; i < 12; i++)
    await index.apply({
      put: scopes.map((scope) => sampleDocument({ path: `${scope}-${i}.md`, scope, drawers: [`apple ${i}`] })),
      remove: [],
    });
  const counts: number[] = [];
  let isSettled = false;
  const ask = async (): Promise<void> => {
    if (isSettled) return;
    const { candidates } = await index.candidates(sampleQuery({ terms: words("appl"), spread: [] }));
    if (isSettled) return;
    counts.push(candidates.length);
    setImmediate(() => void ask());
  };
  setImmediate(() => void ask());
  await index.settle();
  isSettled = true;
  // Three scopes, a merge each, and a turn before and after its writing.
  assert.ok(counts.length >= 4, `${counts.length} answers meanwhile`);
  assert.deepEqual([...new Set(counts)], [36]);
  assert.deepEqual(await index.check(true), []);
  await index.close();
});

test("another thread merges, and where it can't, this one does", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-merger-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "index.sqlite");
  const index = await openSqliteSearchIndex(path, { merge: { factor: 1_000, smallest: 1 }, mergeThreadFrom: 0 });
  const write = (name: string) =>
    index.apply({ put: [sampleDocument({ path: name, drawers: [`apple ${name}`] })], remove: [] });
  const segments = (): number => {
    const database = new DatabaseSync(path, { readOnly: true });
    const { n } = database.prepare("SELECT COUNT(*) AS n FROM segments").get() as { n: number };
    database.close();
    return n;
  };
  for (let i = 0; i < 5; i++) await write(`${i}.md`);
  assert.equal(segments(), 5);
  await index.settle();
  assert.equal(segments(), 1);
  for (let i = 5; i < 9; i++) await write(`${i}.md`);
  // A file of the same content that took the place of the open one is none of the thread's business.
  cpSync(path, `${path}.copy`);
  renameSync(path, `${path}.open`);
  renameSync(`${path}.copy`, path);
  await index.settle();
  const { candidates } = await index.candidates(sampleQuery({ terms: words("appl"), spread: [] }));
  assert.equal(candidates.length, 9);
  assert.deepEqual(await index.check(true), []);
  await index.close();
});

const POLICY = { factor: 4, smallest: 10 };
const segment = (live: number, drawers = live): Mergeable => ({ drawers, live: { drawers: live } });

test("segments of one class wait until there are as many as the factor", () => {
  assert.equal(
    planMerge(
      [5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    null,
  );
  assert.deepEqual(
    planMerge(
      [5, 5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    { from: 0, to: 4 },
  );
});

test("a large segment isn't rewritten for small ones beside it", () => {
  assert.deepEqual(
    planMerge(
      [1000, 5, 5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    { from: 1, to: 5 },
  );
  assert.equal(
    planMerge(
      [1000, 30, 30, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    null,
  );
});

test("what is mostly deleted is rewritten", () => {
  assert.deepEqual(planMerge([segment(100), segment(4, 9)], POLICY), { from: 1, to: 2 });
  assert.equal(planMerge([segment(100), segment(5, 10)], POLICY), null);
});

test("a merge that is too large for the write waits", () => {
  const segments = [500, 500, 500, 500, 5, 5, 5, 5].map((n) => segment(n));
  assert.deepEqual(planMerge(segments, POLICY, 100), { from: 4, to: 8 });
  assert.equal(planMerge(segments.slice(0, 4), POLICY, 1999), null);
  assert.deepEqual(planMerge(segments.slice(0, 4), POLICY, 2000), { from: 0, to: 4 });
});

test("one drawer at a time: the work a drawer costs and the segments left grow as the logarithm", () => {
  let segments: number[] = [];
  let rewritten = 0;
  const total = 20_000;
  for (let i = 0; i < total; i++) {
    segments.push(1);
    for (
      let plan = planMerge(
        segments.map((n) => segment(n)),
        POLICY,
      );
      plan !== null;
      plan = planMerge(
        segments.map((n) => segment(n)),
        POLICY,
      )
    ) {
      const joined = segments.slice(plan.from, plan.to).reduce((sum, n) => sum + n, 0);
      rewritten += joined;
      segments = [...segments.slice(0, plan.from), joined, ...segments.slice(plan.to)];
    }
  }
  // log₄(20,000 / 10) = 5.5 classes, and the lowest class is joined a few drawers at a time.
  assert.ok(segments.length <= 3 * 7, `${segments.length} segments`);
  assert.ok(rewritten / total < 12, `${rewritten / total} rewrites a drawer`);
});

test("a merge of another thread that waits for a lock says so, and ends when waiting is to end", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-merger-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "index.sqlite");
  const ending = new AbortController();
  const told: LongWait[] = [];
  const index = await openSqliteSearchIndex(path, {
    merge: { factor: 1_000, smallest: 1 },
    mergeThreadFrom: 0,
    busyMilliseconds: 15_000,
    waiting: {
      ending: ending.signal,
      onLongWait: (wait) => {
        told.push(wait);
        ending.abort();
      },
    },
  });
  for (const name of ["a.md", "b.md"])
    await index.apply({ put: [sampleDocument({ path: name, drawers: [`apple ${name}`] })], remove: [] });
  const holder = spawn(
    process.execPath,
    [
      "-e",
      'new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("BEGIN IMMEDIATE"); console.log("locked"); setInterval(() => {}, 1000)',
      path,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  await index.merge({ kind: "all" });
  assert.deepEqual(
    told.map(({ name }) => name),
    ["index.sqlite"],
  );
  assert.equal(holder.exitCode, null, "it is still locked");
  holder.kill("SIGKILL");
  await index.close();
});

test("behind a purge no page holds a word of what was removed, however pages were parted and joined before", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-merger-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const left: string[] = [];
  let purges = 0;
  // Of these SQLite left something in 3 purges of 108, where the file wasn't written anew.
  for (const [seed, mergeThreadFrom] of [[14], [17], [19, 0]] as const) {
    let state = seed * 7919;
    const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
    const path = join(folder, `${seed}.sqlite`);
    const index = await openSqliteSearchIndex(path, mergeThreadFrom === undefined ? {} : { mergeThreadFrom });
    const word = (name: number): string => `zqx${name}thorn`;
    const stays = new Map<number, readonly string[]>();
    const gone: number[] = [];
    for (let step = 0; step < 150; step++) {
      const kind = below(4);
      const one = [...stays.keys()][below(Math.max(1, stays.size))];
      const say = (name: number): string => {
        const others = Array.from({ length: 1 + below(60) }, () => `filler${below(900)}`);
        return `${word(name)} ${others.join(" ")} ${step}`;
      };
      const put = async (name: number, drawers: readonly string[]): Promise<void> => {
        stays.set(name, drawers);
        const scope = name % 3 === 0 ? "kb" : "admin";
        await index.apply({ put: [sampleDocument({ path: `${name}.md`, scope, drawers })], remove: [] });
      };
      if (kind < 2 || one === undefined)
        await put(
          step,
          Array.from({ length: 1 + below(4) }, () => say(step)),
        );
      else if (kind === 2) await put(one, [...(stays.get(one) ?? []), say(one)]);
      else {
        await index.apply({ put: [], remove: [{ source: "notes", path: `${one}.md` }] });
        stays.delete(one);
        gone.push(one);
        await index.purge();
        purges++;
        const bytes = readFileSync(path, "latin1");
        left.push(...gone.map(word).filter((each) => bytes.includes(each)));
        assert.ok(stays.size === 0 || [...stays.keys()].some((each) => bytes.includes(word(each))));
      }
    }
    assert.deepEqual(await index.check(true), []);
    await index.close();
  }
  assert.ok(purges > 80);
  assert.deepEqual(left, []);
});

test("a purge whose log another process reads isn't done, and says so", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-merger-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "index.sqlite");
  const index = await openSqliteSearchIndex(path);
  await index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["apple"] })], remove: [] });
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("BEGIN; SELECT * FROM state");
  await index.apply({ put: [], remove: [{ source: "notes", path: "a.md" }] });
  await assert.rejects(index.purge(), { code: "STORAGE_BUSY" });
  reader.close();
  await index.purge();
  assert.ok(!readFileSync(path, "latin1").includes("apple"));
  await index.close();
});
