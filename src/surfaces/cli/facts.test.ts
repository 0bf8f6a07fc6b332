import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Sandbox, sandbox } from "./spawn-loci.fixture.ts";

let box: Sandbox;
before(() => {
  box = sandbox({});
});
after(() => box.remove());

test("facts tell and ask have the shapes of the contract", async () => {
  const result = (
    await box.loci([
      "facts",
      "tell",
      "My favorite fonts are 1) Garamond, 2) Futura",
      "--chat",
      "c1",
      "--message-id",
      "m1",
      "--time",
      "2026-01-02T10:00:00Z",
      "--json",
    ])
  ).json();
  assert.deepEqual(
    [result.schema, result.route, result.reason, result.changed, result.topic, result.before],
    [1, "facts-write", "states_list", true, "font", []],
  );
  assert.deepEqual(result.items[1], {
    position: 2,
    value: "Futura",
    messageId: "m1",
    chat: "c1",
    time: "2026-01-02T10:00:00.000Z",
  });
  const asked = (await box.loci(["facts", "ask", "and the second one?", "--chat", "c1", "--json"])).json();
  assert.deepEqual(
    [asked.route, asked.kind, asked.items[0].value, asked.topic, asked.sources[0].messageId],
    ["facts-read", "value", "Futura", "font", "m1"],
  );
  const black = await box.loci(["facts", "ask", "What are black holes?", "--json"]);
  const other = black.json();
  assert.deepEqual([other.route, other.kind, black.status], ["search", undefined, 1]);
  for (const [question, status] of [
    ["What is my favorite font?", 0],
    ["What is my tenth favorite font?", 1],
    ["What is my favorite boat?", 1],
  ] as const)
    assert.equal((await box.loci(["facts", "ask", question])).status, status, question);
});

test("facts: sets, removals, undo and history without a sentence", async () => {
  await box.loci(["facts", "tell", "My favorite lenses are 35mm, 50mm, 85mm"]);
  for (const command of [
    ["set", "lens", "1", "24mm"],
    ["rm", "lens", "#3"],
  ])
    assert.equal((await box.loci(["facts", ...command])).status, 0, command.join(" "));
  const shown = (await box.loci(["facts", "show", "lens", "--json"])).json();
  assert.deepEqual(
    shown.items.map((item: { value: string }) => item.value),
    ["24mm", "50mm"],
  );
  assert.equal(
    (await box.loci(["facts", "ask", "where does 50mm rank among my favorite lenses?", "--json"])).json().kind,
    "rank",
  );
  assert.equal((await box.loci(["facts", "show", "lens", "--history", "--json"])).json().history.length, 3);
  await box.loci(["facts", "undo"]);
  assert.equal((await box.loci(["facts", "show", "lens", "--json"])).json().count, 3);
  const missing = await box.loci(["facts", "show", "nothing", "--json"]);
  assert.equal(missing.json().error.code, "FACT_NOT_FOUND");
  assert.notEqual(missing.status, 0);
});

test("facts rm takes an item or a list, which undo brings back; with --history a whole list goes for good", async () => {
  await box.loci(["facts", "tell", "My favorite rivers are Elbe, Oder, Rhine"]);
  await box.loci(["facts", "rm", "river", "Oder"]);
  assert.match((await box.loci(["facts", "rm", "river"])).out, /river: empty \(was: Elbe, Rhine\)/u);
  assert.match((await box.loci(["facts", "undo"])).out, /Elbe/u);
  const item = await box.loci(["facts", "rm", "river", "Elbe", "--history"]);
  assert.deepEqual([item.status, /leave the item out/u.test(item.err)], [2, true]);
  assert.match((await box.loci(["facts", "show", "river"])).out, /1\. Elbe/u);
  assert.match((await box.loci(["facts", "rm", "river", "--history"])).out, /erased, with its history/u);
  assert.deepEqual(
    [
      (await box.loci(["facts", "show", "river", "--history"])).status,
      (await box.loci(["facts", "erase", "river"])).status,
    ],
    [1, 2],
  );
});

test("facts --batch answers a line with a line; a forgotten chat takes its facts along; projects are apart", async () => {
  const lines = [
    { op: "tell", text: "My favorite teas are 1) assam, 2) mate", chat: "B" },
    { op: "ask", text: "What is my second favorite tea?", chat: "A" },
    "nonsense",
    { op: "delete-chat", chat: "B" },
    { op: "ask", text: "What is my second favorite tea?", chat: "A" },
    { op: "tell", text: "My favorite tea is oolong", chat: "A", project: "other", time: "2026-01-02T10:00:00Z" },
    { op: "ask", text: "What is my favorite tea?", chat: "A" },
    { op: "ask", text: "What is my favorite tea?", chat: "A", project: "other" },
    { op: "fly", text: "" },
  ];
  const { out, status } = await box.loci(["facts", "--batch", "-", "--json"], {
    input: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  });
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    answers.map((answer) => answer.error?.code ?? answer.kind ?? answer.reason ?? answer.deleted),
    ["states_list", "value", "USAGE", "B", "not_stored", "states_favorite", "not_stored", "value", "USAGE"],
  );
  assert.deepEqual([answers[2].line, answers[8].line], [3, 9]);
  assert.equal(status, 1);
});

test("facts: what can't be is said, and nothing changes", async () => {
  await box.loci(["facts", "tell", "My favorite jams are fig, plum"]);
  for (const text of [
    "My #0 favorite jam is rose",
    "My #-1 favorite jam is rose",
    "move #9 to #1 in my favorite jams",
    "remove rose from my favorite jams",
  ]) {
    const result = (await box.loci(["facts", "tell", text, "--json"])).json();
    assert.deepEqual([result.route, result.changed], ["facts-write", false], text);
    assert.match(result.text, /Nothing was changed/u);
  }
  assert.equal((await box.loci(["facts", "tell", " ", "--json"])).json()["error"].code, "USAGE");
  const far = (await box.loci(["facts", "tell", "My #99999 favorite jam is rose", "--json"])).json();
  assert.match(far.text, /3\. rose\.$/u);
});

test("a line of facts --batch without its text is refused, and an empty text, too", async () => {
  const { out, status } = await box.loci(["facts", "--batch", "-"], {
    input: '{"op":"tell"}\n{"op":"ask","chat":"A"}\n{"op":"tell","text":""}\n',
  });
  assert.equal(status, 1);
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, any>);
  assert.deepEqual(
    answers.map((answer) => answer["error"]?.code ?? answer["route"]),
    ["USAGE", "USAGE", "USAGE"],
  );
});

test("facts --batch gives every line its answer, refuses what its caller may not do, and names a file that isn't there", async () => {
  const told = JSON.stringify({ op: "tell", text: "My favorite gate is the north gate", chat: "G" });
  const asked = JSON.stringify({ op: "ask", text: "What is my favorite gate?" });
  const codes = async (caller: string, ...lines: readonly string[]): Promise<unknown[]> => {
    const { out } = await box.loci(["facts", "--batch", "-", "--as", caller], { input: lines.join("\n") });
    return out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, any>)
      .map((answer) => answer["error"]?.code ?? answer["kind"] ?? answer["route"]);
  };
  assert.deepEqual(await codes("owner", told, "", asked), ["facts-write", "USAGE", "value"]);
  assert.deepEqual(await codes("public", told, JSON.stringify({ op: "delete-chat", chat: "G" }), asked), [
    "FORBIDDEN",
    "FORBIDDEN",
    // What the owner says of himself is private to him.
    "not_stored",
  ]);
  assert.deepEqual(await codes("user:1", JSON.stringify({ op: "delete-chat", chat: "G" })), ["FORBIDDEN"]);
  const missing = await box.loci(["facts", "--batch", "nowhere.jsonl", "--json"]);
  assert.deepEqual([missing.json()["error"].code, missing.err], ["PATH_NOT_FOUND", ""]);
});

test("facts: a verb without its arguments says how it is used, and a person meets no word of the program's", async () => {
  const { err } = await box.loci(["facts", "set"]);
  assert.match(err, /loci facts set .*<topic> <rank> <value\.\.\.>/u);
  for (const words of [
    ["tell", "nice weather"],
    ["ask", "how do I bake bread"],
  ])
    assert.doesNotMatch((await box.loci(["facts", ...words])).out, /_/u, words.join(" "));
});

test("facts: verbs of the command line stand in the audit as those of other entrances do", async () => {
  for (const words of [["set", "favorite_nuts", "1", "pecan"], ["rm", "favorite_nuts", "pecan"], ["undo"]])
    assert.equal((await box.loci(["facts", ...words])).status, 0);
  const { entries } = (await box.loci(["status", "--audit", "--json"])).json();
  const done = (entries as { action: string; object: string }[]).filter(({ action }) => action === "changeFacts");
  assert.deepEqual(done.slice(0, 3).map(({ object }) => object.split(" ")[0]), ["undo", "remove", "set"]); // prettier-ignore
  assert.match((await box.loci(["facts", "ask", "What is my favorite nut?"])).out, /pecan/u);
});

test("whoever tends facts is named in the audit trail, one line an operation", async () => {
  const done = [["tell", "My favorite teas are assam and mate", "--chat", "B"], ["rm", "tea", "mate"], ["undo"]];
  for (const words of done) assert.equal((await box.loci(["facts", ...words])).status, 0, words.join(" "));
  const { entries } = (await box.loci(["status", "--audit", "--json"])).json();
  assert.equal(entries[done.length - 1].action, "tellFacts");
  const made = entries.slice(0, done.length).toReversed();
  assert.deepEqual(
    made.map(({ caller, action, object }: Record<string, string>) => [caller, action, object?.split(" ")[0]]).slice(1),
    ["remove", "undo"].map((op) => ["owner", "changeFacts", op]),
  );
});

test("settings and tokens stand in the audit: what was changed, by whom, when; no value and no token", async () => {
  const done = [
    ["config", "set", "recall.limit", "7"],
    ["config", "set", "recall.limit", "7"],
    ["config", "set", "recall.limit", "--unset"],
    ["config", "set", "--local", "ingest.exclude", "drafts/**"],
    ["config", "trust"],
  ];
  for (const words of done) assert.equal((await box.loci(words)).status, 0, words.join(" "));
  const { token, issued } = (await box.loci(["tokens", "add", "user:9", "--json"])).json();
  assert.equal((await box.loci(["tokens", "rm", issued.id])).status, 0);
  const { entries } = (await box.loci(["status", "--audit", "--json"])).json();
  const made = (entries as { action: string; object: string; caller: string; time: string }[])
    .filter(({ action }) => /^(?:setting|token)\./u.test(action))
    .toReversed();
  assert.deepEqual(
    made.map(({ caller, action, object }) => [caller, action, object.split("/").at(-1)]),
    [
      ["owner", "setting.change", "recall.limit"],
      ["owner", "setting.change", "recall.limit"],
      ["owner", "setting.change", "ingest.exclude"],
      ["owner", "setting.trust", ".loci.toml"],
      ["owner", "token.add", issued.id],
      ["owner", "token.remove", issued.id],
    ],
    "the second time changed nothing",
  );
  assert.ok(made.every(({ time }) => !Number.isNaN(Date.parse(time))));
  assert.ok(!JSON.stringify(entries).includes(token) && !JSON.stringify(made).includes("drafts"));
});

test("a token is ended by its id, or by whose it is where that is one token", async () => {
  const add = async (): Promise<string> => (await box.loci(["tokens", "add", "user:ada", "--json"])).json().issued.id;
  const ids = [await add(), await add()];
  const refused = await box.loci(["tokens", "rm", "user:ada"]);
  assert.equal(refused.status, 2);
  assert.match(refused.err, /there is no token 'user:ada', or more than one/u);
  assert.equal((await box.loci(["tokens", "rm", ids[0] as string])).status, 0);
  assert.deepEqual((await box.loci(["tokens", "rm", "user:ada", "--json"])).json().revoked, ids[1]);
  assert.equal((await box.loci(["tokens", "rm", "user:ada"])).status, 2);
  // It opens the project of the folder where it is issued.
  mkdirSync(join(box.folder, "orchard", ".git"), { recursive: true });
  const issued = (await box.loci(["tokens", "add", "user:ada", "--json"], { cwd: "orchard" })).json();
  assert.deepEqual(issued.issued.projects, ["orchard"]);
});
