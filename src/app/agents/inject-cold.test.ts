import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

test("a prompt loads the grammar of facts where something was told, and not before", async () => {
  // In a process of its own: in that of other tests it is there already.
  const fixture = new URL("inject-cold.fixture.ts", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", fixture]);
  const [before, after] = JSON.parse(stdout) as readonly (readonly [text: string, isRead: boolean])[];
  assert.match(before?.[0] ?? "", /8099/u);
  assert.match(after?.[0] ?? "", /17/u);
  assert.deepEqual([before?.[1], after?.[1]], [false, true]);
});
