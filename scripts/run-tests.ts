import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";

/**
 * Runs test files, given as arguments: unit tests of one folder together, since a process and what it loads took longer than most of their tests; those
 * that start processes and servers themselves each alone. What took longest the last time comes first, so that none of it is left alone at the end.
 * Names the slowest files when all have ended.
 */
const root = join(import.meta.dirname, "..");
const DURATIONS = join(root, ".cache", "test-durations.json");
/** Test files at once. Two cores are what a small machine has, and many a test waits for a process, a server or a browser. */
const AT_ONCE = 3;
/** Files that are named, and from how many seconds on. */
const NAMED = 12;
const FROM_SECONDS = 2;
/** How long a process may take to end behind its last test, milliseconds. */
const LINGERS_MS = 30_000;

/** Seconds by file, of the last run that it was part of. */
function durations(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(DURATIONS, "utf8")) as Record<string, number>));
  } catch {
    return new Map();
  }
}

/** A file that never ran: those of `test/` start processes and servers. */
function presumed(file: string): number {
  return file.startsWith("test/") ? 5 : 0.5;
}

/** Tests that start processes and servers, and wait for them. */
const ALONE = /^(?:test|src\/surfaces)\//u;

/** Unit tests that run together at most: some seconds, so that nobody waits for the last process. */
const TOGETHER = 16;

/** Which files run in one process: the same ones together each time, whatever they took. */
function processes(files: readonly string[]): readonly (readonly string[])[] {
  const folders = Map.groupBy(files.toSorted(), (file) => (ALONE.test(file) ? file : folderOf(file)));
  return [...folders.values()].flatMap((all) => {
    const parts = Math.ceil(all.length / TOGETHER);
    return Array.from({ length: parts }, (_, i) =>
      all.slice(Math.round((i * all.length) / parts), Math.round(((i + 1) * all.length) / parts)),
    );
  });
}

/** `src/text` of `src/text/slug.test.ts` */
function folderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

const lasted = durations();
const expected = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (lasted.get(file) ?? presumed(file)), 0);
const folder = mkdtempSync(join(tmpdir(), "loci-run-"));
/** What a process of tests is started with: the file, or one that imports several. */
const started = processes(process.argv.slice(2))
  .toSorted((a, b) => expected(b) - expected(a))
  .map((files, i) => {
    const [first] = files as [string];
    if (files.length === 1) return join(root, first);
    const together = join(folder, `${folderOf(first).replace("/", "-")}-${i}.test.mjs`);
    writeFileSync(
      together,
      files.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`).join(""),
    );
    return together;
  });
const took = new Map<string, number>();

// A client of a server that was killed keeps its process alive: a process ends with its last test.
const events = run({ files: started, concurrency: AT_ONCE, forceExit: true });
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
events.on("test:summary", ({ file, success }) => {
  if (file !== undefined) setTimeout(() => endLingering(file, success), LINGERS_MS).unref();
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

function finish(): void {
  rmSync(folder, { recursive: true, force: true });
  const slow = [...took].filter(([, seconds]) => seconds >= FROM_SECONDS).sort(([, a], [, b]) => b - a);
  if (slow.length > 0) console.log("slowest files:");
  for (const [file, seconds] of slow.slice(0, NAMED)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  for (const [file, seconds] of took) lasted.set(file, Math.round(seconds * 10) / 10);
  mkdirSync(dirname(DURATIONS), { recursive: true });
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(lasted), null, 1)}\n`);
}
