import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { thisSystem } from "../../src/engine/system.ts";
import { openLoci } from "../../src/index.ts";
import { holdLease, type LeaseSurroundings } from "../../src/ingest/hold-lease.ts";
import type { LongWait } from "../../src/storage/ports/catalog.ts";
import { openSqliteCatalog } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu;

/** One of several processes, as the catalog knows them. */
function processNamed(token: string, more: Partial<LeaseSurroundings> = {}): LeaseSurroundings {
  const { lease } = thisSystem();
  return { ...lease, owner: { ...lease.owner, token }, ...more };
}

test("doctor names processes that wait for each other, and one that waits for itself; who just waits is no fault", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const catalog = await openSqliteCatalog(join(home, "projects", "p", "catalog.sqlite"));
  t.after(() => catalog.close());
  const ending = new AbortController();
  const [a, b, c, own] = ["a", "b", "c", "own"].map((token) => processNamed(token, { ending: ending.signal })) as [
    LeaseSurroundings,
    LeaseSurroundings,
    LeaseSurroundings,
    LeaseSurroundings,
  ];
  const waits: Promise<unknown>[] = [];
  const take = (who: LeaseSurroundings, name: string, patience: number) =>
    holdLease({ leases: catalog.leases, name }, who, { patience });
  await take(a, "source:one", 0);
  await take(b, "source:two", 0);
  await take(own, "source:three", 0);
  for (const [who, name] of [
    [a, "source:two"],
    [b, "source:one"],
    [c, "source:one"],
    [own, "source:three"],
  ] as const)
    waits.push(take(who, name, 60_000).catch((thrown: unknown) => thrown));
  const said = async (): Promise<readonly string[]> =>
    (await project.doctor())
      .filter(({ check, what }) => check === "leases" && /wait/.test(what))
      .map(
        ({ severity, what }) => `${severity} ${what.replaceAll(/process \d+ on [^\s,]+/g, "P").replaceAll(TIME, "T")}`,
      );
  let found = await said();
  while (found.length < 4) found = await said();
  assert.deepEqual(found.toSorted(), [
    "error P holds 'source:three' and waits for it itself",
    "error P waits for 'source:one' of P, and they wait for each other",
    "error P waits for 'source:two' of P, and they wait for each other",
    "ok P holds 'source:one', and P waits for it since T",
  ]);
  ending.abort();
  for (const thrown of await Promise.all(waits)) assert.equal((thrown as { code?: string }).code, "CANCELLED");
});

test("doctor names who works on what since when, warns of one that stands still, and of a database that one keeps locked", async (t) => {
  const home = join(temporaryFolder(t), "home");
  let now = Date.parse("2026-11-28T10:00:00Z");
  const loci = await openLoci({ home, system: { clock: () => now } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ text: "The oboe is in the attic.", wing: "house", room: "attic", scope: "kb" });
  const path = join(home, "projects", "p", "catalog.sqlite");
  const catalog = await openSqliteCatalog(path);
  t.after(() => catalog.close());
  const { owner } = thisSystem().lease;
  for (const name of ["source:one", "watch:two"]) await catalog.leases.take(name, { ...owner, token: "a" }, now);
  const of = async (): Promise<readonly string[]> =>
    (await project.doctor())
      .filter(({ check }) => check === "leases")
      .map(({ severity, what, next }) =>
        [severity, what, next].join("; ").replaceAll(`${owner.pid}`, "P").replaceAll(owner.host, "H"),
      );
  assert.deepEqual(await of(), ["ok; process P on H holds 'source:one' since 2026-11-28T10:00:00Z; "]);
  now += 20_000;
  const stopped = "where it was stopped, let it go on or end it, on H: kill -CONT P, or kill -KILL P";
  const silent = `warning; process P on H holds 'source:one', 'watch:two' since 2026-11-28T10:00:00Z, and has given no sign of life since 2026-11-28T10:00:00Z; ${stopped}`;
  assert.deepEqual(await of(), [silent]);
  if (process.platform !== "linux") return;
  const holder = spawn(process.execPath, ["-e", LOCKS, path], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
  const [, locked] = await of();
  assert.match(locked ?? "", new RegExp(`^warning; process ${holder.pid} on H keeps '.*catalog\\.sqlite' locked`, "u"));
});

test("who waits for two seconds is told for what and for whom, once, and ends at once when it is told to", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const told: LongWait[] = [];
  const ending = new AbortController();
  const loci = await openLoci({
    home,
    waiting: {
      onLongWait: (wait) => {
        told.push(wait);
        ending.abort();
      },
      ending: ending.signal,
    },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const drawer = { text: "The oboe is in the attic.", wing: "house", room: "attic", scope: "kb" } as const;
  await project.addDrawer(drawer);
  const catalog = await openSqliteCatalog(join(home, "projects", "p", "catalog.sqlite"));
  t.after(() => catalog.close());
  const [source] = await catalog.sources.list();
  const holder = processNamed("holder");
  const held = await holdLease({ leases: catalog.leases, name: `source:${source?.key}` }, holder, { patience: 0 });
  await assert.rejects(project.addDrawer({ ...drawer, text: "The lantern hangs by the door." }), {
    code: "CANCELLED",
  });
  await held.release();
  assert.deepEqual(
    told.map(({ name, holder: who }) => [name, who?.pid]),
    [[`source:${source?.key}`, process.pid]],
  );
});

test("status says that the data folder was moved, deleted or replaced under a process that works with it", async (t) => {
  const folder = temporaryFolder(t);
  const [home, away] = [join(folder, "home"), join(folder, "away")];
  writeNotes(join(folder, "notes"), { "a.md": note(1) });
  const loci = await openLoci({ home });
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  const said = async (): Promise<string> => (await project.status()).notes.map(({ message }) => message).join("; ");
  assert.equal(await said(), "");
  renameSync(home, away);
  assert.match(await said(), /was moved or deleted while it was in use/);
  renameSync(away, home);
  assert.equal(await said(), "");
  renameSync(home, away);
  const other = await openLoci({ home });
  await other.project("p");
  await other.close();
  assert.match(await said(), /the catalog was replaced while it was in use/);
  rmSync(home, { recursive: true });
  renameSync(away, home);
  assert.equal(await said(), "");
  await loci.close();
});

/** Keeps a database from being written until it is killed, as any program may. */
const LOCKS = `const { DatabaseSync } = require("node:sqlite");
new DatabaseSync(process.argv[1]).exec("BEGIN IMMEDIATE"); console.log("locked"); setInterval(() => {}, 1000);`;

const ADD = ["add", "--wing", "house", "--room", "cellar", "The harp is in the cellar."];

describe("a database that another program locks", { concurrency: true }, () => {
  for (const [file, asked, signal, status] of [
    ["catalog", ADD, "SIGINT", 130],
    ["index", ADD, "SIGTERM", 143],
    ["catalog", ["facts", "tell", "My favorite tea is sencha"], "SIGTERM", 143],
    ["index", ["forget", "--yes", "oboe"], "SIGINT", 130],
    ["index", ["sources", "rm", "palace", "--yes"], "SIGINT", 130],
  ] as const)
    test(`${asked[0]} says who locks the ${file}, ends at a signal, and does nothing`, async (t) => {
      const home = join(temporaryFolder(t), "home");
      const opened = await openLoci({ home });
      const stored = async (): Promise<object> => {
        const project = await (await openLoci({ home })).project("p");
        const files = globSync("**/*.md", { cwd: home }).map((path) => [path, readFileSync(join(home, path), "utf8")]);
        const found = (await project.drawers({ limit: 50 })).drawers.map(({ text }) => text);
        const lists = await project.facts();
        await project.close();
        return { files, found, lists };
      };
      await (
        await opened.project("p")
      ).addDrawer({ text: "The oboe is in the attic.", wing: "house", room: "attic", scope: "kb" });
      await opened.close();
      const before = await stored();
      const path = join(home, "projects", "p", `${file}.sqlite`);
      const holder = spawn(process.execPath, ["-e", LOCKS, path], { stdio: ["ignore", "pipe", "inherit"] });
      t.after(() => holder.kill("SIGKILL"));
      await once(holder.stdout, "data");
      const waiting = spawn(process.execPath, [BIN, "--home", home, "--project", "p", ...asked]);
      t.after(() => waiting.kill("SIGKILL"));
      const closed = once(waiting, "close");
      let said = "";
      for await (const text of waiting.stderr.setEncoding("utf8")) {
        said += String(text);
        if (/waiting for '/u.test(said) && !waiting.killed) waiting.kill(signal);
      }
      assert.deepEqual([(await closed)[0], said.includes(`waiting for '${file}.sqlite'`)], [status, true], said);
      if (process.platform === "linux")
        assert.match(said, new RegExp(`which process ${holder.pid} on \\S+ holds`, "u"));
      holder.kill("SIGKILL");
      await once(holder, "close");
      assert.deepEqual(await stored(), before);
    });
});
