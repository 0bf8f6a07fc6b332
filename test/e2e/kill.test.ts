import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { answers } from "./project-state.fixture.ts";
import { runScript } from "./run-process.fixture.ts";
import { rounds } from "../rounds.fixture.ts";

const KILLS = rounds(22, 3);
const NOTES = 60;

test(
  `kill -9 at ${KILLS} points of index runs: reopened sound, resumed, nothing lost or doubled`,
  { timeout: 180_000 },
  async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    const home = join(folder, "home");
    const text = new Map<string, string>();
    const write = (number: number, version: number): void => {
      const path = `${number % 5}/note-${number}.md`;
      text.set(path, note(number, version));
      writeNotes(notes, { [path]: note(number, version) });
    };
    for (let i = 0; i < NOTES; i++) write(i, 0);

    let killed = 0;
    let interrupted = 0;
    for (let round = 0; killed < KILLS; round++) {
      // Some notes change, one goes, one comes, so that every run has all kinds of work.
      for (let i = 0; i < 25; i++) write((round * 7 + i * 3) % NOTES, round + 1);
      const removed = [...text.keys()][round % text.size] as string;
      rmSync(join(notes, removed));
      text.delete(removed);
      write(NOTES + round, 0);

      const run = runScript("index-process.fixture.ts", [home, "p", notes]);
      let lines = 0;
      const at = 1 + ((round * 7) % 31);
      run.onLine = () => {
        if (++lines !== at) return;
        // A step ends with a commit or a read; the pauses put the kill into the middle of them.
        setTimeout(() => run.child.kill("SIGKILL"), (round % 4) * 2);
      };
      const { signal, code, errors } = await run.ended;
      if (signal === "SIGKILL") killed++;
      else assert.equal(code, 0, errors);

      const loci = await openLoci({ home });
      const project = await loci.project("p");
      assert.deepEqual(
        await project.jobs({ limit: 1 }).then(([job]) => job?.status === "running"),
        false,
        "an interrupted run is told apart from a running one",
      );
      if ((await project.jobs({ limit: 1 }))[0]?.notes.some(({ code }) => code === "INTERRUPTED")) interrupted++;
      const problems = (await project.doctor({ deep: true })).filter(
        ({ severity, check }) => severity === "error" && check !== "files",
      );
      assert.deepEqual(problems, []);
      const { hits } = await project.search("note", { limit: 1000 });
      assert.equal(new Set(hits.map(({ id }) => id)).size, hits.length, "nothing is doubled");
      await loci.close();
    }
    assert.ok(interrupted > KILLS / 2, `${interrupted} of ${killed} kills fell into a run`);

    const loci = await openLoci({ home });
    const project = await loci.project("p");
    const resumed = await project.index([]);
    assert.equal(resumed.status, "done");
    const again = await project.index([]);
    assert.deepEqual([again.files.unchanged, again.files.indexed, again.embeddings.computed], [text.size, 0, 0]);
    const clean = await (await openLoci({ home: join(folder, "clean") })).project("p");
    await clean.index([notes], { scope: "kb" });
    assert.deepEqual((await project.status()).counts, (await clean.status()).counts);
    assert.deepEqual(await answers(project), await answers(clean));
    await clean.close();
    await loci.close();
  },
);
