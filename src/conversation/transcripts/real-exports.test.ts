import assert from "node:assert/strict";
import { test } from "node:test";
import { makeZip } from "../../parsing/zip/make-zip.fixture.ts";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { jsonl, readAll } from "./read-all.fixture.ts";

const at = "2025-05-01T10:00:00.000Z";

test("Claude Code: bare strings in a list, a document's text, a byte order mark and CRLF", async () => {
  const lines = [
    {
      type: "user",
      uuid: "1",
      parentUuid: null,
      sessionId: "s",
      timestamp: at,
      message: {
        role: "user",
        content: [
          "plain",
          { type: "document", title: "plan", source: { type: "text", media_type: "text/plain", data: "the plan\n" } },
        ],
      },
    },
    {
      type: "assistant",
      uuid: "2",
      parentUuid: "1",
      sessionId: "s",
      timestamp: at,
      message: { role: "assistant", content: [{ type: "text", text: "read\r\n" }] },
    },
  ];
  const { brief, problems } = await readAll("a.jsonl", `\ufeff${jsonl(lines).replaceAll("\n", "\r\n")}`);
  assert.deepEqual(
    [brief, problems],
    [["message user: plain", "message user: the plan\n", "message assistant: read\r\n"], []],
  );
});

test("Codex: one object of the first versions, the log of prompts, refusals", async () => {
  const item = (role: string, part: object) => ({ type: "message", role, content: [part] });
  const old = {
    session: { timestamp: at, id: "old-1", instructions: "" },
    items: [
      item("user", { type: "input_text", text: "hi\n" }),
      { type: "reasoning", summary: [] },
      item("assistant", { type: "refusal", refusal: "no" }),
      { type: "mystery" },
    ],
  };
  for (const indent of [undefined, 2]) {
    const { format, brief, entries, problems } = await readAll(
      "rollout-2025-05-01-old-1.json",
      JSON.stringify(old, null, indent),
    );
    assert.deepEqual(
      [format, brief, entries[0]?.session, entries[0]?.time],
      ["codex", ["message user: hi\n", "message assistant: no"], "old-1", at],
    );
    assert.deepEqual(problems, [{ file: "", line: 4, reason: "unknown record 'mystery'" }]);
  }
  const log = await readAll("history.jsonl", [
    { session_id: "s1", ts: 1_750_000_000, text: "first" },
    { session_id: "s2", ts: 1_750_000_001, text: "second" },
  ]);
  assert.deepEqual(
    [log.format, log.entries.map(({ session, text, time }) => [session, text, time])],
    [
      "codex",
      [
        ["s1", "first", "2025-06-15T15:06:40.000Z"],
        ["s2", "second", "2025-06-15T15:06:41.000Z"],
      ],
    ],
  );
});

test("Gemini: a checkpoint before a tool, a session that was cut off", async () => {
  const checkpoint = {
    history: [{ type: "user", text: "make a file", id: 1 }],
    clientHistory: [
      { role: "user", parts: [{ text: "make a file" }] },
      { role: "model", parts: [{ text: "Done." }] },
    ],
    toolCall: { name: "write_file", args: {} },
  };
  const { format, brief } = await readAll("2025-05-01T10-00-00-a.txt-write_file.json", JSON.stringify(checkpoint));
  assert.deepEqual([format, brief], ["gemini", ["message user: make a file", "message assistant: Done."]]);
  const session = {
    sessionId: "g",
    projectHash: "x",
    messages: [
      { id: "1", type: "user", content: "one", timestamp: at },
      { id: "2", type: "gemini", content: "two", timestamp: at },
      { id: "3", type: "user", content: "three", timestamp: at },
    ],
  };
  for (const indent of [undefined, 2]) {
    const whole = JSON.stringify(session, null, indent);
    const cut = await readAll("session-1.json", whole.slice(0, whole.indexOf("three") + 2));
    assert.deepEqual(
      [cut.brief, cut.entries[0]?.session, cut.problems],
      [["message user: one", "message assistant: two"], "g", [{ file: "", line: 3, reason: "cut off" }]],
    );
  }
});

test("ChatGPT: names of files, voice with and without words, cited output, null parts", async () => {
  const node = (id: string, parent: string | null, children: string[], message: object) =>
    [
      id,
      { id, parent, children, message: { id, author: { role: "user" }, create_time: 1_700_000_000, ...message } },
    ] as const;
  const mapping = Object.fromEntries([
    node("a", null, ["b"], {
      content: { content_type: "multimodal_text", parts: [{ content_type: "image_asset_pointer" }, "look"] },
      metadata: { attachments: [{ name: "cat.png" }, { name: "notes.txt" }] },
    }),
    node("b", "a", ["c"], {
      content: {
        content_type: "multimodal_text",
        parts: [
          { content_type: "audio_transcription", text: "spoken" },
          { content_type: "real_time_user_audio_video_asset_pointer", audio_asset_pointer: {} },
          null,
        ],
      },
    }),
    node("c", "b", ["d"], {
      content: { content_type: "multimodal_text", parts: [{ content_type: "audio_asset_pointer" }] },
    }),
    node("d", "c", ["e"], {
      author: { role: "tool" },
      content: { content_type: "citable_code_output", output_str: "4" },
    }),
    node("e", "d", [], { author: { role: "assistant" }, content: null }),
  ]);
  const { entries, problems } = await readAll(
    "conversations.json",
    JSON.stringify([{ id: "x", mapping, current_node: "e" }]),
  );
  assert.deepEqual(
    entries.map(({ text, caption, kind }) => [text, caption, kind]),
    [
      ["look", "cat.png, notes.txt", "message"],
      ["spoken", null, "message"],
      ["", "voice", "message"],
      ["4", null, "tool"],
    ],
  );
  assert.deepEqual(problems, [{ file: "", line: 1, reason: "message 'e' without content" }]);
});

test("Slack: changed and deleted messages, files that are gone, canvases, a deleted user, direct messages of several", async () => {
  const day = [
    {
      type: "message",
      subtype: "message_changed",
      ts: "1700000009.000000",
      message: {
        type: "message",
        user: "U1",
        text: "as it is now",
        ts: "1700000001.000000",
        edited: { user: "U1", ts: "1700000009.000000" },
      },
      previous_message: { text: "as it was" },
    },
    { type: "message", subtype: "message_deleted", ts: "1700000002.000000", deleted_ts: "1700000000.000000" },
    { type: "message", user: "U2", text: "", ts: "1700000003.000000", files: [{ id: "F1", mode: "tombstone" }] },
    {
      type: "message",
      user: "U1",
      text: "also in the channel",
      subtype: "thread_broadcast",
      thread_ts: "1700000001.000000",
      ts: "1700000004.000000",
    },
  ];
  const zip = makeZip([
    {
      name: "users.json",
      content: JSON.stringify([
        { id: "U1", name: "ann", deleted: true, profile: { real_name: "Ann" } },
        { id: "U2", name: "bob" },
      ]),
    },
    { name: "mpims.json", content: JSON.stringify([{ id: "G1", name: "mpdm-ann--bob-1", members: ["U1", "U2"] }]) },
    { name: "canvases.json", content: "[]" },
    { name: "mpdm-ann--bob-1/2023-11-14.json", content: JSON.stringify(day) },
    { name: "mpdm-ann--bob-1/canvas_in_the_conversation.json", content: JSON.stringify([{ id: "F9" }]) },
  ]);
  const { entries, problems, ignored } = await readAll("export.zip", await bytesBundle("export.zip", zip));
  assert.deepEqual(
    entries.map(({ id, author, text, caption, title }) => [id, author, text, caption, title]),
    [
      ["1700000001.000000", "Ann", "as it is now", null, "Ann, bob"],
      ["1700000004.000000", "Ann", "also in the channel", null, "Ann, bob"],
      ["1700000003.000000", "bob", "", "file", "Ann, bob"],
    ],
  );
  assert.deepEqual(
    [problems, [...ignored]],
    [
      [],
      [
        ["canvas_in_the_conversation", 1],
        ["deleted", 1],
      ],
    ],
  );
});

test("marked text: what people copy from pages and editors", async () => {
  const styles = [
    "You said:\nHow?\n\nChatGPT said:\nSo.\n",
    "_**User (2025-05-01 10:00)**_\n\nHow?\n\n---\n\n_**Agent**_\n\nSo.\n".replace("\n---\n", ""),
    "**User**\n\nHow?\n\n**Cursor**\n\nSo.\n",
    "[2025-05-01 10:00] User: How?\n[2025-05-01 10:01] Assistant: So.\n",
    "Human [10:00]: How?\r\n\r\nAI [10:01]: So.\r\n",
  ];
  for (const text of styles)
    assert.deepEqual((await readAll("talk.md", text)).brief, ["message user: How?", "message assistant: So."], text);
});

test("of an archive that is no export as a whole each transcript is read, and the others are counted", async () => {
  const session = (id: string): string =>
    `${JSON.stringify({ type: "user", sessionId: id, uuid: id, message: { role: "user", content: `hello ${id}` } })}\n`;
  const chat = { participants: [{ name: "Ann" }, { name: "Bob" }], thread_path: "inbox/ann_1", title: "Ann" };
  const said = { sender_name: "Ann", timestamp_ms: 1_710_266_520_000, content: "hello d" };
  const zip = makeZip([
    { name: ".claude/projects/-home-a/a.jsonl", content: session("a") },
    { name: ".claude/projects/-home-b/b.jsonl", content: session("b") },
    { name: "Takeout/Keep/note.json", content: JSON.stringify({ title: "Keys" }) },
    { name: "Takeout/photo.jpg", content: "no text" },
    { name: "Takeout/Mail/Inbox.mbox", content: "From x Mon Mar 11 10:00:00 2024\nFrom: c@example.com\n\nhello c\n" },
    { name: "facebook/messages/inbox/ann_1/message_1.json", content: JSON.stringify({ ...chat, messages: [said] }) },
    { name: "facebook/posts/your_posts_1.json", content: "[]" },
  ]);
  const { entries, ignored } = await readAll("all.zip", await bytesBundle("all.zip", zip));
  assert.deepEqual(entries.map(({ text }) => text).sort(), ["hello a", "hello b", "hello c", "hello d"]);
  assert.deepEqual([...ignored], [["files that are no transcript", 3]]);
  for (const bundle of [
    makeZip([
      { name: "a/notes.json", content: "{}" },
      { name: "b.json", content: "[]" },
    ]),
    zip,
  ])
    await assert.rejects(
      async () =>
        await readAll("all.zip", await bytesBundle("all.zip", bundle), bundle === zip ? "claude-code" : "auto"),
      { code: "TRANSCRIPT_UNRECOGNISED", message: /unpack it, and mine its folder/u },
    );
});
