/**
 * Speed of facts with many lists and as many exact facts beside them: `node bench/facts.ts [lists]` (10,000). Tells and asks go through the library with SQLite and
 * mirrors on disk; prints percentiles in milliseconds, as JSON: of the clock, and of the processor time that the process used
 * (`cpuP95`), which is what remains on a busy machine. Figures and how they were taken: `facts.md`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { storedKey } from "../src/facts/grammar/attribute-keys.ts";
import { writeChange } from "../src/facts/api/list-writer.ts";
import { createFacts } from "../src/facts/create-facts.ts";
import { topicOf } from "../src/english/nouns.ts";
import { factRecord } from "../src/facts/record/fact-record.ts";
import { openSqliteFactStore } from "../src/storage/sqlite/catalog/open-catalog.ts";
import { quantile } from "./measure/quantile.ts";

const lists = Number(process.argv[2] ?? 10_000);
const CALLS = 2_000;
const WARM_UP = 200;
const folder = mkdtempSync(join(tmpdir(), "loci-bench-facts-"));
let ids = 0;
const newId = (): string => `id${ids++}`;
const store = await openSqliteFactStore(join(folder, "catalog.sqlite"));
const topic = (i: number): string => `thing of batch ${i}`;
const attribute = (i: number): string => `unit${i} port`;

for (let from = 0; from < lists; from += 500) {
  await store.write((writer) => {
    for (let i = from; i < Math.min(lists, from + 500); i += 1) {
      const { key, name } = topicOf(topic(i));
      const source = { messageId: newId(), chat: `c${i % 100}`, sentence: `My favorite ${topic(i)} …`, time: i };
      writeChange(writer, {
        scope: "admin",
        key,
        topic: name,
        operations: [{ op: "append", values: ["alpha", "beta", "gamma", "delta"] }],
        source,
        group: newId(),
        reason: "bench",
        recordedAt: i,
      });
      writeChange(writer, {
        scope: "admin",
        key: storedKey("project", topicOf(attribute(i)).key),
        topic: attribute(i),
        operations: [{ op: "append", values: [String(8_000 + i)] }],
        source: { ...source, messageId: newId(), sentence: `The ${attribute(i)} is ${8_000 + i}` },
        group: newId(),
        reason: "bench",
        recordedAt: i,
      });
    }
  });
}

const facts = createFacts({
  store,
  files: join(folder, "facts"),
  record: factRecord(join(folder, "facts.jsonl")),
  clock: Date.now,
  newId,
});
const any = (i: number): number => (i * 7919) % lists;
const kinds: Readonly<Record<string, (i: number) => Promise<{ readonly route: string }>>> = {
  "tell: new value": (i) => facts.tell(`Add value ${i} to my favorite ${topic(any(i))}`, { chat: "bench" }),
  "tell: rank": (i) => facts.tell(`My #2 favorite ${topic(any(i))} is value x${i}`, { chat: "bench" }),
  "tell: new list": (i) =>
    facts.tell(`My favorite novelties of batch ${i} are 1) one, 2) two and 3) three`, { chat: "bench" }),
  "tell: exact fact": (i) => facts.tell(`The ${attribute(any(i))} is now ${9_000 + i}`, { chat: "bench" }),
  "tell: new exact fact": (i) => facts.tell(`Remember that the novel${i} port is ${9_000 + i}`, { chat: "bench" }),
  "tell: prose": (i) =>
    facts.tell(
      `I went to the market on day ${i} and bought some apples, which were cheaper than the ones from last week.`,
      { chat: "bench" },
    ),
  "ask: value": (i) => facts.ask(`What is my third favorite ${topic(any(i))}?`, { chat: "bench" }),
  "ask: list": (i) => facts.ask(`List my favorite ${topic(any(i))}`, { chat: "bench" }),
  "ask: elliptical": () => facts.ask("and the second one?", { chat: "bench" }),
  "ask: exact fact": (i) => facts.ask(`What is the ${attribute(any(i))}?`, { chat: "bench" }),
  "ask: was before": (i) => facts.ask(`What was the ${attribute(any(i))} before?`, { chat: "bench" }),
  "ask: not stored": (i) => facts.ask(`What is my favorite absence of kind ${i}?`, { chat: "bench" }),
  "ask: not a fact": (i) => facts.ask(`What is the population of city ${i}?`, { chat: "bench" }),
};
const figures: Record<string, { p50: number; p95: number; p99: number; max: number; cpuP50: number; cpuP95: number }> =
  {};
const load = loadavg()[0];
for (const [name, call] of Object.entries(kinds)) {
  const times: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < CALLS + WARM_UP; i += 1) {
    const used = process.cpuUsage();
    const start = performance.now();
    const { route } = await call(i);
    const took = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    if (i >= WARM_UP) {
      times.push(took);
      cpu.push((user + system) / 1000);
    }
    if ((route === "search") !== /prose|not a fact/u.test(name)) throw new Error(`${name}: ${route}`);
  }
  const at = (all: readonly number[], share: number): number => Number(quantile(all, share).toFixed(3));
  figures[name] = {
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    p99: at(times, 0.99),
    max: at(times, 1),
    cpuP50: at(cpu, 0.5),
    cpuP95: at(cpu, 0.95),
  };
}
console.log(JSON.stringify({ lists, calls: CALLS, unit: "ms", load, figures }, null, 2));
await facts.close();
rmSync(folder, { recursive: true });
