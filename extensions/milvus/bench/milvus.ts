/**
 * What Loci adds to the requests that it sends to a Milvus server, how many round trips a search takes, and how fast is uploaded:
 * `node extensions/milvus/bench/milvus.ts URI FOLDER QUESTIONS`, the last a file with one question a line. Compares each answer with that of a folder. The same rows are
 * sent once more, directly: what the server takes alone is the most that an upload can reach.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../../../src/index.ts";
import type { MilvusRow, MilvusServer } from "../client.ts";
import { Collections } from "../collections.ts";
import { openIndexHouse } from "../index.ts";
import { openSqlManifest } from "../../../src/storage/sql/manifest.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/database/transactions.ts";

const [uri = "http://127.0.0.1:19530", source = "docs", file = ""] = process.argv.slice(2);
const questions = readFileSync(file, "utf8").trim().split("\n").slice(0, 100);
const folder = mkdtempSync(join(tmpdir(), "loci-bench-milvus-"));
let waited = 0;
let milvus: MilvusServer | null = null;
const uploads: (readonly [collection: string, rows: readonly MilvusRow[]])[] = [];
const { insert } = Collections.prototype;
Collections.prototype.insert = function (collection, rows) {
  uploads.push([collection, rows]);
  return insert.call(this, collection, rows);
};
let out = 0;
let since = 0;
let trips = 0;
const far = await openLoci({
  home: join(folder, "far"),
  engines: {
    openIndexHouse: async (place) => {
      const house = openIndexHouse({
        uri,
        token: "",
        project: place.project,
        manifest: async () => openSqlManifest(await openSqliteRunner(place.folder.manifest)),
      });
      const { server } = house;
      milvus = server;
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
uploads.splice(0);
const [there, here] = [await far.project("bench"), await near.project("bench")];
await here.index([source], { scope: "kb" });
const started = performance.now();
const before = process.cpuUsage();
const job = await there.index([source], { scope: "kb" });
const seconds = (performance.now() - started) / 1000;
const own = process.cpuUsage(before);
const directSeconds = await sendDirectly(milvus as unknown as MilvusServer);
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
    directDrawersPerSecond: Math.round(job.drawers.added / directSeconds),
    ofDirect: Number((directSeconds / seconds).toFixed(2)),
    ownProcessorMsOfADrawer: Number(((own.user + own.system) / 1000 / job.drawers.added).toFixed(2)),
    searchMs: { p50: Math.round(median(total)), added: Number(median(added).toFixed(1)) },
    roundTrips: { p50: median(tripsOf), most: Math.max(...tripsOf) },
    sameAnswers: `${same} of ${questions.length}`,
  }),
);
await Promise.all([far.close(), near.close()]);
rmSync(folder, { recursive: true });

/** Sends what was uploaded into collections of their own, one batch after the other; answers how long that took. */
async function sendDirectly(server: MilvusServer): Promise<number> {
  const sent = uploads.splice(0);
  const target = new Collections(server, "loci_bench_direct");
  await target.ensure(target.words, null);
  const dimension = Number(/_v(\d+)$/.exec(sent.find(([name]) => /_v\d+$/.test(name))?.[0] ?? "")?.[1] ?? 0);
  if (dimension > 0) await target.ensure(target.vectors(dimension), dimension);
  const begun = performance.now();
  for (const [name, rows] of sent)
    await target.insert(/_v\d+$/.test(name) ? target.vectors(dimension) : target.words, rows);
  const took = (performance.now() - begun) / 1000;
  await target.drop();
  return took;
}
