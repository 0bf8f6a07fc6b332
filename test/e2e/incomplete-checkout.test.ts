import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

test("a checkout without the programs of its platform is told so in a line, and built by none", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-checkout-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const check = join(folder, "tools", "node", "check.js");
  cpSync(join(import.meta.dirname, "..", "..", "tools", "node"), join(folder, "tools", "node"), { recursive: true });
  const run = () => spawnSync(process.execPath, [check], { encoding: "utf8" });
  const missing = run();
  assert.equal(missing.status, 3);
  assert.match(
    missing.stderr,
    /^error: a checkout is built with @typescript\/typescript-\S+, @rolldown\/binding-\S+, @esbuild\/\S+/u,
  );
  assert.match(missing.stderr, /npm ci without --omit=optional/u);
  const platform = `${process.platform}-${process.arch}`;
  for (const name of [
    `@typescript/typescript-${platform}`,
    `@rolldown/binding-${platform}-gnu`,
    `@esbuild/${platform}`,
  ])
    mkdirSync(join(folder, "node_modules", name), { recursive: true });
  assert.deepEqual([run().status, run().stderr], [0, ""]);
});
