import assert from "node:assert/strict";
import { test } from "node:test";
import { makeZip } from "../../parsing/zip/make-zip.fixture.ts";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { readAll } from "./read-all.fixture.ts";

function node(id: string, parent: string | null, children: string[], message: object | null) {
  return {
    id,
    parent,
    children,
    message:
      message === null
        ? null
        : {
            id: `m-${id}`,
            create_time: 1_700_000_000.123,
            author: { role: "user" },
            content: { content_type: "text", parts: ["?"] },
            recipient: "all",
            ...message,
          },
  };
}
const text = (...parts: unknown[]) => ({ content: { content_type: "text", parts } });
const assistant = { author: { role: "assistant" } };

const conversation = {
  conversation_id: "conv-1",
  title: "Sums",
  create_time: 1_700_000_000,
  current_node: "new2",
  mapping: {
    root: node("root", null, ["sys"], null),
    sys: node("sys", "root", ["q"], { author: { role: "system" }, ...text("") }),
    q: node("q", "sys", ["old", "new"], text(" 2+2? \n")),
    old: node("old", "q", [], { ...assistant, ...text("5") }),
    new: node("new", "q", ["call"], { ...assistant, content: { content_type: "thoughts", thoughts: [] } }),
    call: node("call", "new", ["out"], {
      ...assistant,
      recipient: "python",
      content: { content_type: "code", language: "python", text: "2+2" },
    }),
    out: node("out", "call", ["new2"], {
      author: { role: "tool", name: "python" },
      content: { content_type: "execution_output", text: "4" },
    }),
    new2: node("new2", "out", [], {
      ...assistant,
      content: {
        content_type: "multimodal_text",
        parts: [
          "It is 4.",
          { content_type: "image_asset_pointer", metadata: { dalle: { prompt: "a four" } } },
          { content_type: "audio_transcription", text: "four" },
        ],
      },
    }),
  },
};

test("the current branch of each conversation, exact", async () => {
  const { format, entries, brief, problems, ignored } = await readAll(
    "conversations.json",
    JSON.stringify([conversation]),
  );
  assert.equal(format, "chatgpt");
  assert.deepEqual(brief, [
    "message user:  2+2? \n",
    "tool tool_call: 2+2",
    "tool tool_result: 4",
    "message assistant: It is 4.\nfour",
  ]);
  assert.equal(entries.at(-1)?.caption, "a four");
  assert.deepEqual(
    [entries[0]?.session, entries[0]?.title, entries[0]?.time],
    ["conv-1", "Sums", "2023-11-14T22:13:20.123Z"],
  );
  assert.deepEqual(problems, []);
  assert.deepEqual([...ignored].sort(), [
    ["other branch", 1],
    ["thinking", 1],
  ]);
});

test("inside the archive that is sent, also in several files", async () => {
  const bytes = makeZip([
    { name: "chat.html", content: "<html>" },
    { name: "conversations-000.json", content: JSON.stringify([conversation]) },
    { name: "conversations-001.json", content: JSON.stringify([{ ...conversation, conversation_id: "conv-2" }]) },
    { name: "user.json", content: "{}" },
  ]);
  const { format, entries } = await readAll("export.zip", await bytesBundle("export.zip", bytes));
  assert.equal(format, "chatgpt");
  assert.deepEqual([...new Set(entries.map(({ session }) => session))], ["conv-1", "conv-2"]);
});

test("what is damaged is named, the rest goes in; a cut-off file gives its whole conversations", async () => {
  const damaged = {
    ...conversation,
    conversation_id: "conv-3",
    mapping: { ...conversation.mapping, new2: node("new2", "q", [], { content: { content_type: "hologram" } }) },
  };
  const whole = JSON.stringify([conversation, { title: "empty" }, damaged, 7]);
  const { entries, problems } = await readAll("conversations.json", whole);
  assert.deepEqual([...new Set(entries.map(({ session }) => session))], ["conv-1", "conv-3"]);
  assert.deepEqual(
    problems.map(({ line, reason }) => `${line} ${reason}`),
    ["2 no conversation with a mapping", "3 unknown content 'hologram'", "4 no conversation with a mapping"],
  );
  const cut = await readAll("conversations.json", whole.slice(0, JSON.stringify(conversation).length + 40));
  assert.deepEqual([cut.entries.length, cut.problems.at(-1)?.reason], [4, "cut off"]);
});

test("a message without a time has that of the one before it, and the first its conversation's", async () => {
  const asked = node("q", null, ["a"], { create_time: null, ...text("2+2?") });
  const told = node("a", "q", ["b"], { ...assistant, create_time: 1_700_000_060, ...text("4") });
  const more = node("b", "a", [], { ...assistant, create_time: null, ...text("In decimal.") });
  const mapping = { q: asked, a: told, b: more };
  const file = JSON.stringify([{ ...conversation, current_node: "b", mapping }]);
  const { entries } = await readAll("conversations.json", await bytesBundle("conversations.json", Buffer.from(file)));
  assert.deepEqual(
    entries.map(({ time }) => time),
    ["2023-11-14T22:13:20.000Z", "2023-11-14T22:14:20.000Z", "2023-11-14T22:14:20.000Z"],
  );
});
