import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** By how many hours the clocks of the processes are wrong. */
const HOURS = [-9, 0, 31];

test("processes whose clocks are hours apart index one folder together: none is turned away, nothing is done twice", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const shared = join(folder, "shared");
  const notes = (from: number) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`note-${i}.md`, note(from + i)]));
  writeNotes(shared, notes(0));
  for (const hours of HOURS) writeNotes(join(folder, `own${hours}`), notes(1_000 + 100 * hours));
  const fixture = fileURLToPath(new URL("many-processes.fixture.ts", import.meta.url));
  const ended = await Promise.all(
    HOURS.map(async (hours) => {
      const clock = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000};`;
      const child = spawn(
        process.execPath,
        [
          "--disable-warning=ExperimentalWarning",
          "--import",
          `data:text/javascript,${encodeURIComponent(clock)}`,
          fixture,
          home,
          "p",
          shared,
          join(folder, `own${hours}`),
        ],
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      let [output, errors] = ["", ""];
      child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString("utf8")));
      child.stderr.on("data", (bytes: Buffer) => (errors += bytes.toString("utf8")));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, output, errors };
    }),
  );
  for (const { code, output, errors } of ended) {
    assert.equal(code, 0, errors);
    const { statuses, failed } = JSON.parse(output) as { statuses: string[]; failed: unknown[] };
    assert.deepEqual([statuses, failed], [["done", "done", "done"], []]);
  }
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const added = (await project.jobs({ limit: 100 })).reduce((sum, { drawers }) => sum + drawers.added, 0);
  assert.equal(added, (await project.status()).counts.drawers);
});
