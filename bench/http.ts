/**
 * What HTTP costs over the library, and what the service sustains: `node bench/http.ts [questions] [rounds] [seconds]`.
 *
 * Indexes the markdown sample, starts `loci serve` in a process of its own, and asks the same questions of the library in this process and of
 * the service, in turn. Then 16 clients ask together, first at 200 requests a second, then as fast as they can, while a second folder is
 * indexed through the service. Runs on what was built (`dist`) where it is there, else on the sources.
 *
 * Budget of issue 5: `/v1/search` p50 within 4 ms of the library call; 200 requests a second of 16 clients on one core with none failed,
 * indexing going on meanwhile. `taskset -c 0` in front of the service is up to whoever runs this: `BENCH_PREFIX="taskset -c 0"`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../src/client/index.ts";
import { anew } from "./measure/anew.ts";
import { quantile } from "./measure/quantile.ts";

const ROOT = join(import.meta.dirname, "..");
const SAMPLE = join(ROOT, "..", "shared", "data", "docs", "markdown");
const CLIENTS = 16;
const RATE = 200;
const [questionCount, rounds, seconds] = [
  Number(process.argv[2] ?? 100),
  Number(process.argv[3] ?? 8),
  Number(process.argv[4] ?? 20),
];

const built = existsSync(join(ROOT, "dist", "surfaces", "cli", "commands", "serve.js"));
const cli = built
  ? [join(ROOT, "bin", "loci.js")]
  : [
      "--disable-warning=ExperimentalWarning",
      "--input-type=module",
      "-e",
      `process.argv.splice(1, 0, "loci"); await (await import(${JSON.stringify(join(ROOT, "src/surfaces/cli/main.ts"))})).main();`,
      "--",
    ];
const { openLoci } = (await import(
  built ? join(ROOT, "dist", "index.js") : join(ROOT, "src", "index.ts")
)) as typeof import("../src/index.ts");

function report(name: string, times: readonly number[]): number {
  const at = (share: number): number => quantile(times, share);
  console.log(
    `${name.padEnd(52)} p50 ${at(0.5).toFixed(2)}  p95 ${at(0.95).toFixed(2)}  p99 ${at(0.99).toFixed(2)}  max ${at(1).toFixed(1)} ms`,
  );
  return at(0.5);
}

/** Headings of the sample as questions, spread over its files. */
function questions(count: number): readonly string[] {
  const files = globSync("**/*.md", { cwd: SAMPLE }).sort();
  const headings = files.flatMap(
    (file) =>
      readFileSync(join(SAMPLE, file), "utf8")
        .match(/^#{1,3} \S+ \S+ \S+.*$/gm)
        ?.slice(0, 2) ?? [],
  );
  const step = Math.max(1, Math.floor(headings.length / count));
  return headings
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((heading) => heading.replace(/^#+ /, ""));
}

if (!existsSync(SAMPLE)) {
  console.error("the sample ../shared/data/docs/markdown is not there");
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "loci-bench-http-"));
const home = join(folder, "home");
const second = join(folder, "second");
cpSync(SAMPLE, second, { recursive: true });
const loci = await openLoci({ home });
const project = await loci.project("bench");
const { drawers } = await project.index([SAMPLE], { scope: "kb" });
const asked = questions(questionCount);
console.log(`${built ? "built" : "sources"}, ${drawers.total} drawers, ${asked.length} questions, ${rounds} rounds`);

const [command = process.execPath, ...prefix] = [...(process.env["BENCH_PREFIX"]?.split(" ") ?? []), process.execPath];
const log = join(folder, "log");
writeFileSync(log, "");
const child: ChildProcess = spawn(
  command,
  [
    ...prefix,
    ...cli,
    "serve",
    "--home",
    home,
    "--project",
    "bench",
    "--port",
    "0",
    "--root",
    folder,
    "--json",
    "--no-watch",
  ],
  { stdio: ["ignore", "pipe", "ignore"], env: process.env },
);
// However this process ends, the service ends too.
process.once("exit", () => child.kill());
const line = await new Promise<string>((resolve, reject) => {
  child.stdout?.once("data", (text: Buffer) => resolve(text.toString()));
  child.once("exit", (status) => reject(new Error(`the service ended with status ${status} and said nothing`)));
});
const { url, error } = JSON.parse(line) as { url: string; error?: { message: string } };
if (error !== undefined) throw new Error(`the service did not start: ${error.message}`);
const token = readFileSync(join(home, "token"), "utf8").trim();
// The service closes a connection of which nothing came for 5 s: one that is used just then is reset.
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, timeout: 4_000 });

/** One search by the plain client of Node, which costs less than `fetch`: it is the service that is measured. */
async function search(query: string): Promise<number> {
  const body = JSON.stringify({ query });
  return await new Promise((resolve, reject) => {
    const sent = request(
      `${url}/v1/search`,
      {
        agent,
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

for (const query of asked) {
  await project.search(anew(query));
  await search(anew(query));
}
const library: number[] = [];
const http: number[] = [];
for (let round = 0; round < rounds; round++) {
  for (const query of asked) {
    const start = performance.now();
    await project.search(anew(query));
    const middle = performance.now();
    await search(anew(query));
    library.push(middle - start);
    http.push(performance.now() - middle);
  }
}
const difference = -report("library, one at a time", library) + report("POST /v1/search, one at a time", http);
console.log(`HTTP costs ${difference.toFixed(2)} ms at p50 (budget 4 ms)`);

/** Milliseconds of processor time that the service has taken, all its threads; NaN where the system doesn't say. */
function serviceTime(): number {
  if (!existsSync(`/proc/${child.pid}/stat`)) return Number.NaN;
  // Behind the name, which may hold anything: the 14th and 15th field are hundredths of a second, of its own and of the system's work for it.
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** So many seconds of 16 clients. @param rate requests a second together; null: as many as there can be */
async function load(name: string, rate: number | null): Promise<void> {
  const times: number[] = [];
  let failed = 0;
  const begin = performance.now();
  const spent = serviceTime();
  let next = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (;;) {
        const turn = next++;
        const due = rate === null ? performance.now() : begin + (turn / rate) * 1000;
        if (due - begin > seconds * 1000) return;
        if (due > performance.now()) await sleep(due - performance.now());
        const start = performance.now();
        if ((await search(anew(asked[turn % asked.length] as string))) !== 200) failed++;
        // From when it was due: a client that waits for its turn behind a slow answer waits too.
        times.push(performance.now() - Math.min(start, due));
      }
    }),
  );
  report(name, times);
  console.log(
    `  ${(times.length / ((performance.now() - begin) / 1000)).toFixed(0)} requests/s, ${failed} failed of ${times.length}, ${((serviceTime() - spent) / times.length).toFixed(2)} ms of the service's processor time each`,
  );
}

await load(`${CLIENTS} clients, ${RATE}/s`, RATE);
await load(`${CLIENTS} clients, as fast as they can`, null);

const client = createClient({ url, token });
const pending = await client.addSources({ paths: [second], scope: "kb" });
let indexing = true;
let runs = 1;
/** What ended the indexing before the questions had: the figures are of a service that did nothing else then. */
let broken: unknown = null;
const indexer = (async () => {
  for (let job = pending.job; indexing;) {
    for await (const event of client.jobEvents(job.id)) if (event.type === "job") job = event.job;
    if (!indexing) return;
    if (job.status !== "done")
      throw new Error(`the run is ${job.status}: ${job.failed[0]?.message ?? "no file of it"}`);
    // A run over a sample this small ends soon: every file is made new again, so that there is always something to do.
    mkdirSync(second, { recursive: true });
    for (const file of globSync("**/*.md", { cwd: second }))
      writeFileSync(join(second, file), `${readFileSync(join(second, file), "utf8")}\nrun ${runs}\n`);
    runs++;
    job = (await client.refreshSource(job.sources[0] as string)).job;
  }
})().catch((thrown: unknown) => {
  if (indexing) broken = thrown;
});
await load(`${CLIENTS} clients, ${RATE}/s, indexing meanwhile`, RATE);
indexing = false;
const { counts } = await client.status();
console.log(
  `  ${counts.drawers - drawers.total} drawers more than before${runs > 1 ? `, in ${runs} runs, each of all files made new` : ""}`,
);
child.kill("SIGTERM");
await new Promise((resolve) => child.once("exit", resolve));
await indexer;
agent.destroy();
await loci.close();
rmSync(folder, { recursive: true, force: true });
if (broken !== null) throw new Error("the indexing ended before the questions did", { cause: broken });
