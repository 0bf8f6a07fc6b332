import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Makes dist/ from src/: what the package ships and what bin/loci.js starts. Runs on `npm ci` (the script `prepare`), so it
 * uses nothing but the compiler, called by its file: no PATH, no shell. The new folder takes the place of the old one only
 * when everything compiled, so a running `loci` never meets half a build.
 */
const root = join(import.meta.dirname, "..");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const dist = join(root, "dist");
const fresh = join(root, `dist.${process.pid}.new`);
const stale = join(root, `dist.${process.pid}.old`);

const { status, error } = spawnSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", fresh], { cwd: root, stdio: "inherit" });
try {
  if (error !== undefined) throw error;
  if (status === 0) {
    if (existsSync(dist)) renameSync(dist, stale);
    renameSync(fresh, dist);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
  rmSync(stale, { recursive: true, force: true });
}
process.exitCode = status ?? 1;
