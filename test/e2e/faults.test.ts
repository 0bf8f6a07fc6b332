import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { LociError, openLoci, type Project, sweepHome } from "../../src/index.ts";
import { thisSystem } from "../../src/engine/system.ts";
import { FAULT_JOBS, type FaultJob } from "./fault-jobs.fixture.ts";
import { type Fault, named, type Point, Snapshot, watching } from "./fault-layer.fixture.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { rounds } from "../rounds.fixture.ts";

/** Opens the project, as the process that is about to end, or as the one after it. */
async function opened<T>(
  { embeds }: FaultJob,
  home: string,
  work: (project: Project) => Promise<T>,
  ending = false,
): Promise<T> {
  const { lease } = thisSystem();
  const deadOwner = { ...lease.owner, pid: 2 ** 30, token: "ended" };
  const loci = await openLoci({
    home,
    settings: { embedding: { provider: embeds === true ? "static" : "none" } },
    ...(ending && { system: { lease: { ...lease, owner: deadOwner, isAlive: () => false } } }),
  });
  try {
    return await work(await loci.project("p"));
  } finally {
    await loci.close();
  }
}

/** What must hold after a disturbance, whatever it was. */
async function sound(job: FaultJob, home: string, folder: string, acknowledged: boolean): Promise<void> {
  await opened(job, home, async (project) => {
    await job.keeps?.(project);
    if (acknowledged) await job.check(project);
    await job.run(project, folder);
    await job.check(project);
    await job.keeps?.(project);
    const findings = async () => (await project.doctor()).filter(({ severity }) => severity !== "ok");
    // What a run is advised for, a run mends.
    const advised = new Set((await findings()).map(({ next }) => next));
    if (advised.has("loci index")) await project.index([]);
    if (advised.has("loci doctor --repair")) sweepHome(home);
    if (advised.has("loci forget --compact")) await project.compact();
    assert.deepEqual(await findings(), []);
    assert.deepEqual(left(home), []);
  });
}

/** A folder in memory where there is one: what is tested is order, and a disk that is really waited for takes minutes. */
function scratch(t: TestContext): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return temporaryFolder(t);
  const folder = mkdtempSync(join(memory, "loci-faults-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Temporary files: after work that was acknowledged there are none of this process. */
function left(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tmp"));
}

/** What can be made again needs no sync. */
const CACHES = /\/(?:joined-rooms|profile|recent)\.json\./u;

/** A file is on the disk before it takes its place, and its place is before anything is acknowledged. */
function requireSyncs(points: readonly Point[]): void {
  for (const [i, { what, path }] of points.entries()) {
    if (what !== "rename" || CACHES.test(path)) continue;
    const synced = (part: readonly Point[], wanted: string): boolean =>
      part.some((point) => point.what === "fsync" && point.path === wanted);
    assert.ok(synced(points.slice(0, i), path), `${path} is synced before it is renamed`);
    assert.ok(synced(points.slice(i), dirname(path)), `the folder of ${path} is synced afterwards`);
  }
}

async function setUp(
  job: FaultJob,
  folder: string,
): Promise<{ home: string; base: Snapshot; known: Map<string, Buffer> }> {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  await opened(job, home, (project) => job.prepare(project, folder));
  job.change?.(folder);
  const known = new Map<string, Buffer>();
  return { home, base: new Snapshot(home, known), known };
}

/** Of the points of a job every so many-th is tried. */
const stepOf = ({ every = 1 }: FaultJob): number => every * rounds(1, 8);

/** Points at which a database that is only read takes no room. */
const READS = /^(?:PRAGMA|COMMIT)/u;

/** What a process that ends before any write of a job, or in the middle of one, leaves behind. */
async function statesOf(
  job: FaultJob,
  { home, folder, known }: { home: string; folder: string; known: Map<string, Buffer> },
): Promise<readonly { readonly state: Snapshot; readonly at: string }[]> {
  const states = new Map<string, { readonly state: Snapshot; readonly at: string }>();
  const take = (state: Snapshot, at: string): void => {
    const key = state.key();
    if (!states.has(key)) states.set(key, { state, at });
  };
  await watching(
    home,
    {
      before(point) {
        take(new Snapshot(home, known), `before ${named(point)}`);
        return null;
      },
      wrote(path, from, to) {
        const length = to > from ? Math.floor((from + to) / 2) : Math.floor(to / 2);
        take(
          new Snapshot(home, known).cut(path.slice(home.length + 1), length),
          `in ${named({ what: "write", path })}`,
        );
      },
    },
    () => opened(job, home, (project) => job.run(project, folder), true),
  );
  return [...states.values()];
}

for (const job of FAULT_JOBS) {
  test(`${job.name}: every write, sync and rename fails once, and nothing acknowledged is lost or doubled`, async (t) => {
    const folder = scratch(t);
    const { home, base } = await setUp(job, folder);
    const points: Point[] = [];
    await watching(home, { before: (point) => (points.push(point), null) }, () =>
      opened(job, home, (project) => job.run(project, folder)),
    );
    t.diagnostic(`${points.length} points`);
    requireSyncs(points);
    const failures: string[] = [];
    for (let at = 0; at < points.length; at += stepOf(job)) {
      const fault: Fault = (at / stepOf(job)) % 2 === 0 ? "EIO" : "ENOSPC";
      base.restore(home);
      const began = performance.now();
      let n = 0;
      let met: Point | null = null;
      let acknowledged = false;
      let thrown: unknown = null;
      try {
        await watching(home, { before: (point) => (n++ === at ? ((met = point), fault) : null) }, () =>
          opened(job, home, async (project) => {
            // What a run says of a file that failed is no acknowledgement of it.
            const done = (await job.run(project, folder)) as { readonly failed?: readonly unknown[] } | undefined;
            acknowledged = (done?.failed ?? []).length === 0;
          }),
        );
      } catch (error) {
        thrown = error;
      }
      try {
        if (thrown !== null && !(thrown instanceof LociError)) throw thrown;
        await sound(job, home, folder, acknowledged);
        if (performance.now() - began > 2000)
          console.log(at, fault, met && named(met), acknowledged, String(thrown), performance.now() - began);
      } catch (error) {
        failures.push(
          `${at} ${fault} ${met === null ? "not met" : named(met)} (${acknowledged ? "acknowledged" : String((thrown as Error)?.message)}): ${String((error as Error).stack).slice(0, 900)}`,
        );
      }
    }
    assert.equal(failures.length, 0, failures.join("\n\n"));
  });

  test(`${job.name}: a process that ends before any write or in the middle of one leaves a state that the next completes`, async (t) => {
    const folder = scratch(t);
    const { home, known } = await setUp(job, folder);
    const states = await statesOf(job, { home, folder, known });
    t.diagnostic(`${states.length} states`);
    const failures: string[] = [];
    for (const [i, { state, at }] of states.entries()) {
      if (i % stepOf(job) !== 0) continue;
      state.ended().restore(home);
      try {
        await sound(job, home, folder, false);
      } catch (error) {
        failures.push(`${at}: ${String((error as Error).stack).slice(0, 900)}`);
      }
    }
    assert.equal(failures.length, 0, failures.join("\n\n"));
  });

  // A project of which nothing was stored yet has nothing to read.
  if (job.name.startsWith("the first")) continue;
  test(`${job.name}: a process ends anywhere and the disk fills up a few writes later: reading goes on`, async (t) => {
    const folder = scratch(t);
    const { home, known } = await setUp(job, folder);
    const failures: string[] = [];
    for (const [i, { state, at }] of (await statesOf(job, { home, folder, known })).entries()) {
      if (i % (2 * stepOf(job)) !== 0 || !state.files.has("projects/p/index.sqlite")) continue;
      state.ended().restore(home);
      let room = (i * 7) % 31;
      try {
        await watching(home, { before: ({ what }) => (READS.test(what) || room-- > 0 ? null : "ENOSPC") }, () =>
          opened(job, home, async (project) => {
            await project.search("heron");
            await project.status();
            await project.doctor();
          }),
        );
      } catch (error) {
        failures.push(`${at}, room ${(i * 7) % 31}: ${String((error as Error).stack).slice(0, 900)}`);
      }
    }
    assert.equal(failures.length, 0, `${failures.length}: ${failures.slice(0, 5).join("\n\n")}`);
  });
}

test("what was opened on a full disk writes again as soon as there is room", async (t) => {
  const folder = scratch(t);
  const home = join(folder, "home");
  const job: FaultJob = FAULT_JOBS[0] as FaultJob;
  await opened(job, home, (project) =>
    project.addDrawer({ text: "Herons fish at dawn.", wing: "w", room: "r", scope: "kb" }),
  );
  await opened(job, home, async (project) => {
    // It is opened to be read then, and takes no write for as long as it is open.
    const opening = /^PRAGMA (?:page_size|journal_mode)/u;
    const before = ({ what, path }: Point): Fault | null =>
      path.endsWith("index.sqlite") && opening.test(what) ? "ENOSPC" : null;
    await watching(home, { before }, async () => {
      assert.equal((await project.search("herons")).hits.length, 1);
      await assert.rejects(
        project.addDrawer({ text: "Otters sleep at noon.", wing: "w", room: "r", scope: "kb" }),
        (thrown) => thrown instanceof LociError && thrown.message.includes("the index can only be read"),
      );
    });
    await project.addDrawer({ text: "Otters sleep at noon.", wing: "w", room: "r", scope: "kb" });
    const { hits } = await project.search("otters");
    assert.equal(hits.filter(({ text }) => text.includes("Otters")).length, 1);
  });
});
