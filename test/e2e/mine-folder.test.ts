import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project, TRANSCRIPT_FORMATS } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

async function setUp(t: TestContext): Promise<Project> {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  return await loci.project("p");
}

const ARCHIVE = "../shared/data/chats/slack/tests/testarchive.zip";
const chatgpt = [
  {
    conversation_id: "c1",
    title: "Tea",
    current_node: "b",
    mapping: {
      a: {
        message: {
          id: "a",
          author: { role: "user" },
          content: { content_type: "text", parts: ["Which tea is good for a falcon?"] },
        },
        parent: null,
        children: ["b"],
      },
      b: {
        message: { id: "b", author: { role: "assistant" }, content: { content_type: "text", parts: ["None."] } },
        parent: "a",
        children: [],
      },
    },
  },
];

test("a folder of everything: plain transcripts, exports in folders of their own, what is none is named", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "talk.txt": "User: where is the kettle?\n\nAssistant: on the harbour wall\n",
    "talk.md": "## Human\n\nAnd the violin?\n\n## Claude\n\nSold.\n",
    "notes.md": "# Notes\n\n> a quotation\n\nand more\n",
    "readme.txt": "nothing said here",
    "picture.zip": "not an archive",
    // ZNC's, which begins with who came.
    "2024-11-05.log": "[06:58:01] *** Joins: bea (~b@x)\n[07:01:00] <bea> The saw is sharp.\n",
    "other.log": "[06:58:01] started\n[07:01:00] ready\n",
    "openai/conversations.json": JSON.stringify(chatgpt),
    "openai/user.json": JSON.stringify({ id: "u", email: "x" }),
    "openai/memories.json": JSON.stringify([{ conversations_memory: "Kay keeps the kettle in the hall." }]),
    "openai/projects/p1.json": JSON.stringify({ uuid: "p1", name: "Garden" }),
    "elsewhere/projects.json": JSON.stringify([{ uuid: "p2", name: "Shed" }]),
    "work/users.json": JSON.stringify([{ id: "U1", name: "kay" }]),
    "work/channels.json": JSON.stringify([{ id: "C1", name: "birds" }]),
    "work/birds/2023-11-14.json": JSON.stringify([
      { type: "message", user: "U1", text: "The heron is back.", ts: "1700000000.000100" },
    ]),
  });
  const project = await setUp(t);
  const job = await project.mine([folder], { scope: "kb" });
  assert.deepEqual([job.status, job.messages, job.files.indexed], ["done", { added: 9, kept: 0, skipped: 0 }, 5]);
  assert.deepEqual(
    job.skipped.map(({ path, reason }) => `${path}: ${reason}`),
    [
      "other.log: unknown type",
      "elsewhere/projects.json: no transcript in a known form",
      "notes.md: no transcript in a known form",
      "openai/memories.json: no chat: index this file to have it found",
      "openai/projects/p1.json: no chat: index this file to have it found",
      "openai/user.json: no chat: index this file to have it found",
      ...["picture.zip", "readme.txt"].map((path) => `${path}: no transcript in a known form`),
    ],
  );
  const [note] = job.notes.filter(({ code }) => code === "TRANSCRIPT_UNKNOWN");
  assert.match(note?.message ?? "", /elsewhere\/projects\.json, notes\.md, picture\.zip, readme\.txt$/u);
  for (const form of TRANSCRIPT_FORMATS) assert.ok(note?.hint.includes(form), form);
  for (const [question, text, heading] of [
    // A question that was answered is no hit of its own: it stands with what answered it.
    ["kettle", "on the harbour wall", "assistant"],
    ["violin", "Sold.", "assistant"],
    ["falcon tea", "None.", "assistant"],
    ["heron", "The heron is back.", "kay"],
    ["saw", "The saw is sharp.", "bea"],
  ] as const) {
    const [hit] = (await project.search(question)).hits;
    assert.deepEqual([hit?.text, hit?.heading], [text, heading]);
    assert.equal((await project.expand([hit?.id ?? ""])).drawers[0]?.fresh, true, question);
  }
  const again = await project.index([]);
  assert.deepEqual(
    [again.files.unchanged, again.files.removed, again.messages],
    [5, 0, { added: 0, kept: 9, skipped: 0 }],
  );
});

test("an archive inside a folder", { skip: !existsSync(ARCHIVE) && `no ${ARCHIVE}` }, async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "exports"));
  copyFileSync(ARCHIVE, join(folder, "exports", "slack.zip"));
  const project = await setUp(t);
  const job = await project.mine([folder], { scope: "kb" });
  assert.ok(job.messages !== undefined && job.messages.added > 10 && job.failed.length === 0, JSON.stringify(job));
  const again = await project.index([]);
  assert.deepEqual([again.files.unchanged, again.messages?.added, again.messages?.kept], [1, 0, job.messages.added]);
  const [hit] = (await project.search("message")).hits;
  assert.equal((await project.expand([hit?.id ?? ""])).drawers[0]?.fresh, true);
});

test("a file that has another's times or name is read with it, and says so; alone it is in no known form", async (t) => {
  const folder = temporaryFolder(t);
  const said = [
    { role: "user", content: "Where is the kettle?" },
    { role: "assistant", content: "On the wall." },
  ];
  const turn = { timestamp: 1_772_445_600, message: { type: "TurnBegin", payload: { user_input: said[0]?.content } } };
  writeNotes(folder, {
    "a/context.jsonl": [{ role: "_checkpoint", id: 0 }, ...said].map((one) => `${JSON.stringify(one)}\n`).join(""),
    "a/wire.jsonl": `${JSON.stringify(turn)}\n`,
    "b/wire.jsonl": `${JSON.stringify(turn)}\n`,
    "c/messages.json": JSON.stringify({
      messages: [
        { creator: { name: "Bo" }, created_date: "Tuesday, March 12, 2024 at 9:00:00 AM UTC", text: "By the mill." },
      ],
    }),
    "c/group_info.json": JSON.stringify({ name: "Mill team", members: [] }),
  });
  const project = await setUp(t);
  const job = await project.mine([folder], { scope: "kb" });
  assert.equal(job.messages?.added, 3);
  assert.deepEqual(job.skipped.map(({ path, reason }) => `${path}: ${reason}`).sort(), [
    "a/wire.jsonl: read with 'context.jsonl', of which it says more",
    "b/wire.jsonl: no transcript in a known form",
    "c/group_info.json: read with 'messages.json', of which it says more",
  ]);
  const { hits } = await project.search("Where is the kettle?");
  assert.equal(hits[0]?.message?.time, "2026-03-02T10:00:00.000Z");
});
