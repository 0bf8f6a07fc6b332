/**
 * Does a thousand sessions of use make it worse? Simulated without clients (`test/quality/used-sessions.fixture.ts`): asked, answered, a fifth of the time
 * falsely, remarked upon, resumed, branched, recorded by hooks and mined again. Run: node evals/use/sessions.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../../src/index.ts";
import { storedDrawers } from "../../test/stored-drawers.fixture.ts";
import { UsedSessions } from "../../test/quality/used-sessions.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "loci-used-"));
const home = join(root, "home");
const loci = await openLoci({ home });
try {
  const used = await UsedSessions.open(loci, root);
  console.log("| sessions | document first | among 3 | among 10 | covered without an answer | drawers of messages |");
  console.log("|---|---|---|---|---|---|");
  for (const sessions of [0, 10, 100, 1000]) {
    await used.liveUntil(sessions, 50);
    const { first, third, tenth, falselyCovered } = await used.quality();
    const drawers = (await storedDrawers(home, "used")).filter(({ message }) => message !== null).length;
    console.log(`| ${sessions} | ${first} | ${third} | ${tenth} | ${falselyCovered} | ${drawers} |`);
  }
  const name = await used.once();
  const spelt = async (project: string): Promise<string> =>
    (await storedDrawers(home, project))
      .filter(({ message }) => message !== null)
      .map(({ id, text }) => `${id} ${text}`)
      .sort()
      .join("\n");
  console.log(`\nThe drawers are those of each message indexed once: ${(await spelt("used")) === (await spelt(name))}`);
} finally {
  await loci.close();
  rmSync(root, { recursive: true, force: true });
}
