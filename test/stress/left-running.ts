/**
 * Leaves Loci running as a month would: writers that are killed and stopped at random, an index that is taken away, two services and a watcher
 * over one data folder. Red where a process stands still for 20 seconds of the time that the machine had for this run (`own-clock.fixture.ts`),
 * where what was acknowledged is lost or doubled, or where doctor finds an error afterwards.
 *
 * `node test/stress/left-running.ts [MINUTES]`: four minutes, or thirty with `LOCI_TEST_ROUNDS=all`. Needs a build.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { freePort } from "../free-port.fixture.ts";
import { ownClock } from "./own-clock.fixture.ts";

const MINUTES = Number(process.argv[2] ?? (process.env["LOCI_TEST_ROUNDS"] === "all" ? 30 : 4));
const STILL_MS = 20_000;
const WRITERS = 5;
const SERVICES = 2;
const BIN = fileURLToPath(new URL("../../bin/loci.js", import.meta.url));
const WRITER = fileURLToPath(new URL("left-running-writer.fixture.ts", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "loci-stress-"));
const home = join(folder, "home");
const notes = join(folder, "notes");
const acknowledged = join(folder, "acknowledged");
const projectFolder = join(home, "projects", "default");
mkdirSync(notes);

/** A process under watch: each line that it writes is an operation that it ended. */
interface Watched {
  readonly name: string;
  readonly child: ChildProcess;
  lastSign: { readonly own: number; readonly wall: number };
  operations: number;
  /** Stopped on purpose. */
  stopped: boolean;
  errors: string;
}

const watched = new Map<string, Watched>();
const totals = new Map<string, number>();
let seed = 11;
/** By the high bits: the low ones of such a generator go round in a few steps. */
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const clock = ownClock();
/** The longest that anything stood still, milliseconds: by the clock of this run, and by the wall's. */
const longest = { own: 0, wall: 0 };

const now = (): Watched["lastSign"] => ({ own: clock.milliseconds(), wall: performance.now() });

function start(name: string, args: readonly string[]): Watched {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    env: { ...process.env, LOCI_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const one: Watched = { name, child, lastSign: now(), operations: 0, stopped: false, errors: "" };
  child.stdout?.on("data", (text: Buffer) => {
    one.lastSign = now();
    one.operations += text.toString().split("\n").length - 1;
  });
  child.stderr?.on("data", (text: Buffer) => (one.errors = (one.errors + text.toString()).slice(-4_000)));
  watched.set(name, one);
  return one;
}

const startWriter = (name: string): Watched => start(name, [WRITER, home, name, acknowledged]);

async function kill(name: string): Promise<void> {
  const one = watched.get(name);
  if (one === undefined) return;
  totals.set(name, (totals.get(name) ?? 0) + one.operations);
  watched.delete(name);
  if (one.child.exitCode !== null || one.child.signalCode !== null) return;
  const ended = new Promise((resolve) => one.child.once("exit", resolve));
  one.child.kill("SIGKILL");
  await ended;
}

function doctor(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [BIN, "doctor", "--project", "default"], {
    env: { ...process.env, LOCI_HOME: home },
    encoding: "utf8",
    timeout: 60_000,
  });
  return stdout + stderr;
}

/** Asks a service again and again; each answer is a sign of life. */
async function asking(one: Watched, port: number): Promise<void> {
  while (watched.get(one.name) === one) {
    try {
      const token = readFileSync(join(home, "token"), "utf8").trim();
      const answer = await fetch(`http://127.0.0.1:${port}/v1/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: "who saw the falcon near the harbour" }),
        signal: AbortSignal.timeout(2 * STILL_MS),
      });
      await answer.text();
      one.lastSign = now();
      one.operations++;
    } catch {
      // Not listening yet, or it stands still: the watch tells the two apart by the time.
    }
    await sleep(500);
  }
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);

/** @throws AssertionError for a process that has ended by itself, or that stands still */
function requireAlive(): void {
  for (const { name, child, lastSign, stopped, errors } of watched.values()) {
    assert.ok(child.exitCode === null && child.signalCode === null, `${name} ended by itself: ${errors}`);
    if (stopped) continue;
    // A watcher says something only after a change: it is held against the notes at the end.
    if (name === "watcher") continue;
    const { own, wall } = now();
    const still = { own: own - lastSign.own, wall: wall - lastSign.wall };
    longest.own = Math.max(longest.own, still.own);
    longest.wall = Math.max(longest.wall, still.wall);
    if (still.own > STILL_MS)
      throw new assert.AssertionError({
        message: `${name} stands still for ${seconds(still.own)} s (${seconds(still.wall)} s of the day)\n${errors}\n${doctor()}`,
      });
  }
}

const DISTURBANCES: readonly (() => Promise<void>)[] = [
  // A writer is killed, and begins again.
  async () => {
    const name = `writer${random(WRITERS)}`;
    await kill(name);
    startWriter(name);
  },
  // A writer is stopped for a while, with whatever it holds.
  async () => {
    const one = watched.get(`writer${random(WRITERS)}`);
    if (one === undefined) return;
    one.stopped = true;
    one.child.kill("SIGSTOP");
    await sleep(1_000 + random(4_000));
    one.child.kill("SIGCONT");
    one.lastSign = now();
    one.stopped = false;
  },
  // The index is taken away.
  async () => {
    for (const name of readdirSync(projectFolder))
      if (name.startsWith("index.sqlite")) rmSync(join(projectFolder, name), { force: true });
  },
  // Notes change under the watcher.
  async () => {
    const n = random(40);
    writeFileSync(join(notes, `${n}.md`), `# Note ${n}\n\nWriter ${random(1_000)} saw the falcon near the harbour.\n`);
  },
];

async function run(): Promise<void> {
  for (let n = 0; n < 40; n++) writeFileSync(join(notes, `${n}.md`), `# Note ${n}\n\nThe harbour of ${n} ships.\n`);
  const setUp = await openLoci({ home });
  await (await setUp.project("default")).index([notes], { scope: "kb" });
  await setUp.close();
  for (let n = 0; n < WRITERS; n++) startWriter(`writer${n}`);
  for (let n = 0; n < SERVICES; n++) {
    const port = await freePort();
    const service = start(`service${n}`, [BIN, "serve", "--port", String(port), ...(n > 0 ? ["--no-watch"] : [])]);
    void asking(service, port);
  }
  start("watcher", [BIN, "watch", "--project", "default"]);
  const end = performance.now() + MINUTES * 60_000;
  let disturbances = 0;
  while (performance.now() < end) {
    await sleep(300 + random(1_200));
    const kind = random(12);
    // Taking the index away is the rarest: what follows is a refill.
    await DISTURBANCES[kind === 0 ? 2 : kind < 5 ? 0 : kind < 8 ? 1 : 3]?.();
    disturbances++;
    requireAlive();
  }
  for (const name of [...watched.keys()]) await kill(name);
  process.stdout.write(`${disturbances} disturbances; ${JSON.stringify(Object.fromEntries(totals))}\n`);
  process.stdout.write(
    `nobody stood still for longer than ${seconds(longest.own)} s (${seconds(longest.wall)} s of the day)\n`,
  );
  await judge();
}

/** What was acknowledged is there once, and the project is sound. */
async function judge(): Promise<void> {
  const loci = await openLoci({ home });
  try {
    const project = await loci.project("default");
    await project.index([]);
    const promised = readFileSync(acknowledged, "utf8")
      .split("\n")
      .filter((id) => id !== "");
    const kept = new Map<string, number>();
    for (const line of readFileSync(join(projectFolder, "chats", "shared", "messages.jsonl"), "utf8").split("\n")) {
      // Empty, or the line of a writer that was killed while it wrote.
      const id = /"id":"([^"]+)"/u.exec(line)?.[1];
      if (id !== undefined && line.endsWith("}")) kept.set(id, (kept.get(id) ?? 0) + 1);
    }
    assert.deepEqual(
      promised.filter((id) => !kept.has(id)),
      [],
      "no acknowledged message is lost",
    );
    assert.deepEqual(
      [...kept].filter(([, count]) => count > 1),
      [],
      "none stands twice",
    );
    assert.deepEqual(
      (await project.doctor({ deep: true })).filter(({ severity }) => severity === "error"),
      [],
    );
    process.stdout.write(`${promised.length} acknowledged messages, all there once; doctor finds no error\n`);
  } finally {
    await loci.close();
  }
}

try {
  await run();
} finally {
  clock.stop();
  for (const name of [...watched.keys()]) await kill(name);
  rmSync(folder, { recursive: true, force: true });
}
