import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note, temporaryFolder, writeNotes } from "../../test/e2e/notes.fixture.ts";
import { LociError } from "../model/error.ts";
import { openLoci } from "./open-loci.ts";
import { backUpHome, repairCatalog, restoreHome } from "./safekeeping.ts";
import { settingsInForce } from "../config/configuration.ts";

const settings = settingsInForce({ embedding: { provider: "none" } });

test("a home that is written to is backed up, and restored with all that was acknowledged before", async (t) => {
  const folder = temporaryFolder(t);
  const [home, kept, other] = ["home", "kept", "other"].map((name) => join(folder, name)) as [string, string, string];
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const words = ["walrus", "otter", "falcon", "pelican", "gecko", "badger"];
  const add = async (i: number): Promise<unknown> =>
    project.addDrawer({
      wing: "w",
      room: "r",
      scope: "kb",
      force: true,
      text: `The ${words[i % 6]} number ${i} lives in house ${i * 7} of the ${words[(i * 5 + 1) % 6]} road, said ${i}.`,
    });
  for (let i = 0; i < 5; i++) await add(i);
  const writing = (async () => {
    for (let i = 5; i < 25; i++) await add(i);
  })();
  writeFileSync(join(home, "service.json"), "{}");
  const today = join("projects", "p", "today");
  mkdirSync(join(home, today), { recursive: true });
  writeFileSync(join(home, today, "2026-05-01.jsonl"), "{}\n");
  const report = await backUpHome(home, kept);
  await writing;
  assert.ok(!existsSync(join(kept, "service.json")), "where a service listens is no data");
  assert.ok(!existsSync(join(kept, today)), "the words of a day are of that day alone");
  assert.ok(report.databases >= 2 && report.files > report.databases);
  await assert.rejects(backUpHome(home, kept), { code: "USAGE" });
  await assert.rejects(backUpHome(home, join(home, "inside")), { code: "USAGE" });
  await assert.rejects(restoreHome(kept, home), { code: "USAGE" });
  await restoreHome(kept, other);
  if (process.platform !== "win32")
    for (const copied of [kept, other])
      for (const name of readdirSync(copied, { recursive: true, encoding: "utf8" })) {
        const stat = statSync(join(copied, name));
        assert.equal(stat.mode & 0o077, 0, `${name} is for its owner alone`);
      }
  const restored = await openLoci({ home: other, settings });
  t.after(() => restored.close());
  const copy = await restored.project("p");
  for (let i = 0; i < 5; i++) {
    const { hits } = await copy.search(`number ${i} house ${i * 7}`);
    assert.ok(
      hits.some(({ text }) => text.includes(`said ${i}.`)),
      `drawer ${i}`,
    );
  }
  assert.deepEqual(
    (await copy.doctor()).filter(({ severity }) => severity === "error"),
    [],
  );
});

test("a backup that isn't whole, was changed or names files outside is refused, and leaves nothing behind", async (t) => {
  const folder = temporaryFolder(t);
  const [home, kept, other] = ["home", "kept", "other"].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(home);
  writeFileSync(join(home, "a.md"), "one");
  await backUpHome(home, kept);
  appendFileSync(join(kept, "a.md"), "!");
  await assert.rejects(restoreHome(kept, other), { code: "STORAGE_FAILED", message: /'a\.md' of the backup/ });
  const manifest = join(kept, "backup.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace("a.md", "../a.md"));
  await assert.rejects(restoreHome(kept, other), { code: "PATH_NOT_FOUND" });
  await assert.rejects(restoreHome(folder, other), { code: "PATH_NOT_FOUND" });
  assert.deepEqual(readdirSync(folder).sort(), ["home", "kept"]);
});

test("a restored copy knows nothing of the processes of the home that it was copied from", async (t) => {
  const folder = temporaryFolder(t);
  const [home, kept, other] = ["home", "kept", "other"].map((name) => join(folder, name)) as [string, string, string];
  writeNotes(join(folder, "notes"), { "note.md": note(1) });
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  const watching = await project.watch();
  t.after(() => watching.close());
  while ((await project.status()).watch.watched.length === 0) await new Promise((next) => setTimeout(next, 20));
  await backUpHome(home, kept);
  await restoreHome(kept, other);
  const restored = await openLoci({ home: other, settings });
  t.after(() => restored.close());
  const copy = await restored.project("p");
  assert.deepEqual((await copy.status()).watch.watched, []);
  assert.deepEqual(
    (await copy.doctor()).flatMap(({ check, what }) => (check === "leases" ? [what] : [])),
    ["no run was left behind"],
  );
  assert.equal((await project.status()).watch.watched.length, 1, "the first one is watched still");
});

test("half a backup says that it is one, and what to do, where it is to be restored or written to", async (t) => {
  const folder = temporaryFolder(t);
  const [home, kept, other] = ["home", "kept", "other"].map((name) => join(folder, name)) as [string, string, string];
  for (const name of ["a.md", "b.md"]) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, name), "one");
  }
  await backUpHome(home, kept);
  // The manifest is written last, so this is what a backup that is killed leaves.
  rmSync(join(kept, "backup.json"));
  const refused = {
    message: /no whole backup: it has no backup\.json, as one that was cut off/u,
    hint: /can be removed/u,
  };
  await assert.rejects(restoreHome(kept, other), { ...refused, code: "PATH_NOT_FOUND" });
  await assert.rejects(backUpHome(home, kept), { code: "USAGE", hint: /remove what was cut off/u });
  assert.deepEqual(readdirSync(kept).sort(), ["a.md", "b.md"]);
  writeFileSync(join(kept, "backup.json"), "{");
  await assert.rejects(restoreHome(kept, other), { message: /no whole backup: its backup\.json can't be read/u });
});

test("a damaged catalog is moved aside; sources, facts and search are there again", async (t) => {
  const folder = temporaryFolder(t);
  const [home, notes] = [join(folder, "home"), join(folder, "notes")];
  writeNotes(notes, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`note-${i}.md`, note(i)])));
  const loci = await openLoci({ home, settings });
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  await project.tellFacts("My favorite lens is 35mm", { messageId: "m1" });
  const before = (await project.search("walrus port")).hits.map(({ id }) => id);
  const facts = await project.facts();
  assert.equal(facts.length, 1);
  await loci.close();
  assert.equal(await repairCatalog({ home, project: "p", settings }), null);

  const catalog = join(home, "projects", "p", "catalog.sqlite");
  for (const [nth, damage] of [
    (bytes: Buffer) => bytes.fill(0xaa, 3 * 4096, 6 * 4096),
    (bytes: Buffer) => bytes.fill(0x55),
  ].entries()) {
    writeFileSync(catalog, damage(readFileSync(catalog)));
    const repaired = await repairCatalog({ home, project: "p", settings });
    assert.ok(repaired !== null && existsSync(repaired.copy));
    assert.equal(statSync(catalog).mode & 0o077, 0, "readable by its owner alone");
    assert.match(repaired.copy, new RegExp(`damaged-${nth + 1}$`));
    const again = await openLoci({ home, settings });
    const opened = await again.project("p");
    assert.deepEqual((await opened.sources()).length, 1);
    assert.deepEqual(
      (await opened.search("walrus port")).hits.map(({ id }) => id),
      before,
    );
    assert.deepEqual(
      (await opened.facts()).map(({ topic }) => topic),
      facts.map(({ topic }) => topic),
    );
    assert.deepEqual(
      (await opened.doctor()).filter(({ check, severity }) => check === "catalog" && severity === "error"),
      [],
    );
    await again.close();
  }
});

for (const [how, damage] of [
  ["is no database", (bytes: Buffer) => bytes.fill(0x55)],
  ["is overwritten in the middle", (bytes: Buffer) => bytes.fill(0xaa, 4096, bytes.length - 4096)],
] as const) {
  test(`a project whose catalog ${how} answers nothing, says what repairs it, and is written to by nobody`, async (t) => {
    const home = join(temporaryFolder(t), "home");
    const first = await openLoci({ home, settings });
    await (await first.project("p")).addDrawer({ wing: "w", room: "r", scope: "kb", text: note(1) });
    await first.close();
    const catalog = join(home, "projects", "p", "catalog.sqlite");
    const bytes = damage(readFileSync(catalog));
    writeFileSync(catalog, bytes);
    const loci = await openLoci({ home, settings });
    t.after(() => loci.close());
    await assert.rejects(
      loci.project("p").then((project) => project.search("walrus port")),
      ({ code, message, hint }: LociError) =>
        code === "STORAGE_FAILED" && message === "the catalog is damaged" && hint.includes("doctor --repair"),
    );
    assert.deepEqual(readFileSync(catalog), bytes);
  });
}

test("what a repair has kept is named by doctor, and goes whole with what is forgotten", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: "The vault opens with quetzalcoatlus only." });
  const aside = join(home, "projects", "p", "catalog.sqlite.damaged-1");
  writeFileSync(aside, "…quetzalcoatlus…");
  writeFileSync(`${aside}-wal`, "…");
  const named = (await project.doctor()).find(({ what }) => what.includes(aside));
  assert.equal(named?.severity, "warning");
  assert.match(named.next, /rm '.*damaged-1' '.*damaged-1-wal'/);
  assert.deepEqual((await project.forget("quetzalcoatlus")).erased, []);
  assert.equal(existsSync(aside), true);
  const { erased, proof } = await project.forget("quetzalcoatlus", { yes: true });
  assert.deepEqual(erased, ["catalog.sqlite.damaged-1", "catalog.sqlite.damaged-1-wal"]);
  assert.equal(proof?.clean, true);
  assert.equal(existsSync(aside), false);
  assert.equal(
    (await project.doctor()).some(({ what }) => what.includes("damaged")),
    false,
  );
});

test("a wrong byte in the scope of a source is damage that a repair takes back from the record", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const path = join(home, "projects", "p", "catalog.sqlite");
  writeNotes(join(folder, "notes"), { "note.md": note(1) });
  const before = await openLoci({ home, settings });
  await (await before.project("p")).index([join(folder, "notes")], { scope: "user:anna" });
  await before.close();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('"scope":"user:anna"') + '"scope":"user:ann'.length;
  bytes[at] = (bytes[at] as number) ^ 3;
  writeFileSync(path, bytes);
  const opened = await openLoci({ home, settings });
  const project = await opened.project("p");
  await assert.rejects(project.search("note 1"), { code: "STORAGE_FAILED", message: "the catalog is damaged" });
  assert.ok((await project.doctor()).some(({ severity, what }) => severity === "error" && what.includes("catalog")));
  await opened.close();
  assert.notEqual(await repairCatalog({ home, project: "p", settings }), null);
  assert.equal(await repairCatalog({ home, project: "p", settings }), null);
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  const mended = await loci.project("p");
  await mended.index([]);
  const sources = await mended.sources();
  assert.deepEqual(
    sources.map(({ options }) => options.scope),
    ["user:anna"],
  );
  assert.ok((await mended.search("note 1")).hits.length > 0);
});

test("a wrong byte in a fact is damage, told in no words of the fact, and a repair takes the fact back from its history", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const path = join(home, "projects", "p", "catalog.sqlite");
  const before = await openLoci({ home, settings });
  await (await before.project("p")).tellFacts("the boat's mooring is number 14");
  await before.close();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('"items":[{"value":"number 14"') + '"items":[{"value":"number 1'.length;
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(path, bytes);
  const opened = await openLoci({ home, settings });
  const project = await opened.project("p");
  const asked = await project.askFacts("what is the boat's mooring?").catch((thrown: unknown) => thrown);
  assert.ok(asked instanceof LociError && asked.code === "STORAGE_FAILED" && !asked.message.includes("mooring"));
  const damaged = (await project.doctor()).find(({ severity }) => severity === "error")?.what ?? "";
  assert.match(damaged, /^the catalog is damaged/u);
  assert.doesNotMatch(damaged, /mooring/u);
  await opened.close();
  assert.notEqual(await repairCatalog({ home, project: "p", settings }), null);
  assert.equal(await repairCatalog({ home, project: "p", settings }), null);
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  assert.match((await (await loci.project("p")).askFacts("what is the boat's mooring?")).text, /number 14/u);
});
