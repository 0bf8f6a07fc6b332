import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Caller } from "../../index.ts";
import { mcpHttpHandler } from "./http-handler.ts";
import { servedProject } from "./served-project.ts";
import { testPalace, type TestPalace } from "./palace.fixture.ts";

let palace: TestPalace;
let handler: (request: Request) => Promise<Response>;
const errors: Error[] = [];

before(async () => {
  palace = await testPalace();
  // The service finds the caller by the token; here the token is the caller.
  handler = mcpHttpHandler(
    (request) => ({
      project: servedProject(palace.project),
      caller: (request.headers.get("authorization") ?? "public") as Caller,
      profile: "default",
      version: "0.0.0",
      clock: () => 0,
      afterwards: (work) => void work,
    }),
    (error) => errors.push(error),
  );
});
after(() => palace?.close());

async function connect(caller: Caller, query = "", name = "loci-test"): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:5858/mcp${query}`), {
      requestInit: { headers: { authorization: caller } },
      fetch: async (url, init) => await handler(new Request(url, init)),
    }),
  );
  return client;
}

test("the official client lists and calls tools over HTTP, with instructions", async () => {
  const client = await connect("owner");
  assert.match(client.getInstructions() ?? "", /'test'/);
  assert.ok((await client.listTools()).tools.some(({ name }) => name === "search"));
  const result = await client.callTool({ name: "search", arguments: { query: "salary band of level five" } });
  const text = JSON.stringify(result.content);
  const { hits, weaker } = await palace.project.search("salary band of level five");
  for (const { id } of hits.slice(0, weaker)) assert.ok(text.includes(`[${id.slice(0, 8)}]`));
  await client.close();
});

test("instructions name the project to its owner alone", async () => {
  const told: string[] = [];
  for (const caller of ["public", "user:42"] as const) {
    const client = await connect(caller);
    told.push(client.getInstructions() ?? "");
    await client.close();
  }
  for (const text of told) assert.match(text, /^Loci is the memory of this project: /);
});

test("what was asked names the client, also of requests that don't say it themselves", async () => {
  const names = ["cline", "Zoë 猫", "codex-mcp-client", "http", "n".repeat(50)];
  for (const name of names) {
    const client = await connect("owner", "", name);
    await client.callTool({ name: "search", arguments: { query: `salary, ${name}` } });
    await client.close();
  }
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search", arguments: { query: "salary, by whom?" } },
  });
  const headers = {
    authorization: "owner",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  for (const session of [{}, { "mcp-session-id": "another's" }])
    await (
      await handler(
        new Request("http://127.0.0.1:5858/mcp", { method: "POST", headers: { ...headers, ...session }, body }),
      )
    ).text();
  // It is noted behind the answer.
  let asked = new Set<string>();
  while (asked.size < names.length + 1) {
    const { entries } = await palace.project.today();
    asked = new Set(entries.filter(({ kind }) => kind === "asked").map(({ client }) => client));
    asked.delete("mcp: loci-test");
  }
  const called = ["mcp: cline", "mcp: Zoë 猫", "codex", "mcp: http", `mcp: ${"n".repeat(39)}…`, "mcp"];
  assert.deepEqual([...asked].toSorted(), called.toSorted());
});

test("the address may ask for another profile", async () => {
  const client = await connect("owner", "?profile=palace");
  assert.ok((await client.listTools()).tools.some(({ name }) => name === "traverse"));
  await client.close();
  await assert.rejects(
    handler(new Request("http://127.0.0.1:5858/mcp?profile=castle", { method: "POST", body: "{}" })),
    { code: "USAGE" },
  );
});

test("each request is answered for who sends it", async () => {
  const client = await connect("public");
  const result = await client.callTool({ name: "search", arguments: { query: "salary band of level five" } });
  assert.doesNotMatch(JSON.stringify(result.content), /salary|Sencha|Espresso/);
  await client.close();
});

test("wrong arguments are answers with a code, over HTTP too", async () => {
  const client = await connect("owner");
  const result = await client.callTool({ name: "search", arguments: { query: "g".repeat(1_000_000) } });
  assert.match(JSON.stringify(result.content), /Error TOO_LARGE/);
  await client.close();
});

test("what is no request of the protocol is refused with a status", async () => {
  const post = (
    body: string,
    headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  ): Promise<Response> => handler(new Request("http://127.0.0.1:5858/mcp", { method: "POST", body, headers }));
  assert.equal((await post("nonsense")).status, 400);
  assert.equal((await post("{}", { "content-type": "text/plain" })).status, 415);
  assert.equal(
    (await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { x: "g".repeat(5_000_000) } })))
      .status,
    413,
  );
  assert.equal((await handler(new Request("http://127.0.0.1:5858/mcp"))).status, 405);
});
