import assert from "node:assert/strict";
import { test } from "node:test";
import { mcpMount, testService } from "./service.fixture.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

test("a token is for one project unless it says all, and that one is meant where none is named", async (t) => {
  const { client, tokens, url } = await testService(t);
  for (const project of ["default", "alpha"])
    await client("owner", project).addDocument({
      name: "a.md",
      bytes: bytes(`The oboe of ${project}.\n`),
      scope: "kb",
    });
  const ask = async (token: string, path: string, headers = {}): Promise<{ status: number; text: string }> => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ query: "oboe", mode: "lexical" }),
    });
    return { status: response.status, text: await response.text() };
  };
  const one = tokens.issue("public");
  assert.deepEqual(one.issued.projects, ["default"]);
  assert.equal((await ask(one.token, "/v1/search?project=alpha")).status, 403);
  const alpha = tokens.issue("public", { projects: ["alpha"] }).token;
  assert.match((await ask(alpha, "/v1/search")).text, /oboe of alpha/);
  const all = tokens.issue("public", { projects: "all" }).token;
  assert.match((await ask(all, "/v1/search?project=alpha")).text, /oboe of alpha/);
  assert.match((await ask(all, "/v1/search", { "Loci-Project": "alpha" })).text, /oboe of alpha/);
  for (const [path, headers] of [
    ["/v1/search?project=alpha", { "Loci-Project": "default" }],
    ["/v1/search?project=alpha&project=default", {}],
  ] as const) {
    const { status, text } = await ask(all, path, headers);
    assert.equal(status, 400);
    assert.match(text, /two projects/);
  }
});

test("a misspelt project is an error on /mcp, too, and makes none", async (t) => {
  const { ask, loci } = await testService(t, {
    mounts: [mcpMount()],
  });
  const call = (path: string): Promise<Response> =>
    ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
  const misspelt = await call("/mcp?project=driftwod");
  assert.equal(misspelt.status, 404);
  assert.match(await misspelt.text(), /PROJECT_NOT_FOUND/);
  assert.deepEqual(loci.projects(), []);
  assert.equal((await call("/mcp")).status, 200);
});

test("a user keeps as much as he may, whoever else keeps how much", async (t) => {
  const { client } = await testService(t, {
    settings: { server: { quota_bytes: 500, quota_documents: 3, quota_drawers: 1_000 } as never },
  });
  const [owner, one, other] = [client(), client("user:1"), client("user:2")];
  await owner.addDocument({ name: "large.md", bytes: bytes("Everybody's. ".repeat(200)), scope: "kb" });
  await assert.rejects(one.addDocument({ name: "a.md", bytes: bytes("His own. ".repeat(100)) }), {
    code: "QUOTA_EXCEEDED",
    status: 413,
  });
  for (const name of ["a.md", "b.md", "c.md"]) await one.addDocument({ name, bytes: bytes(`The oboe of ${name}.\n`) });
  // The same name again is no further document.
  await one.addDocument({ name: "c.md", bytes: bytes("The oboe of c, once more.\n") });
  await assert.rejects(one.addDocument({ name: "d.md", bytes: bytes("One more.\n") }), { code: "QUOTA_EXCEEDED" });
  await assert.rejects(one.addMessage("c", { id: "1", role: "user", text: "x".repeat(600) }), {
    code: "QUOTA_EXCEEDED",
  });
  await other.addDocument({ name: "a.md", bytes: bytes("Somebody else's.\n") });
});

test("what one caller has under way is bounded, and others are answered", async (t) => {
  const { client, url, tokens } = await testService(t, { settings: { server: { max_in_flight: 3 } as never } });
  const user = client("user:1");
  await client().addMessage("c", { id: "1", role: "user", text: "The oboe." });
  const ending = new AbortController();
  // Refused, too, where a question of below is just being answered.
  const wait = (): Promise<unknown> =>
    Array.fromAsync(user.changeEvents({ signal: ending.signal })).catch((thrown: Error) =>
      "code" in thrown && thrown.code === "RATE_LIMITED" ? wait() : null,
    );
  const waiting = [1, 2, 3].map(wait);
  const token = tokens.issue("user:1", { projects: "all" }).token;
  const ask = async (): Promise<number> => {
    const response = await fetch(new URL("/v1/status", url), { headers: { Authorization: `Bearer ${token}` } });
    // An answer that isn't read keeps its connection, and the next question opens another.
    await response.arrayBuffer();
    return response.status;
  };
  while ((await ask()) !== 429) await new Promise(setImmediate);
  assert.deepEqual((await client("user:2").chats()).total, 0);
  ending.abort();
  await Promise.all(waiting);
  while ((await ask()) !== 200) await new Promise(setImmediate);
});

test("a user's facts have a bound, the owner's none, and what is taken away makes room", async (t) => {
  const { client } = await testService(t);
  const [owner, user] = [client(), client("user:1")];
  const values = Array.from({ length: 10_000 }, (_, i) => `reed ${i}`);
  const add = (by: typeof user, ...some: string[]): Promise<unknown> =>
    by.changeFacts({ op: "add", topic: "oboe", values: some });
  for (const by of [owner, user]) await add(by, ...values);
  await assert.rejects(add(user, "one more"), { code: "QUOTA_EXCEEDED", status: 413 });
  await add(owner, "one more");
  await user.changeFacts({ op: "clear", topic: "oboe" });
  await add(user, "one more");
});
