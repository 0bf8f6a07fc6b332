import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

async function open(t: TestContext, home: string): Promise<Project> {
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return await loci.project("p");
}

/** Found by a question each: drawer, place and source. */
async function found(project: Project): Promise<unknown> {
  const answers = await Promise.all(
    ["periscopes", "zeppelins", "snorkels", "submarines", "falcon"].map((question) =>
      project.search(question, { limit: 5, now: "2026-01-01T00:00:00Z" }),
    ),
  );
  return answers.map(({ hits }) =>
    hits.map(({ id, wing, room, score, source }) => ({ id, wing, room, score, path: source.path })),
  );
}

for (const original of ["gone", "left where it was"]) {
  test(`a data folder that was copied keeps what was born in it, with the original ${original}`, async (t) => {
    const folder = temporaryFolder(t);
    const [notes, home, copy] = [join(folder, "notes"), join(folder, "home"), join(folder, "elsewhere", "copy")];
    writeNotes(notes, { "a.md": note(1) });
    const before = await open(t, home);
    await before.index([notes], { scope: "kb" });
    const { id } = await before.addDrawer({
      text: "Periscopes stand in the north window.",
      wing: "w",
      room: "r",
      scope: "kb",
    });
    await before.correct("move-drawer", { id, room: "optics" });
    await before.indexText({ name: "zep", text: "Zeppelins cross the bay at noon." }, { scope: "kb" });
    await before.addDocument({ name: "s.md", bytes: Buffer.from("Snorkels hang behind the door.") }, { scope: "kb" });
    await before.addMessage("planning", {
      id: "m1",
      role: "user",
      text: "Submarines surface on Mondays.",
      time: "2025-01-01T00:00:00Z",
    });
    const expected = await found(before);
    await before.close();
    cpSync(home, copy, { recursive: true });
    if (original === "gone") rmSync(home, { recursive: true });

    const project = await open(t, copy);
    assert.deepEqual(await found(project), expected, "as it was");
    assert.equal((await project.expand([id])).drawers[0]?.fresh, true);
    const { status, files } = await project.index([]);
    assert.deepEqual([status, files.removed, files.failed], ["done", 0, 0]);
    assert.deepEqual(await found(project), expected, "after a run");
    assert.equal((await project.rebuild()).status, "done");
    assert.deepEqual(await found(project), expected, "after a rebuild");

    const sources = (await project.sources()).map(({ key, root }) => ({
      key,
      isHere: root === notes || root.startsWith(copy),
    }));
    assert.ok(sources.every(({ isHere }) => isHere));
    await project.addDrawer({ text: "A second passage, about sextants.", wing: "w", room: "r", scope: "kb" });
    await project.indexText({ name: "zep", text: "Zeppelins cross the bay at one." }, { scope: "kb" });
    await project.addMessage("planning", {
      id: "m2",
      role: "user",
      text: "They dive on Fridays.",
      time: "2025-01-02T00:00:00Z",
    });
    assert.deepEqual(
      (await project.sources()).map(({ key }) => key),
      sources.map(({ key }) => key),
      "no source twice",
    );
    const [first] = (await project.search("sextants")).hits;
    assert.match(first?.text ?? "", /sextants/);
    assert.deepEqual(
      (await project.doctor()).filter(({ severity }) => severity === "error"),
      [],
    );
    await project.close();
  });
}
