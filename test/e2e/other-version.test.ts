import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { DEFAULT_ENGINES } from "../../src/engine/engines.ts";
import { DelegatingIndex } from "../contract/search-index/delegating-index.fixture.ts";
import type { IndexFinding } from "../../src/storage/ports/search-index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

test("between an upgrade and the next run the doctor says that sources are read again, and calls no term a fault", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": note(1) });
  const before = await openLoci({ home });
  await (await before.project("p")).index([notes], { scope: "kb" });
  await (
    await before.project("p")
  ).addDrawer({ text: "The oboe is in the attic.", wing: "house", room: "attic", scope: "kb" });
  await before.close();
  // As an earlier version leaves it.
  const catalog = new DatabaseSync(join(home, "projects", "p", "catalog.sqlite"));
  catalog.exec(
    `UPDATE catalog_records SET body = json_set(substr(body, 1, length(body) - 9), '$.recipe', 'another') WHERE kind = 'source' AND name LIKE '"notes-%'`,
  );
  catalog.close();

  const asked: (readonly string[] | undefined)[] = [];
  class AskedIndex extends DelegatingIndex {
    override check(deep: boolean, current?: ReadonlySet<string>): Promise<readonly IndexFinding[]> {
      asked.push(current === undefined ? undefined : [...current].map((key) => key.replace(/-.*/, "")));
      return super.check(deep, current);
    }
  }
  const loci = await openLoci({
    home,
    engines: {
      openIndexHouse: async (place, memory) => {
        const house = await DEFAULT_ENGINES.openIndexHouse(place, memory);
        return { ...house, open: async () => new AskedIndex(await house.open()) };
      },
    },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const said = async (): Promise<readonly string[]> =>
    (await project.doctor({ deep: true }))
      .filter(({ severity }) => severity !== "ok")
      .map(({ check, severity, what, next }) => `${severity} ${check}: ${what} → ${next}`);
  assert.deepEqual(await said(), [
    "warning files: source 'notes': the next run reads it again: another version, other settings, or a source that is gone → loci index",
  ]);
  assert.deepEqual(asked, [["palace"]]);
  await project.index([]);
  assert.deepEqual(await said(), []);
  assert.deepEqual(asked[1], ["notes", "palace"]);
});
