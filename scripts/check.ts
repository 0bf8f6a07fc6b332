import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** What `npm run check` runs: every check, also behind one that fails; the last lines name those that did. */
const CHECKS: readonly (readonly [script: string, ...args: string[]])[] = [
  [join("node_modules", "oxfmt", "bin", "oxfmt"), "--check"],
  ...["shape", "imports", "exports", "docs"].map((name) => [join("scripts", `check-${name}.ts`)] as const),
];
const root = join(import.meta.dirname, "..");

const failed = CHECKS.filter(([script, ...args]) => {
  console.log(`── ${script}`);
  const { status, error } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  if (error !== undefined) console.error(error.message);
  return status !== 0;
});
for (const [script, ...args] of failed) console.error(`FAILED: node ${[script, ...args].join(" ")}`);
console.log(
  failed.length === 0 ? `all ${CHECKS.length} checks passed` : `${failed.length} of ${CHECKS.length} checks failed`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
