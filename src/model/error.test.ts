import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** Codes after which there is nothing to do, or only inside Loci. */
const DONE = new Set(["CANCELLED", "INTERNAL", "STORAGE_FAILED"]);

test("every error that somebody can mend says how", () => {
  const root = new URL("../", import.meta.url);
  let seen = 0;
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file.endsWith(".fixture.ts")) continue;
    for (const [call, code = ""] of readFileSync(new URL(file, root), "utf8").matchAll(
      /new LociError\(\s*"([A-Z_]+)",[^;]*\);$/gm,
    )) {
      seen++;
      if (!DONE.has(code)) assert.match(call, /hint|options/, `${file}: ${call.trim()}`);
    }
  }
  assert.ok(seen > 200, String(seen));
});
