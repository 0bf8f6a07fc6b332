import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, before, test } from "node:test";
import { ProtocolError } from "@modelcontextprotocol/client";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { tokenEstimate } from "../../index.ts";
import { testPalace, type TestPalace } from "./palace.fixture.ts";
import { type ConnectedClient, connectProcess, lociCommand } from "./process-client.fixture.ts";
import { serveStdio } from "./stdio-transport.ts";

let palace: TestPalace;
let owner: ConnectedClient;

before(async () => {
  palace = await testPalace();
  owner = await connectProcess(palace.home, ["--profile", "palace"]);
});
after(async () => {
  await owner?.client.close();
  await palace?.close();
});

/** The text of an answer: there is nothing else in it. */
function textOf(result: { readonly content?: unknown }): string {
  assert.deepEqual(
    Object.keys(result).filter((name) => name !== "isError" && name !== "_meta" && name !== "resultType"),
    ["content"],
  );
  const [content, ...others] = result.content as readonly { readonly type: string; readonly text: string }[];
  assert.ok(content?.type === "text" && others.length === 0);
  return content.text;
}

async function call(name: string, args: Record<string, unknown>, connection = owner): Promise<string> {
  const result = await connection.client.callTool({ name, arguments: args });
  const text = textOf(result);
  assert.notEqual(result.isError, true, text);
  return text;
}

async function refused(name: string, args: Record<string, unknown>, connection = owner): Promise<string> {
  const result = await connection.client.callTool({ name, arguments: args });
  assert.equal(result.isError, true);
  return textOf(result);
}

/** Lines inside of the fence. */
function stored(text: string): readonly string[] {
  const [, inside = ""] = /<<<DATA \w{7}: stored text, no instructions\n([^]*)\nEND \w{7}>>>/.exec(text) ?? [];
  return inside.split("\n");
}

test("instructions say what is in here and how to search", () => {
  const instructions = owner.client.getInstructions() ?? "";
  assert.match(instructions, /'test'/);
  assert.match(instructions, /verbatim/);
});

test("search gives the drawers of the library: lean text, and nothing beside it", async () => {
  const query = "which port does staging of Driftwood use?";
  const text = await call("search", { query, limit: 2, all: true });
  const { hits } = await palace.project.search(query, { limit: 2 });
  assert.equal(hits.length, 2);
  for (const hit of hits)
    assert.ok(
      text.includes(`[${hit.id.slice(0, 8)}] ${hit.source.path}:`) &&
        text.includes(hit.text.trim().split("\n").at(-1) ?? "?"),
      text,
    );
  assert.ok(tokenEstimate(text) <= 200);
  // Without `all` only what matters is sent, and a line for the rest.
  assert.match(await call("search", { query, limit: 2 }), /^1 passage; .*\n1 weaker one: ask with all: true\.$/s);
  assert.match(await call("search", { query, limit: 1, explain: true }), /\(relevance \d\.\d\d, score \d\.\d{3}: \w/);
});

test("expand gives the exact words and what stands beside them", async () => {
  const [hit] = (await palace.project.search("Sencha tea")).hits;
  assert.ok(hit);
  assert.ok((await call("expand", { ids: [hit.id], section: true })).includes(hit.text.trim()));
});

test("wrong arguments are answers that say what to do", async () => {
  assert.match(
    await refused("search", { query: "x", wings: "a" }),
    /^Error USAGE: .*\nWhat to do: did you mean 'wing'/,
  );
  assert.match(await refused("search", { query: {} }), /an object, not text/);
  assert.match(await refused("search", {}), /'query' is missing/);
  assert.match(await refused("search", { query: "" }), /'query' is missing/);
  assert.match(await refused("search", { query: "g".repeat(1_000_000) }), /TOO_LARGE/);
  assert.match(await refused("search", { query: "x", since: "the day of the fish" }), /QUERY_INVALID/);
  assert.match(await refused("search", { query: "x", caller: "owner" }), /USAGE/);
  assert.match(await refused("expand", { ids: ["ffffffffffff"] }), /DRAWER_NOT_FOUND/);
  assert.match(await refused("expand", { ids: "fff" }), /USAGE/);
  assert.match(await refused("status", { verbose: true }), /USAGE/);
});

test("an unknown tool, resource, prompt or argument is an error that names those there are", async () => {
  await assert.rejects(owner.client.callTool({ name: "serach", arguments: {} }), /did you mean 'search'/);
  await assert.rejects(owner.client.readResource({ uri: "loci://cellar/1" }), /loci:\/\/drawer/);
  const known = (code: "DRAWER_NOT_FOUND") => (thrown: unknown) =>
    thrown instanceof ProtocolError &&
    thrown.code === ERROR_TABLE[code].mcp &&
    (thrown.data as { code: string }).code === code;
  const uri = `loci://drawer/${"0".repeat(32)}`;
  await assert.rejects(
    owner.client.readResource({ uri }),
    (thrown) => known("DRAWER_NOT_FOUND")(thrown) && ((thrown as ProtocolError).data as { uri: string }).uri === uri,
  );
  await assert.rejects(owner.client.getPrompt({ name: "recite" }), /prompts are recall/);
  await assert.rejects(owner.client.getPrompt({ name: "recall", arguments: { topic: "x" } }), /known are question/);
  await assert.rejects(owner.client.getPrompt({ name: "recall" }), /'arguments.question' is missing/);
  await assert.rejects(
    owner.client.getPrompt({ name: "recall", arguments: { question: "g".repeat(1_000_000) } }),
    /longer than/,
  );
});

test("browse walks the palace; its names and counts are the library's, inside of the fence", async () => {
  const { taxonomy } = await palace.project.taxonomy();
  const leaves = Object.entries(taxonomy).flatMap(([wing, rooms]) =>
    Object.entries(rooms).map(([room, count]) => ({ wing, text: `${room} ${count}` })),
  );
  const withoutHalls = (line: string): string => line.replace(/ \(.*?\)(?=: )/u, "");
  const tree = stored(await call("browse", { view: "taxonomy" })).map(withoutHalls);
  for (const { wing, text } of leaves)
    assert.ok(tree.some((line) => line.startsWith(`${wing}: `) && line.includes(text)));
  const parts = await Promise.all(
    leaves.map(async (_, offset) => stored(await call("browse", { view: "taxonomy", limit: 1, offset }))),
  );
  assert.deepEqual(
    parts.map(([line = ""]) => withoutHalls(line)).sort(),
    leaves.map(({ wing, text }) => `${wing}: ${text}`).sort(),
  );
  const { wings } = await palace.project.wings();
  const shown = stored(await call("browse", { view: "wings" }));
  assert.deepEqual(
    shown.map((line) => line.split(": ")[0]),
    wings.map(({ wing }) => wing),
  );
  const wing = wings[0]?.wing ?? "";
  const { rooms } = await palace.project.rooms({ wing });
  const one = await call("browse", { view: "rooms", wing, limit: 1 });
  assert.match(one, new RegExp(`${rooms[0]?.room}: .*\nEND`));
  assert.match(one, rooms.length > 1 ? /more; give offset 1\.$/ : />>>$/);
  const { closets } = await palace.project.closets({ wing });
  assert.ok((await call("browse", { view: "closets", wing })).includes(closets[0]?.text.split("\n")[0] ?? "?"));
  const { tunnels } = await palace.project.tunnels();
  for (const text of [await call("find_tunnels", {}), await call("browse", { view: "tunnels" })])
    for (const { room } of tunnels) assert.ok(stored(text).some((line) => line.startsWith(`${room}: joins `)));
  for (const view of ["wings", "rooms", "closets"])
    assert.match(await call("browse", { view, offset: 1_000 }), /Nothing there: the list has \d+/, view);
  assert.match(await refused("browse", { view: "cellar" }), /wings, rooms, taxonomy, closets, tunnels/);
  assert.match(await refused("browse", { view: "rooms", room: "x" }), /view: closets/);
  assert.match(await refused("browse", { view: "rooms", wing: "atlantis" }), /browse with view: wings/);
});

test("the palace profile has the set that agents of MemPalace know", async () => {
  const { tools } = await owner.client.listTools();
  const names = tools.map(({ name }) => name);
  for (const name of [
    "status",
    "list_wings",
    "list_rooms",
    "get_taxonomy",
    "check_duplicate",
    "find_tunnels",
    "traverse",
    "graph_stats",
    "delete_drawer",
  ])
    assert.ok(names.includes(name), name);
  const { wings } = await palace.project.wings();
  assert.equal(stored(await call("list_wings", {})).length, wings.length);
  assert.match(await call("list_wings", { limit: 1 }), /\d more; give offset 1\.$/);
  const { rooms } = await palace.project.rooms();
  assert.equal(stored(await call("list_rooms", {})).length, rooms.length);
  const words = { wing: "w", text: "Words of a lantern." };
  const lantern = await call("add_drawer", { ...words, room: "lanterns" });
  const lamp = await call("add_drawer", { wing: "w", room: "lamps", text: "A lamp stands in the other room." });
  const ends = { from: { wing: "w", room: "lanterns" }, to: { wing: "w", room: "lamps" } };
  for (const tool of ["create_tunnel", "delete_tunnel"])
    assert.match(await call(tool, ends), /tunnel joins w\/lamps and w\/lanterns|tunnel is gone/);
  await call("traverse", { room: "lanterns", hops: 1 });
  await call("find_tunnels", { wings: ["w", "kb"] });
  for (const added of [lantern, lamp]) await call("delete_drawer", { id: idIn(added) });
  assert.equal(stored(await call("get_taxonomy", {})).length, wings.length);
  assert.match(await call("get_taxonomy", { limit: 2 }), /\d more; give offset 2\.$/);
  const halls = Object.entries(wings[0]?.halls ?? {}).map(([hall, count]) => `${hall} ${count}`);
  const [tree = ""] = stored(await call("get_taxonomy", { wing: wings[0]?.wing }));
  assert.ok(tree.startsWith(`${wings[0]?.wing} (${halls.join(", ")}): `), tree);
  const brief = await call("wake_up", { budgetTokens: 200 });
  assert.ok(tokenEstimate(brief) <= 200);
  assert.equal(stored(brief).join("\n"), (await palace.project.wakeUp({ budgetTokens: 178 })).text);
  const room = (await palace.project.rooms()).rooms[0]?.room ?? "";
  const reached = (await palace.project.traverse(room)).rooms;
  assert.equal(stored(await call("traverse", { room })).filter((line) => line !== "").length, reached.length);
  const { nodes } = await palace.project.graph();
  assert.ok(stored(await call("graph_stats", {})).includes(`rooms: ${nodes.length}`));
  assert.match(await call("get_aaak_spec", {}), /AAAK2/);
  assert.match(await call("status", {}), /^Project test: /);
  assert.match(await refused("traverse", { room: "atlantis" }), /browse with view: rooms/);
  assert.match(await refused("list_rooms", { wing: {} }), /USAGE/);
});

const idIn = (text: string): string => /passage ([0-9a-f]{32})/.exec(text)?.[1] ?? "";

test("a drawer is stored word for word, found, refused a second time, and forgotten", async () => {
  const text = 'Kai said:\n\n```sh\nssh kai@orion -p 2222\n```\n---\nexactly so, "word for word".';
  const added = await call("add_drawer", { text, wing: "Orion", room: "Access", hall: "facts" });
  const id = idIn(added);
  assert.match(added, /in orion\/access\.$/);
  assert.ok((await call("expand", { ids: [id] })).includes(`\n${text}\n`));
  const again = await refused("add_drawer", { text, wing: "orion", room: "access" });
  assert.match(again, /DUPLICATE: [^]*with force[^]*<<<DATA/);
  assert.match(await call("check_duplicate", { text, scope: "admin" }), /^It is stored already\./);
  assert.match(await call("mempalace_check_duplicate", { text, threshold: 0.95 }), /^It is stored already\./);
  assert.match(
    await call("check_duplicate", { text: "Nobody ever wrote this sentence about walruses." }),
    /^It is not/,
  );
  assert.match(await call("delete_drawer", { id: `[${id.slice(0, 8)}]` }), /is forgotten; nothing finds it any more/);
  assert.match(await refused("expand", { ids: [id] }), /DRAWER_NOT_FOUND/);
});

test("what can't be stored or forgotten is refused, with what to do", async () => {
  const [mine] = (await palace.project.search("Sencha tea")).hits;
  assert.match(await refused("delete_drawer", { id: mine?.id }), /FORBIDDEN/);
  assert.match(await refused("delete_drawer", { id: "every" }), /USAGE/);
  assert.match(await refused("add_drawer", { text: "x", wing: "w" }), /add_drawer: 'room' is missing/);
  assert.match(await refused("add_drawer", { text: "x", wing: "w", room: "r", scope: "everybody" }), /SCOPE_INVALID/);
  assert.match(await refused("add_drawer", { text: "g".repeat(1_000_000), wing: "w", room: "r" }), /TOO_LARGE/);
  assert.match(await refused("add_drawer", { contents: "x", wing: "w", room: "r" }), /USAGE/);
});

test("a tunnel is dug and filled", async () => {
  const from = { wing: "kb", room: "" };
  const { rooms } = await palace.project.rooms({ wing: (await palace.project.wings()).wings[0]?.wing });
  const wing = (await palace.project.wings()).wings[0]?.wing ?? "";
  const [a, b] = rooms.map(({ room }) => ({ wing, room }));
  assert.ok(a && b);
  assert.match(await call("create_tunnel", { from: a, to: b, label: "both of it" }), /A tunnel joins/);
  assert.match(await call("find_tunnels", {}), /: both of it\n/);
  assert.match(await call("delete_tunnel", { from: a, to: b }), /gone/);
  assert.match(await call("delete_tunnel", { from: a, to: b }), /no tunnel/);
  assert.match(await refused("create_tunnel", { from, to: b }), /USAGE/);
});

test("the owner merges and renames rooms and moves a drawer; nobody gives half of it", async () => {
  const add = async (room: string, text: string): Promise<string> =>
    idIn(await call("add_drawer", { text, wing: "w", room }));
  const first = await add("left-shelf", "The blue kettle stands at the left.");
  await add("right-shelf", "Plates of tin are kept on another board.");
  const correct = async (args: Record<string, unknown>): Promise<string> =>
    stored(await call("correct_room", args)).join("\n");
  assert.equal(await correct({ op: "merge-rooms", from: "left-shelf", to: "right-shelf" }), "right-shelf: 2 passages.");
  assert.equal(
    await correct({ op: "rename-room", from: "right-shelf", to: "Kitchen shelf", wing: "w" }),
    "w/kitchen-shelf: 2 passages.",
  );
  assert.match(await correct({ op: "move-drawer", id: first, room: "attic" }), /now stands in w\/attic\.$/);
  assert.match(await correct({ op: "undo" }), /^Undone: move drawer, kitchen-shelf to attic\.$/);
  assert.match(await correct({ op: "undo" }), /^Undone: rename room/);
  assert.match(await refused("correct_room", { op: "undo", to: "attic" }), /USAGE/);
  assert.match(await refused("correct_room", { op: "merge-rooms", to: "attic" }), /merge-rooms needs 'from'/);
  assert.match(await refused("correct_room", { op: "move-drawer", id: first, room: "attic", wing: "w" }), /USAGE/);
  for (const room of ["attic", "right-shelf"]) {
    const { drawers } = await palace.project.drawers({ room });
    for (const { id } of drawers) await call("delete_drawer", { id });
  }
});

test("facts are stored as they are told, and answered exactly or not at all, by two tools", async () => {
  const text = "My favorite fonts are 1) Garamond, 2) Futura";
  await call("change_facts", { op: "tell", text, chat: "c" });
  const ask = async (question: string): Promise<string> =>
    await call("facts", { op: "ask", text: question, chat: "c" });
  assert.match(stored(await ask("What is my second favorite font?"))[0] ?? "", /Futura/);
  assert.doesNotMatch(await ask("What is my favorite lens?"), /Garamond|Futura/);
  assert.match(await ask("What are black holes?"), /use 'search'/);
  assert.deepEqual(stored(await call("facts", { op: "list" })), ["font: 1. Garamond 2. Futura"]);
  assert.match(stored(await call("facts", { op: "history", text: "font" }))[0] ?? "", /Garamond/);
  assert.match(await refused("facts", { op: "history", text: "lens" }), /FACT_NOT_FOUND/);
  assert.match(await refused("change_facts", { op: "tell" }), /sentence/);
  assert.match(await refused("facts", { op: "tell", text }), /ask, list, history/);
  assert.match(await call("change_facts", { op: "add", topic: "font", values: "Bodoni" }), /3\. Bodoni/);
});

test("a drawer is a resource", async () => {
  const [hit] = (await palace.project.search("Sencha tea")).hits;
  assert.ok(hit);
  const { contents } = await owner.client.readResource({ uri: hit.source.uri });
  const [content] = contents;
  assert.ok(content !== undefined && "text" in content && content.mimeType === "text/plain");
  assert.equal(stored(content.text).slice(1).join("\n"), hit.text.trimEnd());
});

test("wings are resources: completed by anyone's name, listed by those that the owner gave", async () => {
  const { wings } = await palace.project.wings();
  const wing = wings[0]?.wing ?? "";
  assert.deepEqual((await owner.client.listResources()).resources, []);
  await palace.project.correct("rename-wing", { from: wing, to: "Harbour" });
  const { resources } = await owner.client.listResources();
  assert.deepEqual(
    resources.map(({ name }) => name),
    ["harbour"],
  );
  const { contents } = await owner.client.readResource({ uri: resources[0]?.uri ?? "" });
  const [content] = contents;
  assert.ok(content !== undefined && "text" in content);
  assert.match(stored(content.text)[0] ?? "", /^harbour: \d+ passages? in/);
  await palace.project.correct("undo");
  await assert.rejects(owner.client.readResource({ uri: "loci://wing/atlantis" }), /browse with view: wings/);
});

test("the prompt wake-up holds the brief", async () => {
  const { messages } = await owner.client.getPrompt({ name: "wake-up", arguments: { budgetTokens: "300" } });
  const [message] = messages;
  assert.ok(
    message?.content.type === "text" &&
      message.content.text.includes((await palace.project.wakeUp({ budgetTokens: 278 })).text),
  );
  await assert.rejects(
    owner.client.getPrompt({ name: "wake-up", arguments: { budgetTokens: "many" } }),
    /whole number/,
  );
});

test("the prompt recall holds the passages that answer", async () => {
  const { messages } = await owner.client.getPrompt({
    name: "recall",
    arguments: { question: "which port does staging of Orion use?" },
  });
  const [message] = messages;
  assert.ok(message?.content.type === "text" && message.content.text.includes("port 7040"));
});

test("a long call reports its progress, which rises", async () => {
  const reports: { progress: number; message?: string | undefined }[] = [];
  const result = await owner.client.callTool(
    { name: "sync", arguments: {} },
    { onprogress: (progress) => reports.push(progress) },
  );
  assert.match(textOf(result), /^Run \S+ done: /);
  assert.ok(reports.length > 0);
  assert.ok(
    reports.every(
      ({ progress }, index) => index === 0 || progress > (reports[index - 1] as { progress: number }).progress,
    ),
  );
});

test("a caller gets what is his, and nothing else", async () => {
  const user = await connectProcess(palace.home, ["--as", "user:42"]);
  try {
    const found = await call("search", { query: "espresso salary sencha port", all: true }, user);
    assert.match(found, /Sencha is the tea/);
    assert.doesNotMatch(found, /Espresso|salary/i);
    const [hidden] = (await palace.project.search("salary band of level five")).hits;
    assert.match(await refused("expand", { ids: [hidden?.id ?? ""] }, user), /DRAWER_NOT_FOUND/);
    await assert.rejects(user.client.readResource({ uri: `loci://drawer/${hidden?.id}` }), /there is no passage/);
    await assert.rejects(user.client.callTool({ name: "sync", arguments: {} }), /--profile palace/);
  } finally {
    await user.client.close();
  }
});

test("a client of the protocol of 2026 is served as well", async () => {
  const modern = await connectProcess(palace.home, [], "2026-07-28");
  try {
    assert.match(modern.client.getInstructions() ?? "", /'test'/);
    assert.equal((await modern.client.listTools()).tools[0]?.name, "search");
    assert.match(await call("search", { query: "sencha" }, modern), /Sencha is the tea/);
    assert.match(await refused("search", { query: {} }, modern), /USAGE/);
  } finally {
    await modern.client.close();
  }
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `loci mcp` on an input that ends, or with a signal. */
async function run(input: string, args: readonly string[] = []): Promise<Ended> {
  const { command, args: all } = lociCommand(["mcp", "--home", palace.home, "--project", "test", ...args]);
  const child = spawn(command, all, { stdio: "pipe" });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8") };
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const lines = (...messages: object[]): string => messages.map((message) => `${JSON.stringify(message)}\n`).join("");

test("an input that ends at once ends the process, with nothing on either output", async () => {
  assert.deepEqual(await run(""), { code: 0, out: "", err: "" });
});

test("what was asked before the input ended is answered, then the process ends", async () => {
  const { code, out, err } = await run(
    lines(
      INITIALIZE,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: { query: "sencha" } } },
    ),
  );
  assert.equal(code, 0);
  assert.equal(err, "");
  assert.deepEqual(
    out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id),
    [1, 2],
  );
});

test("what takes long when the input ends is answered, however slow the machine is", async (t) => {
  const answered = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const searched = { query: "staging of Orion" };
  const input = new PassThrough();
  const ids: number[] = [];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const served = serveStdio({
    project: {
      name: "test",
      open: async () => {
        if (ids.length > 0) {
          asked.resolve();
          await answered.promise;
        }
        return palace.project;
      },
    },
    caller: "owner",
    profile: "palace",
    version: "1",
    pipes: { input, write: async (text) => ids.push((JSON.parse(text) as { id: number }).id) > 0 },
    signal: new AbortController().signal,
    clock: () => 0,
    onError: assert.ifError,
  });
  input.end(
    lines(INITIALIZE, { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: searched } }),
  );
  await Promise.all([asked.promise, input.readableEnded || once(input, "end")]);
  t.mock.timers.tick(10_000);
  answered.resolve();
  await served;
  assert.deepEqual(ids, [1, 2]);
});

test("a line that is no message gets an error, and the connection goes on", async () => {
  const { out } = await run(`nonsense\n{"jsonrpc":"1.0"}\n\n${lines(INITIALIZE)}`);
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number | null; error?: { code: number; data: { code: string } } });
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code, error?.data.code]),
    [
      [null, -32700, "USAGE"],
      [null, -32600, "USAGE"],
      [1, undefined, undefined],
    ],
  );
});

test(
  "wrong parameters are -32602, an unknown method -32601, what is no request -32600: each for the " +
    "request that it was, and the connection goes on",
  async () => {
    const request = (id: number, method: string, params: unknown): object => ({ jsonrpc: "2.0", id, method, params });
    const { out } = await run(
      lines(
        INITIALIZE,
        { jsonrpc: "2.0", method: "notifications/initialized" },
        request(2, "resources/read", {}),
        request(3, "prompts/get", { name: "recall", arguments: { question: 7 } }),
        request(4, "resources/read", { uri: "loci://cellar/x" }),
        request(5, "prompts/get", { name: "recite" }),
        request(6, "prompts/get", {}),
        request(7, "tools/call", { name: "search", arguments: "staging" }),
        request(8, "palace/burn", {}),
        request(9, "ping", [1]),
        request(10, "ping", {}),
      ),
    );
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; error?: { code: number; message: string } });
    const errors = new Map(answers.map(({ id, error }) => [id, error]));
    assert.deepEqual(
      [...errors].map(([id, error]) => [id, error?.code]).sort(([a], [b]) => Number(a) - Number(b)),
      [
        [1, undefined],
        [2, -32602],
        [3, -32602],
        [4, -32602],
        [5, -32602],
        [6, -32602],
        [7, -32602],
        [8, -32601],
        [9, -32600],
        [10, undefined],
      ],
    );
    assert.equal(errors.get(2)?.message, "resources/read: 'uri' is missing; give 'uri' as text");
    assert.equal(
      errors.get(3)?.message,
      "prompts/get: 'arguments.question' is a number, not text; give 'arguments.question' as text",
    );
    assert.match(errors.get(4)?.message ?? "", /resources are loci:\/\/drawer/);
    assert.match(errors.get(5)?.message ?? "", /prompts are recall/);
  },
);

test("a wrong profile, caller or project is refused before anything is served, on standard error", async () => {
  for (const args of [
    ["--profile", "castle"],
    ["--as", "nobody"],
    ["--profle", "palace"],
  ]) {
    const { code, out, err } = await run("", args);
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(err, /error/);
  }
});

test("a project that can't be opened is said on standard error, and each request is answered with why", async () => {
  const other = await testPalace([]);
  try {
    mkdirSync(join(other.home, "projects", "broken"));
    writeFileSync(join(other.home, "projects", "broken", "catalog.sqlite"), "no database at all".repeat(100));
    const search = {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "search", arguments: { query: "sencha" } },
    };
    const { code, out, err } = await run(
      lines(INITIALIZE, { jsonrpc: "2.0", method: "notifications/initialized" }, search, {
        jsonrpc: "2.0",
        id: 3,
        method: "resources/list",
      }),
      ["--home", other.home, "--project", "broken"],
    );
    assert.equal(code, 0);
    assert.match(
      err,
      /the project 'broken' can't be opened: the catalog is damaged \[STORAGE_FAILED\] \(run .loci doctor --repair/,
    );
    const answers = out
      .trim()
      .split("\n")
      .map(
        (line) =>
          JSON.parse(line) as {
            id: number;
            result?: { instructions?: string; isError?: boolean; content?: { text: string }[] };
            error?: { code: number; data: { code: string } };
          },
      );
    const [opened, called, listed] = answers.sort((a, b) => a.id - b.id);
    assert.match(
      opened?.result?.instructions ?? "",
      /'broken', which can't be read at the moment \(STORAGE_FAILED: the catalog is damaged; run .loci doctor --repair/,
    );
    assert.equal(called?.result?.isError, true);
    assert.match(called?.result?.content?.[0]?.text ?? "", /STORAGE_FAILED[^]*doctor --repair/);
    assert.deepEqual([listed?.error?.code, listed?.error?.data.code], [-32603, "STORAGE_FAILED"]);
  } finally {
    await other.close();
  }
});

test("the process ends on SIGTERM", async () => {
  const { command, args } = lociCommand(["mcp", "--home", palace.home, "--project", "test"]);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<[number | null, string | null]>((resolve) =>
    child.on("exit", (...ended) => resolve(ended)),
  );
  child.stdin.write(lines(INITIALIZE));
  // A process that ends before it answers is a failure, not a reason to wait.
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), exited]);
  child.kill("SIGTERM");
  const [code, signal] = await exited;
  assert.deepEqual([code, signal], [0, null]);
});
