/**
 * What one caller can do to the others: `node bench/crowd.ts [seconds]` (10). A service over the markdown sample; eight clients of one user search at
 * 200 requests a second: alone, while the owner's PDFs and 20 MB of text are indexed, and through attacks by another user's token (60,000 unknown keys, a
 * long text to `verify`, 800 KB of headings, 600 searches that nobody reads). Latencies from when a request was due, in
 * milliseconds; the next search after each attack; memory of the service's processes, and what of it is left in the end. JSON. Needs a built package.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anew } from "./measure/anew.ts";
import { CLI, publicApi, ROOT } from "./measure/public-api.ts";
import { quantile } from "./measure/quantile.ts";

const seconds = Number(process.argv[2] ?? 10);
const SAMPLES = join(ROOT, "..", "shared", "data", "docs");
const RATE = 200;
/** Until memory is measured a last time. */
const REST_MS = 30_000;
const { openLoci, openServiceTokens } = (await import(publicApi())) as typeof import("../src/index.ts");
const folder = mkdtempSync(join(tmpdir(), "loci-bench-crowd-"));
const home = join(folder, "home");
const loci = await openLoci({ home });
await (await loci.project("p")).index([join(SAMPLES, "markdown")], { scope: "kb" });
await loci.close();
const tokens = openServiceTokens(home);
const [owner, user, attacker] = [
  tokens.owner(),
  tokens.issue("user:1", { projects: ["p"] }).token,
  tokens.issue("user:2", { projects: ["p"] }).token,
];
const child = spawn(
  process.execPath,
  [CLI, "serve", "--home", home, "--project", "p", "--port", "0", "--root", folder, "--json", "--no-watch"],
  { stdio: ["ignore", "pipe", "ignore"], env: process.env },
);
process.once("exit", () => child.kill());
const { url } = JSON.parse(String(await new Promise((resolve) => child.stdout.once("data", resolve)))) as {
  url: string;
};
const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: 4_000 });

/** @returns the status; 0 where the connection ended */
function send(
  token: string,
  path: string,
  body: string,
  options: { type?: string; own?: boolean } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}${path}`,
      {
        ...(options.own === true ? {} : { agent }),
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": options.type ?? "application/json",
          "Content-Length": Buffer.byteLength(body),
        },
      },
      (response) => void response.resume().on("end", () => resolve(response.statusCode ?? 0)),
    );
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}

const search = (n: number): Promise<number> =>
  send(user, "/v1/search", JSON.stringify({ query: anew(`how is option ${n % 97} set in the configuration`) }));

/** Resident bytes of the service and of all processes under it. */
function memory(): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc"))
    if (/^\d+$/.test(name)) {
      try {
        parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]));
      } catch {
        // It has ended meanwhile.
      }
    }
  const tree = new Set([child.pid as number]);
  for (const one of tree) for (const [pid, parent] of parents) if (parent === one) tree.add(pid);
  return [...tree].reduce((sum, pid) => {
    try {
      return sum + 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);
}

/** Searches at the rate until `done`. */
async function others(done: () => boolean): Promise<object> {
  const times: number[] = [];
  let [failed, next, most] = [0, 0, 0];
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (!done()) {
      const turn = next++;
      const due = begin + (turn / RATE) * 1_000;
      if (due > performance.now()) await sleep(due - performance.now());
      if ((await search(turn)) !== 200) failed++;
      times.push(performance.now() - due);
      if (turn % RATE === 0) most = Math.max(most, memory());
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return {
    requests: times.length,
    aSecond: Math.round(times.length / ((performance.now() - begin) / 1_000)),
    failed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
    megabytes: Math.round(most / 1e6),
  };
}

const forSeconds = (): (() => boolean) => {
  const until = performance.now() + seconds * 1_000;
  return () => performance.now() > until;
};
const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`key${i}`, i]));
const words = "the lantern of the keeper hung at pier four ".repeat(4_500);
const ATTACKS: Readonly<Record<string, () => Promise<unknown>>> = {
  "60,000 unknown keys": () => send(attacker, "/v1/search", JSON.stringify({ query: "x", ...keys }), { own: true }),
  "a long text to verify": () =>
    send(attacker, "/v1/verify", JSON.stringify({ text: words.slice(0, 199_000) }), { own: true }),
  "800 KB of headings": () =>
    send(attacker, "/v1/documents?name=h.md", "# h\n\n".repeat(160_000), { type: "text/markdown", own: true }),
  "600 unread searches": async () => {
    const sent = Array.from({ length: 600 }, (_, i) => {
      const body = JSON.stringify({ query: `option ${i} of the configuration`, limit: 100 });
      const one = request(`${url}/v1/search`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${attacker}`,
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
        },
      });
      one.on("error", () => {});
      one.end(body);
      return one;
    });
    await sleep(1_000);
    for (const one of sent) one.destroy();
  },
};

const figures: Record<string, object> = {};
for (let n = 0; n < 50; n++) await search(n);
figures["alone"] = await others(forSeconds());
const work = join(folder, "work");
mkdirSync(work);
cpSync(join(SAMPLES, "pdf"), join(work, "pdf"), { recursive: true });
writeFileSync(join(work, "large.txt"), "Every keeper of a lantern knows his pier. ".repeat(500_000));
await send(owner, "/v1/sources", JSON.stringify({ paths: [work], scope: "admin" }), { own: true });
figures["while PDFs and 20 MB of text are indexed"] = await others(forSeconds());
const running = async (): Promise<boolean> => {
  const answer = await fetch(`${url}/v1/jobs`, { headers: { Authorization: `Bearer ${owner}` } });
  const { jobs } = (await answer.json()) as { readonly jobs: readonly { readonly status: string }[] };
  return jobs.some(({ status }) => status === "running" || status === "queued");
};
const indexed = performance.now();
while (await running()) await sleep(500);
const secondsMore = (performance.now() - indexed) / 1_000;
for (const [name, attack] of Object.entries(ATTACKS)) {
  let over = false;
  const meanwhile = others(() => over);
  const began = performance.now();
  const status = await attack();
  const took = performance.now() - began;
  const then = performance.now();
  await search(0);
  const nextSearch = performance.now() - then;
  await sleep(1_000);
  over = true;
  figures[name] = { status, took, nextSearch, others: await meanwhile };
}
await sleep(REST_MS);
console.log(
  JSON.stringify({ figures, secondsMore, megabytesAfterRest: Math.round(memory() / 1e6), load: loadavg() }, null, 2),
);
child.kill("SIGTERM");
await new Promise((resolve) => child.once("exit", resolve));
agent.destroy();
rmSync(folder, { recursive: true, force: true });
