import assert from "node:assert/strict";
import { test } from "node:test";
import { readAll } from "./read-all.fixture.ts";

const message = (uuid: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text,
  content: [{ type: "text", text }],
  created_at: "2024-12-01T10:00:00.000000Z",
  updated_at: "2024-12-01T10:00:00.000000Z",
  attachments: [],
  files: [],
  ...more,
});

test("conversations in order; tools, attachments and files by their kinds", async () => {
  const { format, brief, entries, problems, ignored } = await readAll(
    "conversations.json",
    JSON.stringify([
      {
        uuid: "c-1",
        name: "Tea",
        created_at: "2024-12-01T10:00:00Z",
        account: { uuid: "me" },
        chat_messages: [
          message("m1", "human", " Which tea?\n", {
            attachments: [{ file_name: "list.txt", extracted_content: "green\nblack\n" }],
            files: [{ file_name: "cup.png" }],
          }),
          message("m2", "assistant", "Green.", {
            content: [
              { type: "thinking", thinking: "hm" },
              { type: "text", text: "Green." },
              { type: "tool_use", name: "web", input: { q: "tea" } },
              { type: "tool_result", content: [{ type: "text", text: "found" }] },
            ],
          }),
          message("m3", "assistant", "old form", { content: undefined }),
        ],
      },
      { uuid: "c-2", name: "", chat_messages: [] },
      { uuid: "c-3" },
    ]),
  );
  assert.equal(format, "claude");
  assert.deepEqual(brief, [
    "message user:  Which tea?\n",
    "context system: green\nblack\n",
    "message assistant: Green.",
    'tool tool_call: web\n{"q":"tea"}',
    "tool tool_result: found",
    "message assistant: old form",
  ]);
  assert.deepEqual(
    entries.map(({ id }) => id),
    ["m1", "m1#attachment-1", "m2", "m2#2", "m2#3", "m3"],
  );
  assert.deepEqual([entries[0]?.caption, entries[0]?.title], ["cup.png", "Tea"]);
  assert.deepEqual(
    problems.map(({ line, reason }) => `${line} ${reason}`),
    ["3 no conversation with chat_messages"],
  );
  assert.deepEqual([...ignored], [["thinking", 1]]);
});

test("where messages name their parents, the current branch is read", async () => {
  const chat_messages = [
    message("q", "human", "?", { parent_message_uuid: "00000000-0000-4000-8000-000000000000" }),
    message("old", "assistant", "no", { parent_message_uuid: "q" }),
    message("new", "assistant", "yes", { parent_message_uuid: "q" }),
  ];
  const last = await readAll("conversations.json", JSON.stringify([{ uuid: "c", chat_messages }]));
  assert.deepEqual(last.brief, ["message user: ?", "message assistant: yes"]);
  const named = await readAll(
    "conversations.json",
    JSON.stringify([{ uuid: "c", chat_messages, current_leaf_message_uuid: "old" }]),
  );
  assert.deepEqual(named.brief, ["message user: ?", "message assistant: no"]);
});
