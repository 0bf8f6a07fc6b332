/**
 * How long a message takes until it is kept, indexed and found: `node bench/chats.ts [drawers]` (100,000). Prints percentiles in milliseconds, as JSON, of the
 * clock and of the processor time that the process used, which is what remains on a busy machine. Needs a built package.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { openLoci as Open } from "../src/index.ts";
import { writeCorpus } from "./corpus/write-corpus.ts";
import { publicApi } from "./measure/public-api.ts";
import { quantile } from "./measure/quantile.ts";

const drawers = Number(process.argv[2] ?? 100_000);
const MESSAGES = 300;
const WARM_UP = 30;
const { openLoci } = (await import(publicApi())) as { openLoci: typeof Open };
const folder = mkdtempSync(join(tmpdir(), "loci-bench-chats-"));
const loci = await openLoci({ home: join(folder, "home") });
const project = await loci.project("p");
const corpus = writeCorpus(join(tmpdir(), `loci-bench-corpus-${drawers}`), drawers);
await project.index(corpus.files, { scope: "kb" });
await project.mine(corpus.chats, { scope: "kb" });
const clock: number[] = [];
const processor: number[] = [];
let missed = 0;
for (let i = 0; i < MESSAGES + WARM_UP; i++) {
  const text = `Message ${i}: the ferry number ${7 * i + 3} leaves from pier ${i % 40} when the lantern of keeper ${i} is lit.`;
  const began = performance.now();
  const used = process.cpuUsage();
  await project.addMessage("bench", { id: `m${i}`, role: "user", text });
  const { hits } = await project.search(`ferry number ${7 * i + 3} lantern of keeper ${i}`, { limit: 5 });
  const { user, system } = process.cpuUsage(used);
  if (!hits.some((hit) => hit.text === text)) missed++;
  if (i < WARM_UP) continue;
  clock.push(performance.now() - began);
  processor.push((user + system) / 1_000);
}
const { drawers: stored } = (await project.status()).counts;
await loci.close();
rmSync(folder, { recursive: true, force: true });
const figures = (values: readonly number[]): object => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  max: Math.max(...values),
});
console.log(
  JSON.stringify({
    drawers: stored,
    messages: MESSAGES,
    missed,
    clock: figures(clock),
    processor: figures(processor),
    load: loadavg(),
  }),
);
