import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { libraryReader } from "../isolation/library-reader.ts";
import type { Caller, Project } from "../../src/index.ts";
import type { LeakAnswer, LeakTargets } from "../isolation/leak-reader.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { httpLeakReader } from "../isolation/http-reader.ts";
import { mcpLeakReader } from "../isolation/mcp-reader.ts";
import { toolsOf } from "../../src/surfaces/mcp/served-project.ts";
import { storeUnderTest } from "../contract/milvus/milvus-server.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { mcpMount, testService } from "./service.fixture.ts";

/** Who attacks, with a token of his own; and those who must not notice. */
const ATTACKER = "user:42";
const OTHERS: readonly Caller[] = ["public", "user:43"];
/** Stands in everything that the attacker writes, and in nothing else. */
const CANARY = "zanzibar";

/** Scopes that aren't his, in the words of every field that can name one. */
const CLAIMS = ["kb", "admin", "user:43", "user:42 kb", "KB", "owner", "user:42\nscope: kb", "*"];
/** Names that are paths, markers, other users' chats and places of the others. */
const NAMES = [
  "planning",
  "users",
  "users/43/planning",
  "../planning",
  "../../users/43/planning/messages.jsonl",
  "/etc/passwd",
  "kb",
  "user:43",
  "%2e%2e%2fplanning",
  "harbour",
  "con",
  "a\u0000b",
  "-->",
  "\u202egnidaelsim",
];
/** Text that would mean something else in a file of drawers, a transcript, or front matter. */
const TEXTS = [
  `---\nscope: kb\nwing: harbour\n---\n# ${CANARY}\n\nThe ${CANARY} harbour port is 9999.\n`,
  `+++\nscope = "kb"\n+++\n\nThe ${CANARY} gondola leaves on Sunday.\n`,
  `<!-- /loci:drawer -->\n<!-- loci:drawer id=00 scope=kb hall=facts added=2026-01-01T00:00:00Z -->\nThe ${CANARY} port is open.\n<!-- /loci:drawer -->`,
  `<!-- /\\loci:drawer -->\r\n<!-- loci:drawer scope=kb -->\r\n${CANARY} escapes.`,
  `{"session":"2026-05-31","id":"m1","role":"user","text":"${CANARY} said by another"}\n`,
  `${CANARY} My favorite tea is ${CANARY}.\n\n<!-- me: kb -->`,
  `The staging port of the harbour is 7443, says ${CANARY}.`,
];

interface Attack {
  /** Operation of a route, or name of a tool. */
  readonly by: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly bytes?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Words {
  readonly claim: string;
  readonly name: string;
  readonly text: string;
  /** Ids of drawers, keys of sources and chats of the others. */
  readonly foreign: string;
  readonly salt: number;
}

const esc = encodeURIComponent;

/** One attack by each way of writing that a user's token opens. */
const WAYS: readonly ((words: Words) => Attack)[] = [
  ({ claim, name, text }) => ({
    by: "addDrawer",
    method: "POST",
    path: "/v1/drawers",
    body: { text, wing: name, room: name, scope: claim, force: true },
  }),
  ({ name, text, salt }) => ({
    by: "addDrawer",
    method: "POST",
    path: "/v1/drawers",
    body: { text: `${text} ${salt}`, wing: name, room: "harbour", hall: name, force: true },
  }),
  ({ claim, name, text }) => ({
    by: "addMessage",
    method: "POST",
    path: `/v1/chats/${esc(name)}/messages`,
    body: { id: name, role: claim, text, author: name, scope: claim },
  }),
  ({ name, text, salt }) => ({
    by: "addMessage",
    method: "POST",
    path: `/v1/chats/${esc(name)}/messages`,
    body: { id: `m${salt}`, role: "user", text },
  }),
  ({ claim, name, text }) => ({
    by: "addDocument",
    method: "POST",
    path: `/v1/documents?name=${esc(`${name}.md`)}&scope=${esc(claim)}&wing=harbour`,
    bytes: text,
  }),
  ({ claim, name, text, salt }) => ({
    by: "addDocument",
    method: "POST",
    path: `/v1/documents?name=${esc(`${name}${salt}.${salt % 2 === 0 ? "md" : "html"}`)}&room=harbour`,
    bytes: `---\nscope: ${claim}\ntitle: ${CANARY} ${name}\naliases: [harbour, ${CANARY}]\n---\n${text}`,
  }),
  ({ foreign }) => ({ by: "removeSource", method: "DELETE", path: `/v1/sources/${esc(foreign)}` }),
  ({ claim, name }) => ({ by: "deleteChat", method: "DELETE", path: `/v1/chats/${esc(name)}?scope=${esc(claim)}` }),
  ({ name }) => ({ by: "deleteChat", method: "DELETE", path: `/v1/chats/${esc(name)}` }),
  ({ claim, name }) => ({
    by: "tellFacts",
    method: "POST",
    path: "/v1/facts/tell",
    body: { text: `My favorite teas are 1) ${CANARY}, 2) ${name}`, chat: name, messageId: claim, scope: claim },
  }),
  ({ name }) => ({
    by: "tellFacts",
    method: "POST",
    path: "/v1/facts/tell",
    body: { text: `My favorite teas are 1) ${CANARY}, 2) oolong`, chat: name },
  }),
  ({ name }) => ({
    by: "changeFacts",
    method: "POST",
    path: "/v1/facts/change",
    body: { op: "set", topic: name, value: `${CANARY} ${name}`, rank: 1, chat: name },
  }),
  ({ claim, name }) => ({
    by: "changeFacts",
    method: "POST",
    path: "/v1/facts/change",
    body: { op: "add", topic: name, values: [CANARY], scope: claim, chat: name },
  }),
  () => ({
    by: "changeFacts",
    method: "POST",
    path: "/v1/facts/change",
    body: { op: "set", topic: "tea", rank: 1, value: CANARY },
  }),
  () => ({ by: "changeFacts", method: "POST", path: "/v1/facts/change", body: { op: "clear", topic: "tea" } }),
  () => ({ by: "changeFacts", method: "POST", path: "/v1/facts/change", body: { op: "undo" } }),
  ({ name, claim }) => ({
    by: "changeFacts",
    method: "POST",
    path: "/v1/facts/change",
    body: { op: "replace", topic: name, values: [CANARY, name], chat: name, messageId: claim },
  }),
  ({ foreign }) => ({ by: "forget", method: "POST", path: "/v1/forget", body: { ids: [foreign] } }),
  () => ({ by: "forget", method: "POST", path: "/v1/forget", body: { ids: ["0123"] } }),
  ({ name, text }) => ({ by: "ask", method: "POST", path: "/v1/ask", body: { question: text, chat: name } }),
  ({ foreign }) => ({ by: "refreshSource", method: "POST", path: `/v1/sources/${esc(foreign)}/refresh` }),
  ({ foreign }) => ({ by: "removeSource", method: "DELETE", path: `/v1/sources/${esc(foreign)}` }),
  ({ claim }) => ({
    by: "addSources",
    method: "POST",
    path: "/v1/sources",
    body: { paths: ["/"], scope: claim },
  }),
  ({ foreign }) => ({ by: "changeJob", method: "POST", path: `/v1/jobs/${esc(foreign)}/cancel` }),
  ({ foreign }) => ({ by: "changeJob", method: "POST", path: `/v1/jobs/${esc(foreign)}/retry` }),
  ({ claim, text }) => ({
    by: "addDrawer",
    method: "POST",
    path: "/v1/drawers",
    headers: { "Loci-Caller": claim.replace(/\s.*/s, "") },
    body: { text, wing: "harbour", room: "harbour", force: true },
  }),
  ({ claim, name, text }) => tool("add_drawer", { text, wing: name, room: name, scope: claim, force: true }),
  ({ name, text, salt }) => tool("add_drawer", { text: `${text} ${salt}`, wing: name, room: name, force: true }),
  ({ name }) => tool("change_facts", { op: "tell", text: `My favorite tea is ${CANARY} ${name}`, chat: name }),
  ({ name }) => tool("chats", { op: "delete", chat: name }),
  ({ foreign }) => tool("delete_drawer", { id: foreign }),
  ({ name }) => tool("create_tunnel", { from: { wing: name, room: name }, to: { wing: "harbour", room: CANARY } }),
  ({ name }) => tool("delete_tunnel", { from: { wing: name, room: name }, to: { wing: "harbour", room: CANARY } }),
  () => tool("sync", {}),
  ({ name }) => tool("correct_room", { op: "rename-room", from: "harbour", to: name }),
];

function tool(by: string, args: object): Attack {
  const params = { name: by, arguments: args };
  return { by, method: "POST", path: "/mcp", body: { jsonrpc: "2.0", id: 1, method: "tools/call", params } };
}

/** Operations of callers that change nothing, though they are no `get`. */
const READING = new Set(["search", "askFacts", "inject", "verify", "sessionCode"]);
/** What only the owner may do: each is tried with a user's token. */
const OWNERS = ROUTES.filter(({ access, method }) => (access === "owner" || access === "home") && method !== "get");

test("every route and tool that writes is attacked", async () => {
  const salted = { claim: "kb", name: "planning", text: "", foreign: "0".repeat(32), salt: 0 };
  const attacked = new Set(WAYS.map((way) => way(salted).by));
  for (const { method, operation, access } of ROUTES)
    if (method !== "get" && access === "caller" && !READING.has(operation))
      assert.ok(attacked.has(operation), `no attack by ${operation}`);
  for (const { name, behaviour } of await toolsOf("palace"))
    if (behaviour.readOnly !== true) assert.ok(attacked.has(name), `no attack by the tool ${name}`);
});

test("whatever a user writes, nobody else's answers change, and none of it is found by others", async (t) => {
  const { docs, loci, tokens, url } = await testService(t, {
    settings: await storeUnderTest(t),
    mounts: [mcpMount("palace")],
  });
  const project = await loci.project("default");
  const targets = await plantVictims(project, docs);
  const { token } = tokens.issue(ATTACKER);
  const readers = await Promise.all([libraryReader, httpLeakReader, mcpLeakReader].map((reader) => reader.open(loci)));
  t.after(async () => {
    for (const reader of readers) await reader.close();
  });
  const answersOf = async (of = readers): Promise<readonly LeakAnswer[]> => {
    const all: LeakAnswer[] = [];
    for (const reader of of) for (const caller of OTHERS) all.push(...(await reader.ask(caller, targets)));
    return all;
  };
  const before = await answersOf();
  let accepted = 0;
  const words: fc.Arbitrary<Words> = fc.record({
    claim: fc.constantFrom(...CLAIMS),
    name: fc.constantFrom(...NAMES),
    text: fc.constantFrom(...TEXTS),
    foreign: fc.constantFrom(...targets.hiddenIds, ...targets.visibleIds, ...targets.names),
    salt: fc.nat(1_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: rounds(2, 1), maxLength: rounds(3, 2) }), async (campaign) => {
      for (const { method, path } of OWNERS) {
        const init = { method: method.toUpperCase(), headers: { Authorization: `Bearer ${token}` } };
        const { status } = await fetch(new URL(path.replace(/:\w+/g, "lantern"), url), init);
        assert.equal(status, 403, path);
      }
      for (const line of campaign)
        for (const way of WAYS) {
          const { method, path, body, bytes, headers } = way(line);
          const response = await fetch(new URL(path, url), {
            method,
            headers: {
              Authorization: `Bearer ${token}`,
              Accept: "application/json, text/event-stream",
              ...(body !== undefined && { "Content-Type": "application/json" }),
              ...headers,
            },
            ...(body !== undefined ? { body: JSON.stringify(body) } : bytes !== undefined ? { body: bytes } : {}),
          });
          await response.text();
          // Without a language model nobody is answered.
          const isAnswered = response.status < 500 || (path === "/v1/ask" && response.status === 503);
          assert.ok(isAnswered, `${method} ${path} is answered ${response.status}`);
          if (response.ok) accepted++;
        }
      unchanged(before, await answersOf());
      await foundByHimAlone(project);
    }),
    { numRuns: rounds(3, 1) },
  );
  assert.ok(accepted > 20, `${accepted} attacks were taken in`);
  // What is made anew from the files is the same: the library says it, whose answers the others hand on, as was seen above.
  await project.rebuild();
  const again = await answersOf(readers.slice(0, 1));
  unchanged(before.slice(0, again.length), again);
  await foundByHimAlone(project);
});

/** A project with something of everybody but the attacker. */
async function plantVictims(project: Project, docs: string): Promise<LeakTargets> {
  mkdirSync(join(docs, "harbour"));
  writeFileSync(join(docs, "harbour", "port.md"), "# Harbour\n\nThe staging port of the harbour is 7443.\n");
  writeFileSync(join(docs, "harbour", "gondola.md"), "# Gondola\n\nThe gondola leaves on Friday.\n");
  await project.index([join(docs, "harbour")], { scope: "kb", wing: "harbour" });
  for (const [caller, scope] of [
    ["owner", "kb"],
    ["owner", "admin"],
    ["user:43", "user:43"],
  ] as const) {
    const text = `The ${scope.replace(":", " ")} lantern stands near the quarry.`;
    await project.addMessage(
      scope === "kb" ? "planning" : `planning-${scope.replace(":", "")}`,
      { id: "m1", role: "user", text, time: "2026-05-31T14:00:00Z" },
      { caller, scope },
    );
    await project.addDrawer(
      { wing: "harbour", room: "lantern", scope, text: `By hand: ${text}`, force: true },
      { caller },
    );
    const bytes = new TextEncoder().encode(`# Upload\n\nUploaded: ${text}\n`);
    await project.addDocument({ name: "planning.md", bytes }, { caller, scope });
    if (scope !== "admin")
      await project.changeFacts({
        op: "replace",
        topic: "tea",
        values: ["sencha", `of ${scope}`],
        scope,
        chat: "planning",
        messageId: "m1",
      });
  }
  await project.addMessage(
    "planning",
    { id: "m1", role: "user", text: "The falcon of user 43." },
    { caller: "user:43" },
  );
  const { hits } = await project.search("lantern", { mode: "lexical", limit: 50 });
  return {
    project: "default",
    baits: ["lantern", CANARY],
    // Keys of a folder, of a chat, and of all others where there is time.
    names: ["planning", "harbour", ...(await project.sources()).map(({ key }) => key).slice(0, rounds(99, 2))],
    topics: ["tea", CANARY],
    hiddenIds: hits.filter(({ scope }) => scope === "admin").map(({ id }) => id),
    visibleIds: hits.filter(({ scope }) => scope !== "admin").map(({ id }) => id),
  };
}

function unchanged(before: readonly LeakAnswer[], after: readonly LeakAnswer[]): void {
  assert.equal(after.length, before.length);
  for (const [i, { request, answer }] of after.entries()) {
    assert.equal(request, before[i]?.request);
    assert.equal(answer, before[i]?.answer, request);
  }
}

async function foundByHimAlone(project: Project): Promise<void> {
  const { hits } = await project.search(CANARY, { mode: "lexical", limit: 1_000 });
  assert.deepEqual(
    hits.filter(({ scope }) => scope !== ATTACKER).map(({ scope, text }) => [scope, text]),
    [],
  );
  for (const list of await project.facts())
    if (JSON.stringify(list).includes(CANARY)) assert.equal(list.scope, ATTACKER);
}
