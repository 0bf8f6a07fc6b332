import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { redTeam } from "./redteam.ts";

test("of attacks inside real manuals and chats nothing gets through", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-redteam-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true });
  });
  const project = await loci.project("p");
  await assert.rejects(redTeam(project), { code: "NOTHING_TO_INDEX" });
  await project.index([fileURLToPath(new URL("../../docs", import.meta.url))], { scope: "kb" });
  for (let i = 0; i < 4; i++)
    await project.addMessage("c", {
      id: `m${i}`,
      role: "user",
      text: `On day ${i} we walked along the river until the mill, and Anna said that the bridge is closed in winter.`,
    });
  const report = await redTeam(project);
  assert.ok(report.cases >= 150, `${report.cases} cases`);
  assert.deepEqual(report.failures, []);
  assert.equal(
    report.attacks.reduce((sum, { cases }) => sum + cases, 0),
    report.cases,
  );
});
