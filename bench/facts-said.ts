/**
 * Speed of facts beside what people said: `node bench/facts-said.ts [facts] [messages]` (10,000 and 100,000). Every answer is held
 * against the messages of a project, as a chat asks and tells. Prints percentiles of processor time and of the clock in
 * milliseconds, as JSON. Needs a built package.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { openLoci as Open } from "../src/index.ts";
import { proseOf } from "./corpus/prose.ts";
import { publicApi } from "./measure/public-api.ts";
import { quantile } from "./measure/quantile.ts";

const [facts = 10_000, messages = 100_000] = process.argv.slice(2).map(Number);
const CALLS = 500;
const WARM_UP = 50;
const SESSION = 100;
const { openLoci } = (await import(publicApi())) as { openLoci: typeof Open };
const folder = mkdtempSync(join(tmpdir(), "loci-bench-facts-said-"));
const loci = await openLoci({ home: join(folder, "home") });
const project = await loci.project("p");

const said = join(folder, "chats");
mkdirSync(said);
const prose = proseOf(7);
for (let from = 0, file = 0; from < messages; from += 10_000, file += 1) {
  const lines: string[] = [];
  for (let i = from; i < Math.min(messages, from + 10_000); i += 1) {
    const session = `s${Math.floor(i / SESSION)}`;
    const time = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
    // Of a hundred messages one speaks of a fact.
    const text =
      i % 100 === 7
        ? `the unit${i % facts} port was moved again, ${prose.words(prose.topic(), 6)}`
        : prose.text(prose.topic(), 120);
    lines.push(JSON.stringify({ session, id: `m${i}`, role: "user", author: "ann", time, text }));
  }
  writeFileSync(join(said, `chat-${file}.jsonl`), `${lines.join("\n")}\n`);
}
await project.mine([said], { scope: "admin" });
for (let i = 0; i < facts; i += 1)
  await project.changeFacts({
    op: "put",
    topic: `our unit${i} port`,
    value: String(8_000 + i),
    time: "2025-01-01T00:00:00Z",
    chat: `c${i % 100}`,
  });

const any = (i: number): number => (i * 7919) % facts;
const kinds: Readonly<Record<string, (i: number) => Promise<unknown>>> = {
  "ask: fact, spoken of later": (i) =>
    project.askFacts(`what's our unit${(any(i) * 100 + 7) % facts} port?`, { chat: "b" }),
  "ask: fact": (i) => project.askFacts(`what's our unit${any(i)} port?`, { chat: "b" }),
  "ask: not stored": (i) => project.askFacts(`what's my boat number ${i}?`, { chat: "b" }),
  "ask: no fact": (i) => project.askFacts(`how do I bake bread number ${i}?`, { chat: "b" }),
  "tell: prose": (i) => project.tellFacts(`I went to the market on day ${i} and bought some apples.`, { chat: "b" }),
  "tell: changed": (i) => project.tellFacts(`They changed our unit${any(i)} port to ${20_000 + i}`, { chat: "b" }),
  "tell: sounds like a change": (i) =>
    project.tellFacts(`we cancelled the market tour ${i} and moved the lamp instead`, { chat: "b" }),
  "tell: a part of a key": (i) => project.tellFacts(`the port ${i} changed to 99${i}`, { chat: "b" }),
};
const figures: Record<string, object> = {};
for (const [name, call] of Object.entries(kinds)) {
  const clock: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < CALLS + WARM_UP; i += 1) {
    const used = process.cpuUsage();
    const start = performance.now();
    await call(i);
    if (i < WARM_UP) continue;
    clock.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1_000);
  }
  const at = (all: readonly number[], share: number): number => Number(quantile(all, share).toFixed(2));
  figures[name] = { cpuP50: at(cpu, 0.5), cpuP95: at(cpu, 0.95), p50: at(clock, 0.5), p95: at(clock, 0.95) };
}
console.log(JSON.stringify({ facts, messages, calls: CALLS, load: loadavg(), figures }, null, 2));
await loci.close();
rmSync(folder, { recursive: true, force: true });
