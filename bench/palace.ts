/**
 * What browsing a large palace costs: `node bench/palace.ts [drawers] [rounds] [folder] [--write]`. Budget of issue 4: taxonomy and wake-up within 20 ms at p50
 * with 100 k drawers. The folder keeps the index from run to run.
 *
 * Synthetic: 20 wings, some 3,000 rooms of two words (a tenth of them in two wings or more), five halls, three years of days. "After a change":
 * another document was written since the last call, so what is remembered of the palace is worked out anew.
 */
import { mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../evals/shared/report.ts";
import { openLoci } from "../src/index.ts";
import type { CognitiveHall } from "../src/model/drawer.ts";
import type { DocumentWrite } from "../src/storage/ports/search-index.ts";
import { openSqliteSearchIndex } from "../src/storage/sqlite/open-search-index.ts";
import { Figures } from "./measure/figures.ts";
import { syntheticCorpus, wordOfRank } from "./synthetic-corpus.ts";

const given = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const drawers = Number(given[0] ?? 100_000);
const rounds = Number(given[1] ?? 50);
const figures = new Figures("Browsing a large palace");
const home = join(given[2] ?? join(tmpdir(), "loci-bench"), `palace-${drawers}`);
const path = join(home, "projects", "bench", "index.sqlite");
const HALLS: readonly CognitiveHall[] = ["facts", "events", "discoveries", "preferences", "advice"];
const WINGS = 20;
const ROOMS = 3_000;
const DAYS = 1_095;
const NOW = Date.parse("2026-06-01T00:00:00Z");
const BATCH = 2_000;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function* documents(count: number, seed: number): Generator<DocumentWrite> {
  const random = seededRandom(seed);
  for (const { document, drawers: made } of syntheticCorpus({
    drawers: count,
    characters: 300,
    vocabulary: 20_000,
    dimension: 8,
    drawersADocument: 10,
    wings: 1,
  })) {
    const number = Math.floor(random() * ROOMS);
    const room = {
      value: `${wordOfRank(number % 311)}-${wordOfRank(1_000 + number)}`,
      by: "rule",
    } as const;
    const wing = {
      value: `project-${(random() < 0.1 ? Math.floor(random() * WINGS) : number) % WINGS}`,
      by: "rule",
    } as const;
    const day = Math.floor(random() * DAYS);
    yield {
      document: { ...document, path: `${seed}/${document.path}` },
      drawers: made.map(({ drawer, signals }, i) => ({
        signals,
        vector: null,
        drawer: {
          ...drawer,
          id: `${seed.toString(16).padStart(4, "0")}${drawer.id.slice(4)}`,
          placement: {
            wing,
            room,
            hall: {
              value: random() < 0.3 ? null : (HALLS[Math.floor(random() * HALLS.length)] as CognitiveHall),
              by: "inferred",
            },
            topicalHalls: [],
          },
          date: { value: new Date(NOW - (day * 24 + i) * 3_600_000).toISOString(), by: "modified" },
        },
      })),
    };
  }
}

mkdirSync(join(home, "projects", "bench"), { recursive: true });
const index = await openSqliteSearchIndex(path);
if ((await index.counts("all")).drawers < drawers) {
  const start = performance.now();
  let batch: DocumentWrite[] = [];
  for (const document of documents(drawers, 1)) {
    batch.push(document);
    if (batch.length * 10 >= BATCH) await index.apply({ put: batch.splice(0), remove: [] });
  }
  await index.apply({ put: batch, remove: [] });
  await index.settle();
  console.log(
    `built in ${((performance.now() - start) / 1000).toFixed(1)} s, ${(statSync(path).size / 2 ** 20).toFixed(0)} MB`,
  );
}

const loci = await openLoci({ home, settings: { embedding: { provider: "none" } }, system: { clock: () => NOW } });
const project = await loci.project("bench");
const { wings } = await project.wings();
const { rooms } = await project.rooms();
console.log(
  `${wings.reduce((sum, { count }) => sum + count, 0)} drawers, ${wings.length} wings, ${rooms.length} rooms, ${(await project.tunnels()).tunnels.length} tunnels`,
);
const room = rooms[100]?.room ?? "";
const wing = wings[0]?.wing ?? "";

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  taxonomy: () => project.taxonomy(),
  "wake-up": () => project.wakeUp(),
  "wake-up of a wing": () => project.wakeUp({ wing }),
  wings: () => project.wings(),
  rooms: () => project.rooms(),
  tunnels: () => project.tunnels(),
  graph: () => project.graph(),
  "traverse, 2 hops": () => project.traverse(room),
};
for (const [name, call] of Object.entries(calls)) {
  await call();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) times.push(await timed(call));
  figures.add(name, times, name === "taxonomy" || name === "wake-up" ? 20 : undefined);
}

const [changing] = documents(10, (Date.now() % 60_000) | 2);
if (changing !== undefined) {
  for (const name of ["taxonomy", "wake-up"]) {
    const times: number[] = [];
    for (let i = 0; i < Math.min(rounds, 20); i++) {
      await index.apply({ put: [changing], remove: [] });
      times.push(await timed(calls[name] as () => Promise<unknown>));
    }
    figures.add(`${name}, after a change`, times);
  }
  await index.apply({ put: [], remove: [changing.document] });
}
const fresh = await (await openLoci({ home, settings: { embedding: { provider: "none" } } })).project("bench");
figures.add("taxonomy, first call after opening", [await timed(() => fresh.taxonomy())]);
if (process.argv.includes("--write"))
  figures.write(
    "palace.md",
    "node bench/palace.ts",
    `${drawers} drawers of made-up text in ${wings.length} wings and ${rooms.length} rooms, ${rounds} calls each. "After a change": another document was written since the last call.`,
  );
await fresh.close();
await loci.close();
await index.close();
