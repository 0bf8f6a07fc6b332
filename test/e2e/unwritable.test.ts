import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { LociError, openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

/** Everything that is kept as a file of the project, by the folder that it is kept in. */
const WRITES: Readonly<Record<string, (project: Project) => Promise<unknown>>> = {
  "memory/piped": (project) => project.indexText({ name: "tea", text: "Sencha is green." }, { scope: "kb" }),
  uploads: (project) =>
    project.addDocument({ name: "tea.md", bytes: new TextEncoder().encode("Sencha is green.") }, { scope: "kb" }),
  chats: (project) => project.addMessage("tea", { id: "m1", role: "user", text: "Sencha is green." }),
  "memory/palace": (project) =>
    project.addDrawer({ wing: "tea", room: "green", scope: "kb", text: "Sencha is green." }),
};

for (const [folder, write] of Object.entries(WRITES)) {
  test(`what can't be kept in ${folder} is refused with an error that says so, and nothing is indexed`, async (t) => {
    const home = temporaryFolder(t);
    const loci = await openLoci({ home });
    t.after(() => loci.close());
    const project = await loci.project("p");
    const place = join(home, "projects", "p", folder);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, "a file where a folder should be");
    await assert.rejects(
      write(project),
      (thrown) => thrown instanceof LociError && thrown.code === "STORAGE_FAILED" && thrown.hint !== "",
    );
    assert.equal((await project.status()).counts.drawers, 0);
  });
}
