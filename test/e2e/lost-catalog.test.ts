import assert from "node:assert/strict";
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LociError, openLoci, type Project } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

const QUESTIONS = [
  "who saw the falcon",
  "the kettle near the harbour",
  "otter launch",
  "walrus port",
  "badger token",
  "pelican valve",
  "gecko address",
  "ibis retreat",
  "quokka allergy",
];

/** A project with something of every kind, and what it answers. */
async function everyKind(
  t: TestContext,
): Promise<{ readonly folder: string; readonly home: string; readonly own: string; readonly expected: unknown }> {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const notes = join(folder, "notes");
  writeNotes(notes, Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i % 3}/note-${i}.md`, note(i)])));
  writeFileSync(
    join(folder, "chat.jsonl"),
    `${JSON.stringify({ session: "s", id: "1", role: "user", time: "2026-01-02T10:00:00Z", text: "The otter launch is on Friday." })}\n`,
  );
  await using(home, async (project) => {
    await project.index([notes], { scope: "kb", wing: "logbook", exclude: ["2/**"] });
    await project.mine([join(folder, "chat.jsonl")], { scope: "admin" });
    await project.indexText({ name: "walrus", text: "The walrus port is 8123." }, { scope: "kb", wing: "marine" });
    await project.addDrawer({
      text: "The badger token expires after 90 minutes.",
      wing: "driftwood",
      room: "auth",
      scope: "kb",
    });
    await project.addDrawer({
      text: "The private badger is called Rudi.",
      wing: "driftwood",
      room: "auth",
      scope: "user:42",
    });
    await project.addDocument(
      { name: "manual.md", bytes: new TextEncoder().encode("# Manual\n\nThe pelican valve opens at 40 bar.\n") },
      { scope: "kb" },
    );
    await project.addDocument(
      { name: "mine.md", bytes: new TextEncoder().encode("# Mine\n\nThe gecko address is 12 Elm Street.\n") },
      { caller: "user:42" },
    );
    await project.addMessage("planning", {
      id: "1",
      role: "user",
      text: "The ibis retreat is in Oslo.",
      time: "2026-02-03T10:00:00Z",
    });
    await project.addMessage(
      "own",
      { id: "1", role: "user", text: "The quokka allergy is severe.", time: "2026-02-03T10:00:00Z" },
      { caller: "user:42" },
    );
    await project.correct("rename-room", { from: "auth", to: "sign-in", wing: "driftwood" });
    await project.tellFacts("My favorite teas are sencha, oolong", {
      chat: "A",
      messageId: "m1",
      time: "2026-01-01T00:00:00Z",
    });
  });
  return { folder, home, own: join(home, "projects", "p"), expected: await using(home, answers) };
}

async function using<T>(home: string, work: (project: Project) => Promise<T>): Promise<T> {
  const loci = await openLoci({ home });
  try {
    return await work(await loci.project("p"));
  } finally {
    await loci.close();
  }
}

/** Everything that two callers are answered: ids, texts, places, scopes, scores. */
async function answers(project: Project): Promise<unknown> {
  const found: unknown[] = [];
  for (const caller of ["owner", "user:42"] as const) {
    for (const question of QUESTIONS) {
      const { hits } = await project.search(question, { limit: 20, caller });
      found.push(
        hits.map(({ id, text, score, wing, room, scope, source }) => [id, text, score, wing, room, scope, source.name]),
      );
    }
  }
  const sources = (await project.sources()).map(({ key, name, kind, options }) => [key, name, kind, options]);
  return JSON.parse(
    JSON.stringify({ found, sources, facts: (await project.askFacts("List my favorite teas")).items }),
  ) as unknown;
}

const ways: readonly [string, (own: string) => void][] = [
  ["is deleted", (own) => rmSync(join(own, "catalog.sqlite"))],
  ["is emptied", (own) => truncateSync(join(own, "catalog.sqlite"), 0)],
  ["is deleted with the index", (own) => ["catalog.sqlite", "index.sqlite"].forEach((name) => rmSync(join(own, name)))],
  [
    "is deleted with index and embeddings",
    (own) => ["catalog.sqlite", "index.sqlite", "embeddings.sqlite"].forEach((name) => rmSync(join(own, name))),
  ],
];
for (const [how, lose] of ways) {
  test(`the catalog ${how}: sources, corrections and lists come back, and the answers are the same`, async (t) => {
    const { home, own, expected } = await everyKind(t);
    lose(own);
    const loci = await openLoci({ home });
    assert.deepEqual(loci.projects(), ["p"], "a project without its catalog is there");
    await loci.close();
    await using(home, async (project) => {
      assert.deepEqual(
        (await project.status()).notes.map(({ code, hint }) => [code, hint]),
        [["CATALOG_RESTORED", "loci index"]],
      );
      const findings = (await project.doctor()).filter(({ check }) => check === "catalog");
      assert.deepEqual(
        findings.map(({ severity, next }) => [severity, next]),
        [["warning", "loci index"]],
      );
      const { notes } = await project.search("falcon");
      assert.ok(notes.some(({ code }) => code === "CATALOG_RESTORED"));
      assert.deepEqual(await answers(project), expected);
      const job = await project.rebuild();
      assert.deepEqual([job.status, job.drawers.added, job.drawers.removed], ["done", 0, 0]);
      assert.deepEqual(await answers(project), expected);
      assert.deepEqual(
        (await project.doctor()).filter(({ severity }) => severity !== "ok"),
        [],
      );
      assert.deepEqual((await project.status()).notes, []);
    });
    assert.deepEqual(await using(home, answers), expected);
  });
}

test("an older catalog is put back: what was added, changed and removed since stays so", async (t) => {
  const { home, own, folder } = await everyKind(t);
  copyFileSync(join(own, "catalog.sqlite"), join(folder, "old.sqlite"));
  writeNotes(join(folder, "more"), { "new.md": note(40) });
  await using(home, async (project) => {
    await project.index([join(folder, "more")], { scope: "kb" });
    await project.index([join(folder, "notes")], { scope: "admin" });
    await project.removeSource("walrus.md");
    await project.correct("rename-room", { from: "sign-in", to: "login", wing: "driftwood" });
    await project.tellFacts("Add assam to my favorite teas");
  });
  const expected = await using(home, answers);
  copyFileSync(join(folder, "old.sqlite"), join(own, "catalog.sqlite"));
  assert.deepEqual(await using(home, answers), expected);
  await using(home, async (project) =>
    assert.deepEqual([(await project.index([])).status, (await project.index([])).drawers.added], ["done", 0]),
  );
  assert.deepEqual(await using(home, answers), expected);
});

test("catalog and record are lost: what is indexed is found, seen by nobody who didn't see it, and the doctor names it", async (t) => {
  const { home, own } = await everyKind(t);
  for (const name of ["catalog.sqlite", "catalog.json"]) rmSync(join(own, name));
  await using(home, async (project) => {
    assert.deepEqual(await project.sources(), []);
    const seen = async (question: string, caller: "owner" | "user:42" | "public"): Promise<boolean> =>
      (await project.search(question, { caller, mode: "lexical" })).hits.length > 0;
    assert.deepEqual(
      [await seen("badger token", "public"), await seen("Rudi", "user:42"), await seen("Rudi", "public")],
      [true, true, false],
    );
    assert.ok((await project.doctor()).some(({ what }) => what.includes("no source that is known")));
    // What is added next brings those before it along.
    await project.addDrawer({ text: "The heron is patient.", wing: "sea", room: "birds", scope: "kb" });
    assert.deepEqual(
      (await project.sources()).map(({ kind }) => kind),
      ["hand"],
    );
    assert.ok(await seen("Rudi", "user:42"));
  });
});

test("a lost record is written again, one that can't be read is kept beside, and a copied home has its own", async (t) => {
  const { home, own, folder, expected } = await everyKind(t);
  const record = join(own, "catalog.json");
  const whole = readFileSync(record, "utf8");
  const plain = (text: string): string => text.replace(/"revision": \d+/, "").replace(/"sha256": "\w+"/, "");
  for (const lose of [
    () => rmSync(record),
    () => writeFileSync(record, "{"),
    () => writeFileSync(record, whole.replace('"scope":"kb"', '"scope":"everybody"')),
  ]) {
    lose();
    await using(home, async () => undefined);
    assert.equal(plain(readFileSync(record, "utf8")), plain(whole));
  }
  assert.ok(readdirSync(own).includes("catalog.json.damaged"));
  // The folder is moved, then the catalog is lost: what was born in it is known from where it was made.
  cpSync(home, join(folder, "copy"), { recursive: true });
  renameSync(home, join(folder, "away"));
  rmSync(join(folder, "copy", "projects", "p", "catalog.sqlite"));
  assert.deepEqual(await using(join(folder, "copy"), answers), expected);
});

test("a removed source doesn't come back with a rebuild, nor does a lost catalog bring it back", async (t) => {
  const { home, own } = await everyKind(t);
  await using(home, async (project) => void (await project.removeSource("palace")));
  await using(home, async (project) => void (await project.rebuild()));
  rmSync(join(own, "catalog.sqlite"));
  await using(home, async (project) => {
    await project.rebuild();
    assert.ok(!(await project.sources()).some(({ name }) => name === "palace"));
  });
});

test("the catalog is deleted or replaced while a project is open: what is said then is refused, not written to nowhere", async (t) => {
  const { home, own, folder, expected } = await everyKind(t);
  const catalog = join(own, "catalog.sqlite");
  copyFileSync(catalog, join(folder, "copy.sqlite"));
  await using(home, async (project) => {
    await project.facts();
    for (const [lose, how] of [
      [() => rmSync(catalog), "deleted"],
      [() => renameSync(join(folder, "copy.sqlite"), catalog), "replaced"],
    ] as const) {
      lose();
      const refused = (thrown: unknown): boolean =>
        thrown instanceof LociError &&
        thrown.code === "STORAGE_FAILED" &&
        thrown.message.includes(how) &&
        thrown.hint.includes("start what uses it again");
      await assert.rejects(
        project.addDrawer({ text: "The puffin owes me a fish.", wing: "sea", room: "debts", scope: "kb" }),
        refused,
      );
      await assert.rejects(project.index([]), refused);
      await assert.rejects(project.tellFacts("Add mate to my favorite teas"), refused);
      assert.ok((await project.search("falcon")).hits.length > 0, "what is there is found");
    }
  });
  assert.deepEqual(await using(home, answers), expected);
});
