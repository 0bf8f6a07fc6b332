import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LociError, openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

test("a forget that couldn't even be noted down says that nothing was forgotten, and promises nothing", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  const project = await loci.project("p");
  await project.addDrawer({ text: "The spare key is with Mirabel.", wing: "house", room: "keys", scope: "kb" });
  const catalog = join(home, "projects", "p", "catalog.sqlite");
  renameSync(catalog, `${catalog}.away`);
  await assert.rejects(project.forget("Mirabel", { yes: true }), (thrown) => {
    assert.ok(thrown instanceof LociError);
    assert.match(thrown.message, /\(nothing was forgotten; forget it again\)$/u);
    assert.doesNotMatch(thrown.message, /halfway|goes on/u);
    return true;
  });
  await loci.close();
  renameSync(`${catalog}.away`, catalog);
  const again = await openLoci({ home });
  t.after(() => again.close());
  const { removed } = await (await again.project("p")).forget("Mirabel", { yes: true });
  assert.equal(removed.length, 1);
});
