import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpMount, testService } from "./service.fixture.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const README = `# Acme

## Settings
- **Staging port**: 8080

| Setting | Value |
|---|---|
| Production host | db-3.internal |

| Env | Port | Owner |
|---|---|---|
| canary | 9443 | Lee Park |

\`\`\`env
STAGING_URL=https://staging.acme.dev
\`\`\`
`;
const PLAN = "---\nlaunch: 2026-07-01\nrelease:\n  codename: Bluebird\n---\nText of the plan.\n";

test("documents are a second, cited source of exact facts, on every surface", async (t) => {
  const { client, loci, ask } = await testService(t, {
    mounts: [mcpMount()],
  });
  const owner = client();
  await owner.addDocument({ name: "README.md", bytes: bytes(README), scope: "kb" });
  await owner.addDocument({ name: "plan.md", bytes: bytes(PLAN), scope: "kb" });
  await owner.addDocument({
    name: "office.txt",
    bytes: bytes("Office address: 12 Rue de la Paix, 75002 Paris\n"),
    scope: "kb",
  });
  for (const [name, text] of [
    ["app.json", '{"wheel size": "9 # \\"in", "database":{"host":"db.kb.example"}}\n'],
    ["app.toml", '[database]\nhost = "db.other.example"\n'],
    ["mail.yaml", "notes: |\n  smtp relay: 2525\n"],
  ] as const)
    await owner.addDocument({ name, bytes: bytes(text), scope: "kb" });
  const { facts, ...project } = await loci.project("default");
  for (const [question, answer] of [
    ["What is the staging port?", "the staging port is 8080 (README.md:4)."],
    ["What is the production host?", "the production host is db-3.internal (README.md:8)."],
    ["What is the staging url?", "the staging url is https://staging.acme.dev (README.md:15)."],
    ["What is the port of canary?", "the canary port is 9443 (README.md:12)."],
    ["Who is the canary owner?", "the canary owner is Lee Park (README.md:12)."],
    ["When is the launch?", "the launch is 2026-07-01 (plan.md:2)."],
    ["What is the codename?", "the codename is Bluebird (plan.md:4)."],
    ["What is our office address?", "the office address is 12 Rue de la Paix, 75002 Paris (office.txt:1)."],
  ] as const)
    assert.equal((await facts.ask(question)).text, `In the documents, ${answer}`);
  const { text: disagree } = await facts.ask("What is the database host?");
  assert.match(disagree, /db\.kb\.example \(app\.json:1\)/u);
  assert.match(disagree, /db\.other\.example \(app\.toml:2\)/u);
  assert.match((await facts.ask("What is the wheel size?")).text, /is 9 # "in \(app\.json:1\)/u);
  assert.equal((await facts.ask("What is the smtp relay?")).route, "search");
  await facts.tell("Remember that the staging port is 8443", { scope: "kb", time: "2020-05-03T00:00:00Z" });
  const both = /^The staging port is 8443 \((?:the project|you), 3 May 2020\); 8080 \(README\.md:4\)\.$/u;
  const question = "What is the staging port?";
  assert.match((await facts.ask(question)).text, both);
  const asked = await owner.askFacts({ text: question });
  assert.match(asked.text, both);
  assert.deepEqual(
    asked.documents?.map(({ value, path, line }) => [value, path, line]),
    [["8080", "README.md", 4]],
  );
  assert.match((await project.ask(question)).text, both);
  const result = await owner.tellFacts({ text: question });
  assert.match(result.text, both);
  const mcp = await ask("/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "facts", arguments: { op: "ask", text: question } },
    }),
  });
  assert.match(await mcp.text(), /8443 \([^)]*3 May 2020\); 8080 \(README\.md:4\)/u);
});

test("of a data file that fills many drawers every value is found, with its line", async (t) => {
  const { client } = await testService(t);
  const owner = client();
  const services = Array.from(
    { length: 400 },
    (_, i) => `  - name: unit${i}\n    relay port: ${7000 + i}\n    note: some words about it`,
  );
  await owner.addDocument({ name: "units.yaml", bytes: bytes(`services:\n${services.join("\n")}\n`), scope: "kb" });
  const tables = Array.from({ length: 300 }, (_, i) => `[site${i}]\n# of the site\ntape count = ${i}\n`);
  await owner.addDocument({
    name: "sites.toml",
    bytes: bytes(tables.join("\n").replaceAll("tape count", "tape_count")),
    scope: "kb",
  });
  for (const [question, answer] of [
    ["What is the relay port of unit7?", /is 7007 \(units\.yaml:24\)/u],
    ["What is the relay port of unit371?", /is 7371 \(units\.yaml:1116\)/u],
    ["What is the tape count of site288?", /is 288 \(sites\.toml:1155\)/u],
  ] as const)
    assert.match((await owner.askFacts({ text: question })).text, answer);
});

test("what a caller can't see changes no answer about facts", async (t) => {
  const { client } = await testService(t);
  const [owner, ann, bob, anyone] = [client(), client("user:ann"), client("user:bob"), client("public")];
  await owner.addDocument({ name: "oboe.md", bytes: bytes("The oboe.\n"), scope: "kb" });
  const question = { text: "What is the staging port?" };
  const before = await Promise.all([bob, anyone].map((one) => one.askFacts(question)));
  assert.deepEqual(
    before.map(({ route, documents }) => [route, documents]),
    [
      ["search", undefined],
      ["search", undefined],
    ],
  );
  await ann.addDocument({ name: "ann.md", bytes: bytes("Staging port: 1111\n") });
  await owner.addDocument({ name: "owner.md", bytes: bytes("Staging port: 2222\n"), scope: "admin" });
  assert.deepEqual(await Promise.all([bob, anyone].map((one) => one.askFacts(question))), before);
  assert.match((await ann.askFacts(question)).text, /is 1111 \(ann\.md:1\)\.$/u);
  await ann.addDocument({ name: "visit.md", bytes: bytes("Wifi name: AcmeGuest\n") });
  assert.match((await ann.askFacts({ text: "What is the wifi name?" })).text, /AcmeGuest \(visit\.md:1\)/u);
  assert.equal((await bob.askFacts({ text: "What is the wifi name?" })).route, "search");
  const all = (await owner.askFacts(question)).text;
  assert.match(all, /1111/u);
  assert.match(all, /2222/u);
});

test("the client changes facts without grammar, and takes a change back", async (t) => {
  const { client } = await testService(t);
  const owner = client();
  await owner.changeFacts({ op: "add", topic: "fonts", values: ["Garamond", "Futura"] });
  await owner.changeFacts({ op: "move", topic: "fonts", item: "Futura", rank: 1 });
  const first = async () => (await owner.askFacts({ text: "What's my favorite font?" })).items[0]?.value;
  assert.equal(await first(), "Futura");
  assert.match((await owner.changeFacts({ op: "undo" })).text, /^Taken back/u);
  assert.equal(await first(), "Garamond");
  await owner.changeFacts({ op: "put", topic: "our staging port", value: "8443" });
  assert.equal((await owner.askFacts({ text: "What is the staging port?" })).items[0]?.value, "8443");
  await assert.rejects(owner.changeFacts({ op: "swap", topic: "fonts", item: "Futura" }), { code: "USAGE" });
});
