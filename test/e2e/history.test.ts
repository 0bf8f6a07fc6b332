import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openLoci } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { answers } from "./project-state.fixture.ts";

type Step =
  | { readonly do: "write"; readonly file: number; readonly version: number }
  | { readonly do: "delete"; readonly file: number }
  | { readonly do: "move"; readonly file: number; readonly to: number }
  | { readonly do: "index" }
  | { readonly do: "cancel"; readonly after: number };

const file = fc.integer({ min: 0, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("write" as const), file, version: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move" as const), file, to: file }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("index" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), after: fc.integer({ min: 0, max: 8 }) }) },
);
const path = (number: number): string => `${number % 3}/note-${number}.md`;

test(
  "whatever happened to the files and however often they were indexed on the way, the answers are those of a clean index",
  { timeout: 120_000 },
  async (t) => {
    const folder = temporaryFolder(t);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const base = join(folder, String(run++));
        const notes = join(base, "notes");
        mkdirSync(notes, { recursive: true });
        const loci = await openLoci({ home: join(base, "home"), batch: { drawers: 5, bytes: 1_000_000 } });
        const project = await loci.project("p");
        for (const one of steps) {
          if (one.do === "write") writeNotes(notes, { [path(one.file)]: note(one.file, one.version) });
          else if (one.do === "delete") rmSync(join(notes, path(one.file)), { force: true });
          else if (one.do === "move" && existsSync(join(notes, path(one.file)))) {
            mkdirSync(dirname(join(notes, path(one.to))), { recursive: true });
            renameSync(join(notes, path(one.file)), join(notes, path(one.to)));
          } else if (one.do === "index") await project.index([notes], { scope: "kb" });
          else if (one.do === "cancel") {
            const controller = new AbortController();
            let events = 0;
            await project.index([notes], {
              scope: "kb",
              signal: controller.signal,
              onProgress: () => events++ === one.after && controller.abort(),
            });
          }
        }
        assert.equal((await project.index([notes], { scope: "kb" })).status, "done");
        const clean = await openLoci({ home: join(base, "clean") });
        const other = await clean.project("p");
        await other.index([notes], { scope: "kb" });
        assert.deepEqual((await project.status()).counts, (await other.status()).counts);
        assert.deepEqual(await answers(project), await answers(other));
        await loci.close();
        await clean.close();
        rmSync(base, { recursive: true });
      }),
      { numRuns: rounds(20, 3) },
    );
  },
);
