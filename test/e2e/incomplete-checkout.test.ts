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
  assert.match(missing.stderr, /^error: a checkout is built with @typescript\/typescript-\S+ and @esbuild\/\S+/u);
  assert.match(missing.stderr, /npm ci without --omit=optional/u);
  for (const name of ["@typescript/typescript", "@esbuild"]) {
    const platform = `${process.platform}-${process.arch}`;
    mkdirSync(join(folder, "node_modules", name === "@esbuild" ? `${name}/${platform}` : `${name}-${platform}`), {
      recursive: true,
    });
  }
  assert.deepEqual([run().status, run().stderr], [0, ""]);
});
