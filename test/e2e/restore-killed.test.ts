import assert from "node:assert/strict";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { backUpHome, openLoci, restoreHome, sweepHome } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

test("what a killed restore has left beside the data folder is named, and goes with a repair or the next restore", async (t) => {
  const folder = temporaryFolder(t);
  const [home, kept, again] = ["home", "kept", "again"].map((name) => join(folder, name)) as [string, string, string];
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ text: "The oboe is in the attic.", wing: "house", room: "attic", scope: "kb" });
  await backUpHome(home, kept);
  const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 4);
  const leave = (of: string, pid: number): readonly string[] => {
    const made = [`${of}.restoring-${2 ** 30}.tmp`, `${of}.restoring.${pid}-${machine}01234567.tmp`];
    for (const path of made) {
      mkdirSync(path);
      writeFileSync(join(path, "room.md"), "The oboe is in the attic.");
      utimesSync(path, 1, 1);
    }
    return made;
  };
  const living = leave(home, process.pid)[1] as string;
  const own = `${home}.restoring-notes.tmp`;
  mkdirSync(own);
  const dead = leave(again, 2 ** 30);
  const named = (await project.doctor()).filter(({ what }) => what.includes(`${home}.restoring-${2 ** 30}.tmp`));
  assert.deepEqual(
    named.map(({ next }) => next),
    ["loci doctor --repair"],
  );
  assert.equal(sweepHome(home), 1);
  assert.deepEqual([living, own, ...dead].map(existsSync), [true, true, true, true]);
  await restoreHome(kept, again);
  assert.deepEqual([again, ...dead].map(existsSync), [true, false, false]);
});
