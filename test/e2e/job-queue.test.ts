import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { type JobEvent, type Loci, openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

type Background = "here" | "process";

/** Of folders whose run is to go on while a stop or a cancellation comes to it, which has a way to go to another process. */
const FILES = { here: 100, process: 220 };
/** Of the others, several batches. */
const FEW = 50;

/** Written once: no test asks what stands in them. */
const sources = mkdtempSync(join(tmpdir(), "loci-queue-"));
for (const background of ["here", "process"] as const)
  for (const name of ["a", "b", "c", "d", "e", "f"])
    writeNotes(
      join(sources, background, name),
      Object.fromEntries(
        Array.from({ length: name < "d" ? FILES[background] : FEW }, (_, i) => [`${name}-${i}.md`, note(i)]),
      ),
    );
after(() => rmSync(sources, { recursive: true }));

function setUp(
  t: TestContext,
  background: Background,
): { readonly folder: string; readonly open: () => Promise<Loci> } {
  const home = temporaryFolder(t);
  return {
    folder: join(sources, background),
    async open() {
      // Small batches, so that there is something between the start and the end of a run.
      const loci = await openLoci({ home, background, batch: { drawers: 30, bytes: 100_000 } });
      t.after(() => loci.close());
      return loci;
    },
  };
}

for (const background of ["here", "process"] as const) {
  test(`${background}: jobs wait, run and end; their events begin with the present and end with the end`, async (t) => {
    const { folder, open } = setUp(t, background);
    const project = await (await open()).project("p");
    const queue = await project.queue();
    const jobs = await Promise.all(["d", "e", "f"].map((name) => queue.index([join(folder, name)], { scope: "kb" })));
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ["queued", "queued", "queued"],
    );
    const events: JobEvent[] = [];
    for await (const event of queue.events(jobs[2]?.id as string)) events.push(event);
    const states = events.flatMap((event) => (event.type === "job" ? [event.job.status] : []));
    // The third waits until one of the others has ended, which may be before anybody listens.
    assert.ok(states[0] === "queued" || states[0] === "running", states[0]);
    assert.equal(states.at(-1), "done");
    assert.ok(events.some(({ type }) => type === "progress"));
    assert.equal(events.at(-1)?.type, "job");
    for (const { id } of jobs) assert.equal((await queue.ended(id)).status, "done");
    assert.equal((await project.status()).counts.documents, 3 * FEW);
    for await (const event of queue.events(jobs[0]?.id as string))
      assert.equal(event.type === "job" && event.job.status, "done");
  });

  test(`${background}: wrong requests fail at once, and leave nothing`, async (t) => {
    const { folder, open } = setUp(t, background);
    const project = await (await open()).project("p");
    const queue = await project.queue();
    await assert.rejects(queue.index([join(folder, "nowhere")], { scope: "kb" }), { code: "PATH_NOT_FOUND" });
    await assert.rejects(queue.index([join(folder, "a")]), { code: "SOURCE_SCOPE_REQUIRED" });
    await assert.rejects(queue.refresh(["nothing"]), { code: "SOURCE_NOT_FOUND" });
    for (const call of [queue.cancel, queue.retry, queue.ended])
      await assert.rejects(call("nothing"), { code: "JOB_NOT_FOUND" });
    assert.deepEqual([await project.sources(), await project.jobs()], [[], []]);
  });

  test(`${background}: a cancelled job keeps what it wrote; a retry does the rest and no more`, async (t) => {
    const { folder, open } = setUp(t, background);
    const project = await (await open()).project("p");
    const queue = await project.queue();
    const { id } = await queue.index([join(folder, "a")], { scope: "kb" });
    const waiting = [
      await queue.index([join(folder, "d")], { scope: "kb" }),
      await queue.index([join(folder, "c")], { scope: "kb" }),
    ];
    for await (const event of queue.events(id)) if (event.type === "progress" && event.progress.drawers > 0) break;
    const last = waiting[1]?.id as string;
    assert.equal((await queue.cancel(last)).status, "cancelled");
    const cancelled = await queue.cancel(id);
    assert.equal(cancelled.status, "cancelled");
    const before = cancelled.files.indexed;
    assert.ok(before > 0 && before < FILES[background], `${before}`);
    assert.equal((await queue.cancel(id)).status, "cancelled", "twice is no error");
    const again = await queue.ended((await queue.retry(id)).id);
    assert.deepEqual([again.status, again.files.seen], ["done", FILES[background]]);
    assert.ok(again.files.unchanged > 0);
    await queue.ended(waiting[0]?.id as string);
    assert.equal((await project.job(last))?.status, "cancelled");
  });

  test(`${background}: a service that stops pauses its jobs; the next one takes them up`, async (t) => {
    const { folder, open } = setUp(t, background);
    const first = await open();
    const queue = await (await first.project("p")).queue();
    const jobs = [
      await queue.index([join(folder, "a")], { scope: "kb" }),
      await queue.index([join(folder, "b")], { scope: "kb" }),
      await queue.index([join(folder, "d")], { scope: "kb" }),
    ];
    for await (const event of queue.events(jobs[0]?.id as string))
      if (event.type === "progress" && event.progress.drawers > 0) break;
    await first.close();

    const project = await (await open()).project("p");
    for (const { id } of jobs) assert.equal((await project.job(id))?.status, "queued");
    assert.equal((await project.job(jobs[0]?.id as string))?.notes[0]?.code, "PAUSED");
    const second = await project.queue();
    assert.deepEqual(
      (await second.resume()).map(({ id }) => id),
      jobs.map(({ id }) => id),
    );
    assert.deepEqual(await second.resume(), [], "each once");
    for (const { id } of jobs) assert.equal((await second.ended(id)).status, "done");
    assert.equal((await project.status()).counts.documents, 2 * FILES[background] + FEW);
  });

  test(`${background}: a job is listened to and cancelled from another process's project`, async (t) => {
    const { folder, open } = setUp(t, background);
    const one = await (await open()).project("p");
    const two = await (await open()).project("p");
    const queue = await one.queue();
    const { id } = await queue.index([join(folder, "a")], { scope: "kb" });
    const elsewhere = await two.queue();
    const states: string[] = [];
    const listening = (async () => {
      for await (const event of elsewhere.events(id)) if (event.type === "job") states.push(event.job.status);
    })();
    await elsewhere.cancel(id);
    const ended = await elsewhere.ended(id);
    await listening;
    assert.equal(states.at(-1), ended.status);
    assert.ok(
      ["cancelled", "done"].includes(ended.status),
      "done only when it was quicker than the second between two looks",
    );
    appendFileSync(join(folder, "a", "a-1.md"), "\nmore\n");
    assert.equal((await queue.ended((await queue.retry(id)).id)).status, "done");
  });
}

test("the process that indexes is killed: the run has failed, what it wrote stays, and the next run goes on", async (t) => {
  const { folder, open } = setUp(t, "process");
  const project = await (await open()).project("p");
  const queue = await project.queue();
  const { id } = await queue.index([join(folder, "a")], { scope: "kb" });
  for await (const event of queue.events(id)) {
    if (event.type !== "progress" || event.progress.drawers === 0) continue;
    for (const pid of execFileSync("pgrep", ["-P", String(process.pid), "-f", "engine/job-main"], {
      encoding: "utf8",
    })
      .trim()
      .split("\n"))
      process.kill(Number(pid), "SIGKILL");
    break;
  }
  const killed = await queue.ended(id);
  assert.deepEqual([killed.status, killed.failed[0]?.code], ["failed", "UNAVAILABLE"]);
  assert.equal((await project.sources())[0]?.status, "incomplete");
  const again = await queue.ended((await queue.retry(id)).id);
  assert.deepEqual([again.status, again.files.seen], ["done", FILES.process]);
  assert.ok(again.files.unchanged > 0);
});
