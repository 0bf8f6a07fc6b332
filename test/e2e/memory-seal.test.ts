import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci, recordHomeAudit } from "../../src/index.ts";
import { projectFolder } from "../../src/app/project-folder.ts";
import { checkLogs, checkRooms, checkSeals } from "../../src/app/doctor/check-files.ts";
import { isOther } from "../../src/files/plain-file.ts";
import { changedLines } from "../../src/ingest/chats/live-chat.ts";
import { temporaryFolder, writeMemory } from "./notes.fixture.ts";

test("a wrong byte anywhere in the notes of a chat is noticed, and the doctor names the file", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  writeMemory(join(home, "projects", "p"), "admin", ["Kai is allergic to nuts.", "The boat is called Ünda."]);
  const before = await project.chatMemory("c");
  const file = join(home, "projects", "p", "chats", "memory.md");
  const named = async (): Promise<boolean> =>
    (await project.doctor()).some(({ what, severity }) => severity === "warning" && what.includes(file));
  const bytes = readFileSync(file);
  assert.equal(await named(), false);
  assert.equal(isOther(bytes.toString()), false);
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [1, 4, 32]) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ bit;
      assert.equal(isOther(wrong.toString()), true, `bit ${bit} of byte ${at}`);
    }
  writeFileSync(file, bytes.toString().replace("nuts", "nut5"));
  assert.equal(await named(), true);
  // What a person wrote stays, and is sealed with the next change.
  await project.forget("boat is called", { yes: true });
  const after = await project.chatMemory("c");
  assert.match(after.text, /nut5/u);
  assert.doesNotMatch(`${before.text}${after.text}${after.shown}`, /seal/u);
  assert.equal(await named(), false);
  assert.equal(readFileSync(file, "utf8").match(/loci:seal/gu)?.length, 1);
});

test("a wrong byte anywhere in the messages of a chat is noticed, and the doctor names file and line", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const said = [
    "Kai is allergic to nuts.",
    'The boat is "Ünda".',
    "The weir\nfroze.",
    "Eva keeps the oars by the door.",
  ];
  for (const [at, text] of said.entries())
    await project.addMessage("c", { id: `m${at}`, role: "user", text, time: `2026-03-01T10:0${at}:00Z` });
  const file = join(home, "projects", "p", "chats", "c", "messages.jsonl");
  const named = async (): Promise<string | undefined> =>
    (await project.doctor()).find(({ what }) => what.includes(file) && what.includes("not as it was written"))?.what;
  const bytes = readFileSync(file);
  assert.equal(await named(), undefined);
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 1; bit < 256; bit *= 2) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ bit;
      assert.notDeepEqual(changedLines(wrong.toString()), [], `bit ${bit} of byte ${at}`);
    }
  writeFileSync(file, bytes.toString().replace("froze", "fr0ze"));
  assert.match((await named()) ?? "", /in line 3: /u);
  writeFileSync(file, bytes);
  // What Loci itself takes out leaves the other lines as they were.
  const { matches } = await project.forget("Kai is allergic to nuts", { yes: true });
  assert.ok(matches.length > 0);
  assert.doesNotMatch(readFileSync(file, "utf8"), /allergic/u);
  assert.equal(await named(), undefined);
  // What a killed process left of a line is no message, wherever it ended.
  const [first = "", second = ""] = bytes.toString().split("\n");
  for (let end = 1; end < second.length; end++)
    assert.deepEqual(changedLines(`${first}\n${second.slice(0, end)}\n${second}\n`), [], `ended behind ${end}`);
  // Lines of an earlier version have no seal.
  assert.deepEqual(changedLines(`{"id":"a","text":"deadbeef"}\n${bytes.toString()}`), []);
});

test("a line of the facts that isn't as it was written is named by the doctor, and said where the catalog was lost", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const folder = join(home, "projects", "p");
  const file = join(folder, "facts.jsonl");
  const first = await openLoci({ home });
  const before = await first.project("p");
  for (const text of ["The ferry's berth is number 3", "The boat's mooring is number 14"]) await before.tellFacts(text);
  writeFileSync(file, readFileSync(file, "utf8").replace("number 14", "number 15"));
  const found = (await before.doctor()).filter(({ what }) => what.includes(file));
  assert.match(found[0]?.what ?? "", /not as it was written in line 3/u);
  await first.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `catalog.sqlite${end}`), { force: true });

  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  assert.match((await project.askFacts("What is the ferry's berth?")).text, /number 3/u);
  assert.doesNotMatch((await project.askFacts("What is the boat's mooring?")).text, /number 15/u);
  const { notes } = await project.search("mooring");
  assert.match(
    notes.find(({ code }) => code === "CATALOG_DAMAGED")?.message ?? "",
    /facts\.jsonl' is not as it was written in line 3/u,
  );
  // What could not be read is kept, named, and erased by a forget.
  assert.ok((await project.doctor()).some(({ what }) => what.includes("facts.jsonl.damaged")));
});

test("a wrong byte anywhere in one of the two files of whose memory it is is named by the doctor", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const folder = join(home, "projects", "p");
  const named = async (): Promise<readonly string[]> =>
    (
      await checkSeals(
        {
          root: folder,
          chats: join(folder, "chats"),
          facts: join(folder, "facts"),
        },
        pass,
      )
    )
      .map(({ what }) => what)
      .filter((what) => what.includes("not as it was written"));
  const pass = async (): Promise<void> => {};
  for (const file of ["identity.json", "identity.copy.json"].map((name) => join(folder, name))) {
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length - 1; at++) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ (1 << (at % 8));
      writeFileSync(file, wrong);
      const found = await named();
      assert.ok(found.length === 1 && found[0]?.includes(file), `byte ${at} of ${file}`);
    }
    assert.ok((await project.doctor()).some(({ what }) => what.includes(file)));
    writeFileSync(file, bytes);
    assert.deepEqual(await named(), []);
  }
});

test("a wrong bit in a document that was handed over, in what was done to a data folder, or in what searches showed, is named by the doctor", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const bytes = new TextEncoder().encode("# Oars\n\nThe oars lie by gate 4.\n");
  await project.addDocument({ name: "oars.md", bytes }, { scope: "kb" });
  recordHomeAudit(home, { action: "token.add", object: "a1", details: { caller: "user:4" } });
  recordHomeAudit(home, { action: "token.remove", object: "a1" });
  const named = async (): Promise<readonly string[]> =>
    (await project.doctor()).map(({ what }) => what).filter((what) => what.includes("not as it was written"));
  assert.deepEqual(await named(), []);
  const uploads = join(home, "projects", "p", "uploads");
  const [path = ""] = readdirSync(uploads, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".md"));
  for (const query of ["where are the oars?", "which gate?"])
    await project.recordAccess("shown", ["00112233445566778899aabbccddeeff"], { query, client: "cli" });
  const folder = projectFolder(home, "p");
  const oars = join(uploads, path);
  for (const file of [oars, join(home, "audit.jsonl"), folder.searches]) {
    const [bytes, { atime, mtime }] = [readFileSync(file), statSync(file)];
    for (const at of file === oars ? [bytes.indexOf("4")] : bytes.keys()) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ (1 << (at % 8));
      writeFileSync(file, wrong);
      utimesSync(file, atime, mtime);
      if (file !== oars) assert.ok(checkLogs({ home, folder }).length === 1, `byte ${at} of ${file}`);
    }
    assert.ok(
      (await named()).some((what) => what.includes(file)),
      file,
    );
    writeFileSync(file, bytes);
    utimesSync(file, atime, mtime);
    assert.deepEqual(await named(), []);
  }
  const trail = await project.audit();
  assert.deepEqual(
    trail.filter(({ action }) => action.startsWith("token.")).map((entry) => Object.keys(entry).length),
    [5, 5],
  );
});

test("between any two files of chats and rooms that the doctor reads, others have their turn", async (t) => {
  const folder = temporaryFolder(t);
  const chats = join(folder, "chats");
  for (let at = 0; at < 20; at++) {
    mkdirSync(join(chats, `c${at}`), { recursive: true });
    mkdirSync(join(folder, "palace", `w${at}`), { recursive: true });
    for (const file of [join(chats, `c${at}`, "memory.md"), join(folder, "palace", `w${at}`, "r.md")])
      writeFileSync(file, "# Notes\n");
    writeFileSync(join(chats, `c${at}`, "messages.jsonl"), "");
  }
  let turns = 0;
  const pass = async (): Promise<void> => void turns++;
  await checkSeals({ root: folder, chats, facts: join(folder, "facts") }, pass);
  assert.equal(turns, 40);
  await checkRooms(join(folder, "palace"), pass);
  assert.equal(turns, 60);
});
