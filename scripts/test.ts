import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { endWithParent } from "./tests/end-with-parent.ts";

/**
 * Everything that must be green, side by side: types, format, who imports whom and what nobody imports; the built command line, its shape and the
 * docs; and the tests, of which those that need the build wait for it. `npm test`, or `npm test -- FILES…` for some test files alone. Fails when no
 * test ran. The packed product has a suite of its own (`npm run test:package`); so have real agents and whole manuals, which are asked for by name.
 */
const root = join(import.meta.dirname, "..");
const PATTERNS = [
  "src/**/*.test.ts",
  "extensions/**/*.test.ts",
  "scripts/**/*.test.ts",
  "test/**/*.test.ts",
  "evals/**/*.test.ts",
  "bench/**/*.test.ts",
];
/** Suites of their own: they need what isn't in the checkout, and minutes (`.ci/run`). */
const APART = ["test/package/**", "test/clients/**", "test/manuals/**", "extensions/{milvus,postgres}/test/**"];
const TYPESCRIPT = join("node_modules", "typescript", "bin", "tsc");

/** One checker: several work out the same types. What it found out is kept, so that the next run looks at what has changed. */
function checked(name: string): readonly string[] {
  return ["--checkers", "1", "--incremental", "--tsBuildInfoFile", join(root, ".cache", `${name}.tsbuildinfo`)];
}

type Step = readonly [what: string, ...args: string[]];
/** Steps that only read the sources. */
const SOURCES: readonly Step[] = [
  ["types", TYPESCRIPT, "--noEmit", ...checked("types")],
  ["types of the page", TYPESCRIPT, "--noEmit", "-p", "web", ...checked("types-of-the-page")],
  ["imports", join("scripts", "check-imports.ts")],
  ["exports", join("scripts", "check-exports.ts")],
  ["format", join("node_modules", "oxfmt", "bin", "oxfmt"), "--check"],
];
/** The types are checked beside it. What `npm ci` has built of these sources is kept. */
const BUILD: Step = ["build", join("scripts", "build.ts"), "--keep", "--noCheck", "--checkers", "1"];
/** Steps that read the build, beside tests. */
const BUILT: readonly Step[] = [
  ["shape", join("scripts", "check-shape.ts")],
  ["docs", join("scripts", "check-docs.ts")],
];

const asked = process.argv.slice(2);
const files = (
  asked.length > 0
    ? globSync(
        asked.map((one) => (/\.\w+$/u.test(one) ? one : join(one, "**", "*.test.ts"))),
        { cwd: root, ignore: ["**/node_modules/**"] },
      )
    : globSync(PATTERNS, { cwd: root, ignore: ["**/node_modules/**", ...APART] })
).sort();
if (files.length === 0) {
  console.error("no test file was found");
  process.exit(1);
}
const tests: Step = ["tests", join("scripts", "run-tests.ts"), ...files];
const rows: readonly (readonly Step[])[] = asked.length > 0 ? [[tests]] : [[BUILD, ...BUILT], SOURCES, [tests]];

/** A file system in memory, where there is one. */
const MEMORY = "/dev/shm";
/** Bytes free there from which on it takes the temporary files of the tests; the machine needs as many again for the tests themselves. */
const ENOUGH = 4e9;

/** Where temporary files of the tests lie: synced writes of hundreds of small databases took half of the time of many a test. */
function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH && freemem() >= 2 * ENOUGH) return MEMORY;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

const temporary = mkdtempSync(join(temporaryRoot(), "loci-tests-"));
// The database of some tests runs as a user of its own, and has to get at its folder in this one.
chmodSync(temporary, 0o711);
/** Says how the build ended, to the tests that wait for it. */
const build = join(temporary, "build");
const environment = {
  ...process.env,
  ...(asked.length === 0 && { TESTS_AWAIT_BUILD: build }),
  TMPDIR: temporary,
  // A process of a test compiles what an earlier one has compiled, types erased, no more: a third to a half of a short test.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(root, ".cache", "compiled"),
};

function tellBuilt(passed: boolean): void {
  writeFileSync(`${build}.new`, passed ? "passed" : "failed");
  renameSync(`${build}.new`, build);
}

/** Groups of processes that run now, by the process that leads them. */
const groups = new Set<number>();
endWithParent(() => {
  for (const group of groups) process.kill(-group, "SIGTERM");
  rmSync(temporary, { recursive: true, force: true });
});

/** Runs a step; what it says is shown when it has ended, that of the tests at once. */
async function run([what, ...args]: Step): Promise<boolean> {
  const start = performance.now();
  if (what === tests[0]) console.log(`── ${what}`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: what === tests[0] ? "inherit" : "pipe",
    // A group of its own, which can be ended as a whole.
    detached: true,
  });
  if (child.pid !== undefined) groups.add(child.pid);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => output.push(piece));
  child.on("error", (error) => console.error(error.message));
  const passed = await new Promise<boolean>((resolve) => child.on("close", (status) => resolve(status === 0)));
  groups.delete(child.pid ?? 0);
  process.stdout.write(Buffer.concat(output));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${what} ${passed ? "passed" : "FAILED"} in ${seconds} s`);
  return passed;
}

const failed: string[] = [];
try {
  await Promise.all(
    rows.map(async (row) => {
      for (const step of row) {
        const passed = await run(step);
        if (!passed) failed.push(step[0]);
        if (step === BUILD) tellBuilt(passed);
      }
    }),
  );
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
/** Seconds of processor time of all processes that were started here and have ended; null where the system doesn't say. */
function processorSeconds(): number | null {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").replace(/^.*\)/u, "").trim().split(" ");
    // Of ended children, in the kernel and out of it, in hundredths.
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

const processor = processorSeconds();
if (processor !== null) console.log(`── processor time ${processor.toFixed(0)} s`);
console.log(failed.length === 0 ? `all ${rows.flat().length} steps passed` : `failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
