import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

async function setUp(t: TestContext, home = join(temporaryFolder(t), "home")): Promise<Project> {
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return await loci.project("p");
}

const line = (session: string, id: string, text: string, more: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ session, id, role: "user", author: "Kay", time: "2025-03-01T10:00:00Z", text, ...more })}\n`;

const ODD = "  ``` not a fence\n---\n# no heading\t\r\n| a | b |\n\u2028 \u{1F3BB} end  \n";

test("one session is one document, one message one drawer, byte for byte, with id, author, time and caption", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "chats.jsonl");
  writeFileSync(
    file,
    line("s1", "1", "I sold the violin.") +
      line("s1", "2", ODD, { author: null, role: "assistant", time: null }) +
      line("s2", "1", "", { caption: "a red kettle on a stove" }),
  );
  const project = await setUp(t);
  const job = await project.mine([file], { scope: "kb", format: "jsonl" });
  assert.deepEqual(
    [job.status, job.kind, job.files.indexed, job.drawers.added, job.messages],
    ["done", "mine", 1, 3, { added: 3, kept: 0, skipped: 0 }],
  );
  const [violin] = (await project.search("violin")).hits;
  assert.deepEqual(
    [violin?.text, violin?.heading, violin?.documentType, violin?.elementType, violin?.date],
    ["I sold the violin.", "Kay", "chat", "message", "2025-03-01T10:00:00Z"],
  );
  assert.deepEqual(violin?.message, {
    chat: "chats.jsonl",
    session: "s1",
    ids: ["1"],
    role: "user",
    author: "Kay",
    time: "2025-03-01T10:00:00Z",
    turn: { at: 1, of: 2 },
  });
  const whole = await project.expand([violin.id], { document: true });
  assert.deepEqual(
    whole.drawers.map(({ text, fresh }) => [text, fresh]),
    [
      ["I sold the violin.", true],
      [ODD, true],
    ],
  );
  assert.equal(whole.text, `I sold the violin.\n\n${ODD}`);
  const [kettle] = (await project.search("kettle")).hits;
  assert.deepEqual([kettle?.text, kettle?.caption], ["", "a red kettle on a stove"]);
});

test("messages that have their words in captions alone are shown with these, and are not the same", async (t) => {
  const file = join(temporaryFolder(t), "chats.jsonl");
  const alerts = ["Resolved: oil temperature of engine two", "Raised: oil temperature of engine five"];
  writeFileSync(file, alerts.map((caption, i) => line("s1", String(i + 1), "", { caption })).join(""));
  const project = await setUp(t);
  await project.mine([file], { scope: "kb", format: "jsonl" });
  const { hits } = await project.search("oil temperature engine");
  assert.deepEqual(
    hits.map(({ snippet, duplicates }) => [snippet, duplicates]).sort(),
    alerts.map((alert) => [alert, 0]).sort(),
  );
});

test("a run says how many secrets it replaced, of which kind and where, and never the secrets", async (t) => {
  const folder = temporaryFolder(t);
  const [key, other] = ["k7Qx2mPz9Lw4", "Zr8vT1nBq6Yc"].map((end) => `ghp_${end}${end}${end}`);
  const file = join(folder, "chats.jsonl");
  const said = `The token is ${key}. [redacted:github-key] is what it becomes. <private>mine</private>`;
  writeFileSync(file, line("s1", "1", said) + line("s2", "1", `Use ${key} or ${other}.`) + line("s3", "1", "Hello."));
  const project = await setUp(t);
  const { notes } = await project.mine([file], { scope: "kb", format: "jsonl" });
  assert.deepEqual(
    notes.filter(({ code }) => code === "SECRETS_REDACTED").map(({ message }) => message.replace(/^.*: /u, "")),
    ["chats.jsonl, session s1 (1 github-key), chats.jsonl, session s2 (2 github-key)"],
  );
  assert.ok([key, other].every((secret) => !JSON.stringify(notes).includes(secret as string)));
  assert.deepEqual((await project.mine([file], { scope: "kb", format: "jsonl" })).notes, []);
  // Only what came since is told, and nothing of it is kept with the messages.
  appendFileSync(file, line("s3", "2", `And ${other}.`));
  const again = await project.mine([file], { scope: "kb", format: "jsonl" });
  assert.match(again.notes[0]?.message ?? "", /: chats\.jsonl \(1 github-key\)$/u);
  assert.deepEqual(again.messages, { added: 1, kept: 3, skipped: 0 });
});

test("documents that lose their secrets are told, too", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({ home: join(folder, "home"), settings: { security: { redact: "all" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const notes = join(folder, "notes");
  writeNotes(notes, {
    "a.md": "The API key is ghp_k7Qx2mPz9Lw4k7Qx2mPz9Lw4k7Qx2mPz9Lw4.\n",
    "b.md": "Hello.\n",
  });
  const job = await project.index([notes], { scope: "kb" });
  assert.match(job.notes[0]?.message ?? "", /^replaced by .*: a\.md \(1 github-key\)$/u);
});

test("a growing transcript is continued: only what is new is added", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, { "a.jsonl": line("s1", "1", "one") + line("s1", "2", "two") + line("s2", "1", "three") });
  const project = await setUp(t);
  await project.mine([folder], { scope: "kb", format: "jsonl" });
  const same = await project.index([]);
  assert.deepEqual([same.files.unchanged, same.bytes, same.messages], [1, 0, { added: 0, kept: 3, skipped: 0 }]);
  appendFileSync(join(folder, "a.jsonl"), line("s2", "2", "four") + line("s3", "1", "five"));
  const grown = await project.index([]);
  assert.deepEqual(
    [grown.messages, grown.drawers.added, grown.drawers.removed, grown.embeddings.computed],
    [{ added: 2, kept: 3, skipped: 0 }, 2, 0, 2],
  );
  assert.equal((await project.status()).counts.documents, 3);
  writeNotes(folder, { "a.jsonl": line("s2", "1", "three") });
  const shrunk = await project.index([]);
  assert.deepEqual(
    [shrunk.drawers.total, shrunk.files],
    [1, { seen: 1, indexed: 1, unchanged: 0, skipped: 0, removed: 0, failed: 0 }],
  );
});

test("files that are gone take nothing along, and one that was renamed is the same", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "a.jsonl": line("s1", "1", "one") + line("s2", "1", "two") + line("s3", "1", "three"),
    "b.jsonl": line("s1", "1", "four"),
    "c.jsonl": line("s1", "1", "five"),
  });
  const project = await setUp(t);
  await project.mine([folder], { scope: "kb", format: "jsonl" });
  rmSync(join(folder, "a.jsonl"));
  renameSync(join(folder, "b.jsonl"), join(folder, "d.jsonl"));
  const { files, drawers } = await project.index([]);
  assert.deepEqual(
    [files, drawers.removed],
    [{ seen: 2, indexed: 1, unchanged: 1, skipped: 0, removed: 0, failed: 0 }, 0],
  );
  assert.equal(drawers.total, 5);
});

test("times come out as ISO 8601: without a zone they are UTC, and what is no time is said", async (t) => {
  const folder = temporaryFolder(t);
  const times = {
    "2025-03-01T10:00:00": "2025-03-01T10:00:00Z",
    "2025-03-01 10:00": "2025-03-01T10:00Z",
    "2025-03-01T10:00:00.5+0530": "2025-03-01T10:00:00.5+05:30",
    "2025-03-01": "2025-03-01",
    "2025-03": "2025-03",
    "2025": "2025",
    "": null,
  };
  const none = ["8 May 2023", "2025-02-30T10:00:00Z", "2025-02-30", "2025-13", "2025-03-01T25:00:00Z", "1"];
  writeNotes(folder, {
    "a.jsonl": [...Object.keys(times), ...none]
      .map((time, i) => line("s", String(i), `walrus ${i}`, { time }))
      .join(""),
  });
  const project = await setUp(t);
  const job = await project.mine([join(folder, "a.jsonl")], { scope: "kb", format: "jsonl" });
  assert.deepEqual(
    job.skipped,
    none.map((_, i) => ({
      path: `a.jsonl:${i + 1 + Object.keys(times).length}`,
      reason: "time is not an ISO 8601 time",
    })),
  );
  const { hits } = await project.search("walrus", { limit: 20 });
  const found = [...hits].sort((a, b) => Number(a.message?.ids[0]) - Number(b.message?.ids[0]));
  assert.deepEqual(
    found.map(({ date, message }) => [date, message?.time]),
    Object.values(times).map((time) => [time, time]),
  );
});

test("lines that are no messages are reported; a file without any fails by name and the others are mined", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "good.jsonl": `${line("s", "1", "one")}\n{"session":"s"}\nnonsense\n${line("s", "2", "x", { time: "soon" })}${line("s", "1", "one")}[1]\n`,
    "other.jsonl": '{"type":"something","else":true}\n',
    "nul.jsonl": `${line("s", "1", "a")}\0`,
  });
  const project = await setUp(t);
  const job = await project.mine([folder], { scope: "kb", format: "jsonl" });
  assert.equal(job.status, "failed");
  assert.deepEqual(
    job.failed.map(({ path, code }) => [path, code]),
    [["other.jsonl", "TRANSCRIPT_UNRECOGNISED"]],
  );
  assert.deepEqual(job.messages, { added: 2, kept: 0, skipped: 6 });
  assert.deepEqual(Object.fromEntries(job.skipped.map(({ path, reason }) => [path, reason])), {
    "nul.jsonl:2": "unfinished last line",
    "good.jsonl:3": "no id",
    "good.jsonl:4": "not a JSON object",
    "good.jsonl:5": "time is not an ISO 8601 time",
    "good.jsonl:6": "repeats an earlier message",
    "good.jsonl:7": "not a JSON object",
  });
});

test("a long message is split and covers its text exactly; equal messages stay apart", async (t) => {
  const folder = temporaryFolder(t);
  const long = Array.from(
    { length: 400 },
    (_, i) => `Sentence ${i} is about the harbour.${i % 9 === 0 ? "\n\n" : " "}`,
  ).join("");
  writeNotes(folder, { "a.jsonl": line("s", "1", "ok") + line("s", "2", long) + line("s", "3", "ok") });
  const project = await setUp(t);
  const job = await project.mine([join(folder, "a.jsonl")], { scope: "kb", format: "jsonl" });
  assert.equal(job.messages?.added, 3);
  const [hit] = (await project.search("sentence 200 harbour")).hits;
  assert.ok(hit !== undefined);
  const { drawers, text } = await project.expand([hit.id], { document: true });
  assert.ok(drawers.length > 8 && drawers.every((drawer) => drawer.text.length <= 1500 && drawer.fresh));
  assert.equal(text, `ok\n\n${long}\n\nok`);
  assert.deepEqual(
    drawers.map(({ message }) => message?.ids.join()),
    ["1", ...Array.from({ length: drawers.length - 2 }, () => "2"), "3"],
  );
  assert.equal(new Set(drawers.map(({ id }) => id)).size, drawers.length);
});

test(
  "the conversations of the data folder go in whole and come out byte for byte",
  { skip: !existsSync("../shared/data/locomo") && "no ../shared/data/locomo" },
  async (t) => {
    const folder = temporaryFolder(t);
    const documents = readFileSync("../shared/data/locomo/docs.jsonl", "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as { id: string; group: string; session: string; text: string; role: string });
    const group = documents.filter((document) => document.group === documents[0]?.group);
    writeNotes(folder, {
      "a.jsonl": group
        .map(({ id, session, text, role }) => line(String(session), id, text, { role, author: role }))
        .join(""),
    });
    const project = await setUp(t);
    const job = await project.mine([join(folder, "a.jsonl")], { scope: "kb", format: "jsonl" });
    assert.deepEqual([job.status, job.messages?.added], ["done", group.length]);
    assert.equal((await project.status()).counts.documents, new Set(group.map(({ session }) => session)).size);
    const texts = new Set(group.map(({ text }) => text));
    for (const { text } of group.slice(0, 40)) {
      const hits = (await project.search(text, { limit: 5 })).hits;
      assert.ok(hits.length > 0 && hits.every((hit) => texts.has(hit.text)), text);
    }
    assert.deepEqual(readdirSync(folder), ["a.jsonl"]);
  },
);

test(
  "transcripts of other tools: files, an archive and an unpacked export, recognised by what they hold",
  { skip: !existsSync("../shared/data/chats") && "no ../shared/data/chats" },
  async (t) => {
    const project = await setUp(t);
    const job = await project.mine(
      ["../shared/data/chats/claude-code/test/test_data", "../shared/data/chats/slack/tests/testarchive.zip"],
      { scope: "kb" },
    );
    assert.equal(job.status, "done");
    assert.ok(job.messages !== undefined && job.messages.added > 20, JSON.stringify(job.messages));
    const again = await project.index([]);
    assert.deepEqual([again.files.indexed, again.bytes, again.messages?.added], [0, 0, 0]);
    assert.equal(again.messages?.kept, job.messages.added);
    const { hits } = await project.search("todo list", { limit: 3 });
    for (const { fresh } of (await project.expand(hits.map(({ id }) => id))).drawers) assert.equal(fresh, true);

    const folder = temporaryFolder(t);
    const day = [
      { type: "message", user: "U1", text: "The falcon is back.", ts: "1700000000.000100" },
      { type: "message", user: "U2", text: "Good.", ts: "1700000060.000100" },
    ];
    writeNotes(folder, {
      "users.json": JSON.stringify([
        { id: "U1", name: "kay" },
        { id: "U2", name: "remy" },
      ]),
      "channels.json": JSON.stringify([{ id: "C1", name: "birds" }]),
      "birds/2023-11-14.json": JSON.stringify(day),
    });
    const slack = await project.mine([folder], { scope: "kb" });
    assert.deepEqual([slack.status, slack.messages?.added, slack.failed], ["done", 2, []]);
    const [falcon] = (await project.search("falcon")).hits;
    assert.deepEqual([falcon?.text, falcon?.heading], ["The falcon is back.", "kay"]);
    assert.equal((await project.expand([falcon?.id ?? ""])).drawers[0]?.fresh, true);
    assert.equal((await project.index([])).files.unchanged, 4 + 1 + 1);
  },
);
