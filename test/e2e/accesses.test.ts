import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { openConversation } from "../../src/surfaces/chat/conversation.ts";
import { note } from "./notes.fixture.ts";
import { testService } from "./service.fixture.ts";

interface Row {
  readonly drawer: string;
  readonly caller: string;
  readonly kind: string;
  readonly queryHash: string | null;
  readonly time: number;
}

function recorded(home: string): readonly Row[] {
  const catalog = new DatabaseSync(join(home, "projects", "default", "catalog.sqlite"), { readOnly: true });
  const rows = catalog
    .prepare(
      "SELECT substr(body, 1, length(body) - 9) AS body FROM catalog_records WHERE kind = 'access' ORDER BY came",
    )
    .all()
    .map(({ body }) => JSON.parse(String(body)) as Row);
  catalog.close();
  return rows;
}

test("what the service showed and opened is recorded by kind and caller, without the question", async (t) => {
  const { docs, client, loci, service } = await testService(t, { settings: { recall: { activation_weight: 0.5 } } });
  for (const n of [1, 2, 3]) writeFileSync(join(docs, `${n}.md`), note(n));
  await client().addSources({ paths: [docs], scope: "kb" }, { wait: true });
  const { hits } = await client().search({ query: "note 2" });
  await client("public").search({ query: "note 2", limit: 1 });
  await client().expand([hits[0]?.id as string]);
  await service.stop();
  const rows = recorded(loci.home);
  assert.deepEqual(
    rows.map(({ drawer, caller, kind }) => [drawer, caller, kind]),
    [
      ...hits.map(({ id }) => [id, "owner", "shown"]),
      [hits[0]?.id, "public", "shown"],
      [hits[0]?.id, "owner", "expanded"],
    ],
  );
  assert.equal(new Set(rows.slice(0, hits.length + 1).map(({ queryHash }) => queryHash)).size, 1);
  assert.match(rows[0]?.queryHash ?? "", /^[0-9a-f]{32}$/);
  assert.equal(rows.at(-1)?.queryHash, null);
});

test("a search of the library records nothing: whoever shows its hits does, so evaluations have no accesses", async (t) => {
  const { docs, loci } = await testService(t);
  writeFileSync(join(docs, "a.md"), note(1));
  const project = await loci.project("default");
  await project.index([docs], { scope: "kb" });
  await project.search("note 1");
  assert.deepEqual(recorded(loci.home), []);
});

test("an access lifts a drawer by weight · ln(1 + t^-0.5), for whoever had it", async (t) => {
  const { docs, folder } = await testService(t);
  for (const n of [1, 2, 3]) writeFileSync(join(docs, `${n}.md`), note(n));
  let now = Date.UTC(2026, 0, 1);
  const loci = await openLoci({
    home: join(folder, "lifted"),
    settings: { recall: { activation_weight: 0.5 } },
    system: { clock: () => now },
  });
  t.after(() => loci.close());
  const project = await loci.project("default");
  await project.index([docs], { scope: "kb" });
  const last = (await project.search("note")).hits.at(-1);
  await project.recordAccess("expanded", [last?.id as string], { caller: "user:1" });
  now += 4_000;
  const part = async (caller: "owner" | "user:1" | "user:2"): Promise<number> =>
    (await project.search("note", { caller })).hits.find(({ id }) => id === last?.id)?.parts["activation"] ?? 0;
  assert.ok(Math.abs((await part("user:1")) - 0.5 * Math.log(1.5)) < 1e-12);
  assert.ok(Math.abs((await part("owner")) - 0.5 * Math.log(1.5)) < 1e-12, "the owner sees everybody's");
  assert.equal(await part("user:2"), 0);
  await project.recordAccess("shown", [last?.id as string], { caller: "user:2" });
  now += 4_000;
  assert.ok(
    Math.abs((await part("user:2")) - 0.5 * Math.log(1 + 0.05 * 0.5)) < 1e-12,
    "listed counts less than opened",
  );
});

test("while activation weighs nothing a search writes one line of the log, and no access", async (t) => {
  const { docs, client, loci, service } = await testService(t);
  for (const n of [1, 2, 3]) writeFileSync(join(docs, `${n}.md`), note(n));
  await client().addSources({ paths: [docs], scope: "kb" }, { wait: true });
  const { hits } = await client().search({ query: "note 2" });
  await client("public").search({ query: "note 2", limit: 1 });
  await service.stop();
  assert.deepEqual(recorded(loci.home), []);
  const file = join(loci.home, "projects", "default", "searches.jsonl");
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  assert.ok(!lines.join().includes("note 2"), "the question isn't kept");
  const read = lines.map(
    (line) => JSON.parse(line) as { caller: string; client: string; ids: string[]; query: string },
  );
  assert.deepEqual(
    read.map(({ caller, client, ids }) => ({ caller, client, ids })),
    [
      { caller: "owner", client: "http", ids: hits.map(({ id }) => id) },
      { caller: "public", client: "http", ids: [hits[0]?.id] },
    ],
  );
  assert.equal(read[0]?.query, read[1]?.query);
  const shown = (await (await loci.project("default")).audit()).filter(({ action }) => action === "drawer.shown");
  assert.deepEqual(
    shown.map(({ caller, details }) => [caller, details["drawers"]]).sort(),
    [
      ["owner", hits.length],
      ["public", 1],
    ].sort(),
  );
});

test("a question that found nothing is in the audit, by whom and through what, and not to a project that holds nothing", async (t) => {
  const { docs, client, loci, service } = await testService(t);
  await (await loci.project("default")).recordAccess("shown", [], { query: "before anything was there" });
  writeFileSync(join(docs, "a.md"), note(1));
  await client().addSources({ paths: [docs], scope: "kb" }, { wait: true });
  const project = await loci.project("default");
  await client("public").search({ query: "note", type: "pdf" });
  const place = { project, caller: "user:7", chat: "talk", platform: "telegram", resolvePath: null } as const;
  const talk = openConversation(place);
  await talk.say({ text: "/search note" });
  await talk.say({ text: "/search type:pdf note" });
  await project.ask("note", { caller: "user:7", search: { type: "pdf" } });
  await service.stop();
  const searches = (await project.audit()).flatMap(({ action, caller, details: { client: by, drawers } }) =>
    /shown|cited/u.test(action) ? [[action, caller, by, drawers]] : [],
  );
  assert.deepEqual(searches.reverse(), [
    ["nothing.shown", "public", "http", 0],
    ["drawer.shown", "user:7", "telegram", 3],
    ["nothing.shown", "user:7", "telegram", 0],
    ["nothing.cited", "user:7", "library", 0],
  ]);
});
