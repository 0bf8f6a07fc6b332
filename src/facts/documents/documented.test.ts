import assert from "node:assert/strict";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import type { Facts } from "../api/facts.ts";
import { createFacts } from "../create-facts.ts";
import type { DocumentText, FindDocuments } from "./documented.ts";

const README: DocumentText = {
  text: "## Settings\n- **Staging port**: 8080\n- Owner: Dana Whitfield\nOrder number: TW123456789",
  heading: "Settings",
  path: "README.md",
  line: 11,
  drawer: "d1",
};

/** Facts of a project with documents, the searches that they made, and what the documents are. */
function withDocuments(texts: readonly DocumentText[]): { readonly facts: Facts; readonly searched: string[] } {
  const searched: string[] = [];
  let now = Date.UTC(2026, 4, 3);
  const documents: FindDocuments = async (words, scope) => {
    searched.push(`${scope}: ${words}`);
    return { texts, notes: [] };
  };
  const facts = createFacts({
    store: openMemoryFactStore(),
    mirrors: null,
    documents,
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  return { facts, searched };
}

test("what only a document says is answered with its line, and marked", async () => {
  const { facts } = withDocuments([README]);
  const asked = await facts.ask("What is the staging port?");
  assert.equal(asked.text, "In the documents, the staging port is 8080 (README.md:12).");
  assert.deepEqual([asked.route, asked.kind, asked.items], ["facts-read", "value", []]);
  assert.deepEqual(asked.documents, [{ value: "8080", path: "README.md", line: 12, drawer: "d1" }]);
  // Whose it is, the document doesn't say.
  assert.match(
    (await facts.ask("What's my order number?")).text,
    /^In the documents, the order number is TW123456789/u,
  );
  assert.equal((await facts.tell("What is the staging port?", { chat: "A" })).answers[0]?.documents?.length, 1);
  assert.deepEqual(await facts.list(null, { kind: "all" }), []);
});

test("what was told and what documents say stand side by side, each with its source", async () => {
  const { facts } = withDocuments([README]);
  await facts.tell("Remember that the staging port is 8443");
  const asked = await facts.ask("What is the staging port?");
  assert.equal(asked.text, "The staging port is 8443 (you, 3 May); 8080 (README.md:12).");
  assert.deepEqual(
    asked.items.map(({ value }) => value),
    ["8443"],
  );
  await facts.tell("the staging port is now 8080");
  assert.equal(
    (await facts.ask("What is the staging port?")).text,
    "The staging port is 8080 (you, 3 May; README.md:12).",
  );
  assert.match((await facts.ask("Is the staging port 8080?")).text, /^Yes: /u);
  assert.match((await facts.ask("Is the staging port 9999?")).text, /^No: .*8080/u);
  assert.equal((await facts.ask("Is the staging port open?")).route, "search");
});

test("a section or a heading says which one is meant", async () => {
  const ini: DocumentText = {
    ...README,
    text: "[staging]\nport = 1\n[production]\nport = 2",
    heading: "",
    path: "a.ini",
    line: 1,
  };
  const { facts } = withDocuments([ini]);
  assert.match((await facts.ask("What is the production port?")).text, /is 2 \(a\.ini:4\)/u);
  assert.match((await facts.ask("What is the port?")).text, /is 1 \(a\.ini:2\); 2 \(a\.ini:4\)/u);
  assert.equal((await facts.ask("What is the test port?")).route, "search");
});

test("a cell of a table is asked for by its row and column, a key by what it stands under", async () => {
  const table =
    "| Env | Port | Host |\n|---|---:|---|\n| staging | 8443 | `db-3.internal` |\n| production | 443 | db-1 |";
  const toml = '[servers.alpha]\nip = "10.0.0.1"\nlimits = { cpu = 4, memory = "8 GB" }';
  const json = '{\n  "queue": {\n    "timeout": "30s",\n    "retries": 5\n  },\n  "region": "eu-west-1"\n}';
  const yaml = "services:\n  - name: billing\n    owner: Dana\n  - name: search\n    owner: Lee\n";
  for (const [text, path, question, answer] of [
    [table, "t.md", "What is the port of staging?", "is 8443 (t.md:13)"],
    [table, "t.md", "What's the production host?", "is db-1 (t.md:14)"],
    [table, "t.md", "What is the port?", "is 8443 (t.md:13); 443 (t.md:14)"],
    [toml, "a.toml", "What is the ip of alpha?", "is 10.0.0.1 (a.toml:12)"],
    [toml, "a.toml", "What is the memory of the limits?", "is 8 GB (a.toml:13)"],
    [json, "a.json", "What is the queue timeout?", "is 30s (a.json:13)"],
    [json, "a.json", "What is the region?", "is eu-west-1 (a.json:16)"],
    [yaml, "a.yaml", "What is the owner of billing?", "is Dana (a.yaml:13)"],
    [yaml, "a.yaml", "What is the search owner?", "is Lee (a.yaml:15)"],
  ] as const) {
    const { facts } = withDocuments([{ ...README, text, heading: "", path }]);
    assert.ok(
      (await facts.ask(question)).text.endsWith(`${answer}.`),
      `${question}: ${(await facts.ask(question)).text}`,
    );
  }
  const { facts } = withDocuments([{ ...README, text: table, heading: "" }]);
  assert.equal((await facts.ask("What is the port of canary?")).route, "search");
});

test("what stands deeper isn't told for what it stands under; parsed data is read in the place of its lines", async () => {
  const text = "staging:\n  port: 1\n  tls: {port: 2}";
  const lines = { ...README, text, heading: "", path: "a.md", line: 1 };
  assert.match((await withDocuments([lines]).facts.ask("What is the staging port?")).text, /is 1 \(a\.md:2\)\.$/u);
  assert.equal((await withDocuments([{ ...lines, data: [] }]).facts.ask("What is the staging port?")).route, "search");
  const data = [{ keys: ["stagingServer", "http_port"], value: "7", line: 4 }];
  assert.match(
    (await withDocuments([{ ...lines, data }]).facts.ask("What is the staging server http port?")).text,
    /is 7 \(a\.md:4\)\.$/u,
  );
});

test("only a question of an attribute searches, once; statements, favourites and general words don't", async () => {
  const { facts, searched } = withDocuments([README]);
  for (const text of [
    "Remember that the staging port is 8443",
    "My favorite tea is sencha",
    "What's my favorite tea?",
    "What is the problem?",
    "the port is broken",
    "How do I open a port?",
  ])
    await facts.tell(text);
  assert.deepEqual(searched, []);
  await facts.ask("What is the staging port?", { scope: "user:ann" });
  assert.deepEqual(searched, ["user:ann: staging port"]);
  await facts.ask("What is the staging port?", { asOf: "2026-01-01" });
  assert.equal(searched.length, 1);
});

test("documents that disagree are all shown, one place a value first; who may see one hears what it says", async () => {
  const many = [1, 1, 2, 3, 4, 5, 6, 7].map((port, at): DocumentText => ({
    ...README,
    text: `Port: ${port}`,
    heading: "",
    path: `${port}-${at}.md`,
  }));
  const asked = await withDocuments(many).facts.ask("What is the port?");
  assert.match(asked.text, /is 1 \(1-0\.md:11\); 2 .*; 6 \(6-6\.md:11\); 2 more places say something of it\.$/u);
  assert.equal(asked.documents?.length, 8);
  // Of a key alone, under sections that aren't named, nobody knows which is meant.
  const sections = [1, 2, 3, 4].map((port) => `[s${port}]\nport = ${port}`).join("\n");
  const ini = { ...README, text: sections, heading: "", path: "a.ini" };
  assert.equal((await withDocuments([ini]).facts.ask("What is the port?")).route, "search");
  const secret = withDocuments([{ ...README, text: "Wifi password: hunter2", heading: "" }]).facts;
  for (const scope of ["kb", "user:ann", "admin"] as const)
    assert.match((await secret.ask("What is the wifi password?", { scope })).text, /hunter2/u);
});

test("where documents can't be asked, the answer says so", async () => {
  const facts = createFacts({
    store: openMemoryFactStore(),
    mirrors: null,
    documents: async () => ({
      texts: [],
      notes: [
        { code: new LociError("INDEX_DAMAGED", "x", { hint: "" }).code, message: "not asked", hint: "loci doctor" },
      ],
    }),
    clock: () => 0,
    newId: () => "1",
  });
  await facts.tell("Remember that the staging port is 8443");
  const asked = await facts.ask("What is the staging port?");
  assert.equal(asked.text, "The staging port is 8443.");
  assert.deepEqual(
    asked.notes.map(({ code }) => code),
    ["INDEX_DAMAGED"],
  );
});
