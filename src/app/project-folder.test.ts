import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { projectFolder } from "./project-folder.ts";

test("docs/data.md names every part of a project's folder", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "data.md"), "utf8");
  const { root, ...parts } = projectFolder("/home/me/.loci", "p");
  for (const path of Object.values(parts))
    assert.ok(page.includes(`\`${relative(root, path)}`), `docs/data.md says nothing of '${relative(root, path)}'`);
});
