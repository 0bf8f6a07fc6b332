import assert from "node:assert/strict";
import { test } from "node:test";
import { job, source } from "../../test/contract/catalog/sample.ts";
import { openMemoryCatalog } from "../../test/contract/reference/open-catalog.ts";
import type { LeaseOwner } from "../storage/ports/catalog.ts";
import { type LeaseSurroundings, leaseName, LeaseSilence } from "./hold-lease.ts";
import { recoverJobs, settleRuns } from "./recover-jobs.ts";

const process = (pid: number): LeaseOwner => ({ pid, host: "here", token: `token-${pid}` });
const DEAD = process(1);
const ALIVE = process(2);
const surroundings: LeaseSurroundings = {
  owner: process(3),
  clock: () => 0,
  silence: new LeaseSilence(() => 0),
  sleep: async () => {},
  isAlive: ({ pid }) => pid !== DEAD.pid,
  repeat: () => () => {},
};

test("a job whose process is gone is marked, and so are the sources that it left half done", async () => {
  const catalog = openMemoryCatalog();
  await catalog.sources.put(source("notes", { status: "indexing", lastJob: "j1" }));
  await catalog.jobs.put(job("j1", { status: "running", sources: ["notes"] }));
  await catalog.leases.take(leaseName("job", "j1"), DEAD, 0);
  assert.deepEqual(
    (await recoverJobs(catalog, surroundings)).map(({ id, status }) => [id, status]),
    [["j1", "failed"]],
  );
  assert.equal((await catalog.sources.get("notes"))?.status, "incomplete");
  assert.deepEqual([await recoverJobs(catalog, surroundings), await catalog.leases.list()], [[], []]);
});

test("whatever a dead process held is free; what a living one holds, and a wish for a job that goes on, stays", async () => {
  const catalog = openMemoryCatalog();
  await catalog.jobs.put(job("goes-on", { status: "running" }));
  await catalog.leases.take(leaseName("job", "goes-on"), ALIVE, 0);
  await catalog.leases.take(leaseName("watch", "kept"), ALIVE, 0);
  const left = [
    leaseName("cancel", "ended"),
    leaseName("job", "ended"),
    leaseName("source", "notes"),
    leaseName("watch", "notes"),
    "drawer-add",
    "index-file",
  ];
  for (const name of [...left, leaseName("cancel", "goes-on")]) await catalog.leases.take(name, DEAD, 0);
  await recoverJobs(catalog, surroundings);
  assert.deepEqual(
    (await catalog.leases.list()).map(({ name }) => name),
    [leaseName("cancel", "goes-on"), leaseName("job", "goes-on"), leaseName("watch", "kept")],
  );
});

test("who looks at runs while it stays open sees one whose process was killed meanwhile as ended", async () => {
  const catalog = openMemoryCatalog();
  await catalog.jobs.put(job("j1", { status: "running" }));
  await catalog.leases.take(leaseName("job", "j1"), DEAD, 0);
  await settleRuns(catalog, surroundings);
  assert.deepEqual(await catalog.jobs.unfinished(), []);
  assert.equal((await catalog.jobs.get("j1"))?.notes.at(-1)?.code, "INTERRUPTED");
});
