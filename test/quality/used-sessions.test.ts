import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { storedDrawers } from "../stored-drawers.fixture.ts";
import { UsedSessions } from "./used-sessions.fixture.ts";

test("use makes nothing worse, and stores what indexing each message once stores", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-used-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const used = await UsedSessions.open(loci, root);
  const before = await used.quality();
  assert.ok(before.tenth >= 48, JSON.stringify(before));
  for (const sessions of [10, rounds(200, 20)]) {
    await used.liveUntil(sessions, 10);
    const after = await used.quality();
    const said = `${sessions} sessions: ${JSON.stringify(after)}, before: ${JSON.stringify(before)}`;
    assert.ok(after.first >= before.first && after.third >= before.third && after.tenth >= before.tenth, said);
    assert.ok(after.falselyCovered <= before.falselyCovered, said);
  }
  const name = await used.once();
  await loci.close();
  const messages = async (project: string): Promise<readonly string[]> =>
    (await storedDrawers(home, project))
      .filter(({ message }) => message !== null)
      .map(({ id, text, message }) => JSON.stringify([id, message?.role, text]))
      .sort();
  assert.deepEqual(await messages("used"), await messages(name));
});
