import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";

/**
 * Runs test files, given as arguments, each in a process of its own: those that took longest the last time first, so that none of them
 * is left alone at the end. Names the slowest when all have ended.
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
  return file.startsWith("test/") ? 5 : 1;
}

const lasted = durations();
const expected = (file: string): number => lasted.get(file) ?? presumed(file);
const files = process.argv.slice(2).sort((a, b) => expected(b) - expected(a));
const took: { readonly file: string; readonly seconds: number }[] = [];

// A client of a server that was killed keeps its process alive: a file ends with its last test.
const events = run({ files: files.map((file) => join(root, file)), concurrency: AT_ONCE, forceExit: true });
/** Files whose tests had all passed when their process was ended from here. */
const ended = new Set<string>();
events.on("test:fail", ({ name, file, nesting, todo, skip }) => {
  const isFile = nesting === 0 && file !== undefined && ended.has(file) && name.endsWith(relative(root, file));
  if (todo === undefined && skip === undefined && !isFile) process.exitCode = 1;
});
events.on("test:summary", ({ file, duration_ms, success }) => {
  if (file === undefined) return;
  took.push({ file: relative(root, file), seconds: duration_ms / 1000 });
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

function finish(): void {
  const slow = took.filter(({ seconds }) => seconds >= FROM_SECONDS).sort((a, b) => b.seconds - a.seconds);
  if (slow.length > 0) console.log("slowest files:");
  for (const { file, seconds } of slow.slice(0, NAMED)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  for (const { file, seconds } of took) lasted.set(file, Math.round(seconds * 10) / 10);
  mkdirSync(dirname(DURATIONS), { recursive: true });
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(lasted), null, 1)}\n`);
}
