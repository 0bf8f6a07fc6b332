import assert from "node:assert/strict";
import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci } from "../../src/index.ts";
import { storedDrawers } from "../stored-drawers.fixture.ts";

const ROOM = { wing: "harbour", room: "log" };

function fileOf(home: string): string {
  return join(home, "projects", "p", "memory", "palace", "harbour", "log.md");
}

/** A home with a room of so many drawers, which were put into its file. */
async function roomOf(t: TestContext, size: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "loci-large-room-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const loci = await openLoci({ home });
  const project = await loci.project("p");
  await project.addDrawer({ text: "The quay was built in 1911.", ...ROOM });
  const text = readFileSync(fileOf(home), "utf8");
  const drawers = Array.from(
    { length: size },
    (_, i) =>
      `<!-- loci:drawer id=d${i} scope=${i % 5 === 0 ? "kb" : "admin"} added=2026-01-01T00:00:00Z -->\n` +
      `Ship number ${i} carried ${i % 7 === 0 ? "<!-- \\loci:drawer\n" : ""}grain ßü.\n<!-- /loci:drawer -->\n\n`,
  );
  writeFileSync(fileOf(home), text.replace("<!-- /loci:room -->", `${drawers.join("")}<!-- /loci:room -->`));
  await project.index([]);
  await project.addDrawer({ text: "The lighthouse is white.", ...ROOM });
  await loci.close();
  return home;
}

test("an addition to a large room reads its last drawers, however many there are", async (t) => {
  const read: number[] = [];
  for (const size of [130, 1_410]) {
    const home = await roomOf(t, size);
    const file = fileOf(home);
    const loci = await openLoci({ home });
    const project = await loci.project("p");
    await project.search("grain");
    let bytes = 0;
    const { readSync, readFileSync } = fs;
    t.mock.method(fs, "readSync", (...given: Parameters<typeof readSync>) => {
      const got = readSync(...given);
      bytes += got;
      return got;
    });
    t.mock.method(fs, "readFileSync", (...given: Parameters<typeof readFileSync>) => {
      assert.notEqual(given[0], file, "the room was read whole");
      return readFileSync(...given);
    });
    syncBuiltinESMExports();
    await project.addDrawer({ text: "A crane stands at the end of it.", ...ROOM });
    t.mock.restoreAll();
    syncBuiltinESMExports();
    read.push(bytes);
    await loci.close();
  }
  assert.ok(read[0] !== undefined && read[0] > 0);
  assert.ok(Math.abs((read[1] as number) - read[0]) < 100, `${read.join(" and ")} bytes`);
});

test("what was added to a large room one by one is stored as a reading of all of it stores it", async (t) => {
  const home = await roomOf(t, 125);
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const added = [];
  for (let i = 0; i < 9; i++)
    added.push(
      await project.addDrawer(
        { text: `Boat ${i} has <!-- /loci:drawer --> a mast.`, ...ROOM },
        { caller: i === 2 ? "user:7" : "owner" },
      ),
    );
  // Said before, in a group that is not read; and one after the other.
  for (let i = 0; i < 2; i++)
    added.push(await project.addDrawer({ text: "The quay was built in 1911.", force: true, ...ROOM }));
  await project.addDrawer({ text: "Boat 3 has no mast any more.", supersedes: [added[3]?.id as string], ...ROOM });
  // Its marker is there still.
  added.push(await project.addDrawer({ text: "Boat 3 has <!-- /loci:drawer --> a mast.", force: true, ...ROOM }));
  writeFileSync(
    fileOf(home),
    readFileSync(fileOf(home), "utf8").replace("Ship number 3 carried", "Ship number 3, the Aldebaran, carried"),
  );
  added.push(await project.addDrawer({ text: "The winch is broken.", ...ROOM }));
  added.push(await project.addDrawer({ text: "The winch is mended.", ...ROOM }));
  const incremental = await storedDrawers(home, "p");
  const ids = readFileSync(fileOf(home), "utf8").match(/(?<=drawer id=)\S+/gu) as readonly string[];
  assert.equal(new Set(ids).size, ids.length);
  assert.equal((await project.search("Aldebaran", { limit: 1 })).hits[0]?.text.includes("Aldebaran"), true);
  const unchanged = await project.index([]);
  assert.deepEqual([unchanged.files.indexed, unchanged.drawers.added], [0, 0]);
  await project.rebuild();
  assert.deepEqual(await storedDrawers(home, "p"), incremental);
  const wrong = async () => (await project.doctor()).filter(({ severity }) => severity !== "ok");
  assert.deepEqual(await wrong(), []);
  const file = readFileSync(fileOf(home), "utf8");
  writeFileSync(fileOf(home), file.replace("The winch is mended.", "The winch is melted."));
  assert.equal((await wrong()).length, 1);
  for (const { id } of added.filter((_, i) => i !== 3))
    assert.ok(
      incremental.some((drawer) => drawer.id === id),
      id,
    );
});
