import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { mcpMount, type TestService, testService } from "./service.fixture.ts";

/** A request whose Host header is chosen freely, which `fetch` doesn't allow. */
async function raw(
  service: TestService,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<{ readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, unknown>> }> {
  const { hostname, port } = new URL(service.url);
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response
        .setEncoding("utf8")
        .on("data", (text: string) => (body += text))
        .on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

const codeOf = (body: string): string => (JSON.parse(body) as { error: { code: string } }).error.code;

test("nothing but the open routes answers without a token, or with a wrong one", async (t) => {
  const service = await testService(t);
  assert.equal(statSync(join(service.loci.home, "token")).mode & 0o777, 0o600);
  assert.deepEqual(
    ROUTES.filter(({ access }) => access === "open").map(({ method, path }) =>
      method === "get" ? path : `${method.toUpperCase()} ${path}`,
    ),
    ["/healthz", "POST /v1/session", "DELETE /v1/session"],
  );
  for (const { method, path } of [
    ...ROUTES.filter(({ access }) => access !== "open"),
    { method: "get", path: "/v1/nothing" },
    { method: "post", path: "/mcp" },
  ]) {
    const asked = path.replace(/:\w+/g, "x");
    for (const authorization of [
      undefined,
      "Bearer wrong",
      "Basic b3duZXI6eA==",
      `Bearer ${service.tokens.owner()}x`,
      "Bearer ",
    ]) {
      const response = await fetch(service.url + asked, {
        method: method.toUpperCase(),
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
      const body = await response.text();
      assert.ok(
        response.status === 401 || (response.status === 429 && authorization !== undefined),
        `${method} ${path} ${authorization}: ${response.status}`,
      );
      assert.ok(["UNAUTHORIZED", "RATE_LIMITED"].includes(codeOf(body)));
    }
    assert.notEqual(
      (await fetch(`${service.url}${asked}?token=${service.tokens.owner()}`, { method: method.toUpperCase() })).status,
      200,
      "no token in a URL",
    );
  }
});

test("a misspelt parameter is refused, and told what was meant, on routes with parameters and without", async (t) => {
  const service = await testService(t);
  const hints = [
    ["/v1/facts?projct=a", "GET"],
    ["/v1/search?projct=a", "POST"],
  ].map(async ([path, method]) => {
    const response = await fetch(service.url + path, {
      method: method as string,
      headers: { Authorization: `Bearer ${service.tokens.owner()}`, "Content-Type": "application/json" },
      ...(method === "POST" && { body: '{"query":"x"}' }),
    });
    const { error } = (await response.json()) as { readonly error: { readonly code: string; readonly hint: string } };
    return [response.status, error.code, error.hint.startsWith("did you mean 'project'?")];
  });
  assert.deepEqual(await Promise.all(hints), [
    [400, "USAGE", true],
    [400, "USAGE", true],
  ]);
});

test("a foreign Host or Origin gets nothing, token or not; there is no CORS", async (t) => {
  const service = await testService(t);
  const authorization = `Bearer ${service.tokens.owner()}`;
  const { port } = new URL(service.url);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    "127.0.0.1:1",
    "localhost",
  ]) {
    for (const path of ["/v1/status", "/healthz", "/openapi.json", "/docs"]) {
      const { status } = await raw(service, path, { Host: host, Authorization: authorization });
      assert.ok(status === 403 || status === 400, `${host} ${path}: ${status}`);
    }
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
    assert.equal((await raw(service, "/v1/status", { Host: host, Authorization: authorization })).status, 404, host);
  for (const origin of [
    "https://evil.example",
    "null",
    `https://127.0.0.1:${port}`,
    "http://127.0.0.1:1",
    `http://localhost.evil.example:${port}`,
  ]) {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      const { status, headers } = await raw(
        service,
        "/v1/status",
        { Host: `127.0.0.1:${port}`, Origin: origin, Authorization: authorization },
        method,
      );
      assert.equal(status, 403, `${origin} ${method}`);
      assert.ok(!Object.keys(headers).some((name) => name.startsWith("access-control")));
    }
  }
  assert.equal(
    (
      await raw(service, "/v1/status", {
        Host: `127.0.0.1:${port}`,
        Origin: `http://127.0.0.1:${port}`,
        Authorization: authorization,
      })
    ).status,
    404,
  );
  assert.equal(
    (
      await raw(service, "/v1/status", {
        Host: `127.0.0.1:${port}`,
        "Sec-Fetch-Site": "cross-site",
        Authorization: authorization,
      })
    ).status,
    403,
  );
});

test("nothing outside of the roots is shown or indexed, whatever the path is called", async (t) => {
  const service = await testService(t);
  const { docs, folder, loci, client } = service;
  writeFileSync(join(folder, "outside.md"), "# Outside\n\nThe outsider.\n");
  mkdirSync(join(docs, "sub"));
  mkdirSync(join(docs, ".hidden"));
  writeFileSync(join(docs, "a.md"), "# A\n");
  writeFileSync(join(docs, ".hidden", "b.md"), "# B\n");
  symlinkSync(folder, join(docs, "out"));
  symlinkSync(join(folder, "outside.md"), join(docs, "link.md"));
  symlinkSync(join(docs, "sub"), join(docs, "in"));
  const owner = client();
  await loci.project("default");
  for (const path of [
    "/etc",
    "/etc/passwd",
    "/",
    folder,
    loci.home,
    join(folder, "outside.md"),
    join(folder, "not-there"),
    `${docs}/..`,
    `${docs}/../outside.md`,
    `${docs}/out`,
    `${docs}/out/outside.md`,
    `${docs}/link.md`,
    `${docs}/.hidden`,
    `${docs}/.hidden/b.md`,
    `${docs}x`,
  ]) {
    for (const call of [
      () => owner.filetree({ path }),
      () => owner.addSources({ paths: [path], scope: "kb" }),
      () => owner.addSources({ paths: [docs, path], scope: "kb" }),
    ])
      await assert.rejects(call(), { code: "FORBIDDEN", status: 403 }, path);
  }
  for (const path of ["docs", "../docs", "", "a\0b"])
    await assert.rejects(owner.filetree({ path }), { code: "USAGE" }, JSON.stringify(path));
  await assert.rejects(owner.filetree({ path: join(docs, "nowhere") }), { code: "PATH_NOT_FOUND" });
  assert.deepEqual(
    (await owner.filetree()).entries.map(({ path }) => path),
    [docs],
  );
  // As a shell and the placeholder of the page's field write it.
  const { HOME = "" } = process.env;
  t.after(() => (process.env["HOME"] = HOME));
  process.env["HOME"] = folder;
  assert.equal((await owner.filetree({ path: `~/${basename(docs)}/sub` })).path, join(docs, "sub"));
  for (const path of ["~", "~/outside.md", `~/${basename(docs)}/../outside.md`])
    await assert.rejects(owner.filetree({ path }), { code: "FORBIDDEN" }, path);
  await assert.rejects(owner.filetree({ path: "~other/docs" }), { code: "USAGE" });
  writeFileSync(join(docs, "kettle.txt"), "Copper.\n");
  assert.deepEqual((await owner.filetree({ path: join(docs, "kettle.txt") })).file, { bytes: 8, text: "Copper.\n" });
  rmSync(join(docs, "kettle.txt"));
  assert.deepEqual(
    (await owner.filetree({ path: docs })).entries.map(({ name, kind }) => [name, kind]),
    [
      ["a.md", "file"],
      ["in", "folder"],
      ["sub", "folder"],
    ],
  );
  const { job } = await owner.addSources({ paths: [docs], scope: "kb" }, { wait: true });
  assert.deepEqual([job.files.indexed, (await owner.search({ query: "outsider" })).hits], [1, []]);
});

test("bodies and queries are checked: size, form, type, names, depth", async (t) => {
  const service = await testService(t, {
    settings: { server: { max_body_bytes: 5_000 }, ingest: { max_file_bytes: 2_000 } },
  });
  const post = async (
    body: string,
    headers: Record<string, string> = { "Content-Type": "application/json" },
  ): Promise<[number, string]> => {
    const response = await service.ask("/v1/search", { method: "POST", body, headers });
    return [response.status, codeOf(await response.text())];
  };
  assert.deepEqual(await post(JSON.stringify({ query: "x".repeat(6_000) })), [413, "TOO_LARGE"]);
  assert.deepEqual(await post('{"query":'), [400, "USAGE"]);
  assert.deepEqual(await post('{"query":"x"}', { "Content-Type": "text/plain" }), [400, "USAGE"]);
  assert.deepEqual(await post('{"query":"x"}', {}), [400, "USAGE"]);
  assert.deepEqual(await post('{"query":"x","scope":"admin"}'), [400, "USAGE"], "no scope in a request");
  assert.deepEqual(await post('{"query":"x","caller":"owner"}'), [400, "USAGE"], "no caller either");
  assert.deepEqual(await post('{"query":"x","__proto__":{"caller":"owner"}}'), [400, "USAGE"]);
  assert.deepEqual(await post(`{"query":${"[".repeat(2_000)}${"]".repeat(2_000)}}`), [400, "USAGE"]);
  assert.deepEqual(await post("[]"), [400, "USAGE"]);
  assert.deepEqual(await post("null"), [400, "USAGE"]);
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000)) });
  const streamed = await service
    .ask("/v1/documents?name=a.md&scope=kb", { method: "POST", body: stream, duplex: "half" } as RequestInit)
    .then(
      async (response) => codeOf(await response.text()),
      () => "TOO_LARGE",
    );
  assert.equal(streamed, "TOO_LARGE");
  for (const path of [
    "/v1/status?nothing=1",
    "/v1/jobs?limit=0",
    "/v1/jobs?limit=x",
    "/v1/expand/abcd?before=-1",
    "/v1/documents?name=",
  ]) {
    const response = await service.ask(path, path.startsWith("/v1/documents") ? { method: "POST" } : {});
    assert.deepEqual([response.status, codeOf(await response.text())], [400, "USAGE"], path);
  }
  for (const project of ["..", "a/b", "A", "%00"])
    assert.equal((await service.ask(`/v1/status?project=${project}`)).status, 400, project);
  assert.equal((await service.ask("/v1/status?project=unknown")).status, 404);
  assert.deepEqual(service.loci.projects(), [], "asking makes nothing");
  assert.equal((await service.ask("/v1/search")).status, 405, "another method");
});

test("a route with another method says which it takes; a path that is none, the nearest one", async (t) => {
  const { ask, url } = await testService(t);
  for (const [method, path, allow] of [
    ["PUT", "/v1/search", "POST"],
    ["GET", "/v1/search", "POST"],
    ["OPTIONS", "/v1/search", "POST"],
    ["PATCH", "/v1/sources", "GET, HEAD, POST"],
    ["POST", "/v1/jobs/x", "GET, HEAD"],
    ["DELETE", "/openapi.json", "GET, HEAD"],
    ["PUT", "/v1/facts/ask", "POST"],
    ["PUT", "/v1/facts/fonts", "GET, HEAD"],
  ] as const) {
    const response = await ask(path, { method });
    assert.deepEqual(
      [response.status, response.headers.get("allow"), codeOf(await response.text())],
      [405, allow, "METHOD_NOT_ALLOWED"],
      `${method} ${path}`,
    );
  }
  assert.equal((await fetch(`${url}/v1/search`, { method: "PUT" })).status, 401, "not told to strangers");
  const lost = await ask("/v1/serach", { method: "POST" });
  assert.deepEqual(
    [lost.status, ((await lost.json()) as { error: { code: string; hint: string } }).error.hint],
    [404, "did you mean /v1/search? /docs lists them"],
  );
  for (const path of ["/v1/status", "/healthz", "/docs"]) {
    await ask("/v1/verify", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"text":"x"}',
    });
    assert.equal(await (await ask(path, { method: "HEAD" })).text(), "");
  }
});

test("a body that takes longer than an answer may is answered in time, and ends nothing but its request", async (t) => {
  const service = await testService(t, { settings: { server: { timeout_seconds: 0.05 } } });
  const slow = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"query":')) });
  const late = await service.ask("/v1/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: slow,
    duplex: "half",
  } as RequestInit);
  assert.deepEqual([late.status, await codeOf(await late.text())], [503, "UNAVAILABLE"]);
  assert.equal((await service.ask("/healthz")).status, 200);
});

test("bodies under way are bounded: a kilobyte without a token, a share a caller, documents in files", async (t) => {
  const limits = { ingest: { max_file_bytes: 40_000 }, server: { max_body_bytes: 2_000 } };
  const { url, tokens, loci, ask } = await testService(t, { settings: limits as never });
  const signIn = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: "x".repeat(1_100) }),
  });
  assert.deepEqual([signIn.status, await codeOf(await signIn.text())], [413, "TOO_LARGE"]);
  const send = async (name: string, token: string): Promise<number> => {
    const body = `# ${name}\n\n${`A sentence of ${name} on lanterns. `.repeat(1_000)}`.slice(0, 39_000);
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${url}/v1/documents?name=${name}.md`, { method: "POST", headers, body })).status;
  };
  await loci.project("default");
  const [one, other] = [tokens.issue("user:1").token, tokens.issue("user:2").token];
  const flood = Array.from({ length: 12 }, (_, i) => send(`n${i}`, one));
  assert.equal(await send("calm", other), 200);
  const statuses = await Promise.all(flood);
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join());
  // All of it was given back, and no file is left.
  assert.equal(await send("later", one), 200);
  assert.deepEqual(readdirSync(join(loci.home, "spool")), []);
  // A body without a length, whose request is over before it has come, gives back its share too.
  for (let i = 0; i < 20; i++) {
    const gone = new AbortController();
    const slow = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1_500)) });
    const begun = ask("/v1/search", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: slow,
      duplex: "half",
      signal: gone.signal,
    } as RequestInit).catch(() => null);
    await setTimeout(20);
    gone.abort();
    await begun;
  }
  assert.equal(
    (
      await ask("/v1/search", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: `{"query":"lanterns"}`,
      })
    ).status,
    200,
  );
});

/** Posts as most clients do: everything is sent, in pieces with a pause, before anything is read. Many ask for the end of the connection behind it. */
async function sendAll(
  url: string,
  token: string,
  { pieces, pause, connection = "keep-alive" }: { pieces: Buffer[]; pause: number; connection?: string },
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.pause();
  const length = pieces.reduce((sum, { length }) => sum + length, 0);
  socket.write(
    `POST /v1/documents?name=x.md HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (const piece of pieces) {
    await setTimeout(pause);
    await new Promise<void>((resolve, reject) => socket.write(piece, (gone) => (gone ? reject(gone) : resolve())));
  }
  return (await new Promise((resolve, reject) => {
    socket.on("error", reject).setEncoding("utf8");
    socket.on("data", (text: string) => {
      answer += text;
      if (answer.includes("\r\n\r\n")) resolve(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 429".length));
    });
    socket.on("close", () => reject(new Error(`closed after ${JSON.stringify(answer)}`)));
    socket.resume();
  }).finally(() => socket.destroy())) as string;
}

test("who sends a large body whole before he reads gets his refusal, and no closed connection", async (t) => {
  const { url, tokens, loci } = await testService(t, { settings: { ingest: { max_file_bytes: 1_000_000 } } as never });
  await loci.project("default");
  const token = tokens.issue("user:1").token;
  const held = new AbortController();
  // Four that never end hold all that one caller may have under way.
  const holding = [1, 2, 3, 4].map((n) => {
    const slow = httpRequest(`${url}/v1/documents?name=n${n}.md`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Length": 1_000_000 },
      signal: held.signal,
    });
    slow.on("error", () => {}).write("# Notes");
    return slow;
  });
  await setTimeout(100);
  const piece = Buffer.alloc(250_000, "a");
  const sent = ["keep-alive", "close"].map(async (connection) => [
    await sendAll(url, token, { pieces: [piece, piece, piece, piece], pause: 300, connection }),
    await sendAll(url, `${token}x`, { pieces: [piece, piece], pause: 400, connection }),
    await sendAll(url, token, { pieces: Array.from({ length: 8 }, () => piece), pause: 100, connection }),
  ]);
  assert.deepEqual(await Promise.all(sent), [
    ["429", "401", "413"],
    ["429", "401", "413"],
  ]);
  held.abort();
  assert.equal(holding.length, 4);
});

test(
  "who never ends a refused body loses his connection, and no sooner than he could read the refusal",
  { timeout: 30_000 },
  async (t) => {
    const { url, tokens, loci } = await testService(t, { settings: { ingest: { max_file_bytes: 100_000 } } as never });
    await loci.project("default");
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    let answer = "";
    socket.on("error", () => {}).on("data", (part) => (answer += String(part)));
    socket.on("close", () => resolve());
    socket.write(
      `POST /v1/documents?name=x.md HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${tokens.issue("user:1").token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = `100000\r\n${"y".repeat(0x100000)}\r\n`;
    let sent = 0;
    while (!socket.destroyed && sent < 300) {
      sent++;
      if (!socket.write(piece))
        await Promise.race([new Promise((drained) => socket.once("drain", () => drained(true))), closed]);
    }
    assert.ok(sent < 200, `${sent} MB were taken`);
    await closed;
    assert.match(answer, /^HTTP\/1\.1 413 /u);
  },
);

test("wrong tokens beyond a few a second are refused unread, and those of others are not", async (t) => {
  const { url, tokens } = await testService(t);
  const status = async (token: string): Promise<Response> =>
    await fetch(`${url}/v1/jobs/x`, { headers: { Authorization: `Bearer ${token}` } });
  const wrong = await Promise.all(Array.from({ length: 40 }, () => status("wrong")));
  assert.ok(wrong.some((answer) => answer.status === 401));
  assert.equal(wrong.find((answer) => answer.status === 429)?.headers.get("retry-after"), "1");
  assert.equal((await status(tokens.owner())).status, 404);
});

test("tokens: issued for callers and projects, ended at once, kept as hashes", async (t) => {
  const { url, tokens, client, loci } = await testService(t, { mounts: [mcpMount()] });
  await client("owner", "alpha").addMessage("c", { id: "1", role: "user", text: "The lute of alpha.", scope: "kb" });
  const { token, issued } = tokens.issue("public", { projects: ["alpha"] });
  const ask = async (project: string): Promise<number> =>
    (await fetch(`${url}/v1/status?project=${project}`, { headers: { Authorization: `Bearer ${token}` } })).status;
  assert.deepEqual([await ask("alpha"), await ask("beta"), await ask("default")], [200, 403, 403]);
  const file = join(loci.home, "callers", `${issued.id}.json`);
  assert.ok(!readFileSync(file, "utf8").includes(token));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  // What is under way ends with it too: a body that arrives slowly, and a code that waits for its browser.
  const headers = { Authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { code } = (await (await fetch(new URL("/v1/session/codes", url), { method: "POST", headers })).json()) as {
    code: string;
  };
  const sent = Promise.withResolvers<void>();
  const slowly = (first: string, rest: string) =>
    new ReadableStream({
      async start(body) {
        body.enqueue(new TextEncoder().encode(first));
        await sent.promise;
        body.enqueue(new TextEncoder().encode(rest));
        body.close();
      },
    });
  const call = { name: "search", arguments: { query: "lute" } };
  const going = [
    ["/v1/search", '{"query":"lute",', '"limit":3}'],
    ["/mcp", '{"jsonrpc":"2.0","id":1,"method":"tools/call",', `"params":${JSON.stringify(call)}}`],
  ].map(([path = "", first = "", rest = ""]) => {
    const accept = "application/json, text/event-stream";
    const request = { method: "POST", headers: { ...headers, accept }, body: slowly(first, rest), duplex: "half" };
    return fetch(new URL(path, url), request as RequestInit);
  });
  await setTimeout(200);
  assert.ok(tokens.revoke(issued.id));
  sent.resolve();
  for (const answered of await Promise.all(going)) assert.equal(answered.status, 401, `under way: ${answered.url}`);
  const signIn = await fetch(new URL("/v1/session", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  assert.equal(signIn.status, 401, "a code");
  assert.equal(await ask("alpha"), 401);
  assert.ok(!tokens.revoke(issued.id));
  for (const caller of ["", "admin", "user:", "user:*"])
    assert.throws(() => tokens.issue(caller), { code: "CALLER_INVALID" });
});

test("the log names routes and callers, never content; errors of the inside stay inside", async (t) => {
  const { client, log, ask } = await testService(t);
  await client().addMessage("chat-of-quetzal", { id: "1", role: "user", text: "The quetzal nests." });
  await client().search({ query: "quetzal" });
  await client("user:1").search({ query: "quetzal" });
  await ask("/v1/status?quetzal=1");
  await ask("/v1/quetzal");
  const lines = log.map(
    (line) => JSON.parse(line) as { route: string; caller: string; status: number; project: string },
  );
  assert.deepEqual(
    lines.map(({ route, status, caller }) => [route, status, caller]),
    [
      ["/v1/chats/:chat/messages", 200, "owner"],
      ["/v1/search", 200, "owner"],
      ["/v1/search", 200, "user:1"],
      ["/v1/status", 400, "owner"],
      ["-", 404, "owner"],
    ],
  );
  assert.ok(!log.join("").includes("quetzal"));
});

test("who breaks off in the middle of a body leaves no fault in the log, and nothing behind", async (t) => {
  const service = await testService(t);
  const { port } = new URL(service.url);
  const head = `POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`;
  const logged = service.log.length;
  // Let go when it has all been handed on: a connection without a request is logged by nobody.
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${head}{`, () => socket.destroy()));
  while (service.log.length === logged) await setTimeout(10);
  const lines = service.log.slice(logged).join("");
  assert.match(lines, /"status":499/);
  assert.doesNotMatch(lines, /fault/);
});
