import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { after, test, type TestContext } from "node:test";
import { LociError, openLoci, type Project } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { answers } from "./project-state.fixture.ts";
import { runScript } from "./run-process.fixture.ts";

/** Bytes a page of the database file. */
const PAGE = 4096;

const made = mkdtempSync(join(tmpdir(), "loci-lost-"));
after(() => rmSync(made, { recursive: true, force: true }));
/** Where each test has its project: sources are known by their paths. */
const folder = join(made, "here");
const kept = join(made, "kept");
let answered: unknown;

/** A project with some notes, and what it answers: made once, and put back as it was for each test. */
async function indexed(
  t: TestContext,
): Promise<{ readonly home: string; readonly index: string; readonly expected: unknown; readonly notes: string }> {
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [home, notes] = [join(folder, "home"), join(folder, "notes")];
  const index = join(home, "projects", "p", "index.sqlite");
  if (existsSync(kept)) execFileSync("cp", ["-a", kept, folder]);
  else {
    answered = await makeIndexed(t, home, notes);
    assert.ok(existsSync(index) && !existsSync(`${index}-wal`), "closing leaves one file");
    execFileSync("cp", ["-a", folder, kept]);
  }
  return { home, index, expected: answered, notes };
}

async function makeIndexed(t: TestContext, home: string, notes: string): Promise<unknown> {
  writeNotes(notes, Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`${i % 4}/note-${i}.md`, note(i)])));
  const project = await open(t, home);
  assert.equal((await project.index([notes], { scope: "kb" })).status, "done");
  const expected = await answers(project);
  await project.close();
  return expected;
}

async function open(t: TestContext, home: string): Promise<Project> {
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return await loci.project("p");
}

async function recovers(t: TestContext, home: string, expected: unknown, why: "missing" | "damaged"): Promise<void> {
  const project = await open(t, home);
  assert.equal((await project.status()).index.state, why);
  const findings = (await project.doctor()).filter(({ severity }) => severity === "error");
  assert.deepEqual(
    findings.map(({ check, next }) => [check, next]),
    [["index", "loci data rebuild"]],
  );
  const { notes } = await project.search("who saw the falcon");
  assert.deepEqual(
    notes.map(({ code }) => code),
    ["INDEX_REBUILT"],
  );
  assert.deepEqual((await project.search("who saw the falcon")).notes, [], "said once");
  assert.deepEqual(await answers(project), expected);
  const [job] = await project.jobs({ limit: 1 });
  assert.deepEqual([job?.kind, job?.status, job?.embeddings.computed], ["rebuild", "done", 0]);
  assert.equal((await project.status()).index.state, "ready");
}

test("the index is deleted: said, made again with the same answers and no embedding", async (t) => {
  const { home, index, expected } = await indexed(t);
  rmSync(index);
  await recovers(t, home, expected, "missing");
});

test("the index is emptied to no bytes", async (t) => {
  const { home, index, expected } = await indexed(t);
  truncateSync(index, 0);
  await recovers(t, home, expected, "missing");
});

for (const share of [0.95, 0.5, 0.1]) {
  test(`the index is truncated to ${share * 100} %`, async (t) => {
    const { home, index, expected } = await indexed(t);
    truncateSync(index, Math.floor(statSync(index).size * share));
    await recovers(t, home, expected, "damaged");
  });
}

test("a page of zeros, wherever it is: a rebuild makes the index anew", async (t) => {
  const { home, index, expected } = await indexed(t);
  const whole = readFileSync(index);
  for (let page = 1; page < whole.length / PAGE; page += rounds(2, 16)) {
    writeFileSync(index, Buffer.from(whole).fill(0, page * PAGE, (page + 1) * PAGE));
    const loci = await openLoci({ home });
    const project = await loci.project("p");
    assert.equal((await project.rebuild()).status, "done", `page ${page}`);
    if (page % 8 === 1) assert.deepEqual(await answers(project), expected, `page ${page}`);
    await loci.close();
  }
});

test("the index is a file of something else", async (t) => {
  const { home, index, expected } = await indexed(t);
  writeFileSync(index, "This is no database.\n".repeat(4000));
  await recovers(t, home, expected, "damaged");
});

test("pages inside the index are overwritten: found by checksums or SQLite, made again", async (t) => {
  const { home, index, expected } = await indexed(t);
  const bytes = readFileSync(index);
  // The header stays; every other page from the second is noise.
  for (let page = 1; page * 8192 < bytes.length; page += 2) bytes.fill(0xa5, page * 8192, (page + 1) * 8192);
  writeFileSync(index, bytes);
  const project = await open(t, home);
  const first = await project.search("who saw the falcon");
  assert.deepEqual(
    first.notes.map(({ code }) => code),
    ["INDEX_REBUILT"],
  );
  assert.deepEqual(await answers(project), expected);
});

test("the embedding cache is a file of something else: made again as private as it was, and the index stays", async (t) => {
  const { home, expected, notes } = await indexed(t);
  const cache = join(home, "projects", "p", "embeddings.sqlite");
  writeFileSync(cache, "no database");
  const project = await open(t, home);
  writeNotes(notes, { "0/new.md": note(200) });
  const job = await project.index([notes]);
  assert.deepEqual([job.status, job.embeddings.computed > 0], ["done", true]);
  assert.deepEqual(
    job.notes.map(({ code }) => code),
    ["EMBEDDINGS_REMADE"],
  );
  assert.equal(statSync(cache).mode & 0o777, 0o600);
  rmSync(join(notes, "0/new.md"));
  await project.index([notes]);
  assert.deepEqual(await answers(project), expected);
});

test("the index vanishes or is replaced under an open project", async (t) => {
  const { home, index, expected } = await indexed(t);
  const project = await open(t, home);
  assert.deepEqual(await answers(project), expected);
  rmSync(index);
  assert.deepEqual(
    (await project.search("the kettle")).notes.map(({ code }) => code),
    ["INDEX_REBUILT"],
  );
  assert.deepEqual(await answers(project), expected);
  const other = await open(t, home);
  assert.deepEqual(await answers(other), expected);
  await other.close();
  renameSync(index, `${index}.old`);
  assert.deepEqual(await answers(project), expected);
});

test("an older copy of the index is put back: said, made again, and nobody sees what he should not any more", async (t) => {
  const { home, index, notes } = await indexed(t);
  const first = await open(t, home);
  for (let i = 0; i < 5; i++) {
    writeNotes(notes, { "0/often.md": note(400, i) });
    await first.index([]);
  }
  await first.close();
  const old = readFileSync(index);
  // Sizes and times of the files stay as they are.
  const second = await open(t, home);
  assert.equal((await second.index([notes], { scope: "admin" })).status, "done");
  const expected = await answers(second);
  await second.close();
  writeFileSync(index, old);
  await recovers(t, home, expected, "damaged");
  const project = await open(t, home);
  assert.deepEqual((await project.search("who saw the falcon", { caller: "public" })).hits, []);
  // Under an open project, too, and where the copy has counted more commits than the index that was made since.
  const later = await open(t, home);
  await later.rebuild();
  rmSync(index);
  writeFileSync(index, old);
  assert.deepEqual((await project.search("who saw the falcon", { caller: "public" })).hits, []);
  assert.deepEqual(await answers(project), expected);
  assert.equal((await project.rebuild()).status, "done");
  assert.deepEqual(
    (await project.doctor()).filter(({ severity }) => severity === "error"),
    [],
  );
});

test("the log of a killed process is removed: its commits are missed, and made again", async (t) => {
  const { home, index, notes } = await indexed(t);
  const project = await open(t, home);
  writeNotes(notes, { "0/new.md": note(300) });
  await project.index([]);
  const expected = await answers(project);
  const copy = join(home, "..", "killed");
  // As it stands on the disk while it is open, but for the log.
  cpSync(home, copy, { recursive: true, filter: (path) => path !== `${index}-wal` && path !== `${index}-shm` });
  await recovers(t, copy, expected, "damaged");
});

test("rebuild on a sound index, and after its deletion, gives the same answers", async (t) => {
  const { home, index, expected } = await indexed(t);
  const project = await open(t, home);
  const job = await project.rebuild();
  assert.deepEqual([job.status, job.files.indexed, job.drawers.added, job.embeddings.computed], ["done", 80, 0, 0]);
  assert.deepEqual(await answers(project), expected);
  rmSync(index);
  assert.equal((await project.rebuild()).status, "done");
  assert.deepEqual(await answers(project), expected);
});

test("after a catalog was lost with its record the counts of a run tell what was its own, and a rebuild takes out the rest and counts it", async (t) => {
  const { home, index, notes } = await indexed(t);
  const more = `${notes}-more`;
  writeNotes(more, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`more-${i}.md`, note(100 + i)])));
  const first = await open(t, home);
  const own = (await first.status()).counts.drawers;
  const total = (await first.index([more], { scope: "kb" })).drawers.total;
  await first.close();
  for (const name of ["catalog.sqlite", "catalog.json"]) rmSync(join(index, "..", name));

  const project = await open(t, home);
  const again = await project.index([notes], { scope: "kb" });
  assert.deepEqual(again.drawers, { added: 0, kept: own, removed: 0, total });
  const job = await project.rebuild();
  assert.deepEqual(job.drawers, { added: 0, kept: own, removed: total - own, total: own });
  const [recorded] = await project.jobs({ limit: 1 });
  assert.deepEqual(recorded?.drawers, job.drawers);
  assert.equal((await project.status()).counts.drawers, own);
  assert.deepEqual((await project.rebuild()).drawers, { added: 0, kept: own, removed: 0, total: own });
});

test("a source whose folder vanished keeps its drawers, and the run says so", async (t) => {
  const { home, expected, notes } = await indexed(t);
  const project = await open(t, home);
  renameSync(notes, `${notes}-away`);
  const job = await project.index([]);
  assert.deepEqual(
    [job.status, job.failed.map(({ code }) => code), job.drawers.removed],
    ["failed", ["PATH_NOT_FOUND"], 0],
  );
  renameSync(`${notes}-away`, notes);
  assert.equal((await project.index([])).status, "done");
  assert.deepEqual(await answers(project), expected);
});

test("a file that is removed between the scan and its reading is a removed file", async (t) => {
  const { home, notes } = await indexed(t);
  const project = await open(t, home);
  // One that is known and changed, and one that was never indexed.
  writeNotes(notes, { "0/note-0.md": note(100), "0/new.md": note(101) });
  const job = await project.index([], {
    onProgress: ({ phase, files }) => {
      if (phase === "reading" && files.done === 0)
        for (const name of ["note-0.md", "new.md"]) rmSync(join(notes, "0", name), { force: true });
    },
  });
  assert.deepEqual([job.status, job.failed, job.files.removed, job.files.indexed], ["done", [], 1, 0]);
  assert.equal((await project.status()).counts.documents, 79);
});

test("a folder that goes away between the scan and the reading keeps its drawers", async (t) => {
  const { home, notes, expected } = await indexed(t);
  const project = await open(t, home);
  writeNotes(notes, { "0/new.md": note(100) });
  const job = await project.index([], {
    onProgress: ({ phase }) => {
      if (phase === "reading" && existsSync(notes)) renameSync(notes, `${notes}-away`);
    },
  });
  assert.deepEqual(
    [job.status, job.failed.map(({ code }) => code), job.drawers.removed],
    ["failed", ["PATH_NOT_FOUND"], 0],
  );
  assert.deepEqual(await answers(project), expected);
});

test("an index that rightly holds nothing is not taken for lost", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, { "notes/movie.mp4": "no text" });
  const first = await open(t, join(folder, "home"));
  assert.equal((await first.index([join(folder, "notes")], { scope: "kb" })).status, "done");
  await first.close();
  const again = await open(t, join(folder, "home"));
  assert.deepEqual((await again.search("falcon")).notes, []);
  assert.equal((await again.status()).index.state, "ready");
});

for (const name of ["index.sqlite", "catalog.sqlite", "embeddings.sqlite"]) {
  test(`a folder or a pipe in the place of ${name} is said, with the next step, and left alone`, async (t) => {
    const { home, notes } = await indexed(t);
    const path = join(home, "projects", "p", name);
    for (const make of [
      () => mkdirSync(join(path, "mine"), { recursive: true }),
      () => execFileSync("mkfifo", [path]),
    ]) {
      rmSync(path, { recursive: true });
      make();
      const refused = (error: unknown) =>
        error instanceof LociError &&
        error.code === "STORAGE_FAILED" &&
        error.message.includes(path) &&
        error.hint.includes("move it away");
      const loci = await openLoci({ home });
      try {
        if (name === "catalog.sqlite") await assert.rejects(loci.project("p"), refused);
        else {
          const project = await loci.project("p");
          await assert.rejects(project.index([notes]), refused);
          await assert.rejects(project.rebuild(), refused);
          if (name === "index.sqlite") {
            await assert.rejects(project.search("falcon"), refused);
            assert.deepEqual(
              (await project.doctor())
                .filter(({ severity }) => severity === "error")
                .map(({ check, next }) => [check, next.includes("move it away")]),
              [["index", true]],
            );
          }
        }
      } finally {
        await loci.close();
      }
      assert.ok(!statSync(path).isFile());
    }
  });
}

const WRITERS: Readonly<Record<string, (project: Project) => Promise<unknown>>> = {
  "adds a drawer": (project) =>
    project.addDrawer({ wing: "w", room: "r", scope: "kb", text: "The pier was painted green last week." }),
  "says a message": (project) => project.addMessage("c", { id: "m2", role: "user", text: "And the mill is red." }),
  "forgets a drawer": (project) => project.forget("the lamp over the gate is broken", { yes: true }),
  "deletes a chat": (project) => project.deleteChat("c"),
  "removes a source": async (project) =>
    project.removeSource((await project.sources()).find(({ kind }) => kind === "folder")?.key ?? ""),
  "moves a drawer": async (project) => {
    const { hits } = await project.search("the lamp over the gate", { mode: "lexical" });
    return project.correct("move-drawer", { id: hits[0]?.id ?? "", room: "lamps" });
  },
  indexes: (project) => project.index([]),
};

for (const [what, write] of Object.entries(WRITERS))
  test(`whoever ${what} after the index was taken away waits for nobody`, { timeout: 60_000 }, async (t) => {
    const { home, index } = await indexed(t);
    const before = await open(t, home);
    await before.addDrawer({ wing: "w", room: "r", scope: "kb", text: "The lamp over the gate is broken." });
    await before.addMessage("c", { id: "m1", role: "user", text: "The boat lies at the north pier." });
    await before.close();
    rmSync(index);
    const project = await open(t, home);
    await write(project);
    assert.deepEqual(
      (await project.doctor()).filter(({ severity }) => severity === "error"),
      [],
    );
  });

test("a refill that is killed leaves a part, which is said by everybody until the next one has completed it", async (t) => {
  const { home, index, expected } = await indexed(t);
  rmSync(index);
  // Killed as soon as something of it can be found.
  const killed = runScript("refilling-process.fixture.ts", [home]);
  killed.onLine = () => killed.child.kill("SIGKILL");
  assert.equal((await killed.ended).signal, "SIGKILL");

  const project = await open(t, home);
  const { index: state, notes } = await project.status();
  assert.equal(state.state, "partial");
  assert.deepEqual(
    notes.map(({ code }) => code),
    ["INDEX_PARTIAL"],
  );
  assert.ok((await project.doctor()).some(({ check, what }) => check === "index" && what.includes("partial")));
  assert.deepEqual(
    (await project.search("who saw the falcon")).notes.map(({ code }) => code),
    ["INDEX_REBUILT"],
    "whoever uses it next goes on with it",
  );
  assert.equal((await project.status()).index.state, "ready");
  assert.deepEqual(await answers(project), expected);
});

test("while one process makes the index again, others answer from the part and say so", async (t) => {
  const { home, index, expected } = await indexed(t);
  rmSync(index);
  const filling = runScript("refilling-process.fixture.ts", [home, "slowly"]);
  await new Promise<void>((resolve) => (filling.onLine = () => resolve()));
  const project = await open(t, home);
  for (const caller of ["owner", "public"] as const) {
    const { notes } = await project.search("who saw the falcon", { caller, mode: "lexical" });
    assert.ok(
      notes.some(({ code }) => code === "INDEX_PARTIAL"),
      caller,
    );
  }
  filling.child.kill("SIGUSR2");
  const { code, errors } = await filling.ended;
  assert.equal(code, 0, errors);
  assert.deepEqual((await project.search("who saw the falcon")).notes, []);
  assert.deepEqual(await answers(project), expected);
});

test("a run that first makes a lost index again says of both how much it stored", async (t) => {
  const { home, index, notes } = await indexed(t);
  rmSync(index);
  const other = join(notes, "..", "other");
  writeNotes(other, { "one.md": note(500), "two.md": note(501) });
  const project = await open(t, home);
  const { drawers, notes: told } = await project.index([other], { scope: "kb" });
  const mended = /passages stored by that: (\d+)$/u.exec(
    told.find(({ code }) => code === "INDEX_REBUILT")?.message ?? "",
  );
  assert.equal(drawers.added + Number(mended?.[1]), (await project.status()).counts.drawers);
});
