import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { KeptSessions } from "../../src/ingest/kept/kept-sessions.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

interface SetUp {
  readonly home: string;
  readonly loci: Loci;
  readonly project: Project;
}

async function setUp(t: TestContext): Promise<SetUp> {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return { home, loci, project: await loci.project("p") };
}

const record = (uuid: string, text: string, more: object = {}): string =>
  `${JSON.stringify({ type: "user", uuid, parentUuid: null, sessionId: "s1", timestamp: "2025-03-01T10:00:00Z", message: { content: text }, ...more })}\n`;

function chatgpt(messages: readonly string[], title = "Tea"): string {
  const mapping = Object.fromEntries(
    messages.map((text, i) => [
      `n${i}`,
      {
        message: {
          id: `n${i}`,
          author: { role: i % 2 === 0 ? "user" : "assistant" },
          content: { content_type: "text", parts: [text] },
        },
        parent: i === 0 ? null : `n${i - 1}`,
        children: i + 1 < messages.length ? [`n${i + 1}`] : [],
      },
    ]),
  );
  return JSON.stringify([{ conversation_id: "c1", title, current_node: `n${messages.length - 1}`, mapping }]);
}

async function texts(project: Project, query = "message"): Promise<readonly string[]> {
  const { hits } = await project.search(query, { limit: 100, mode: "lexical" });
  return hits.map(({ text }) => text).sort();
}

test("transcripts that are gone take nothing along: index, rebuild, another scope and expand work without them", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, {
    "a.jsonl": record("1", "the first message") + record("2", "the second message"),
    "b.jsonl": record("3", "a message elsewhere", { sessionId: "s2" }),
  });
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const before = await texts(project);
  const [hit] = (await project.search("second message")).hits;
  rmSync(join(folder, "a.jsonl"));
  const job = await project.index([]);
  assert.deepEqual([job.status, job.drawers.removed, job.files.removed], ["done", 0, 0]);
  rmSync(folder, { recursive: true });
  const gone = await project.index([]);
  assert.deepEqual(
    [gone.status, gone.notes.map(({ code }) => code), gone.messages],
    ["done", ["SOURCE_GONE"], { added: 0, kept: 3, skipped: 0 }],
  );
  const rebuilt = await project.rebuild();
  assert.deepEqual([rebuilt.status, rebuilt.drawers.total], ["done", 3]);
  assert.deepEqual(await texts(project), before);
  assert.equal((await project.expand([hit?.id ?? ""])).drawers[0]?.fresh, true);

  mkdirSync(folder);
  await project.mine([folder], { scope: "admin" });
  assert.equal((await project.search("second message", { caller: "public" })).hits.length, 0);
  assert.deepEqual(await texts(project), before);
});

test("a process that is killed while it keeps a session loses nothing and doubles nothing", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, { "a.jsonl": record("1", "the first message") });
  const { home, project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  appendFileSync(join(folder, "a.jsonl"), record("2", `a long message ${"of many words ".repeat(50)}`));
  await project.index([]);
  const [source] = readdirSync(join(home, "projects", "p", "sessions"));
  const sessions = join(home, "projects", "p", "sessions", source as string);
  const kept = join(sessions, readdirSync(sessions).find((name) => name.endsWith(".kept")) as string);
  const whole = readFileSync(kept);
  for (let cut = 1; cut < 40; cut += 3) {
    // As if the process had ended within the append, before it noted how far it came.
    truncateSync(kept, whole.length - cut);
    rmSync(join(sessions, "state.json"));
    const job = await project.index([]);
    assert.equal(job.status, "done", String(cut));
    assert.deepEqual(readFileSync(kept), whole, String(cut));
    assert.equal((await texts(project)).length, 2);
    writeFileSync(kept, whole);
  }
});

test("one wrong byte in what is remembered of sessions is noticed: it is made again from them", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, { "a.jsonl": record("1", "the first message") });
  const { home, loci, project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const before = await project.sources();
  const [source] = readdirSync(join(home, "projects", "p", "sessions"));
  const state = join(home, "projects", "p", "sessions", source as string, "state.json");
  const whole = readFileSync(state);
  await loci.close();
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(state, bytes);
    const kept = new KeptSessions(dirname(state));
    const path = kept.paths()[0] ?? "";
    assert.deepEqual(
      [kept.paths().length, kept.summary(path)?.session, kept.summary(path)?.messages],
      [1, "s1", 1],
      String(at),
    );
  }
  const again = await openLoci({ home });
  t.after(() => again.close());
  assert.deepEqual(await (await again.project("p")).sources(), before);
});

test("a session in which something was damaged gives what stands before it, and keeps a copy of the file", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, { "a.jsonl": record("1", "the first message") });
  const { home, project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  appendFileSync(join(folder, "a.jsonl"), record("2", "the second message"));
  await project.index([]);
  const [source] = readdirSync(join(home, "projects", "p", "sessions"));
  const sessions = join(home, "projects", "p", "sessions", source as string);
  const kept = join(sessions, readdirSync(sessions).find((name) => name.endsWith(".kept")) as string);
  const bytes = readFileSync(kept);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] as number) ^ 255;
  writeFileSync(kept, bytes);
  const named = async (): Promise<boolean> => (await project.doctor()).some(({ what }) => what.includes(kept));
  assert.ok(await named(), "the doctor names it");
  await project.rebuild();
  assert.deepEqual(await texts(project), ["the first message", "the second message"], "read again from the transcript");
  assert.ok(!(await named()), "and no longer when it was mended");
  assert.ok(existsSync(`${kept}.damaged`));
});

test("a damaged session whose transcript is gone is written again from what is indexed", async (t) => {
  for (const again of ["index", "rebuild"] as const) {
    const folder = join(temporaryFolder(t), "projects");
    writeNotes(folder, { "a.jsonl": record("1", "the first message") + record("2", "the second message") });
    const { home, project } = await setUp(t);
    await project.mine([folder], { scope: "kb" });
    rmSync(folder, { recursive: true });
    const sessions = join(home, "projects", "p", "sessions");
    const kept = globSync("*/*.kept", { cwd: sessions }).map((name) => join(sessions, name))[0] as string;
    const bytes = readFileSync(kept);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    writeFileSync(kept, bytes);
    await (again === "index" ? project.index([]) : project.rebuild());
    assert.deepEqual(await texts(project), ["the first message", "the second message"], again);
    assert.ok(!(await project.doctor()).some(({ what }) => what.includes(kept)), again);
  }
});

test("a forgotten message is gone from what is kept, and its transcript doesn't bring it back", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, { "a.jsonl": record("1", "the first message") + record("2", "a heron message") });
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const shown = await project.forget("a heron message");
  assert.deepEqual([shown.matches.map(({ goes }) => goes), shown.removed], [[true], []]);
  const forgotten = await project.forget("a heron message", { yes: true });
  assert.deepEqual([forgotten.removed.length, forgotten.proof?.clean], [1, true], JSON.stringify(forgotten.proof));
  appendFileSync(join(folder, "a.jsonl"), record("3", "the third message"));
  await project.index([]);
  await project.rebuild();
  assert.deepEqual(await texts(project), ["the first message", "the third message"]);
  assert.equal((await project.doctor()).filter(({ severity }) => severity === "error").length, 0);
});

test("secrets that stand in what is kept are found, and scrubbed", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA2cD4"}`;
  writeNotes(folder, { "a.jsonl": record("1", `the token of the message is ${secret}`) });
  const home = join(temporaryFolder(t), "home");
  const careless = await openLoci({ home, settings: { security: { redact: "off" } } });
  await (await careless.project("p")).mine([folder], { scope: "admin" });
  await careless.close();
  rmSync(folder, { recursive: true });
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const { places } = await project.secrets();
  assert.ok(places.some(({ where, path }) => where === "file" && path.endsWith(".kept")));
  const { scrubbed } = await project.secrets({ scrub: true });
  assert.equal(scrubbed?.left, 0);
  const [hit] = (await project.search("token of the message")).hits;
  assert.match(hit?.text ?? "", /^the token of the message is \[redacted:/);
});

test("a source that is removed takes along what was kept of it", async (t) => {
  const folder = join(temporaryFolder(t), "projects");
  writeNotes(folder, { "a.jsonl": record("1", "the first message") });
  const { home, project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  await project.removeSource("projects");
  assert.deepEqual(readdirSync(join(home, "projects", "p", "sessions")), []);
});

test("a newer export of the same conversations continues them, wherever it lies", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "march/conversations.json": chatgpt(["Which tea, message one?", "Green, message two."]),
    "april/conversations.json": chatgpt(
      ["Which tea, message one?", "Green, message two.", "And message three?", "Message four."],
      "Green tea",
    ),
  });
  const { project } = await setUp(t);
  await project.mine([join(folder, "march")], { scope: "kb" });
  const before = new Set((await project.search("message", { limit: 50 })).hits.map(({ id }) => id));
  const job = await project.mine([join(folder, "april")], { scope: "kb" });
  assert.deepEqual(job.messages, { added: 2, kept: 2, skipped: 0 });
  const { hits } = await project.search("message", { limit: 50 });
  assert.deepEqual([hits.length, hits.filter(({ id }) => before.has(id)).length], [4, 2]);
  assert.deepEqual([...new Set(hits.map(({ title }) => title))], ["Green tea"]);
  const again = await project.mine([join(folder, "april"), join(folder, "march")], { scope: "kb" });
  assert.deepEqual([again.messages?.added, again.drawers.total], [0, 4]);
  const files = (await project.sources()).flatMap(({ kept }) => kept?.files ?? []);
  assert.deepEqual(
    files.map((file) => file.slice(folder.length + 1)),
    ["april/conversations.json", "march/conversations.json"],
  );
});

test("what another scope may not see isn't joined to it", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "march.json": chatgpt(["Which tea, message one?", "Green, message two."]),
    "april.json": chatgpt(["Which tea, message one?", "Green, message two.", "A private message?", "Message four."]),
  });
  const { project } = await setUp(t);
  await project.mine([join(folder, "march.json")], { scope: "kb" });
  await project.mine([join(folder, "april.json")], { scope: "admin" });
  assert.deepEqual((await project.search("private message", { caller: "public", limit: 50 })).hits.length, 2);
});

test("titles name documents: the tool's, a person's before the tool's, else the first request and its day", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "a.jsonl":
      record("1", "<task-notification>\n<task-id>1</task-id>", { sessionId: "a" }) +
      record("2", "Mend the   kettle\nplease, message", { sessionId: "a" }),
    "b.jsonl":
      record("3", "a message", { sessionId: "b" }) +
      `${JSON.stringify({ type: "custom-title", customTitle: "Harbour walls", sessionId: "b" })}\n` +
      `${JSON.stringify({ type: "ai-title", aiTitle: "Other", sessionId: "b" })}\n`,
    "c/subagents/agent-x.jsonl": record("4", "Explore the cellar", { sessionId: "c", isSidechain: true, agentId: "x" }),
  });
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const [kettle] = (await project.search("mend the kettle")).hits;
  assert.equal(kettle?.title, "Mend the kettle (2025-03-01)");
  const [cellar] = (await project.search("explore the cellar")).hits;
  assert.equal(cellar?.title, "Explore the cellar (2025-03-01)", "of a helper, what it was asked for");
  const [wall] = (await project.search("harbour walls")).hits;
  assert.deepEqual([wall?.title, wall?.text], ["Harbour walls", "a message"]);
  const machine = (await project.search("task notification")).hits.find(({ text }) => text.startsWith("<task"));
  assert.deepEqual([machine?.message?.role, machine?.message?.marks], ["user", ["machine"]]);
});

const HISTORY = "../shared/data/agent-history/sessions";

test(
  "kept sessions of a coding agent take at most .35 of their transcripts, and rebuild to the same drawers",
  { skip: !existsSync(HISTORY) && `no ${HISTORY}` },
  async (t) => {
    const { home, project } = await setUp(t);
    await project.mine([join(process.cwd(), HISTORY)], { scope: "admin" });
    const size = (path: string): number =>
      statSync(path).isDirectory()
        ? readdirSync(path).reduce((sum, name) => sum + size(join(path, name)), 0)
        : statSync(path).size;
    const share = size(join(home, "projects", "p", "sessions")) / size(HISTORY);
    t.diagnostic(`kept ${(share * 100).toFixed(1)} % of the raw bytes`);
    assert.ok(share <= 0.35, String(share));
    const ids = async (): Promise<readonly string[]> =>
      (await project.search("annotation", { limit: 500 })).hits.map(({ id }) => id).sort();
    const before = await ids();
    await project.rebuild();
    assert.deepEqual(await ids(), before);
  },
);

test("a kept session is parsed once, however often it is asked for, until something is written", (t) => {
  const kept = new KeptSessions(join(temporaryFolder(t), "kept"));
  const header = { path: "a", session: "s", identity: null };
  const message = {
    session: "s",
    id: "1",
    role: "user",
    author: null,
    time: null,
    caption: null,
    text: "Berth 4",
  } as const;
  const take = (...messages: (typeof message)[]): unknown =>
    kept.take("a", { header, messages, title: null, file: "/a", counts: "more" });
  take(message);
  const once = kept.load("a");
  assert.equal(kept.load("a"), once);
  take(message, { ...message, id: "2" as "1" });
  assert.equal(kept.load("a")?.messages.length, 2);
  kept.remove("a");
  assert.equal(kept.load("a"), null);
});
