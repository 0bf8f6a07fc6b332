import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { keepDurations, lastDurations, tabledDurations } from "./tests/durations.ts";
import { endWithParent } from "./tests/end-with-parent.ts";
import { longestFirst, sharedProcesses, type TestProcess } from "./tests/processes.ts";

/**
 * Runs test files, given as arguments: short ones together, since a process and what it loads and compiles took longer than most of their tests; those
 * that change their own process each alone. What takes longest comes first, so that none of it is left alone at the end.
 * Names the slowest files when all have ended, and the processes that took most processor time: on a busy machine only that can be compared.
 */
const root = join(import.meta.dirname, "..");
/** Processes of tests at once. Two cores are what a small machine has, and many a test waits for a process, a server or a browser: three leave them idle. */
const AT_ONCE = 4;
/** Files that are named, and from how many seconds on. */
const NAMED = 12;
const FROM_SECONDS = 2;
/** How long a process may take to end behind its last test, milliseconds. */
const LINGERS_MS = 30_000;

/** A file with tests of its own, beside those of a suite that several files try. */
const HAS_TESTS = /^\s*(?:test|describe)\(/mu;

const folder = mkdtempSync(join(tmpdir(), "loci-run-"));
// The tests are of the group that this leads where `npm test` started it; a signal to them all came from there.
endWithParent(() => {
  try {
    process.kill(-process.pid, "SIGTERM");
  } catch {
    // Started by hand, in the group of a shell.
  }
});

/** A file with random properties, its own or those of a suite. */
const HAS_PROPERTIES = /from "(?:fast-check|[^"]*\/suite\.ts)"/u;

/**
 * What a process of tests is started with: a file that imports its tests. The first waits until all are there: those that come when others have
 * ended are lost, and a file comes late whose imports wait for something. What it compiled is kept at once, for those that begin meanwhile.
 */
function entrance({ files, needsBuild }: TestProcess, i: number): string {
  const [first] = files as readonly [string];
  const name = `${first.replace(/\.test\.ts$/u, "").replaceAll("/", "-")}-${i}`;
  const tests = join(folder, `${name}.mjs`);
  const random = files.some((file) => HAS_PROPERTIES.test(texts.get(file) ?? ""));
  const imported = [...(random ? [join("scripts", "tests", "seed.ts")] : []), ...files];
  writeFileSync(tests, imported.map((file) => `import ${quoted(join(root, file))};\n`).join(""));
  const entered = join(folder, `${name}.test.mjs`);
  const gate = needsBuild ? `await import(${quoted(join(root, "scripts", "tests", "await-build.ts"))});\n` : "";
  const begun = `import ${quoted(join(root, "scripts", "tests", "test-process.ts"))};\nconst { before } = await import("node:test");\nimport { flushCompileCache } from "node:module";\n`;
  writeFileSync(
    entered,
    `${begun}${gate}const loaded = import(${quoted(tests)});\nbefore(() => loaded);\nawait loaded;\nflushCompileCache();\n`,
  );
  return entered;
}

function quoted(file: string): string {
  return JSON.stringify(pathToFileURL(file).href);
}

const texts = new Map(process.argv.slice(2).map((file) => [file, readFileSync(join(root, file), "utf8")]));
const processes = longestFirst(sharedProcesses(texts, tabledDurations()), lastDurations());
const started = new Map(processes.map((one, i) => [entrance(one, i), one]));
const took = new Map<string, number>();

// A client of a server that was killed keeps its process alive: a process ends with its last test.
const events = run({ files: [...started.keys()], concurrency: AT_ONCE, forceExit: true });
/** Files whose tests had all passed when their process was ended from here. */
const ended = new Set<string>();
/** An event of a test, or of a whole test process, which is named after its file. */
interface TestEvent {
  readonly name: string;
  readonly file?: string | undefined;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}
const isWhole = ({ name, file, nesting }: TestEvent): boolean =>
  nesting === 0 && file !== undefined && (name === file || name.endsWith(relative(root, file)));
const count = (event: TestEvent): void => {
  if (event.nesting > 0 || event.file?.startsWith(root) !== true || isWhole(event)) return;
  const path = relative(root, event.file);
  took.set(path, (took.get(path) ?? 0) + event.details.duration_ms / 1000);
};
events.on("test:pass", count);
events.on("test:fail", (event) => {
  count(event);
  const { file = "", todo, skip } = event;
  if (todo === undefined && skip === undefined && !(isWhole(event) && ended.has(file))) process.exitCode = 1;
});
events.on("test:summary", ({ file, success, duration_ms }) => {
  if (file === undefined) return;
  const files = started.get(file)?.files ?? [];
  // A suite that several files try is told as its own file's.
  if (files.length === 1) took.set(String(files[0]), duration_ms / 1000);
  setTimeout(() => endLingering(file, success), LINGERS_MS).unref();
});
events.compose(spec).on("end", finish).pipe(process.stdout);

/**
 * Node may wait for a thread of its own for ever when a process ends right behind its last test (seen once in some 1,300 processes): such a one
 * is ended from here. What its tests came to was told before.
 */
function endLingering(file: string, success: boolean): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/u.test(name))) {
    try {
      const [, , , parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/\(.*\)/u, "()")
        .split(" ");
      if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(file))
        continue;
    } catch {
      continue;
    }
    if (success) ended.add(file);
    console.log(`${relative(root, file)}: its process did not end by itself`);
    process.kill(Number(pid), "SIGKILL");
  }
}

/** Seconds of processor time of each process of tests, most first. */
function processorTimes(): readonly (readonly [files: readonly string[], seconds: number])[] {
  return [...started]
    .flatMap(([entered, { files }]) => {
      const noted = `${entered}.processor`;
      return existsSync(noted) ? [[files, Number(readFileSync(noted, "utf8")) / 100] as const] : [];
    })
    .sort(([, a], [, b]) => b - a);
}

function finish(): void {
  const processor = processorTimes();
  rmSync(folder, { recursive: true, force: true });
  const slow = [...took].filter(([, seconds]) => seconds >= FROM_SECONDS).sort(([, a], [, b]) => b - a);
  if (slow.length > 0) console.log("slowest files:");
  for (const [file, seconds] of slow.slice(0, NAMED)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  if (processor.length > 0) console.log("most processor time:");
  for (const [[file, ...more], seconds] of processor.slice(0, NAMED))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}${more.length > 0 ? ` and ${more.length} more` : ""}`);
  keepDurations(took);
  const silent = [...texts].flatMap(([file, text]) => (took.has(file) || !HAS_TESTS.test(text) ? [] : [file]));
  if (silent.length === 0) return;
  console.log(`no test ran of ${silent.join(", ")}`);
  process.exitCode = 1;
}
