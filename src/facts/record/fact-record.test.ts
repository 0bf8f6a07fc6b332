import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { openSqliteFactStore } from "../../storage/sqlite/catalog/open-catalog.ts";
import { openFacts } from "../../app/facts/said-and-kept.ts";
import { sealedLine } from "../../files/plain-file.ts";
import { LociError } from "../../model/error.ts";
import { replayList } from "../api/list-writer.ts";
import { createFacts } from "../create-facts.ts";
import { factRecord, recordFault } from "./fact-record.ts";

test("one wrong byte in the record of facts gives back no other value", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-record-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "facts.jsonl");
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: await openSqliteFactStore(join(folder, "catalog.sqlite")),
    files: null,
    record: factRecord(path),
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  await facts.tell("The ferry's berth is number 3", { chat: "A" });
  await facts.tell("The boat's mooring is number 14", { chat: "A" });
  await facts.close();
  const whole = readFileSync(path);
  const empty = await openSqliteFactStore(":memory:");
  t.after(() => empty.close());
  const fault = (): Promise<string | null> => empty.read((reader) => recordFault(path, reader));
  let damaged: string | null = null;
  const valuesIn = async (bytes: Buffer): Promise<readonly string[]> => {
    writeFileSync(path, bytes);
    const store = await openSqliteFactStore(":memory:");
    damaged = null;
    await factRecord(path, (fault) => (damaged = fault)).restore(store);
    const values = await store.read((reader) =>
      reader
        .lists(null)
        .flatMap(({ scope, key }) =>
          (reader.list(scope, key)?.items ?? []).map(({ value }) => `${scope} ${key} ${value}`),
        ),
    );
    await store.close();
    return values;
  };
  const right = await valuesIn(whole);
  assert.ok(right.length === 2 && right[0]?.includes("number 14"), "what was written comes back");
  assert.equal(damaged, null);
  assert.ok(!existsSync(`${path}.damaged`));
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
    writeFileSync(path, bytes);
    assert.notEqual(await fault(), null, String(at));
  }
  const [, start = 0, end = 0] = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  for (let at = start; at < end - 1; at += 3) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    for (const value of await valuesIn(bytes)) assert.ok(right.includes(value), String(at));
    assert.equal(damaged, "is not as it was written in line 3", String(at));
    // A person may still read it.
    assert.deepEqual(readFileSync(`${path}.damaged`), bytes);
  }
  for (const [at, byte] of whole.subarray(0, -1).entries())
    if (byte === 10 || at % 60 === 0) {
      for (const value of await valuesIn(whole.subarray(0, at + 1))) assert.ok(right.includes(value), String(at));
      assert.notEqual(damaged, null, `cut behind ${at}, and the catalog is lost`);
    }
  // A process that was killed while it wrote: the next change doesn't stand on its line.
  writeFileSync(path, whole.subarray(0, -20));
  const store = await openSqliteFactStore(join(folder, "catalog.sqlite"));
  await factRecord(path).catchUp(store);
  await store.close();
  const changes = (bytes: Buffer): string => bytes.subarray(bytes.indexOf("\n")).toString();
  assert.deepEqual([await fault(), changes(readFileSync(path))], [null, changes(whole)]);
});

test("a record that was cut anywhere, or changed, is noticed, said, and written anew from the store", async (t) => {
  const { path, told, opened } = await recorded(t);
  await told("The ferry's berth is number 3", "The boat's mooring is number 14", "My favourite tea is assam");
  const whole = readFileSync(path);
  const values = (bytes: Buffer): string => bytes.subarray(bytes.indexOf("\n")).toString();
  const store = await opened();
  t.after(() => store.close());
  const noticed = async (bytes: Buffer, at: string, isSaid = true): Promise<void> => {
    writeFileSync(path, bytes);
    const said: string[] = [];
    assert.equal((await store.read((reader) => recordFault(path, reader))) !== null, isSaid, at);
    await factRecord(path, (fault) => said.push(fault)).restore(store);
    assert.equal(said.length, isSaid ? 1 : 0, at);
    assert.equal(existsSync(`${path}.damaged`), isSaid, at);
    rmSync(`${path}.damaged`, { force: true });
    assert.equal(values(readFileSync(path)), values(whole), at);
    assert.equal(await store.read((reader) => recordFault(path, reader)), null, at);
  };
  // In the last change a process may have ended that wrote it; the store has it.
  const [last = 0, behind = 0] = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : [])).slice(-3);
  for (let end = 0; end < whole.length; end += 13)
    await noticed(whole.subarray(0, end), `cut behind ${end}`, end < last || end >= behind);
  for (const end of [last, last + 1, behind - 1]) await noticed(whole.subarray(0, end), `torn behind ${end}`, false);
  await noticed(whole.subarray(0, -1), "cut by its last byte");
  const lines = whole.toString().split("\n");
  for (let at = 1; at < lines.length - 1; at++)
    await noticed(Buffer.from(lines.toSpliced(at, 1).join("\n")), `without line ${at + 1}`);
  for (let at = 0; at < whole.length; at += 11) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 2;
    await noticed(bytes, `byte ${at}`);
  }
});

test("what was erased when the process ended, or the disk was full, stands in no file after the next opening", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-record-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = (): Promise<FactStore> => openSqliteFactStore(join(folder, "catalog.sqlite"));
  const notes: string[] = [];
  const opened = async (openStore = store) =>
    await openFacts({
      openStore,
      folder: join(folder, "facts"),
      record: join(folder, "facts.jsonl"),
      system: { clock: () => Date.UTC(2026, 0, 1), newId: () => "id" } as Parameters<typeof openFacts>[0]["system"],
      note: ({ code }) => notes.push(code),
      ...({} as Pick<
        Parameters<typeof openFacts>[0],
        "days" | "said" | "quoted" | "keepNote" | "holdsSecret" | "propose"
      >),
    });
  const holding = (): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name !== "facts" && /Mirabel/u.test(readFileSync(join(folder, name), "latin1")),
    );
  for (const erase of [
    (writer) => writer.eraseList("kb", "ferry"),
    (writer) => void writer.forgetChat("A").map(({ scope, key }) => replayList(writer, scope, key)),
  ] satisfies ((writer: FactWriter) => void)[]) {
    const facts = await opened();
    await facts.tell("My favorite teas are sencha, assam", { chat: "B", scope: "kb" });
    await facts.tell("My favorite ferry is Mirabel", { chat: "A", scope: "kb" });
    await facts.close();
    const killed = await store();
    await killed.write(erase);
    await killed.close();
    assert.ok(holding().length > 1, "where it stood before");
    const full = async (): Promise<FactStore> => ({
      ...(await store()),
      purge: () => Promise.reject(new LociError("STORAGE_FULL", "the disk is full")),
    });
    const later = await opened(full);
    assert.deepEqual(
      (await later.list()).map(({ topic }) => topic),
      ["tea"],
    );
    await later.close();
    assert.deepEqual(notes.splice(0), ["STORAGE_FULL"]);
    await (await opened()).close();
    assert.deepEqual([holding(), notes], [[], []]);
    rmSync(join(folder, "catalog.sqlite"));
    const lost = await opened();
    assert.deepEqual((await lost.ask("What is my favorite ferry?")).kind, "not_stored");
    assert.match((await lost.ask("What are my favorite teas?")).text, /sencha/u);
    await lost.close();
  }
});

test("a record that is cut while a process goes on is written anew at its next change", async (t) => {
  const { path, told, opened, said } = await recorded(t);
  await told("The ferry's berth is number 3", "The boat's mooring is number 14");
  const first = readFileSync(path, "utf8").split("\n").slice(0, 2).join("\n");
  writeFileSync(path, `${first}\n`);
  await told("My favourite tea is assam");
  assert.deepEqual(said, ["is shorter than it was written"]);
  const store = await opened();
  assert.equal(await store.read((reader) => recordFault(path, reader)), null);
  await store.close();
  assert.match(readFileSync(path, "utf8"), /number 14[^]*assam/u);
});

test("of two processes that tell in turn, each change stands in the record once, and comes back once", async (t) => {
  const { path, told, another, clean } = await recorded(t);
  const second = await another();
  for (let at = 0; at < 6; at++) {
    await told(`The boat number ${at} is in berth ${at}`);
    await second(`Add tea ${at} to my favourite teas`);
  }
  const sequences = (): readonly number[] =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .slice(1, -1)
      .map((line) => (JSON.parse(line) as { sequence: number }).sequence);
  assert.equal(new Set(sequences()).size, sequences().length);
  const once = sequences().length;
  // As two processes of an earlier version wrote it.
  const changes = readFileSync(path, "utf8").trim().split("\n").slice(1, -1);
  const head = sealedLine({ format: 1, sequence: 0 });
  writeFileSync(path, `${[head, ...changes, ...changes.slice(-3)].join("\n")}\n`);
  const store = await clean();
  await factRecord(path).restore(store);
  assert.equal(await store.read((reader) => reader.changesAfter(0).length), once);
  await store.close();
});

/** A record and its store, with those that tell facts. */
async function recorded(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "loci-record-"));
  const path = join(folder, "facts.jsonl");
  const said: string[] = [];
  const opened = (): Promise<FactStore> => openSqliteFactStore(join(folder, "catalog.sqlite"));
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true });
  });
  let now = Date.UTC(2026, 0, 1);
  const another = async (): Promise<(...texts: readonly string[]) => Promise<void>> => {
    const record = factRecord(path, (fault) => said.push(fault));
    const clock = (): number => (now += 1000);
    const facts = createFacts({ store: await opened(), files: null, record, clock, newId: () => String(now) });
    closing.push(() => facts.close());
    return async (...texts) => {
      for (const text of texts) await facts.tell(text, { chat: "A" });
    };
  };
  return { path, said, opened, another, told: await another(), clean: () => openSqliteFactStore(":memory:") };
}
