import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteCatalog } from "./open-catalog.ts";

test("what a search asks for is read again after a write of it, and after no other of this process", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-catalog-"));
  const catalog = await openSqliteCatalog(join(folder, "catalog.sqlite"));
  t.after(async () => {
    await catalog.close();
    rmSync(folder, { recursive: true });
  });
  const first = await catalog.forSearch();
  await catalog.accesses.record([{ drawer: "a", kind: "shown", caller: "owner", queryHash: null, time: 1 }]);
  await catalog.leases.take("s", { pid: 7, host: "here", token: "A" }, 1);
  assert.equal(await catalog.forSearch(), first);
  await catalog.palace.change((edits) => ({ ...edits, corrections: [{ kind: "wing", from: "a", to: "b" }] }));
  assert.notEqual(await catalog.forSearch(), first);
});
