import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./notes.fixture.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMPILER = join(ROOT, "tools", "oldest-types", "node_modules", "typescript", "bin", "tsc");
// npm ci brings it; a checkout that was put together by hand may lack it.
const MISSING = !existsSync(COMPILER) && process.env.CI !== "true";

test(
  "the types of library and client compile under TypeScript 5.6, their packages checked too",
  { skip: MISSING },
  (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
    symlinkSync(ROOT, join(folder, "node_modules", "loci"));
    symlinkSync(join(ROOT, "node_modules", "@types", "node"), join(folder, "node_modules", "@types", "node"));
    for (const name of ["library.ts", "http-client.ts"]) copyFileSync(join(ROOT, "examples", name), join(folder, name));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const compilerOptions = {
      target: "es2023",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { status, stdout } = spawnSync(process.execPath, [COMPILER, "-p", folder], { encoding: "utf8" });
    assert.equal(stdout, "");
    assert.equal(status, 0);
  },
);
