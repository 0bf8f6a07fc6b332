import assert from "node:assert/strict";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, LociClientError } from "../../src/client/index.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { rounds } from "../rounds.fixture.ts";
import { note, writeNotes } from "./notes.fixture.ts";
import { testService } from "./service.fixture.ts";

const PDFS = new URL("../../../shared/data/docs/pdf/", import.meta.url);

test("a folder is indexed, watched, changed, searched as three callers, and removed", async (t) => {
  const { docs, client, service } = await testService(t, { watch: true });
  const owner = client();
  writeNotes(docs, {
    "a.md": "# Port\n\nThe staging port is 7443.\n",
    "page.html": "<html><body><main><h1>Menu</h1><p>The cantina serves gnocchi.</p></main></body></html>",
    "secret.md": "---\nscope: admin\n---\n# Safe\n\nThe vault code is tangerine.\n",
    "mine.md": "---\nscope: user:42\n---\n# Mine\n\nMy locker holds a trombone.\n",
  });
  const { job } = await owner.addSources({ paths: [docs], scope: "kb" }, { wait: true });
  assert.deepEqual([job.status, job.files.indexed], ["done", 4]);
  const texts = async (who: "owner" | "public" | "user:42", query: string): Promise<string[]> =>
    (await client(who).search({ query, mode: "lexical" })).hits.map(({ text }) => text);
  assert.equal((await texts("owner", "tangerine")).length, 1);
  assert.deepEqual([(await texts("public", "tangerine")).length, (await texts("user:42", "tangerine")).length], [0, 0]);
  assert.deepEqual([(await texts("public", "trombone")).length, (await texts("user:42", "trombone")).length], [0, 1]);
  const { hits } = await client("public").search({ query: "gnocchi" });
  assert.deepEqual([hits[0]?.citation.mark, hits[0]?.citation.label.startsWith("page.html, Menu")], ["[M1]", true]);

  appendFileSync(join(docs, "a.md"), "\nSince May it is 8443.\n");
  const before = (await owner.jobs()).jobs.length;
  // The watch's run shows as a job; each answer waits for nothing, so this asks as often as it takes.
  while ((await texts("public", "8443")).length === 0) await new Promise(setImmediate);
  assert.ok((await owner.jobs()).jobs.length >= before);
  const { sources } = await owner.sources();
  assert.deepEqual(
    sources.map(({ watch }) => watch?.state),
    ["watching"],
  );

  const { removed } = await owner.removeSource(sources[0]?.key as string);
  assert.deepEqual(
    [removed.documents, (await texts("owner", "port")).length, (await owner.sources()).sources],
    [4, 0, []],
  );
  await service.stop();
  assert.equal(await owner.available(), null);
});

test("an added folder is read by one run, and one that was paused goes on only when it is told to", async (t) => {
  const { docs, client } = await testService(t, { watch: true });
  const owner = client();
  const [small, large] = ["small", "large"].map((name) => join(docs, name)) as [string, string];
  writeNotes(small, { "a.md": "# Port\n\nThe staging port is 7443.\n" });
  const finds = async (word: string): Promise<void> => {
    while ((await owner.search({ query: word, mode: "lexical" })).hits.length === 0) await sleep(50);
  };
  const runs = async (): Promise<readonly string[]> => (await owner.jobs()).jobs.map(({ id }) => id);
  /** Waits until the watch has run again: over the small folder, whose new text is found. */
  const watched = async (word: string): Promise<string> => {
    appendFileSync(join(small, "a.md"), `\n${word}\n`);
    await finds(word);
    for (;;) {
      const { jobs } = await owner.jobs();
      if (jobs.every(({ status }) => status !== "running" && status !== "queued")) return jobs[0]?.id as string;
      await sleep(50);
    }
  };
  const { job: added } = await owner.addSources({ paths: [small], scope: "kb" });
  await finds("7443");
  const changed = await watched("tangerine");
  assert.deepEqual(await runs(), [changed, added.id]);

  writeNotes(large, Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${i}.md`, note(i).repeat(20)])));
  const { job: first } = await owner.addSources({ paths: [large], scope: "kb" });
  const key = first.sources[0] as string;
  const pause = async (id: string): Promise<void> => {
    while ((await owner.job(id)).job.drawers.added === 0) await sleep(50);
    await owner.changeJob(id, "cancel");
    while ((await owner.job(id)).job.status !== "cancelled") await sleep(50);
  };
  await pause(first.id);
  const meanwhile = await watched("gnocchi");
  assert.deepEqual(await runs(), [meanwhile, first.id, changed, added.id]);

  // A run of the watch itself is paused as well, and isn't tried again.
  await owner.removeSource(key);
  rmSync(large, { recursive: true });
  writeNotes(large, { "0.md": note(0) });
  await owner.addSources({ paths: [large], scope: "kb" }, { wait: true });
  const before = await runs();
  writeNotes(large, Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${i}.md`, note(i).repeat(20)])));
  while ((await runs()).length === before.length) await sleep(50);
  const [own] = (await runs()) as [string];
  await pause(own);
  const after = await watched("trombone");
  assert.deepEqual(await runs(), [after, own, ...before]);
  const { sources } = await owner.sources();
  assert.deepEqual(
    sources.map(({ watch }) => [watch?.state, watch?.problem]),
    [
      ["watching", null],
      ["watching", null],
    ],
  );
  const { job: again } = await owner.changeJob(own, "retry");
  await pause(again.id);
});

test(
  "documents of every kind are handed over as bytes; pages and citations come back",
  { skip: !existsSync(PDFS) && "needs ../shared/data" },
  async (t) => {
    const { docs, client } = await testService(t);
    const owner = client();
    const { readdirSync, readFileSync } = await import("node:fs");
    const pdf = readdirSync(PDFS)
      .filter((name) => name.endsWith(".pdf"))
      .sort((a, b) => readFileSync(new URL(a, PDFS)).length - readFileSync(new URL(b, PDFS)).length)[0] as string;
    mkdirSync(join(docs, "x"));
    copyFileSync(new URL(pdf, PDFS), join(docs, "x", pdf));
    const { document } = await owner.addDocument({
      name: pdf,
      bytes: readFileSync(new URL(pdf, PDFS)) as Uint8Array<ArrayBuffer>,
      scope: "kb",
    });
    assert.equal(document.status, "indexed");
    const { hits } = await owner.search({ query: "introduction" });
    assert.match(
      hits[0]?.citation.label ?? "",
      new RegExp(`^${pdf.replaceAll(".", "\\.").slice(0, 20)}.*, pages? \\d+`),
    );
    const again = await owner.addDocument({
      name: pdf,
      bytes: readFileSync(new URL(pdf, PDFS)) as Uint8Array<ArrayBuffer>,
      scope: "kb",
    });
    assert.deepEqual([again.document.status, again.document.source], ["unchanged", document.source]);
    assert.ok((await owner.removeSource(document.source)).removed.drawers > 0);
  },
);

test("a project whose status fails keeps none of the other figures from being shown, and is said", async (t) => {
  const { client, folder, ask } = await testService(t);
  for (const project of ["sound", "broken"])
    await client("owner", project).addMessage("c", { id: "1", role: "user", text: `The oboe of ${project}.` });
  const index = join(folder, "home", "projects", "broken", "index.sqlite");
  rmSync(index);
  mkdirSync(index);
  const response = await ask("/metrics");
  assert.equal(response.status, 200);
  const lines = (await response.text()).split("\n");
  for (const line of [
    'loci_drawers{project="sound"} 1',
    'loci_project_usable{project="sound"} 1',
    'loci_project_usable{project="broken"} 0',
    'loci_project_fault{project="broken",code="STORAGE_FAILED"} 1',
  ])
    assert.ok(lines.includes(line), line);
  assert.ok(!lines.some((line) => line.startsWith('loci_drawers{project="broken"')), "no figure that isn't known");
});

test("the ChatDO contract: say, then search without one's own words, across chats, never across projects", async (t) => {
  const { client } = await testService(t);
  const owner = client("owner", "alpha");
  await owner.addMessage("monday", {
    id: "m1",
    role: "user",
    author: "Ada",
    text: "We ship the periscope on the ninth.",
    time: "2026-05-04T09:00:00Z",
  });
  await client("owner", "beta").addMessage("monday", {
    id: "m1",
    role: "user",
    text: "The periscope of beta is a secret.",
  });
  const question = "When do we ship the periscope?";
  const { message } = await owner.addMessage("tuesday", { id: "q1", role: "user", text: question });
  const again = await owner.addMessage("tuesday", { id: "q1", role: "user", text: question });
  assert.deepEqual([message.added, again.message.added, again.message.drawers], [true, false, message.drawers]);
  const { hits } = await owner.search({ query: question, excludeIds: message.drawers });
  assert.deepEqual(
    hits.map(({ citation }) => citation),
    [{ mark: "[M1]", label: "monday, Ada, 2026-05-04 09:00" }],
  );
  await assert.rejects(
    owner.addMessage("tuesday", { id: "q1", role: "user", text: "Something else" }),
    (error: LociClientError) => error.code === "DUPLICATE" && error.status === 409 && !error.retryable,
  );
  await assert.rejects(owner.with({ project: "gamma" }).search({ query: "periscope" }), {
    code: "PROJECT_NOT_FOUND",
    status: 404,
  });
  await assert.rejects(owner.search({ query: "" }), { code: "USAGE", status: 400 });
});

test("users write what is theirs and nothing else; the owner may ask as anybody", async (t) => {
  const { client, docs, loci } = await testService(t);
  const owner = client();
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  await owner.addMessage("c", { id: "1", role: "user", text: "The zither of the owner." });
  await client("user:1").addMessage("c", { id: "1", role: "user", text: "The zither of one." });
  const { document } = await client("user:2").addDocument({
    name: "z.md",
    bytes: bytes("# Z\n\nThe zither of two.\n"),
  });
  for (const [who, seen] of [
    ["owner", 3],
    ["user:1", 1],
    ["user:2", 1],
    ["public", 0],
  ] as const) {
    assert.equal((await client(who).search({ query: "zither" })).hits.length, seen, who);
    assert.equal((await owner.with({ caller: who }).search({ query: "zither" })).hits.length, seen, `owner as ${who}`);
  }
  const forbidden = { code: "FORBIDDEN", status: 403 };
  await assert.rejects(client("public").addMessage("c", { id: "2", role: "user", text: "x" }), forbidden);
  await assert.rejects(client("public").addDocument({ name: "a.md", bytes: bytes("x") }), forbidden);
  await assert.rejects(client("user:1").addMessage("c", { id: "2", role: "user", text: "x", scope: "kb" }), forbidden);
  await assert.rejects(client("user:1").addDocument({ name: "a.md", bytes: bytes("x"), scope: "kb" }), forbidden);
  await assert.rejects(client("user:1").with({ caller: "owner" }).search({ query: "zither" }), forbidden);
  await assert.rejects(client("user:1").with({ caller: "user:2" }).search({ query: "zither" }), forbidden);
  await assert.rejects(client("user:1").removeSource(document.source), { code: "SOURCE_NOT_FOUND" });
  await assert.rejects(owner.addDocument({ name: "a.md", bytes: bytes("x") }), {
    code: "SOURCE_SCOPE_REQUIRED",
    status: 400,
  });
  // A folder, a chat and drawers added by hand are sources too, and no documents that were handed over.
  const job = await owner.addSources({ paths: [docs], scope: "user:2" }, { wait: true });
  await client("user:2").addMessage("d", { id: "1", role: "user", text: "The lute of two." });
  await (
    await loci.project("default")
  ).addDrawer({ text: "The harp of two.", wing: "music", room: "harps" }, { caller: "user:2" });
  const { sources } = await owner.sources();
  assert.deepEqual([...new Set(sources.map(({ kind }) => kind))].sort(), ["chat", "file", "folder", "hand"]);
  for (const { key } of sources)
    if (key !== document.source)
      await assert.rejects(client("user:2").removeSource(key), { code: "SOURCE_NOT_FOUND" }, key);
  assert.deepEqual(
    (await owner.sources()).sources.map(({ key }) => key),
    sources.map(({ key }) => key),
  );
  assert.equal(job.job.status, "done");
  assert.equal((await client("user:2").removeSource(document.source)).removed.drawers, 1);
  for (const route of ROUTES.filter(({ access }) => access === "owner" || access === "home")) {
    const call = client("user:1").request({
      method: route.method.toUpperCase() as "GET",
      path: route.path.replace(/:\w+/g, "x"),
      ...(route.body !== undefined && { json: {} }),
    });
    await assert.rejects(call, forbidden, `${route.method} ${route.path}`);
  }
});

test("runs: listened to, cancelled, retried", async (t) => {
  const { docs, client } = await testService(t);
  // More than is written between two breaths of the event loop, which a cancellation needs to come in.
  const FILES = rounds(3_000, 1_000);
  writeNotes(docs, Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`${i}.md`, note(i)])));
  const owner = client();
  const { job } = await owner.addSources({ paths: [docs], scope: "kb" });
  assert.equal(job.status, "queued");
  const seen: string[] = [];
  for await (const event of owner.jobEvents(job.id)) {
    if (event.type === "progress" && event.progress.drawers > 0 && !seen.includes("cancel")) {
      seen.push("cancel");
      await owner.changeJob(job.id, "cancel");
    }
    if (event.type === "job") seen.push(event.job.status);
  }
  assert.equal(seen[0], "running", "what has begun waits for nothing");
  assert.equal(seen.at(-1), "cancelled");
  const retried = await owner.changeJob(job.id, "retry");
  let last = "";
  for await (const event of owner.jobEvents(retried.job.id)) if (event.type === "job") last = event.job.status;
  assert.equal(last, "done");
  assert.deepEqual((await owner.job(retried.job.id)).job.files.seen, FILES);
  await assert.rejects(owner.job("nothing"), { code: "JOB_NOT_FOUND", status: 404 });
  await assert.rejects(
    (async () => {
      for await (const _ of owner.jobEvents("nothing"));
    })(),
    { code: "JOB_NOT_FOUND" },
  );
});

test("drawers are opened, with what stands around them; facts are told and asked", async (t) => {
  const { docs, client } = await testService(t);
  writeFileSync(join(docs, "a.md"), note(7));
  const owner = client();
  await owner.addSources({ paths: [docs], scope: "kb" }, { wait: true });
  const { hits } = await owner.search({ query: "note 7" });
  const id = hits[0]?.id as string;
  const { drawers, text } = await owner.expand([id], { document: true });
  assert.deepEqual([drawers.every(({ fresh }) => fresh), text], [true, note(7)]);
  assert.deepEqual(
    await owner.expand([id.slice(0, 8)], { document: true }),
    await owner.expand([id], { document: true }),
  );
  assert.ok((await owner.drawer(id)).file?.endsWith("a.md"));
  await assert.rejects(owner.expand(["ffffffffffff"]), { code: "DRAWER_NOT_FOUND", status: 404 });

  await owner.tellFacts({ text: "My favorite fonts are 1) Garamond, 2) Futura", chat: "c" });
  assert.match((await owner.askFacts({ text: "What is my second favorite font?", chat: "c" })).text, /Futura/);
  assert.equal(
    (
      (await owner.request({ method: "GET", path: "/v1/facts/by-rank", query: { topic: "font", rank: 1 } })) as {
        item: { value: string };
      }
    ).item.value,
    "Garamond",
  );
  await assert.rejects(owner.request({ method: "GET", path: "/v1/facts/by-rank", query: { topic: "font", rank: 3 } }), {
    code: "FACT_NOT_FOUND",
    status: 404,
  });
  await client("user:1").tellFacts({ text: "My favorite teas are 1) Sencha, 2) Assam", chat: "c" });
  assert.match((await client("user:1").askFacts({ text: "What is my second favorite tea?", chat: "c" })).text, /Assam/);
  for (const other of ["user:2", "public"] as const)
    assert.deepEqual((await client(other).askFacts({ text: "What is my second favorite tea?", chat: "c" })).items, []);
  const { list, history } = await owner.factList("font");
  assert.equal(list.topic, "font");
  assert.ok(history.length > 0);
});

test("the palace: drawers added, refused, browsed, forgotten", async (t) => {
  const { client, ask } = await testService(t);
  const owner = client();
  const post = async (path: string, json: object): Promise<unknown> =>
    await owner.request({ method: "POST", path, json });
  const get = async (path: string): Promise<unknown> => await owner.request({ method: "GET", path });
  const drawer = {
    wing: "driftwood",
    room: "auth-migration",
    scope: "kb",
    text: "We chose the marimba provider over the celesta one for the sign-in of the portal.",
  };
  const { id } = (await post("/v1/drawers", drawer)) as { id: string };
  await assert.rejects(post("/v1/drawers", drawer), { code: "DUPLICATE", status: 409 });
  await post("/v1/drawers", {
    ...drawer,
    wing: "seaweed",
    text: "The sign-in of the seaweed site moved to the marimba provider in spring.",
  });
  assert.deepEqual(await get("/v1/taxonomy"), {
    schema: 1,
    taxonomy: { driftwood: { "auth-migration": 1 }, seaweed: { "auth-migration": 1 } },
    halls: ((await get("/v1/taxonomy")) as { halls: object }).halls,
  });
  assert.deepEqual(
    ((await get("/v1/tunnels")) as { tunnels: { room: string; wings: string[] }[] }).tunnels.map(({ room, wings }) => [
      room,
      wings,
    ]),
    [["auth-migration", ["driftwood", "seaweed"]]],
  );
  for (const path of [
    "/v1/wings",
    "/v1/wings?wing=seaweed",
    "/v1/graph",
    "/v1/traverse/auth-migration?hops=2",
    "/v1/closets?wing=driftwood",
    "/v1/wake-up?budgetTokens=200",
  ])
    assert.equal((await ask(path)).status, 200, path);
  await get("/v1/closets");
  for (const path of [
    "/v1/closets?limit=2000000",
    "/v1/closets?limit=0",
    "/v1/traverse/auth-migration?hops=2000000",
    "/v1/wake-up?budgetTokens=200000",
  ]) {
    const { error } = (await (await ask(path)).json()) as {
      error: { code: string; details: { faults: readonly unknown[] } };
    };
    assert.deepEqual([error.code, error.details.faults.length], ["USAGE", 1], path);
  }
  await get("/v1/wake-up");
  assert.equal((await ask("/v1/wings?wing=nowhere")).status, 400);
  assert.equal(
    ((await client("public").request({ method: "GET", path: "/v1/wings" })) as { wings: object[] }).wings.length,
    2,
  );
  await assert.rejects(client("public").request({ method: "POST", path: "/v1/drawers", json: drawer }), {
    status: 403,
  });
  const own = (await client("user:9").request({
    method: "POST",
    path: "/v1/drawers",
    json: { wing: "me", room: "keys", text: "My spare key is under the glockenspiel." },
  })) as { id: string; file: null };
  assert.equal(own.file, null);
  const forgotten = await owner.forget({ ids: [id] });
  assert.deepEqual([forgotten.removed, forgotten.proof?.clean], [[id], true]);
});

test("a merge of rooms is undone over HTTP, by the owner, once", async (t) => {
  const { client } = await testService(t);
  const owner = client();
  const post = async (path: string, json: object, as = owner): Promise<unknown> =>
    await as.request({ method: "POST", path, json });
  await post("/v1/drawers", { wing: "home", room: "kettles", text: "The blue kettle stands at the left." });
  await post("/v1/drawers", { wing: "home", room: "plates", text: "Plates of tin are kept on another board." });
  const before = await owner.request({ method: "GET", path: "/v1/taxonomy" });
  await post("/v1/corrections/merge-rooms", { from: "kettles", to: "plates" });
  await assert.rejects(post("/v1/corrections/undo", {}, client("user:9")), { status: 403 });
  assert.deepEqual(await post("/v1/corrections/undo", {}), {
    schema: 1,
    undone: "merge rooms",
    from: "kettles",
    to: "plates",
    wing: null,
    id: null,
    left: 0,
  });
  assert.deepEqual(await owner.request({ method: "GET", path: "/v1/taxonomy" }), before);
  await assert.rejects(post("/v1/corrections/undo", {}), { code: "USAGE", status: 400 });
  for (const [op, body] of [
    ["undo", { from: "kettles" }],
    ["rename-room", { from: "kettles" }],
    ["move-drawer", { id: "abcd", room: "plates", wing: "kitchen" }],
    ["rename-house", {}],
  ] as const)
    await assert.rejects(post(`/v1/corrections/${op}`, body), { code: "USAGE", status: 400 }, op);
});

test("a route that takes no body refuses one with fields, and takes none or an empty one", async (t) => {
  const { ask, docs } = await testService(t);
  writeNotes(docs, { "a.md": "# Kettle\n\nCopper.\n" });
  const headers = { "Content-Type": "application/json" };
  const cancel = async (init: RequestInit): Promise<readonly [number, string]> => {
    const response = await ask("/v1/jobs/none/cancel", { method: "POST", ...init });
    return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
  };
  const [status, message] = await cancel({ headers, body: JSON.stringify({ times: 3 }) });
  assert.equal(status, 400);
  assert.match(message, /'times'/u);
  assert.notEqual((await cancel({}))[1], message);
  assert.deepEqual(await cancel({ headers, body: "{}" }), await cancel({}));
  assert.equal((await cancel({ headers, body: "[1]" }))[0], 400);
  assert.equal((await cancel({ body: "times=3" }))[0], 400);
});

test("a setting that is wrong is the request's fault, a broken file the service's", async (t) => {
  const { ask, loci } = await testService(t);
  const set = async (body: object): Promise<readonly [number, string]> => {
    const response = await ask("/v1/settings", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
  };
  assert.deepEqual(await set({ key: "recall.limit", value: "many" }), [400, "CONFIG_INVALID"]);
  assert.deepEqual(await set({ key: "recall.limti", value: "3" }), [400, "CONFIG_UNKNOWN_KEY"]);
  writeFileSync(join(loci.home, "config.toml"), "[recall]\nlimit = 'many'\n");
  assert.deepEqual(await set({ key: "recall.limit", value: "3" }), [500, "CONFIG_INVALID"]);
  assert.equal((await ask("/v1/settings")).status, 500);
});

test("what a check finds names routes, not commands, where there is a route", async (t) => {
  const { ask, docs, loci } = await testService(t);
  writeNotes(docs, { "a.md": "# Kettle\n\nCopper.\n", "b.md": "# Pan\n\nIron.\n" });
  await (await loci.project("default")).index([docs], { scope: "kb" });
  rmSync(join(docs, "b.md"));
  const { findings } = (await (await ask("/v1/doctor")).json()) as {
    findings: readonly { what: string; next: string; step?: unknown }[];
  };
  const next = findings.map((finding) => finding.next);
  assert.ok(
    next.some((step) => step.startsWith("POST /v1/sources")),
    next.join("\n"),
  );
  assert.ok(!next.some((step) => step.includes("loci index")), next.join("\n"));
  assert.ok(findings.every((finding) => !("step" in finding)));
});

test("a client says what is wrong, as data", async (t) => {
  const { client, url, service, tokens } = await testService(t);
  assert.deepEqual(await client().available(), { version: "0.0.0-test" });
  await assert.rejects(createClient({ url, token: "wrong" }).status(), { code: "UNAUTHORIZED", status: 401 });
  await assert.rejects(
    client().search({ query: "x", limti: 3 } as never),
    (error: LociClientError) => error.code === "USAGE" && error.hint.includes("'limit'"),
  );
  await assert.rejects(client().search({ query: "x" }, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const { message } = await client().addMessage("planning", {
    id: "m1",
    role: "user",
    text: "The periscope ships in May",
  });
  assert.ok(message.drawers.length > 0);
  await assert.rejects(
    client().search({ query: "periscope", source: "nowhere" }),
    (error: LociClientError) => error.code === "SOURCE_NOT_FOUND" && error.hint === "GET /v1/sources lists them",
  );
  const { notes } = await client().search({ query: "periscope", wing: "nowhere" });
  assert.deepEqual(
    notes.map(({ code, hint }) => [code, hint]),
    [["FILTER_EMPTY", "GET /v1/taxonomy shows which wings, halls and rooms there are"]],
  );
  await service.stop();
  await assert.rejects(
    createClient({ url, token: tokens.owner() }).status(),
    (error: LociClientError) => error.code === "UNAVAILABLE" && error.status === 0 && error.retryable,
  );
  const foreign = createClient({ url, token: "x", fetch: async () => new Response("<html>", { status: 502 }) });
  await assert.rejects(foreign.status(), { code: "UNAVAILABLE", status: 502 });
});

test("a document that can't be read is refused with its reason, isn't kept, and leaves what stood under its name", async (t) => {
  const { client, folder } = await testService(t);
  const owner = client();
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  await assert.rejects(owner.addDocument({ name: "a.pdf", bytes: bytes("%PDF-1.7 no more"), scope: "kb" }), {
    code: "FILE_SKIPPED",
    status: 422,
    details: { reason: "truncated" },
  });
  const uploads = join(folder, "home", "projects", "default", "uploads");
  assert.deepEqual(
    existsSync(uploads) ? readdirSync(uploads, { recursive: true }).filter((name) => String(name).includes(".")) : [],
    [],
  );
  assert.deepEqual((await owner.sources()).sources, []);
  await owner.addDocument({ name: "b.md", bytes: bytes("# B\n\nThe oboe stays.\n"), scope: "kb" });
  await assert.rejects(owner.addDocument({ name: "b.md", bytes: new Uint8Array([0, 1, 2, 0, 0, 5]), scope: "kb" }), {
    code: "FILE_SKIPPED",
  });
  assert.equal((await owner.search({ query: "oboe", mode: "lexical" })).hits.length, 1);
});

test("a token file that is none any more is named beside the others, as the command line does", async (t) => {
  const { client, tokens, loci } = await testService(t);
  const [broken, whole] = [tokens.issue("user:1").issued, tokens.issue("user:2").issued];
  const file = join(loci.home, "callers", `${broken.id}.json`);
  writeFileSync(file, "{");
  const { tokens: listed, notes } = await client().tokens();
  assert.deepEqual([listed.map(({ id }) => id), notes.length, notes[0]?.code], [[whole.id], 1, "CONFIG_INVALID"]);
  assert.ok(notes[0]?.message.includes(file) && notes[0].hint.includes("tokens add"));
});

test("a data folder that is moved under a service is said to every caller, without its path", async (t) => {
  const { url, tokens, loci, log } = await testService(t);
  const users = tokens.issue("user:1").token;
  const callers = [tokens.owner(), users, "nobody-0123456789abcdef"];
  renameSync(loci.home, `${loci.home}.moved`);
  for (const token of callers)
    for (const path of ["/v1/status", "/v1/search?query=x", "/v1/tokens"]) {
      const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
      const text = await answer.text();
      assert.match(text, /the data folder was moved or deleted while it was in use/u, path);
      assert.match(text, /start it again with the folder where it is now/u);
      assert.ok(!text.includes(loci.home) && answer.status === 500, text);
    }
  const faults = (): readonly string[] => log.filter((line) => line.includes('"fault"'));
  assert.equal(faults().length, 1);
  assert.match(
    faults()[0] ?? "",
    /"fault":"the data folder was moved[^\\]*: stop this process and start it again[^\\]*"\}\n$/u,
  );
  renameSync(`${loci.home}.moved`, loci.home);
  const again = (): Promise<Response> =>
    fetch(`${url}/v1/tokens`, { headers: { Authorization: `Bearer ${callers[0]}` } });
  assert.equal((await again()).status, 200);
  renameSync(loci.home, `${loci.home}.moved`);
  await again();
  assert.equal(faults().length, 2);
  renameSync(`${loci.home}.moved`, loci.home);
});
