import assert from "node:assert/strict";
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Job, openLoci, type Project, type WatchedSourceStatus, type Watching } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** A watched project whose runs can be waited for. */
interface Watched {
  readonly folder: string;
  readonly notes: string;
  readonly project: Project;
  readonly watching: Watching;
  /** Another watch, heard by the same listeners. */
  readonly rewatch: () => Promise<Watching>;
  readonly jobs: Job[];
  /** The next run that ends from now on. */
  readonly nextJob: () => Promise<Job>;
  readonly nextState: (state: WatchedSourceStatus["state"]) => Promise<WatchedSourceStatus>;
  /** Whether a passage with this very text is found. */
  readonly finds: (words: string) => Promise<boolean>;
}

const QUIET_MS = 150;

async function watched(t: TestContext, files: Readonly<Record<string, string>>, debounce = QUIET_MS): Promise<Watched> {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, files);
  const loci = await openLoci({ home: join(folder, "home"), settings: { watch: { debounce_ms: debounce } } });
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  const jobs: Job[] = [];
  let onJob: ((job: Job) => void)[] = [];
  let onState: ((status: WatchedSourceStatus) => void)[] = [];
  const nextJob = (): Promise<Job> => new Promise((resolve) => onJob.push(resolve));
  const first = nextJob();
  const watch = (): Promise<Watching> =>
    project.watch({
      onJob(job) {
        jobs.push(job);
        for (const listener of onJob.splice(0)) listener(job);
      },
      onState(status) {
        for (const listener of [...onState]) listener(status);
      },
    });
  const watching = await watch();
  t.after(() => loci.close());
  await first;
  jobs.length = 0;
  return {
    folder,
    notes,
    project,
    watching,
    rewatch: watch,
    jobs,
    nextJob,
    nextState: (state) =>
      new Promise((resolve) => {
        onState.push(function listener(status) {
          if (status.state !== state) return;
          onState = onState.filter((one) => one !== listener);
          resolve(status);
        });
      }),
    async finds(words) {
      const { hits } = await project.search(`"${words}"`, { limit: 3 });
      return hits.some(({ text }) => text.includes(words));
    },
  };
}

const counts = ({ files, embeddings, status }: Job): unknown => ({
  status,
  indexed: files.indexed,
  removed: files.removed,
  computed: embeddings.computed,
});

test("a new, a changed and a deleted file, and a folder that comes with files", async (t) => {
  const { notes, nextJob, finds } = await watched(t, { "a.md": note(1), "b.md": note(2) });
  let job = nextJob();
  writeNotes(notes, { "c.md": "# Lamp\n\nThe xylophone lamp is green.\n" });
  assert.equal((await job).files.indexed, 1);
  assert.ok(await finds("xylophone lamp"));

  job = nextJob();
  appendFileSync(join(notes, "a.md"), "\nThe umbrella zeppelin landed.\n");
  assert.equal((await job).files.indexed, 1);
  assert.ok(await finds("umbrella zeppelin"));

  job = nextJob();
  unlinkSync(join(notes, "c.md"));
  assert.deepEqual(counts(await job), { status: "done", indexed: 0, removed: 1, computed: 0 });
  assert.ok(!(await finds("xylophone lamp")));

  job = nextJob();
  writeNotes(notes, { "deep/er/d.md": "# Deep\n\nThe quixotic marmot digs.\n" });
  assert.equal((await job).files.indexed, 1);
  assert.ok(await finds("quixotic marmot"));
});

test("a save is searchable after the one run that it causes, which waits for the debounce and reads one file", async (t) => {
  const { notes, nextJob, finds, jobs } = await watched(
    t,
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i % 7}/${i}.md`, note(i)])),
    1500,
  );
  const before = jobs.length;
  const saved = performance.now();
  const job = nextJob();
  appendFileSync(join(notes, "3/3.md"), "\nThe vermilion gyroscope spins.\n");
  assert.equal((await job).files.indexed, 1);
  // Never too early; how soon is measured by bench/.
  assert.ok(performance.now() - saved >= 1500);
  assert.ok(await finds("vermilion gyroscope"));
  assert.equal(jobs.length, before + 1);
});

/** How editors write a file, by the calls that they make. */
const EDITORS: Readonly<Record<string, (path: string, content: string) => void>> = {
  "VS Code: truncate and write in place": (path, content) => writeFileSync(path, content),
  "vim: rename the old one to a backup, write a new one, delete the backup": (path, content) => {
    renameSync(path, `${path}~`);
    const file = openSync(path, "w");
    writeSync(file, content);
    fsyncSync(file);
    closeSync(file);
    unlinkSync(`${path}~`);
  },
  "gedit, JetBrains, most others: write beside it and rename over it": (path, content) => {
    writeFileSync(`${path}.tmp-8f2`, content);
    renameSync(`${path}.tmp-8f2`, path);
  },
  "emacs: lock file, backup by hard link, rename over it": (path, content) => {
    writeFileSync(join(path, "..", ".#lock.md"), "me");
    linkSync(path, `${path}~`);
    writeFileSync(join(path, "..", "#note.md#"), content);
    renameSync(join(path, "..", "#note.md#"), path);
    unlinkSync(join(path, "..", ".#lock.md"));
    unlinkSync(`${path}~`);
  },
  "sed -i: write a hidden file and rename it over": (path, content) => {
    writeFileSync(join(path, "..", ".sedA1b2"), content);
    renameSync(join(path, "..", ".sedA1b2"), path);
  },
  "an app that empties the file and writes it in two parts": (path, content) => {
    truncateSync(path, 0);
    appendFileSync(path, content.slice(0, 20));
    appendFileSync(path, content.slice(20));
  },
};

test("every editor's way of saving is one change of one file", async (t) => {
  const { notes, jobs, nextJob, finds } = await watched(t, { "note.md": note(1), "other.md": note(2) });
  for (const [i, [editor, save]] of Object.entries(EDITORS).entries()) {
    const job = nextJob();
    save(join(notes, "note.md"), `# Saved\n\nThis is save number ${i} by a careful editor.\n`);
    assert.deepEqual(counts(await job), { status: "done", indexed: 1, removed: 0, computed: 1 }, editor);
    assert.ok(await finds(`save number ${i}`), editor);
  }
  assert.equal(jobs.length, Object.keys(EDITORS).length);
});

test("a renamed file and a renamed folder move: nothing is embedded again, nothing is lost", async (t) => {
  const { notes, nextJob, project, finds } = await watched(t, {
    "a.md": "# A\n\nThe ochre lantern hangs.\n",
    "folder/b.md": note(2),
    "folder/sub/c.md": note(3),
  });
  let job = nextJob();
  renameSync(join(notes, "a.md"), join(notes, "renamed.md"));
  assert.deepEqual(counts(await job), { status: "done", indexed: 1, removed: 1, computed: 0 });
  assert.ok(await finds("ochre lantern"));
  assert.equal((await project.search("ochre lantern")).hits[0]?.source.path, "renamed.md");

  job = nextJob();
  renameSync(join(notes, "folder"), join(notes, "moved"));
  assert.deepEqual(counts(await job), { status: "done", indexed: 2, removed: 2, computed: 0 });
  assert.deepEqual(
    [
      ...new Set((await project.search("note of the year", { limit: 50 })).hits.map(({ source }) => source.path)),
    ].sort(),
    ["moved/b.md", "moved/sub/c.md", "renamed.md"],
  );
});

test("500 files at once are one job", async (t) => {
  const { notes, nextJob, jobs, project } = await watched(t, { "a.md": note(1) });
  const job = nextJob();
  writeNotes(notes, Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`bulk/${i}.md`, note(i)])));
  assert.equal((await job).files.indexed, 500);
  const removalJob = nextJob();
  rmSync(join(notes, "bulk"), { recursive: true });
  assert.equal((await removalJob).files.removed, 500);
  assert.deepEqual([jobs.length, (await project.status()).counts.documents], [2, 1]);
});

test("a folder is deleted and restored: its drawers go and come back without embedding", async (t) => {
  const { folder, notes, nextJob, finds } = await watched(t, {
    "a.md": note(1),
    "kept/b.md": "# B\n\nThe cobalt heron waits.\n",
  });
  let job = nextJob();
  renameSync(join(notes, "kept"), join(folder, "aside"));
  assert.equal((await job).files.removed, 1);
  assert.ok(!(await finds("cobalt heron")));
  job = nextJob();
  renameSync(join(folder, "aside"), join(notes, "kept"));
  assert.deepEqual(counts(await job), { status: "done", indexed: 1, removed: 0, computed: 0 });
  assert.ok(await finds("cobalt heron"));
});

test("the watched path vanishes: said, nothing is forgotten; it comes back changed: taken up", async (t) => {
  const { folder, notes, nextJob, nextState, watching, finds } = await watched(t, {
    "a.md": "# A\n\nThe saffron kite flies.\n",
  });
  const away = nextState("away");
  renameSync(notes, join(folder, "unplugged"));
  assert.equal((await away).problem?.code, "PATH_NOT_FOUND");
  assert.equal(watching.status()[0]?.state, "away");
  assert.ok(await finds("saffron kite"));
  writeFileSync(join(folder, "unplugged", "b.md"), "# B\n\nThe magenta otter swims.\n");
  const back = nextJob();
  renameSync(join(folder, "unplugged"), notes);
  assert.deepEqual(counts(await back), { status: "done", indexed: 1, removed: 0, computed: 1 });
  assert.ok(await finds("magenta otter"));
  assert.equal(watching.status()[0]?.state, "watching");
  const after = nextJob();
  appendFileSync(join(notes, "a.md"), "\nThe teal badger sleeps.\n");
  await after;
  assert.ok(await finds("teal badger"));
});

test("an empty folder where another one stood is a mount point, not a deletion", async (t) => {
  const { folder, notes, nextJob, nextState, finds } = await watched(t, { "a.md": "# A\n\nThe saffron kite flies.\n" });
  const away = nextState("away");
  renameSync(notes, join(folder, "disk"));
  mkdirSync(notes);
  await away;
  assert.ok(await finds("saffron kite"));
  const back = nextJob();
  rmSync(notes, { recursive: true });
  renameSync(join(folder, "disk"), notes);
  assert.deepEqual(counts(await back), { status: "done", indexed: 0, removed: 0, computed: 0 });
});

test("an empty mount point when the watch starts empties nothing; when the disk is back, it is kept current", async (t) => {
  const { folder, notes, project, nextJob, nextState, watching, rewatch, finds } = await watched(t, {
    "a.md": "# A\n\nThe saffron kite flies.\n",
  });
  await watching.close();
  renameSync(notes, join(folder, "disk"));
  mkdirSync(notes);
  const away = nextState("away");
  const again = await rewatch();
  assert.match((await away).problem?.message ?? "", /is empty/);
  assert.deepEqual(
    [again.status()[0]?.state, (await project.sources())[0]?.documents, await finds("saffron kite")],
    ["away", 1, true],
  );
  const back = nextJob();
  rmSync(notes, { recursive: true });
  renameSync(join(folder, "disk"), notes);
  assert.deepEqual(counts(await back), { status: "done", indexed: 0, removed: 0, computed: 0 });
  assert.equal(again.status()[0]?.state, "watching");
});

test("the scan's rules hold: ignored, hidden and unknown files start no run; a changed ignore file does", async (t) => {
  const { notes, nextJob, jobs, finds } = await watched(t, {
    ".gitignore": "build/\n*.draft.md\n",
    "a.md": note(1),
    "build/x.md": note(2),
  });
  writeNotes(notes, {
    "build/y.md": note(3),
    "my.draft.md": note(4),
    ".hidden/z.md": note(5),
    "program.o": "binary",
    "node.tmp": "x",
  });
  let job = nextJob();
  writeFileSync(join(notes, "b.md"), "# B\n\nThe amber falcon dives.\n");
  assert.deepEqual([(await job).files.indexed, jobs.length], [1, 1]);
  job = nextJob();
  // In one step: a file that is being written is empty for a moment, and would ignore nothing.
  writeFileSync(join(notes, "ignore.tmp"), "*.draft.md\n");
  renameSync(join(notes, "ignore.tmp"), join(notes, ".gitignore"));
  assert.equal((await job).files.indexed, 2);
  job = nextJob();
  writeFileSync(join(notes, "build", "y.md"), "# Y\n\nThe ivory condor circles.\n");
  assert.equal((await job).files.indexed, 1);
  assert.ok(await finds("ivory condor"));
});

test("a file that is still being written to waits, and holds up no other", async (t) => {
  const { notes, nextJob, finds } = await watched(t, { "a.md": note(1), "log.md": note(2) }, 400);
  const writer = setInterval(() => appendFileSync(join(notes, "log.md"), "line of the chartreuse log\n"), 60);
  t.after(() => clearInterval(writer));
  let job = nextJob();
  writeFileSync(join(notes, "a.md"), "# A\n\nThe crimson walrus naps.\n");
  assert.equal((await job).files.indexed, 1);
  assert.ok(await finds("crimson walrus"));
  assert.ok(!(await finds("chartreuse log")));
  job = nextJob();
  clearInterval(writer);
  await job;
  assert.ok(await finds("chartreuse log"));
});

test("a source added by another process is watched, a removed one is not", async (t) => {
  const { folder, nextState, nextJob, watching, finds } = await watched(t, { "a.md": note(1) });
  const single = join(folder, "single.md");
  writeFileSync(single, "# One\n\nThe plum accordion.\n");
  const caughtUp = nextJob();
  const other = await openLoci({ home: join(folder, "home") });
  t.after(() => other.close());
  await (await other.project("p")).index([single], { scope: "kb" });
  await caughtUp;
  for (const save of [
    EDITORS["VS Code: truncate and write in place"],
    EDITORS["gedit, JetBrains, most others: write beside it and rename over it"],
  ]) {
    const job = nextJob();
    save?.(single, `# One\n\nThe plum accordion plays ${save.toString().length} times.\n`);
    await job;
    assert.ok(await finds(`plays ${save?.toString().length} times`));
  }
  const awayState = nextState("away");
  unlinkSync(single);
  await awayState;
  assert.deepEqual(
    watching
      .status()
      .map(({ state }) => state)
      .sort(),
    ["away", "watching"],
  );
});

test("two processes that watch: one works, the other takes over", async (t) => {
  const { folder, watching, notes } = await watched(t, { "a.md": note(1) });
  const loci = await openLoci({ home: join(folder, "home"), settings: { watch: { debounce_ms: QUIET_MS } } });
  const project = await loci.project("p");
  const { promise: worked, resolve } = Promise.withResolvers<Job>();
  const second = await project.watch({ onJob: resolve });
  t.after(() => loci.close());
  assert.equal(second.status()[0]?.state, "elsewhere");
  await watching.close();
  writeFileSync(join(notes, "b.md"), note(9));
  assert.equal((await worked).status, "done");
  assert.equal(second.status()[0]?.state, "watching");
  assert.ok(readdirSync(notes).length === 2);
});

test("the status says, in any process, what is watched and what is away", async (t) => {
  const { folder, notes, watching, nextState } = await watched(t, { "a.md": note(1) });
  const other = await openLoci({ home: join(folder, "home") });
  t.after(() => other.close());
  const project = await other.project("p");
  assert.deepEqual((await project.status()).watch, { watched: ["notes"], away: [] });
  assert.deepEqual((await project.status({ caller: "public" })).watch, { watched: [], away: [] });
  const away = nextState("away");
  renameSync(notes, join(folder, "aside"));
  await away;
  assert.deepEqual((await project.status()).watch, { watched: ["notes"], away: ["notes"] });
  renameSync(join(folder, "aside"), notes);
  await watching.close();
  assert.deepEqual((await project.status()).watch, { watched: [], away: [] });
});

test("a file of the same size whose time was put back is indexed, and a run that finds nothing leaves no job", async (t) => {
  const { notes, project, nextJob, finds } = await watched(t, { "a.md": "# A\n\nThe oboe is here.\n" });
  const file = join(notes, "a.md");
  const before = statSync(file);
  const known = (await project.jobs({ limit: 100 })).length;
  let next = nextJob();
  writeFileSync(file, "# A\n\nThe harp is here.\n");
  utimesSync(file, before.atime, before.mtime);
  while ((await next).files.indexed === 0) next = nextJob();
  assert.ok(await finds("The harp is here."));
  const jobs = await project.jobs({ limit: 100 });
  assert.deepEqual(
    jobs.slice(0, jobs.length - known).map(({ files }) => files.indexed),
    [1],
  );
});

test("an include pattern that matches nothing empties no source, but an empty folder does", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": note(1) });
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  const job = await project.index([notes], { scope: "kb", include: ["nots/**"] });
  assert.deepEqual(
    job.notes.map(({ code }) => code),
    ["INCLUDE_MATCHES_NOTHING"],
  );
  assert.ok((await project.status()).counts.drawers > 0);
  rmSync(join(notes, "a.md"));
  await project.index([notes], { scope: "kb", include: ["nots/**"] });
  assert.equal((await project.status()).counts.drawers, 0);
});
