/**
 * Several services in front of one Milvus server and one PostgreSQL, asked and written to by many clients for a while:
 * `node bench/soak.ts [--seconds 3600] [--services 4] [--clients 16] [--pause 1000] [--milvus URI --catalog URI]`. Without addresses it starts both
 * servers itself, as the tests do. Prints errors, what was acknowledged and is gone, latencies, and each service's memory over time.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "../src/client/index.ts";
import { MilvusFixture } from "../test/contract/milvus/milvus-server.fixture.ts";
import { PostgresFixture } from "../test/contract/postgres/postgres-server.fixture.ts";
import { quantile } from "./measure/quantile.ts";
import { CLI } from "./measure/public-api.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    services: { type: "string", default: "4" },
    clients: { type: "string", default: "16" },
    pause: { type: "string", default: "1000" },
    milvus: { type: "string" },
    catalog: { type: "string" },
  },
});
const [seconds, serviceCount, clientCount, pause] = [values.seconds, values.services, values.clients, values.pause].map(
  Number,
) as [number, number, number, number];
/** Of a hundred requests of a client, so many write. */
const WRITES = 4;
const WORDS = ["harbour", "lantern", "orchard", "compass", "violin", "meadow", "falcon", "granite", "ferry", "willow"];

const folder = mkdtempSync(join(tmpdir(), "loci-soak-"));
const milvus = values.milvus === undefined ? await MilvusFixture.start() : null;
const postgres = values.catalog === undefined ? await PostgresFixture.start() : null;
const home = join(folder, "home");
const notes = join(folder, "notes");
mkdirSync(notes);
const sentence = (i: number): string =>
  `The ${WORDS[i % 10]} stood by the ${WORDS[(i * 7 + 3) % 10]} when number ${i} came in, and nobody wrote down why.`;
for (let i = 0; i < 300; i++)
  writeFileSync(join(notes, `${i}.md`), `# Note ${i}\n\n${sentence(i)} ${sentence(i + 1000)}\n`);
const environment = {
  ...process.env,
  LOCI_STORE_URI: values.milvus ?? milvus?.uri ?? "",
  LOCI_CATALOG_URI: values.catalog ?? postgres?.uri ?? "",
};

/** Starts `loci serve`; answers its address. */
async function serve(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(
    process.execPath,
    [CLI, "serve", "--home", home, "--project", "soak", "--port", "0", "--root", folder, "--json", "--no-watch"],
    { stdio: ["ignore", "pipe", "ignore"], env: environment },
  );
  process.once("exit", () => child.kill());
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString()));
    child.once("exit", (status) => reject(new Error(`a service ended with status ${status} and said nothing`)));
  });
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

function megabytes(child: ChildProcess): number {
  const file = `/proc/${child.pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]) / 1024);
}

const indexing = spawn(process.execPath, [CLI, "index", notes, "--scope", "kb", "--home", home, "--project", "soak"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: environment,
});
const indexed = await new Promise((resolve) => indexing.once("exit", resolve));
if (indexed !== 0) throw new Error(`indexing ended with status ${String(indexed)}`);
const services = await Promise.all(Array.from({ length: serviceCount }, serve));
const token = readFileSync(join(home, "token"), "utf8").trim();
console.log(`${serviceCount} services, ${clientCount} clients, ${seconds} s`);

const times: { readonly search: number[]; readonly open: number[]; readonly write: number[] } = {
  search: [],
  open: [],
  write: [],
};
const errors: string[] = [];
const acknowledged = new Map<string, string>();
const end = performance.now() + seconds * 1000;
const timed = async <T>(kind: keyof typeof times, work: () => Promise<T>): Promise<T | null> => {
  const start = performance.now();
  try {
    const answer = await work();
    times[kind].push(performance.now() - start);
    return answer;
  } catch (thrown) {
    errors.push(`${kind}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return null;
  }
};

async function client(number: number): Promise<void> {
  const { url } = services[number % serviceCount] as (typeof services)[number];
  const ask = createClient({ url, token, project: "soak" });
  for (let turn = 0; performance.now() < end; turn++) {
    if ((turn * 37 + number * 11) % 100 < WRITES) {
      const text = `Client ${number} saw ${crypto.randomUUID()} in turn ${turn} beside the ${WORDS[turn % 10]}.`;
      const added = await timed("write", () =>
        ask.addDrawer({ text, wing: "soak", room: "turns", scope: "kb", force: true }),
      );
      if (added !== null) acknowledged.set(added.id, text);
    } else {
      const found = await timed("search", () =>
        ask.search({ query: `who stood by the ${WORDS[(turn + number) % 10]}` }),
      );
      if (found !== null && found.hits.length === 0) errors.push("search: no hit");
      const first = found?.hits[0];
      if (first !== undefined && turn % 5 === 0) await timed("open", () => ask.expand([first.id]));
    }
    await sleep(pause);
  }
}

const memory: number[][] = [];
const sampling = setInterval(
  () => memory.push(services.map(({ child }) => megabytes(child))),
  Math.max(5_000, (seconds * 1000) / 12),
);
await Promise.all(Array.from({ length: clientCount }, (_, number) => client(number)));
clearInterval(sampling);
memory.push(services.map(({ child }) => megabytes(child)));

// Every service knows all that any of them has acknowledged.
let lost = 0;
for (const { url } of services) {
  const ask = createClient({ url, token, project: "soak" });
  for (const [id, text] of acknowledged) {
    const drawer = await ask.expand([id]).catch(() => null);
    if (drawer === null || !JSON.stringify(drawer).includes(JSON.stringify(text).slice(1, -1))) lost++;
  }
}
const figures = (list: readonly number[]): unknown => ({
  count: list.length,
  p50: Math.round(quantile(list, 0.5)),
  p95: Math.round(quantile(list, 0.95)),
});
console.log(
  JSON.stringify(
    {
      seconds,
      search: figures(times.search),
      open: figures(times.open),
      write: figures(times.write),
      errors: errors.length,
      firstErrors: [...new Set(errors)].slice(0, 5),
      acknowledged: acknowledged.size,
      lost,
      megabytesOfEachService: memory,
    },
    null,
    1,
  ),
);
for (const { child } of services) child.kill();
await Promise.all(services.map(({ child }) => new Promise((resolve) => child.once("exit", resolve))));
await postgres?.stop();
await milvus?.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = errors.length + lost === 0 ? 0 : 1;
