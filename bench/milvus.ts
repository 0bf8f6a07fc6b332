/**
 * What Loci adds to the requests that it sends to a Milvus server, how many round trips a search takes, and how fast is uploaded:
 * `node bench/milvus.ts URI FOLDER QUESTIONS`, the last a file with one question a line. Compares each answer with that of a folder.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../src/index.ts";
import { DEFAULT_ENGINES } from "../src/engine/engines.ts";

const [uri = "http://127.0.0.1:19530", source = "docs", file = ""] = process.argv.slice(2);
const questions = readFileSync(file, "utf8").trim().split("\n").slice(0, 100);
const folder = mkdtempSync(join(tmpdir(), "loci-bench-milvus-"));
let waited = 0;
let out = 0;
let since = 0;
let trips = 0;
const far = await openLoci({
  home: join(folder, "far"),
  settings: { store: { uri } },
  engines: {
    openIndexHouse: async (place, memory) => {
      const house = await DEFAULT_ENGINES.openIndexHouse(place, memory);
      // What every request of the extension goes through.
      const { server } = house as unknown as { server: { call(...asked: readonly unknown[]): Promise<unknown> } };
      const call = server.call.bind(server);
      server.call = async (...asked) => {
        if (out++ === 0) {
          since = performance.now();
          trips++;
        }
        try {
          return await call(...asked);
        } finally {
          if (--out === 0) waited += performance.now() - since;
        }
      };
      return house;
    },
  },
});
const near = await openLoci({ home: join(folder, "near") });
// What a process loads for its first upload is no part of the rate.
await (
  await far.project("warm")
).addDrawer({ text: "The first upload of a process loads the client.", wing: "w", room: "r" });
const [there, here] = [await far.project("bench"), await near.project("bench")];
await here.index([source], { scope: "kb" });
const started = performance.now();
const before = process.cpuUsage();
const job = await there.index([source], { scope: "kb" });
const seconds = (performance.now() - started) / 1000;
const own = process.cpuUsage(before);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const [added, total, tripsOf]: [number[], number[], number[]] = [[], [], []];
let same = 0;
await there.search("warm up");
for (const question of questions) {
  waited = 0;
  trips = 0;
  const begun = performance.now();
  const answer = await there.search(question);
  const took = performance.now() - begun;
  total.push(took);
  added.push(took - waited);
  tripsOf.push(trips);
  const expected = await here.search(question);
  if (JSON.stringify(answer.hits) === JSON.stringify(expected.hits)) same++;
}
console.log(
  JSON.stringify({
    drawers: job.drawers.total,
    uploadDrawersPerSecond: Math.round(job.drawers.added / seconds),
    ownProcessorMsOfADrawer: Number(((own.user + own.system) / 1000 / job.drawers.added).toFixed(2)),
    searchMs: { p50: Math.round(median(total)), added: Number(median(added).toFixed(1)) },
    roundTrips: { p50: median(tripsOf), most: Math.max(...tripsOf) },
    sameAnswers: `${same} of ${questions.length}`,
  }),
);
await Promise.all([far.close(), near.close()]);
rmSync(folder, { recursive: true });
