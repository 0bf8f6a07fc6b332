import assert from "node:assert/strict";
import { chmodSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DEFAULT_ENGINES } from "../../src/engine/engines.ts";
import { openLoci } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

test("an unchanged document is opened without being read; touched, changed and gone ones are told apart", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": note(1) });
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  const file = join(notes, "a.md");
  const [hit] = (await project.search("version")).hits;
  const id = hit?.id as string;
  const fresh = async (): Promise<boolean | undefined> => (await project.expand([id])).drawers[0]?.fresh;
  // Of the size and time that were recorded, and not readable: it isn't opened. (The superuser may read all the same.)
  chmodSync(file, 0o000);
  assert.equal(await fresh(), true);
  assert.equal((await project.drawerSource(id)).fresh, true);
  chmodSync(file, 0o600);
  utimesSync(file, 5, 5);
  assert.equal(await fresh(), true);
  const before = statSync(file);
  writeFileSync(file, `One more line.\n${note(1)}`);
  const [moved] = (await project.expand([id])).drawers;
  assert.deepEqual([moved?.fresh, moved?.lines?.start], [true, (hit?.lines?.start ?? 0) + 1]);
  writeFileSync(file, "Something else.\n");
  assert.equal(await fresh(), false);
  writeFileSync(file, note(1));
  utimesSync(file, before.atime, before.mtime);
  assert.equal(await fresh(), true);
});

test("a section is opened by reading about as much as it holds, however large its document", async (t) => {
  const folder = temporaryFolder(t);
  const words = (n: number): string => Array.from({ length: 60 }, (_, i) => `word${n * 7 + i}`).join(" ");
  const chapter = (n: number): string =>
    `## Chapter ${n}\n\n${words(n)}\n\n### Part a ${n}\n\n${words(n + 1)}\n\n### Part b ${n}\n\n${words(n + 2)}\n\n`;
  const chapters = Array.from({ length: 150 }, (_, n) => chapter(n)).join("");
  writeNotes(join(folder, "notes"), { "a.md": `# Book\n\nIt begins.\n\n${chapters}` });
  let read = 0;
  const loci = await openLoci({
    home: join(folder, "home"),
    settings: { embedding: { provider: "none" } },
    engines: {
      async openIndexHouse(place, memory) {
        const house = await DEFAULT_ENGINES.openIndexHouse(place, memory);
        return {
          ...house,
          async open() {
            const index = await house.open();
            const { documentDrawers } = index;
            index.documentDrawers = async (...asked) => {
              const drawers = await documentDrawers.apply(index, asked);
              read += drawers.length;
              return drawers;
            };
            return index;
          },
        };
      },
    },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  for (const chapter of [0, 75, 149]) {
    const all = await project.search(`"chapter ${chapter}"`, { mode: "lexical", limit: 50 });
    const hit = all.hits.find(({ heading }) => heading === `Chapter ${chapter}`);
    read = 0;
    const { drawers } = await project.expand([hit?.id as string], { section: true });
    assert.deepEqual(
      drawers.map(({ heading }) => heading),
      [`Chapter ${chapter}`, `Part a ${chapter}`, `Part b ${chapter}`],
    );
    assert.ok(read < 50, `${read} drawers were read`);
  }
  const [book] = (await project.search("it begins", { limit: 1 })).hits;
  read = 0;
  assert.equal((await project.expand([book?.id as string], { section: true })).drawers.length, 451);
  assert.ok(read < 2_000);
});
