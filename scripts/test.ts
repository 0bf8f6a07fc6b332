import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { globSync } from "tinyglobby";

/**
 * Everything that must be green, in the order in which it fails soonest: types, who imports whom, what nobody imports, the built command line, the
 * docs, then the tests. `npm test`, or `npm test -- FILES…` for some test files alone. Fails when no test ran.
 */
const root = join(import.meta.dirname, "..");
const PATTERNS = [
  "src/**/*.test.ts",
  "scripts/**/*.test.ts",
  "test/**/*.test.ts",
  "evals/**/*.test.ts",
  "bench/**/*.test.ts",
];
/** Test files at once: two cores are what a small machine has; more would disturb tests that measure time. */
const WORKERS = 2;

const asked = process.argv.slice(2);
const files = (
  asked.length > 0 ? globSync(asked, { cwd: root }) : globSync(PATTERNS, { cwd: root, ignore: ["**/node_modules/**"] })
).sort();
if (files.length === 0) {
  console.error("no test file was found");
  process.exit(1);
}

const steps: readonly (readonly [what: string, ...args: string[]])[] = [
  ...(asked.length > 0
    ? []
    : ([
        ["types", join("node_modules", "typescript", "bin", "tsc"), "--noEmit"],
        ["types of the page", join("node_modules", "typescript", "bin", "tsc"), "--noEmit", "-p", "web"],
        [
          "format",
          join("node_modules", "prettier", "bin", "prettier.cjs"),
          "--check",
          "--cache",
          ".",
          "--log-level",
          "warn",
        ],
        ["imports", join("scripts", "check-imports.ts")],
        ["exports", join("scripts", "check-exports.ts")],
        ["build", join("scripts", "build.ts")],
        ["shape", join("scripts", "check-shape.ts")],
        ["docs", join("scripts", "check-docs.ts")],
      ] as const)),
  // A client of a server that was killed keeps its process alive: a file ends with its last test.
  [
    "tests",
    "--test",
    "--test-force-exit",
    `--test-concurrency=${WORKERS}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${join(root, "scripts", "slowest-files.ts")}`,
    "--test-reporter-destination=stderr",
    ...files,
  ],
];

const failed: string[] = [];
for (const [what, ...args] of steps) {
  const start = performance.now();
  console.log(`── ${what}`);
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) failed.push(what);
  console.log(
    `── ${what} ${status === 0 ? "passed" : "FAILED"} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
}
console.log(failed.length === 0 ? `all ${steps.length} steps passed` : `failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
