import type { Durations } from "./durations.ts";
import { presumed } from "./durations.ts";

/** Test files that run in one process. */
export interface TestProcess {
  readonly files: readonly string[];
  /** Reads what `npm run build` makes. */
  readonly needsBuild: boolean;
}

/** Tests of the whole and of its edges: they read `dist/`, and many start processes and servers. */
const WHOLE = /^(?:test|src\/surfaces)\//u;
/** Areas of them that fill processes of their own; the others share theirs. */
const LARGE = /^(?:src\/surfaces|test\/(?:e2e|page|isolation))\//u;
/** A server of another program. */
const WITH_SERVERS = /^test\/package\//u;
/**
 * Changes or looks at its own process: it would stand in the way of others, and they in its. Tests of a process run one after another, so what one
 * starts and waits for, and what `sandbox` changes and puts back, disturbs no other; nor does what waits for something before it has its tests.
 */
const OWN_PROCESS =
  /worker_threads|\.chdir\(|process\.(?:on|once|umask|pid|memoryUsage)\b|delete process\.env|process\.env\S* = /u;
/**
 * A unit test that starts processes, or makes repositories by git: such ones share their own. To start one takes time in proportion to the memory in
 * use: 1 ms of processor time in a new process, 20 in one of 700 MB, which a process of many unit tests grows to.
 */
const STARTS = /"node:child_process"|repositories\.fixture/;
/**
 * Seconds of files that share a process, at most: what has loaded and compiled the program once does the next in half the time. Three processes of
 * 30 took a tenth more processor time than one of them all; with more, the last ones would leave a core without work.
 */
const TOGETHER = 75;
/** Seconds of unit tests that come first: until then the build is made. */
const FIRST = 60;

/**
 * Which files share a process. It depends on nothing but the files and the table of durations, so the same ones run together on every machine.
 *
 * @param texts of test files, by path
 */
export function sharedProcesses(texts: ReadonlyMap<string, string>, table: Durations): readonly TestProcess[] {
  const processes: TestProcess[] = [];
  const open = new Map<string, { files: string[]; seconds: number; needsBuild: boolean }>();
  for (const [file, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isWhole = WHOLE.test(file);
    const needsBuild = isWhole || text.includes("dist/");
    const seconds = table.get(file) ?? presumed(file);
    if (seconds >= TOGETHER || (isWhole && (WITH_SERVERS.test(file) || OWN_PROCESS.test(text)))) {
      processes.push({ files: [file], needsBuild });
      continue;
    }
    const area = isWhole ? (LARGE.exec(file)?.[0] ?? "test") : STARTS.test(text) ? "units with processes" : "units";
    let shared = open.get(area);
    if (shared === undefined || shared.seconds + seconds > TOGETHER) {
      shared = { files: [], seconds: 0, needsBuild: false };
      open.set(area, shared);
      processes.push(shared);
    }
    shared.files.push(file);
    shared.seconds += seconds;
    shared.needsBuild ||= needsBuild;
  }
  return processes.map(({ files, needsBuild }) => ({ files, needsBuild }));
}

/** The longest first, so that none of them is left alone at the end; before all, enough that needs no build while that is made. */
export function longestFirst(processes: readonly TestProcess[], last: Durations): readonly TestProcess[] {
  const expected = ({ files }: TestProcess): number =>
    files.reduce((sum, file) => sum + (last.get(file) ?? presumed(file)), 0);
  const sorted = processes.toSorted((a, b) => expected(b) - expected(a));
  let seconds = 0;
  const isFirst = new Set(
    sorted.filter((one) => !one.needsBuild && (seconds += expected(one)) - expected(one) < FIRST),
  );
  return [...sorted.filter((one) => isFirst.has(one)), ...sorted.filter((one) => !isFirst.has(one))];
}
