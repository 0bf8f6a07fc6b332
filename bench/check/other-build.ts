import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../measure/public-api.ts";

/** Runs git here; null where it fails. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    // A remote that asks for a password, or doesn't answer, has no such commit.
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
    timeout: 60_000,
  });
  return status === 0 ? stdout.trim() : null;
}

/** The commit that is checked out, as twelve digits. */
export function currentCommit(): string {
  return git("rev-parse", "--short=12", "HEAD") ?? "unknown";
}

/**
 * Another commit, built in a folder of its own, which is kept.
 *
 * @returns its root; null where the commit is in no reach: a shallow clone may lack it, and whoever publishes its history anew
 */
export function buildOf(commit: string, work: string): string | null {
  const root = join(work, `build-${commit}`);
  // Its libraries may be those of a checkout that is gone.
  if (existsSync(join(root, "dist", "index.js")) && existsSync(join(root, "node_modules"))) return root;
  const isThere = (): boolean => git("cat-file", "-e", `${commit}^{commit}`) !== null;
  if (!isThere()) git("fetch", "--depth=1", "origin", commit);
  if (!isThere()) return null;
  rmSync(root, { recursive: true, force: true });
  git("worktree", "prune");
  if (git("worktree", "add", "--detach", root, commit) === null) return null;
  const lock = (folder: string): string => readFileSync(join(folder, "package-lock.json"), "utf8");
  const run = (...args: readonly string[]): unknown => execFileSync("npm", args, { cwd: root, stdio: "ignore" });
  if (lock(root) === lock(ROOT)) symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  else run("ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
  run("run", "build");
  return root;
}
