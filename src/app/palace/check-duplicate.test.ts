import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { checkDuplicate } from "./check-duplicate.ts";

/** A model whose cosines all lie near one, as those of some are: two texts that have nothing to do with each other give .95. */
const squeezed = (texts: readonly string[]): Float32Array[] =>
  texts.map((text) => Float32Array.from([1, text.length % 2 === 0 ? 0.16 : -0.16, 0]));

test("a model whose cosines lie high makes no duplicates of what isn't alike", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-duplicate-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const index = {
    candidates: async () => await Promise.resolve({ candidates: [{ id: "a", dense: 0.95 }] }),
    get: async () => await Promise.resolve([{ drawer: { id: "a", text: "rain is due on the coast" } }]),
  };
  const project = (mean: number, deviation: number): OpenedProject =>
    ({
      indexHandle: { use: async (work: (given: unknown) => unknown) => await work(index) },
      settings: { chunking: { max_chunk_size: 1_500 } },
      provider: async () =>
        await Promise.resolve({ embedPassages: async (texts: string[]) => await Promise.resolve(squeezed(texts)) }),
      unrelated: async () => await Promise.resolve({ mean, deviation }),
    }) as unknown as OpenedProject;
  const asked = "the kiln was fired at dawn";
  assert.equal((await checkDuplicate(project(0.9, 0.03), asked, "kb")).duplicate, false);
  assert.equal((await checkDuplicate(project(0.07, 0.09), asked, "kb")).duplicate, true);
  const loci = await openLoci({ home });
  t.after(async () => await loci.close());
  const bundled = await loci.project("p");
  await bundled.addDrawer({ text: "We fire the kiln twice a week.", wing: "pots", room: "kiln", scope: "kb" });
  assert.equal((await bundled.checkDuplicate("we fire the kiln twice a week")).duplicate, true);
  assert.equal((await bundled.checkDuplicate("We fire the kiln three times a week.")).duplicate, false);
});
