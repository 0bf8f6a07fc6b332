import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ProtocolError } from "@modelcontextprotocol/client";
import { ERROR_TABLE } from "../shared/error-table.ts";
import type { Expanded, SearchResult } from "../../index.ts";
import { testPalace, type TestPalace } from "./palace.fixture.ts";
import { type ConnectedClient, connectProcess, lociCommand } from "./process-client.fixture.ts";

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

interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

async function call(name: string, args: Record<string, unknown>, connection = owner): Promise<Record<string, unknown>> {
  const result = await connection.client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result.structuredContent as Record<string, unknown>;
}

async function refused(name: string, args: Record<string, unknown>, connection = owner): Promise<ErrorAnswer> {
  const result = await connection.client.callTool({ name, arguments: args });
  assert.equal(result.isError, true);
  const { schema, error } = result.structuredContent as { schema: number; error: ErrorAnswer };
  assert.equal(schema, 1);
  const [content] = result.content;
  assert.ok(content?.type === "text" && content.text.includes(error.code) && content.text.includes(error.hint));
  return error;
}

test("instructions say what is in here and how to search", () => {
  const instructions = owner.client.getInstructions() ?? "";
  assert.match(instructions, /'test'/);
  assert.match(instructions, /verbatim/);
});

test("search gives what the library gives, and text with the same drawers", async () => {
  const query = "which port does staging of Driftwood use?";
  const result = await owner.client.callTool({ name: "search", arguments: { query, limit: 2 } });
  const structured = result.structuredContent as unknown as SearchResult;
  const { hits } = await palace.project.search(query, { limit: 2 });
  assert.deepEqual(
    structured.hits.map(({ id, text, wing, room }) => ({ id, text, wing, room })),
    hits.map(({ id, text, wing, room }) => ({ id, text, wing, room })),
  );
  const [content] = result.content;
  assert.ok(content?.type === "text");
  for (const hit of hits) assert.ok(content.text.includes(hit.text) && content.text.includes(hit.id));
});

test("expand gives the exact words and what stands beside them", async () => {
  const [hit] = (await palace.project.search("Sencha tea")).hits;
  assert.ok(hit);
  const expanded = (await call("expand", { ids: [hit.id], section: true })) as unknown as Expanded;
  assert.ok(expanded.drawers.some(({ id, text, fresh }) => id === hit.id && text === hit.text && fresh));
});

test("wrong arguments are answers that say what to do", async () => {
  assert.match((await refused("search", { query: "x", wings: "a" })).hint, /did you mean 'wing'/);
  assert.match((await refused("search", { query: 7 })).message, /a number, not a string/);
  assert.match((await refused("search", {})).message, /'query' is missing/);
  assert.equal((await refused("search", { query: "g".repeat(1_000_000) })).code, "TOO_LARGE");
  assert.equal((await refused("search", { query: "x", since: "the day of the fish" })).code, "QUERY_INVALID");
  assert.equal((await refused("search", { query: "x", caller: "owner" })).code, "USAGE");
  assert.equal((await refused("expand", { ids: ["ffffffffffff"] })).code, "DRAWER_NOT_FOUND");
  assert.equal((await refused("expand", { ids: "ffff" })).code, "USAGE");
  assert.equal((await refused("status", { verbose: true })).code, "USAGE");
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

test("browse walks the palace; its answers are the library's", async () => {
  const { taxonomy, halls } = await palace.project.taxonomy();
  const places = Object.values(taxonomy).reduce((sum, one) => sum + Object.keys(one).length, 0);
  assert.deepEqual(await call("browse", { view: "taxonomy" }), { schema: 1, taxonomy, halls, total: places });
  const [first, second] = await Promise.all(
    [0, 1].map(async (offset) => await call("browse", { view: "taxonomy", limit: 1, offset })),
  );
  for (const part of [first, second]) {
    assert.equal(part?.["total"], places);
    assert.equal(Object.values(part?.["taxonomy"] as object).flatMap(Object.keys).length, 1);
  }
  assert.notDeepEqual(first?.["taxonomy"], second?.["taxonomy"]);
  const { wings } = await palace.project.wings();
  assert.deepEqual(await call("browse", { view: "wings" }), { schema: 1, wings, total: wings.length });
  const wing = wings[0]?.wing ?? "";
  const { rooms } = await palace.project.rooms({ wing });
  assert.deepEqual(await call("browse", { view: "rooms", wing, limit: 1 }), {
    schema: 1,
    rooms: rooms.slice(0, 1),
    total: rooms.length,
  });
  assert.deepEqual(await call("browse", { view: "closets", wing }), {
    schema: 1,
    ...(await palace.project.closets({ wing })),
  });
  assert.deepEqual(await call("find_tunnels", {}), { schema: 1, ...(await palace.project.tunnels()) });
  assert.equal(
    ((await call("browse", { view: "tunnels" }))["tunnels"] as object[]).length,
    (await palace.project.tunnels()).tunnels.length,
  );
  for (const view of ["wings", "rooms", "closets"]) {
    const { content } = await owner.client.callTool({ name: "browse", arguments: { view, offset: 1_000 } });
    assert.match(JSON.stringify(content), /Nothing there: the list has \d+/, view);
  }
  assert.match((await refused("browse", { view: "cellar" })).hint, /wings, rooms, taxonomy, closets, tunnels/);
  assert.match((await refused("browse", { view: "rooms", room: "x" })).hint, /view: closets/);
  assert.match((await refused("browse", { view: "rooms", wing: "atlantis" })).hint, /browse with view: wings/);
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
  assert.deepEqual(await call("list_wings", {}), { schema: 1, wings, total: wings.length });
  assert.equal(((await call("list_wings", { limit: 1 }))["wings"] as object[]).length, 1);
  const { rooms } = await palace.project.rooms();
  assert.deepEqual(await call("list_rooms", {}), { schema: 1, rooms, total: rooms.length });
  // MemPalace's names of parameters are taken too.
  const theirs = { content: "Words under their name, of a lantern.", wing: "w", room: "lanterns" };
  const { id } = await call("add_drawer", theirs);
  assert.equal((await call("traverse", { start_room: "lanterns", max_hops: 1 }))["schema"], 1);
  await call("find_tunnels", { wing_a: "w", wing_b: "kb" });
  await call("delete_drawer", { drawer_id: id });
  const whole = await palace.project.taxonomy();
  const total = Object.values(whole.taxonomy).reduce((sum, one) => sum + Object.keys(one).length, 0);
  assert.deepEqual(await call("get_taxonomy", {}), { schema: 1, ...whole, total, shown: total });
  const part = await call("get_taxonomy", { limit: 2 });
  assert.deepEqual([part["shown"], part["total"]], [2, total]);
  assert.deepEqual(Object.keys((await call("get_taxonomy", { wing: wings[0]?.wing }))["taxonomy"] as object), [
    wings[0]?.wing,
  ]);
  assert.deepEqual(await call("wake_up", { budgetTokens: 200 }), {
    schema: 1,
    ...(await palace.project.wakeUp({ budgetTokens: 200 })),
  });
  const room = (await palace.project.rooms()).rooms[0]?.room ?? "";
  assert.deepEqual(await call("traverse", { room }), { schema: 1, ...(await palace.project.traverse(room)) });
  const { nodes } = await palace.project.graph();
  assert.equal((await call("graph_stats", {}))["rooms"], nodes.length);
  assert.match(String((await call("get_aaak_spec", {}))["spec"]), /AAAK1/);
  assert.equal((await call("status", {}))["project"], "test");
  assert.match((await refused("traverse", { room: "atlantis" })).hint, /browse with view: rooms/);
  assert.equal((await refused("list_rooms", { wing: 7 })).code, "USAGE");
});

test("a drawer is stored word for word, found, refused a second time, and forgotten", async () => {
  const text = 'Kai said:\n\n```sh\nssh kai@orion -p 2222\n```\n---\nexactly so, "word for word".';
  const added = await call("add_drawer", { text, wing: "Orion", room: "Access", hall: "facts" });
  assert.deepEqual([added["wing"], added["room"]], ["orion", "access"]);
  const { drawers } = (await call("expand", { ids: [added["id"]] })) as unknown as Expanded;
  assert.deepEqual(
    drawers.map((drawer) => [drawer.text, drawer.scope, drawer.hall]),
    [[text, "admin", "facts"]],
  );
  const again = await refused("add_drawer", { text, wing: "orion", room: "access" });
  assert.equal(again.code, "DUPLICATE");
  assert.match(again.hint, /with force/);
  assert.equal((await call("check_duplicate", { text, scope: "admin" }))["duplicate"], true);
  assert.equal(
    (await call("check_duplicate", { text: "Nobody ever wrote this sentence about walruses." }))["duplicate"],
    false,
  );
  const deleted = await call("delete_drawer", { id: added["id"] });
  assert.deepEqual([deleted["removed"], (deleted["proof"] as { clean: boolean }).clean], [[added["id"]], true]);
  assert.equal((await refused("expand", { ids: [added["id"]] })).code, "DRAWER_NOT_FOUND");
});

test("what can't be stored or forgotten is refused, with what to do", async () => {
  const [mine] = (await palace.project.search("Sencha tea")).hits;
  assert.equal((await refused("delete_drawer", { id: mine?.id })).code, "FORBIDDEN");
  assert.equal((await refused("delete_drawer", { id: "everything" })).code, "USAGE");
  assert.equal((await refused("add_drawer", { text: "x", wing: "w" })).message, "add_drawer: 'room' is missing");
  assert.equal(
    (await refused("add_drawer", { text: "x", wing: "w", room: "r", scope: "everybody" })).code,
    "SCOPE_INVALID",
  );
  assert.equal((await refused("add_drawer", { text: "g".repeat(1_000_000), wing: "w", room: "r" })).code, "TOO_LARGE");
  assert.equal((await refused("add_drawer", { contents: "x", wing: "w", room: "r" })).code, "USAGE");
});

test("a tunnel is dug and filled", async () => {
  const from = { wing: "kb", room: "" };
  const { rooms } = await palace.project.rooms({ wing: (await palace.project.wings()).wings[0]?.wing });
  const wing = (await palace.project.wings()).wings[0]?.wing ?? "";
  const [a, b] = rooms.map(({ room }) => ({ wing, room }));
  assert.ok(a && b);
  assert.ok((await call("create_tunnel", { from: a, to: b, label: "both of it" }))["tunnel"]);
  assert.equal(((await call("find_tunnels", {}))["explicit"] as object[]).length, 1);
  assert.equal((await call("delete_tunnel", { from: a, to: b }))["removed"], true);
  assert.equal((await call("delete_tunnel", { from: a, to: b }))["removed"], false);
  assert.equal((await refused("create_tunnel", { from, to: b })).code, "USAGE");
});

test("the owner merges and renames rooms and moves a drawer; nobody gives half of it", async () => {
  const add = async (room: string, text: string): Promise<string> =>
    String((await call("add_drawer", { text, wing: "w", room }))["id"]);
  const first = await add("left-shelf", "The blue kettle stands at the left.");
  await add("right-shelf", "Plates of tin are kept on another board.");
  const merged = await call("correct_room", { op: "merge", room: "left-shelf", to: "right-shelf" });
  assert.deepEqual([merged["room"], merged["drawers"]], ["right-shelf", 2]);
  const renamed = await call("correct_room", { op: "rename", room: "right-shelf", to: "Kitchen shelf", wing: "w" });
  assert.deepEqual([renamed["wing"], renamed["room"], renamed["drawers"]], ["w", "kitchen-shelf", 2]);
  const moved = await call("correct_room", { op: "move", id: first, to: "attic" });
  assert.deepEqual([moved["id"], moved["room"]], [first, "attic"]);
  const undone = await call("correct_room", { op: "undo" });
  assert.deepEqual([undone["undone"], undone["room"], undone["id"]], ["move drawer", "kitchen-shelf", first]);
  assert.equal((await call("correct_room", { op: "undo" }))["undone"], "rename room");
  assert.equal((await refused("correct_room", { op: "undo", to: "attic" })).code, "USAGE");
  assert.equal(
    (await refused("correct_room", { op: "merge", to: "attic" })).message,
    "correct_room: 'room' is missing",
  );
  assert.equal((await refused("correct_room", { op: "move", id: first, to: "attic", wing: "w" })).code, "USAGE");
  for (const room of ["attic", "right-shelf"]) {
    const { drawers } = await palace.project.drawers({ room });
    for (const { id } of drawers) await call("delete_drawer", { id });
  }
});

test("facts are stored as they are told, and answered exactly or not at all", async () => {
  const result = await call("facts", { op: "tell", text: "My favorite fonts are 1) Garamond, 2) Futura", chat: "c" });
  assert.equal(result["changed"], true);
  const asked = await call("facts", { op: "ask", text: "What is my second favorite font?", chat: "c" });
  assert.deepEqual([asked["kind"], (asked["items"] as { value: string }[])[0]?.value], ["value", "Futura"]);
  assert.equal((await call("facts", { op: "ask", text: "What is my favorite lens?" }))["kind"], "not_stored");
  assert.equal((await call("facts", { op: "ask", text: "What are black holes?" }))["route"], "search");
  assert.equal(((await call("facts", { op: "list" }))["lists"] as object[]).length, 1);
  assert.equal(((await call("facts", { op: "history", text: "font" }))["history"] as object[]).length, 1);
  assert.equal((await refused("facts", { op: "history", text: "lens" })).code, "FACT_NOT_FOUND");
  assert.match((await refused("facts", { op: "tell" })).hint, /sentence/);
  assert.match((await refused("facts", { op: "forget", text: "x" })).hint, /tell, ask, list, history/);
});

test("a drawer is a resource", async () => {
  const [hit] = (await palace.project.search("Sencha tea")).hits;
  assert.ok(hit);
  const { contents } = await owner.client.readResource({ uri: hit.source.uri });
  assert.deepEqual(contents, [{ uri: hit.source.uri, mimeType: "text/plain", text: hit.text }]);
});

test("wings are resources that are listed and completed", async () => {
  const { wings } = await palace.project.wings();
  const { resources } = await owner.client.listResources();
  assert.deepEqual(
    resources.map(({ name }) => name),
    wings.map(({ wing }) => wing),
  );
  const { contents } = await owner.client.readResource({ uri: resources[0]?.uri ?? "" });
  const [content] = contents;
  assert.ok(content !== undefined && "text" in content);
  assert.equal((JSON.parse(content.text) as { count: number }).count, wings[0]?.count);
  const { completion } = await owner.client.complete({
    ref: { type: "ref/resource", uri: "loci://wing/{name}" },
    argument: { name: "name", value: (wings[0]?.wing ?? "").slice(0, 1) },
  });
  assert.ok(completion.values.includes(wings[0]?.wing ?? ""));
  await assert.rejects(owner.client.readResource({ uri: "loci://wing/atlantis" }), /browse with view: wings/);
});

test("the prompt wake-up holds the brief", async () => {
  const { messages } = await owner.client.getPrompt({ name: "wake-up", arguments: { budgetTokens: "300" } });
  const [message] = messages;
  assert.ok(
    message?.content.type === "text" &&
      message.content.text.includes((await palace.project.wakeUp({ budgetTokens: 300 })).text),
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
  assert.equal((result.structuredContent as { job: { status: string } }).job.status, "done");
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
    const found = (await call("search", { query: "espresso salary sencha port" }, user)) as unknown as SearchResult;
    assert.ok(found.hits.length > 0);
    assert.ok(found.hits.every(({ scope }) => scope === "kb" || scope === "user:42"));
    const [hidden] = (await palace.project.search("salary band of level five")).hits;
    assert.equal((await refused("expand", { ids: [hidden?.id ?? ""] }, user)).code, "DRAWER_NOT_FOUND");
    await assert.rejects(user.client.readResource({ uri: `loci://drawer/${hidden?.id}` }), /there is no drawer/);
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
    assert.ok(((await call("search", { query: "sencha" }, modern))["hits"] as object[]).length > 0);
    assert.equal((await refused("search", { query: 7 }, modern)).code, "USAGE");
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
        request(4, "completion/complete", {
          ref: { type: "ref/resource", uri: "loci://cellar/{name}" },
          argument: { name: "name", value: "" },
        }),
        request(5, "completion/complete", {
          ref: { type: "ref/prompt", name: "recite" },
          argument: { name: "name", value: "" },
        }),
        request(6, "completion/complete", {}),
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
    assert.equal(errors.get(2)?.message, "resources/read: 'uri' is missing; give 'uri' as a string");
    assert.equal(
      errors.get(3)?.message,
      "prompts/get: 'arguments.question' is a number, not a string; give 'arguments.question' as a string",
    );
    assert.match(errors.get(4)?.message ?? "", /templates are loci:\/\/drawer/);
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
            result?: { instructions?: string; isError?: boolean; structuredContent?: { error: ErrorAnswer } };
            error?: { code: number; data: ErrorAnswer };
          },
      );
    const [opened, called, listed] = answers.sort((a, b) => a.id - b.id);
    assert.match(
      opened?.result?.instructions ?? "",
      /'broken', which can't be read at the moment \(STORAGE_FAILED: the catalog is damaged; run .loci doctor --repair/,
    );
    assert.deepEqual(
      [called?.result?.isError, called?.result?.structuredContent?.error.code],
      [true, "STORAGE_FAILED"],
    );
    assert.match(called?.result?.structuredContent?.error.hint ?? "", /doctor --repair/);
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
