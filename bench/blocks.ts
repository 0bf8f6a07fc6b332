/**
 * How long whoever answers would wait while the same process indexes: `node bench/blocks.ts [DRAWERS]` (20,000). The corpus is indexed in this process
 * while a turn of the event loop is asked for again and again; the processor time of this thread between two turns is what others wait at least,
 * whatever else the machine does. First half of them as files in one run, then chats, a run a wing. JSON, milliseconds. Needs a built package.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { writeCorpus } from "./corpus/write-corpus.ts";
import { publicApi } from "./measure/public-api.ts";
import { quantile } from "./measure/quantile.ts";

const drawers = Number(process.argv[2] ?? 20_000);
const { openLoci } = (await import(publicApi())) as typeof import("../src/index.ts");
const folder = mkdtempSync(join(tmpdir(), "loci-bench-blocks-"));
const corpus = writeCorpus(join(folder, "corpus"), drawers);
const loci = await openLoci({ home: join(folder, "home") });
const project = await loci.project("bench");

/** Processor time of a piece of work on this thread, and its longest turns. */
async function measured(work: () => Promise<unknown>): Promise<object> {
  const turns: number[] = [];
  let running = true;
  let last = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    turns.push((user + system) / 1000);
    last = process.threadCpuUsage();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  const all = process.cpuUsage();
  const start = performance.now();
  await work();
  running = false;
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(all);
  await new Promise((resolve) => setImmediate(resolve));
  const longest = turns.toSorted((a, b) => b - a).slice(0, 5);
  return {
    seconds: Number(seconds.toFixed(1)),
    processorSeconds: Number(((user + system) / 1e6).toFixed(1)),
    longestMs: longest.map((ms) => Math.round(ms)),
    over100Ms: turns.filter((ms) => ms > 100).length,
    p99Ms: Number(
      quantile(
        turns.filter((ms) => ms > 0.5),
        0.99,
      ).toFixed(1),
    ),
  };
}

const files = await measured(async () => {
  await project.index([join(corpus.folder, "files")], { scope: "kb" });
});
const chats = await measured(async () => {
  for (const path of corpus.chats) await project.mine([path], { scope: "kb", wing: basename(path), format: "jsonl" });
});
const { counts } = await project.status();
await loci.close();
console.log(JSON.stringify({ drawers: counts.drawers, files, chats, load: loadavg()[0] }, null, 2));
rmSync(folder, { recursive: true });
