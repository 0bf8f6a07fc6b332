/**
 * What segments on object storage would cost: `node bench/object-storage.ts INDEX.sqlite [QUESTIONS] [LATENCY_MS]`. A trial, no part of the product.
 *
 * Lays each segment of an index as one object of a loopback server that speaks what is needed of S3 (GET with Range, PUT with If-Match and
 * If-None-Match), with a manifest that is replaced only where it is still the one that was read. Then real searches are recorded: the parts that each
 * reads from the file are read from the objects, with a cache that keeps what was read. Latency is added to each request, as a real store has 10 to 30 ms.
 */
import { createHash } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { openStaticEmbedding } from "../src/embedding/static/provider.ts";
import { quantise } from "../src/model/vector.ts";
import { openSqliteSearchIndex } from "../src/storage/sqlite/open-search-index.ts";
import { indexTerms } from "../src/text/analyzer.ts";
import { corpusQuestions } from "./corpus/write-corpus.ts";
import { quantile } from "./measure/quantile.ts";

const [path = "", questionCount = "40", latencyText = "20"] = process.argv.slice(2);
const latency = Number(latencyText);
/** Requests out at once. */
const PARALLEL = 32;
/** Parts of one object that are no further from each other than this are read by one request. */
const GAP = 65_536;
const PAGES = 2 ** 20;

const objects = new Map<string, { readonly body: Buffer; readonly etag: string }>();
const counted = { gets: 0, puts: 0, refused: 0, bytesOut: 0, bytesIn: 0 };
const server = createServer((asked, answer) => {
  const pieces: Buffer[] = [];
  asked.on("data", (piece: Buffer) => pieces.push(piece));
  asked.on("end", () => {
    setTimeout(() => {
      const key = asked.url ?? "";
      const known = objects.get(key);
      if (asked.method === "PUT") {
        counted.puts++;
        const match = asked.headers["if-match"];
        if (
          (asked.headers["if-none-match"] === "*" && known !== undefined) ||
          (match !== undefined && match !== known?.etag)
        ) {
          counted.refused++;
          answer.writeHead(412).end();
          return;
        }
        const body = Buffer.concat(pieces);
        counted.bytesIn += body.length;
        const etag = `"${createHash("md5").update(body).digest("hex")}"`;
        objects.set(key, { body, etag });
        answer.writeHead(200, { ETag: etag }).end();
        return;
      }
      counted.gets++;
      if (known === undefined) {
        answer.writeHead(404).end();
        return;
      }
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.headers.range ?? "") ?? [];
      const body = from === undefined ? known.body : known.body.subarray(Number(from), Number(to) + 1);
      counted.bytesOut += body.length;
      answer.writeHead(from === undefined ? 200 : 206, { ETag: known.etag, "Content-Length": body.length }).end(body);
    }, latency);
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
// A search in between may take longer than connections are kept by default.
server.keepAliveTimeout = 600_000;
const port = (server.address() as AddressInfo).port;
const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });

async function send(
  method: "GET" | "PUT",
  key: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<{ readonly status: number; readonly etag: string; readonly body: Buffer }> {
  return await new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, path: key, method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, etag: String(answer.headers.etag), body: Buffer.concat(pieces) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

// Each segment one object; where its parts stand is in the manifest's stead of a footer.
const database = new DatabaseSync(path, { readOnly: true });
const placed = new Map<number, { readonly key: string; readonly from: number; readonly bytes: number }>();
const publishing = performance.now();
const select = database.prepare("SELECT place, body FROM parts WHERE place >= ? AND place < ? ORDER BY place");
let written = 0;
const segments = database.prepare("SELECT number FROM segments").all();
for (const { number } of segments as unknown as { readonly number: number }[]) {
  const bodies: Uint8Array[] = [];
  let at = 0;
  for (const row of select.iterate(number * 16 * PAGES, (number + 1) * 16 * PAGES)) {
    const body = row["body"] as Uint8Array;
    placed.set(Number(row["place"]), { key: `/index/segment-${number}`, from: at, bytes: body.length });
    bodies.push(body);
    at += body.length;
  }
  written += at;
  await send("PUT", `/index/segment-${number}`, { "If-None-Match": "*" }, Buffer.concat(bodies));
}
const manifest = Buffer.from(JSON.stringify({ segments, places: placed.size }));
await send("PUT", "/index/manifest", { "If-None-Match": "*" }, manifest);
console.log(
  `published ${segments.length} segments, ${(written / 1e6).toFixed(0)} MB, in ${((performance.now() - publishing) / 1000).toFixed(1)} s`,
);

// A commit is a small segment and the manifest; of writers that meet, one wins and the others read it again.
const commits: number[] = [];
const WRITERS = 4;
const COMMITS = 15;
const refusedBefore = counted.refused;
await Promise.all(
  Array.from({ length: WRITERS }, async (_, writer) => {
    for (let i = 0; i < COMMITS; i++) {
      const start = performance.now();
      await send("PUT", `/index/new-${writer}-${i}`, { "If-None-Match": "*" }, Buffer.alloc(20_000));
      for (;;) {
        const { etag, body } = await send("GET", "/index/manifest");
        const next = Buffer.concat([body, Buffer.from(`\n${writer}-${i}`)]);
        if ((await send("PUT", "/index/manifest", { "If-Match": etag }, next)).status === 200) break;
        await sleep(Math.random() * 4 * latency);
      }
      commits.push(performance.now() - start);
    }
  }),
);
const lines = objects.get("/index/manifest")?.body.toString().split("\n") ?? [];
console.log(
  `${WRITERS} writers: ${commits.length} commits, ${lines.length - 1} in the manifest, ${counted.refused - refusedBefore} refused and made again; p50 ${quantile(commits, 0.5).toFixed(0)} ms, p95 ${quantile(commits, 0.95).toFixed(0)} ms`,
);

// What a search reads, as the engine reads it from its file.
let reads: number[] = [];
const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (sql: string) {
  const statement = prepare.call(this, sql);
  if (!/SELECT crc, body FROM parts WHERE place = \?/.test(sql)) return statement;
  const get = statement.get.bind(statement);
  statement.get = ((place: number) => {
    reads.push(place);
    return get(place);
  }) as typeof statement.get;
  return statement;
};
const index = await openSqliteSearchIndex(path);
const provider = openStaticEmbedding();
const cached = new Set<number>();
const replay = async (): Promise<{ readonly gets: number; readonly bytes: number; readonly ms: number }> => {
  const missing = [...new Set(reads)].filter((place) => placed.has(place) && !cached.has(place)).sort((a, b) => a - b);
  const ranges: { key: string; from: number; to: number }[] = [];
  for (const place of missing) {
    cached.add(place);
    const { key, from, bytes } = placed.get(place) as { key: string; from: number; bytes: number };
    const last = ranges.at(-1);
    if (last?.key === key && from - last.to <= GAP) last.to = from + bytes;
    else ranges.push({ key, from, to: from + bytes });
  }
  const start = performance.now();
  await Promise.all(
    ranges.map(({ key, from, to }) => send("GET", key, { Range: `bytes=${from}-${Math.max(from, to - 1)}` })),
  );
  return {
    gets: ranges.length,
    bytes: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
    ms: performance.now() - start,
  };
};
const asked: { readonly gets: number; readonly bytes: number; readonly ms: number }[] = [];
for (const question of corpusQuestions(Number(questionCount))) {
  reads = [];
  await index.candidates({
    visible: "all",
    filter: {},
    terms: [...new Set(indexTerms(question))].map((term) => ({ term, weight: 1, original: true })),
    phrases: [],
    excluded: [],
    files: [],
    vector: quantise(await provider.embedQuery(question)),
    fieldWeights: { heading: 2, content: 1, breadcrumb: 0.5 },
    radii: [1, 3, 6],
    context: "messages",
    spread: [0.4, 0.15],
    pool: { lexical: 200, dense: 100 },
  });
  asked.push(await replay());
}
await index.close();
const [first, ...later] = asked;
const of = (figure: "gets" | "bytes" | "ms", share: number): number =>
  quantile(
    later.map((one) => one[figure]),
    share,
  );
console.log(
  `latency ${latency} ms; first search: ${first?.gets} GETs, ${((first?.bytes ?? 0) / 1e6).toFixed(0)} MB, ${first?.ms.toFixed(0)} ms; the next ${later.length}: p50 ${of("gets", 0.5)} GETs, ${(of("bytes", 0.5) / 1e6).toFixed(2)} MB, ${of("ms", 0.5).toFixed(0)} ms; p95 ${of("gets", 0.95)} GETs, ${of("ms", 0.95).toFixed(0)} ms; the last: ${asked.at(-1)?.gets} GETs`,
);
server.close();
agent.destroy();
