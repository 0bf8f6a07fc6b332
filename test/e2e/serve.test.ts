import assert from "node:assert/strict";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type LociClient } from "../../src/client/index.ts";
import { openLoci } from "../../src/index.ts";
import { openapiDocument } from "../../src/surfaces/http/openapi-document.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { runScript, type RunningScript } from "./run-process.fixture.ts";

async function serve(
  t: TestContext,
  home: string,
  root: string,
  more: readonly string[] = [],
): Promise<{
  readonly running: RunningScript;
  readonly client: LociClient;
  readonly url: string;
  readonly token: string;
}> {
  const running = runScript("../../bin/loci.js", [
    "serve",
    "--home",
    home,
    "--port",
    "0",
    "--root",
    root,
    "--json",
    ...more,
  ]);
  t.after(() => running.child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve, reject) => {
    running.onLine = resolve;
    void running.ended.then(({ errors }) => reject(new Error(errors)));
  });
  const { url } = JSON.parse(line) as { url: string };
  const token = readFileSync(join(home, "token"), "utf8").trim();
  return { running, url, token, client: createClient({ url, token }) };
}

test("a service that others can reach says so once; one for this machine alone doesn't", async (t) => {
  for (const [host, times] of [
    ["0.0.0.0", 1],
    ["127.0.0.1", 0],
  ] as const) {
    const folder = temporaryFolder(t);
    const { running } = await serve(t, join(folder, "home"), folder, ["--host", host]);
    running.child.kill("SIGTERM");
    const { errors } = await running.ended;
    assert.equal(errors.match(/others on the network can reach/gu)?.length ?? 0, times, errors);
  }
});

test("a service whose log nobody reads answers on, and ends when it is told to", async (t) => {
  const folder = temporaryFolder(t);
  const { running, url } = await serve(t, join(folder, "home"), folder);
  running.child.stderr?.pause();
  for (let asked = 0; asked < 1_500; asked++) assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const exit = once(running.child, "exit");
  running.child.kill("SIGTERM");
  assert.deepEqual(await exit, [0, null]);
});

test(
  "a project that can't be opened is said, answered with why, and keeps none of the others from being served",
  { timeout: 120_000 },
  async (t) => {
    const folder = temporaryFolder(t);
    const home = join(folder, "home");
    const loci = await openLoci({ home });
    await (await loci.project("sound")).addMessage("c", { id: "1", role: "user", text: "The oboe of the owner." });
    await loci.project("newer");
    await loci.project("mended");
    await loci.close();
    const projects = join(home, "projects");
    const catalogOf = (name: string): string => join(projects, name, "catalog.sqlite");
    const newer = new DatabaseSync(catalogOf("newer"));
    newer.exec("PRAGMA user_version = 999");
    newer.close();
    writeFileSync(catalogOf("mended"), "no database at all".repeat(100));
    mkdirSync(catalogOf("folder"), { recursive: true });
    // As if it might not be looked into, which an administrator always may.
    mkdirSync(join(projects, "hidden"));
    symlinkSync("catalog.sqlite", catalogOf("hidden"));
    mkdirSync(catalogOf("No Name"), { recursive: true });

    const { url, token, running } = await serve(t, home, folder);
    const search = async (
      project: string,
    ): Promise<{
      readonly status: number;
      readonly code: string | undefined;
      readonly hint: string | undefined;
      readonly hits: number | undefined;
    }> => {
      const response = await fetch(`${url}/v1/search`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Loci-Project": project },
        body: JSON.stringify({ query: "oboe" }),
      });
      const { error, hits } = (await response.json()) as { error?: { code: string; hint: string }; hits?: unknown[] };
      return { status: response.status, code: error?.code, hint: error?.hint, hits: hits?.length };
    };
    assert.deepEqual(await search("sound"), { status: 200, code: undefined, hint: undefined, hits: 1 });
    assert.deepEqual(await search("newer"), {
      status: 500,
      code: "INDEX_FORMAT",
      hint: "update Loci",
      hits: undefined,
    });
    for (const name of ["mended", "folder", "hidden"]) {
      const { status, code, hint } = await search(name);
      assert.deepEqual([status, code, hint !== ""], [500, "STORAGE_FAILED", true], name);
    }
    const figures = await (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();
    for (const line of [
      'loci_drawers{project="sound"} 1',
      'loci_project_usable{project="sound"} 1',
      'loci_project_fault{project="newer",code="INDEX_FORMAT"} 1',
      'loci_project_usable{project="mended"} 0',
    ])
      assert.ok(figures.split("\n").includes(line), line);
    rmSync(catalogOf("mended"));
    // Its identity is still there, so it is a project, whose catalog is made again.
    assert.equal((await search("mended")).status, 200, "without a new start");
    running.child.kill("SIGTERM");
    const { code, errors } = await running.ended;
    assert.equal(code, 0);
    for (const name of ["newer", "mended", "folder", "hidden", "No Name"])
      assert.match(errors, new RegExp(`note: the project '${name}' can't be opened: .+ \\[[A-Z_]+\\] \\(.+\\)\n`));
    assert.doesNotMatch(errors, /'sound'/);
  },
);

test("a service whose data folder was deleted under it ends when it is told to", { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  writeNotes(join(folder, "notes"), { "a.md": note(1) });
  const loci = await openLoci({ home });
  await (await loci.project("default")).index([join(folder, "notes")], { scope: "kb" });
  await loci.close();
  const { running, client } = await serve(t, home, folder);
  while ((await client.sources()).sources[0]?.watch?.state !== "watching") await new Promise(setImmediate);
  rmSync(join(home, "projects"), { recursive: true });
  running.child.kill("SIGTERM");
  const { code, errors } = await running.ended;
  assert.equal(code, 0, errors);
});

test("a service that can't list its projects says so and ends", { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "home", "projects"), "");
  const running = runScript("../../bin/loci.js", [
    "serve",
    "--home",
    join(folder, "home"),
    "--port",
    "0",
    "--root",
    folder,
    "--json",
  ]);
  t.after(() => running.child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => (running.onLine = resolve));
  assert.equal((JSON.parse(line) as { error: { code: string } }).error.code, "STORAGE_FAILED");
  assert.notEqual((await running.ended).code, 0);
});

test(
  "SIGTERM: requests under way are answered, a run pauses and goes on at the next start, the same token works",
  { timeout: 120_000 },
  async (t) => {
    const folder = temporaryFolder(t);
    const home = join(folder, "home");
    const docs = join(folder, "docs");
    mkdirSync(docs);
    writeNotes(docs, Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`${i % 50}/${i}.md`, note(i)])));
    const first = await serve(t, home, docs);
    const waiting = first.client.addSources({ paths: [docs], scope: "kb" }, { wait: true });
    let [job] = [] as readonly { readonly id: string }[];
    while (job === undefined)
      [job] = await first.client.jobs().then(
        ({ jobs }) => jobs,
        () => [],
      );
    for await (const event of first.client.jobEvents(job.id))
      if (event.type === "progress" && event.progress.phase !== "scanning") break;
    const streamed: string[] = [];
    const streaming = (async () => {
      for await (const event of first.client.jobEvents(job.id)) streamed.push(event.type);
    })();
    await first.client.status();
    first.running.child.kill("SIGTERM");
    assert.equal((await waiting).job.status, "queued");
    await streaming;
    assert.ok(streamed.length > 0);
    const ended = await first.running.ended;
    assert.deepEqual([ended.code, ended.signal], [0, null], ended.errors);
    assert.equal(await first.client.available(), null);

    const second = await serve(t, home, docs);
    assert.equal(second.token, first.token);
    let last = "";
    for await (const event of second.client.jobEvents(job.id)) if (event.type === "job") last = event.job.status;
    assert.equal(last, "done");
    assert.equal((await second.client.status()).counts.documents, 700);
    const text = "A saved line about the platypus.";
    appendFileSync(join(docs, "0", "0.md"), `\n${text}\n`);
    const isThere = async (): Promise<boolean> =>
      (await second.client.search({ query: "platypus" })).hits.some((hit) => hit.text.includes(text));
    while (!(await isThere())) await sleep(100);
    second.running.child.kill("SIGTERM");
    assert.equal((await second.running.ended).code, 0);
  },
);

test("MCP under /mcp, behind the same gate", { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t);
  const { url, token, client } = await serve(t, join(folder, "home"), folder, ["--no-watch"]);
  await client.addMessage("c", { id: "1", role: "user", text: "The oboe of the owner." });
  const ask = async (authorization: string, headers: Record<string, string> = {}): Promise<Response> =>
    await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        Authorization: authorization,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search", arguments: { query: "oboe" } },
      }),
    });
  assert.equal((await ask("Bearer wrong")).status, 401);
  assert.equal((await ask(`Bearer ${token}`, { Origin: "https://evil.example" })).status, 403);
  assert.match(await (await ask(`Bearer ${token}`)).text(), /The oboe of the owner/);
  assert.doesNotMatch(await (await ask(`Bearer ${token}`, { "Loci-Caller": "public" })).text(), /of the owner/);
});

test("a taken port is an error with the next step, and status 4", { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t);
  const { url } = await serve(t, join(folder, "home"), folder, ["--no-watch"]);
  const other = await runScript("../../bin/loci.js", [
    "serve",
    "--home",
    join(folder, "other"),
    "--port",
    new URL(url).port,
    "--json",
  ]).ended;
  assert.equal(other.code, 4);
  const { error } = JSON.parse(other.output) as { error: { code: string; hint: string } };
  assert.deepEqual([error.code, error.hint.includes("--port")], ["UNAVAILABLE", true]);
});

test("the OpenAPI document: every reference leads somewhere, every operation has a name of its own, every path its parameters", () => {
  const document = openapiDocument(ROUTES, "1.2.3") as {
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string;
          parameters?: { name: string; in: string; required: boolean; schema: object }[];
          responses: Record<string, { description: string }>;
        }
      >
    >;
  };
  assert.equal(document.openapi, "3.1.0");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  assert.equal(operations.length, ROUTES.length);
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, ROUTES.length);
  for (const { path, parameters = [], responses } of operations) {
    assert.deepEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      parameters
        .filter(({ in: place }) => place === "path")
        .map(({ name }) => name)
        .sort(),
      path,
    );
    for (const { in: place, required, schema } of parameters)
      assert.ok((place !== "path" || required) && typeof schema === "object", path);
    assert.equal(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size, parameters.length);
    for (const { description } of Object.values(responses)) assert.ok(description.length > 0);
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith("2")) && "400" in responses && "500" in responses,
    );
  }
  const resolve = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "$ref") assert.notEqual(resolve(value as string), undefined, String(value));
    return value;
  });
});
