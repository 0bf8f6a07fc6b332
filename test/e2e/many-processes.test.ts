import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { answers } from "./project-state.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { runScript } from "./run-process.fixture.ts";

const PROCESSES = rounds(8, 3);

test(
  `${PROCESSES} processes index and search one project at once: nobody is locked out, nothing is lost`,
  { timeout: 180_000 },
  async (t) => {
    const folder = temporaryFolder(t);
    const home = join(folder, "home");
    const shared = join(folder, "shared");
    const own = (i: number): string => join(folder, `own-${i}`);
    writeNotes(shared, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`note-${i}.md`, note(i)])));
    for (let p = 0; p < PROCESSES; p++)
      writeNotes(
        own(p),
        Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`note-${i}.md`, note(1000 + p * 100 + i)])),
      );

    // All open a project that isn't there yet, so its making is part of the race.
    const ended = await Promise.all(
      Array.from(
        { length: PROCESSES },
        (_, p) => runScript("many-processes.fixture.ts", [home, "p", shared, own(p)]).ended,
      ),
    );
    for (const { code, output, errors } of ended) {
      assert.equal(code, 0, errors);
      const { statuses, failed, searches } = JSON.parse(output) as {
        statuses: string[];
        failed: unknown[];
        searches: number;
      };
      assert.deepEqual(failed, []);
      assert.deepEqual(statuses, ["done", "done", "done"]);
      assert.ok(searches > 0);
    }

    const loci = await openLoci({ home });
    const project = await loci.project("p");
    const clean = await (await openLoci({ home: join(folder, "clean") })).project("p");
    await clean.index([shared, ...Array.from({ length: PROCESSES }, (_, p) => own(p))], { scope: "kb" });
    assert.deepEqual((await project.status()).counts, (await clean.status()).counts);
    assert.deepEqual(await answers(project), await answers(clean));
    assert.equal((await project.sources()).length, PROCESSES + 1);
    const added = (await project.jobs({ limit: 1000 })).reduce((sum, { drawers }) => sum + drawers.added, 0);
    assert.equal(added, (await clean.status()).counts.drawers, "no work was done twice");
    await clean.close();
    await loci.close();
  },
);
