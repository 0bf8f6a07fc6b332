/**
 * What adding drawers by hand costs: `node bench/adds.ts [seconds] [writers]` (25, 16). First one process adds alone: bytes of the log and of all files
 * an `add`. Then so many processes add for so long while two others search: percentiles of one `add`, and the longest that the logs of
 * index and catalog ever were. JSON, times in milliseconds. Needs a built package.
 */
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { openLoci as Open } from "../src/index.ts";
import { publicApi } from "./measure/public-api.ts";
import { quantile } from "./measure/quantile.ts";

const WARM_UP = 10;
const ALONE = 200;
const { openLoci } = (await import(publicApi())) as { openLoci: typeof Open };

const drawer = (writer: number, i: number) => ({
  text: `Writer ${writer} noted at turn ${i} that keeper ${(i * 7919 + writer * 104_729) % 100_003} moved the lantern to pier ${i % 41}.`,
  wing: `wing-${writer}`,
  room: `room-${i % 10}`,
  force: true,
});

const [role, home = "", seconds = "", number = ""] = process.argv.slice(2);
if (role === "write" || role === "read") {
  const loci = await openLoci({ home });
  const project = await loci.project("p");
  const times: number[] = [];
  // What a process loads when it begins is no part of an add: all begin together when all are ready.
  await (role === "write" ? project.addDrawer(drawer(Number(number), -1)) : project.search("lantern"));
  process.send?.("ready");
  await new Promise((resolve) => process.once("message", resolve));
  const until = Date.now() + Number(seconds) * 1_000;
  for (let i = 0; Date.now() < until; i++) {
    const began = performance.now();
    if (role === "write") await project.addDrawer(drawer(Number(number), i));
    else await project.search(`lantern of keeper ${i}`, { limit: 5 });
    times.push(performance.now() - began);
    if (role === "read") await sleep(20);
  }
  await loci.close();
  process.send?.(times, () => process.disconnect());
} else {
  const folder = mkdtempSync(join(tmpdir(), "loci-bench-adds-"));
  const at = join(folder, "home");
  const size = (name: string): number =>
    statSync(join(at, "projects", "p", name), { throwIfNoEntry: false })?.size ?? 0;
  const written = (): number => Number(/wchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1] ?? 0);
  const percentiles = (times: readonly number[]): object => ({
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
  });

  const loci = await openLoci({ home: at });
  const project = await loci.project("p");
  for (let i = 0; i < WARM_UP; i++) await project.addDrawer(drawer(99, i));
  const [before, used] = [written(), process.cpuUsage()];
  const alone: number[] = [];
  for (let i = 0; i < ALONE; i++) {
    const began = performance.now();
    await project.addDrawer(drawer(100, i));
    alone.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(used);
  const one = {
    ...percentiles(alone),
    cpuAnAdd: (user + system) / 1_000 / ALONE,
    bytesAnAdd: Math.round((written() - before) / ALONE),
  };
  await loci.close();

  const logs = { index: 0, catalog: 0 };
  const watch = setInterval(() => {
    logs.index = Math.max(logs.index, size("index.sqlite-wal"));
    logs.catalog = Math.max(logs.catalog, size("catalog.sqlite-wal"));
  }, 20);
  const begin: (() => void)[] = [];
  const run = (what: "write" | "read", n: number): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      const child = fork(import.meta.filename, [what, at, role ?? "25", String(n)], {
        execArgv: ["--disable-warning=ExperimentalWarning"],
      });
      child.on("message", (message) => {
        if (message !== "ready") resolve(message as number[]);
        else if (begin.push(() => child.send("go")) === Number(home || 16) + 2) for (const go of begin) go();
      });
      child.once("exit", (code) => code !== 0 && reject(new Error(`process ${n} ended with ${code}`)));
    });
  const writers = Array.from({ length: Number(home || 16) }, (_, n) => run("write", n));
  const readers = [run("read", 0), run("read", 1)];
  const each = await Promise.all(writers);
  const searches = (await Promise.all(readers)).flat();
  clearInterval(watch);
  console.log(
    JSON.stringify(
      {
        alone: one,
        together: { writers: writers.length, adds: each.flat().length, ...percentiles(each.flat()) },
        // A fair queue gives each about as many turns.
        addsOfOne: { least: Math.min(...each.map((t) => t.length)), most: Math.max(...each.map((t) => t.length)) },
        searches: { count: searches.length, ...percentiles(searches) },
        logBytes: { ...logs, indexFile: size("index.sqlite") },
        load: loadavg(),
      },
      null,
      2,
    ),
  );
  rmSync(folder, { recursive: true, force: true });
}
