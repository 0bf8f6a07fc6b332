import assert from "node:assert/strict";
import { test } from "node:test";
import { readAll } from "./read-all.fixture.ts";

const at = "2025-10-29T00:59:38.317Z";
const item = (payload: object) => ({ timestamp: at, type: "response_item", payload });
const message = (role: string, text: string) =>
  item({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }] });
const meta = {
  timestamp: at,
  type: "session_meta",
  payload: { id: "019a", cwd: "/x", originator: "codex_cli", cli_version: "0.50.0", source: "cli" },
};

test("a rollout: messages once, tools exact, what Codex put in marked", async () => {
  const { format, brief, entries, problems, ignored } = await readAll("rollout-2025-10-29T00-59-38-019a.jsonl", [
    meta,
    message("developer", "be careful"),
    message("user", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
    message("user", "what is 2+2?"),
    { timestamp: at, type: "event_msg", payload: { type: "user_message", message: "what is 2+2?", kind: "plain" } },
    { timestamp: at, type: "turn_context", payload: { cwd: "/x", model: "gpt-5-codex" } },
    item({ type: "reasoning", summary: [], encrypted_content: "…" }),
    item({ type: "function_call", name: "shell", arguments: '{"command":["echo","4"]}', call_id: "c1" }),
    item({ type: "function_call_output", call_id: "c1", output: '{"output":"4\\n","metadata":{"exit_code":0}}' }),
    item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch\n*** End Patch", call_id: "c2" }),
    item({ type: "custom_tool_call_output", call_id: "c2", output: "Done" }),
    item({ type: "function_call_output", call_id: "c3", output: [{ type: "input_text", text: "part" }] }),
    message("assistant", "4"),
    { timestamp: at, type: "event_msg", payload: { type: "agent_message", message: "4" } },
    { timestamp: at, type: "compacted", payload: { message: "They asked for a sum." } },
    { timestamp: at, type: "surprise", payload: { type: "x" } },
  ]);
  assert.equal(format, "codex");
  assert.deepEqual(brief, [
    "context system: be careful",
    "context system: <environment_context>\n  <cwd>/x</cwd>\n</environment_context>",
    "message user: what is 2+2?",
    'tool tool_call: shell\n{"command":["echo","4"]}',
    'tool tool_result: {"output":"4\\n","metadata":{"exit_code":0}}',
    "tool tool_call: apply_patch\n*** Begin Patch\n*** End Patch",
    "tool tool_result: Done",
    "tool tool_result: part",
    "message assistant: 4",
    "summary summary: They asked for a sum.",
  ]);
  assert.deepEqual([...new Set(entries.map(({ session, time }) => `${session} ${time}`))], [`019a ${at}`]);
  assert.deepEqual(problems, [{ file: "", line: 16, reason: "unknown record 'surprise/x'" }]);
  assert.deepEqual(
    [ignored.get("event_msg user_message"), ignored.get("event_msg agent_message"), ignored.get("event_msg")],
    [1, 1, undefined],
  );
  assert.equal(entries[3]?.id, "call-c1");
});

test("files of old versions have bare items", async () => {
  const { format, brief, problems } = await readAll("rollout.jsonl", [
    { id: "old-1", timestamp: at, instructions: null, git: {} },
    { record_type: "state" },
    { type: "message", id: null, role: "user", content: [{ type: "input_text", text: "hi" }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "hello" }] },
  ]);
  assert.equal(format, "codex");
  assert.deepEqual(brief, ["message user: hi", "message assistant: hello"]);
  assert.deepEqual(problems, []);
});

test("an event is a message where no item says the same, but for what Codex doesn't show", async () => {
  const event = (type: string, text: string) => ({
    timestamp: at,
    type: "event_msg",
    payload: { type, message: text },
  });
  const picture = [
    { type: "input_text", text: "<image name=[Image #1]>" },
    { type: "input_image", image_url: "data:" },
    { type: "input_text", text: "</image>" },
    { type: "input_text", text: "what is this?" },
  ];
  const { brief } = await readAll("rollout.jsonl", [
    meta,
    item({ type: "message", role: "user", content: picture }),
    event("user_message", "what is this?"),
    event("agent_message", "I look at it."),
    event("agent_message", "A heron."),
    message("assistant", "A heron.<oai-mem-citation>\nMEMORY.md:3\n</oai-mem-citation>"),
    event("agent_message", "It stands at berth four."),
    message("user", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
    event("user_message", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
    { timestamp: at, type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 0 } },
    event("user_message", "alone"),
    { timestamp: at, type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } },
  ]);
  assert.deepEqual(brief, [
    "message user: <image name=[Image #1]>\n</image>\nwhat is this?",
    "message assistant: I look at it.",
    "message assistant: A heron.<oai-mem-citation>\nMEMORY.md:3\n</oai-mem-citation>",
    "message assistant: It stands at berth four.",
    "context system: <environment_context>\n  <cwd>/x</cwd>\n</environment_context>",
    "sidechain user: alone",
  ]);
});

test("events count where there are no items; a helper's session is a sidechain", async () => {
  const events = await readAll("rollout.jsonl", [
    meta,
    { timestamp: at, type: "event_msg", payload: { type: "user_message", message: "only told as an event" } },
  ]);
  assert.deepEqual(events.brief, ["message user: only told as an event"]);
  const helper = await readAll("rollout.jsonl", [
    { ...meta, payload: { ...meta.payload, source: { subagent: "review" } } },
    message("user", "review this"),
  ]);
  assert.deepEqual(helper.brief, ["sidechain user: review this"]);
});

test("only Codex itself moves a session to another folder: not an answer, not what a tool was given or gave back", async () => {
  const told = "<environment_context>\n  <cwd>/other</cwd>\n</environment_context>";
  const { entries } = await readAll("rollout-2025-10-29T00-59-38-019a.jsonl", [
    meta,
    message("user", "first"),
    message("assistant", `${told}\nsecond`),
    item({
      type: "function_call",
      name: "shell",
      arguments: JSON.stringify({ cwd: "/other" }),
      call_id: "c",
      cwd: "/other",
    }),
    item({ type: "function_call_output", call_id: "c", output: told, content: [{ type: "input_text", text: told }] }),
    { timestamp: at, type: "event_msg", payload: { type: "exec_command_begin", cwd: "/other" } },
    message("user", "third"),
    message("user", told),
    message("user", "fourth"),
  ]);
  const folders = entries.map(({ text, workspace }) => [/first|second|third|fourth/u.exec(text)?.[0] ?? "", workspace]);
  assert.deepEqual(
    folders.filter(([word]) => word !== ""),
    [
      ["first", "/x"],
      ["second", "/x"],
      ["third", "/x"],
      ["fourth", "/other"],
    ],
  );
});

test("messages without a time have that of their session, by its first record or by the file's name", async () => {
  const said = ["user", "assistant"].map((role) => ({
    type: "message",
    role,
    content: [{ type: "input_text", text: role }],
  }));
  const head = { id: "s1", timestamp: "2025-05-05T10:00:00.000Z", instructions: null };
  const times = async (name: string, records: readonly object[]): Promise<readonly (string | null)[]> =>
    (await readAll(name, records)).entries.map(({ time }) => time);
  assert.deepEqual(await times("a.jsonl", [head, ...said]), [head.timestamp, head.timestamp]);
  const named = "rollout-2025-05-06T11-02-03-5973b6c0-94b8-487b-a530-2aeb6098ae0e.jsonl";
  const bare = [{ id: "s1", timestamp: "", instructions: null }, ...said];
  assert.deepEqual(await times(named, bare), ["2025-05-06T11:02:03.000Z", "2025-05-06T11:02:03.000Z"]);
});
