import assert from "node:assert/strict";
import { test } from "node:test";
import { readAll } from "./read-all.fixture.ts";

const head = {
  sessionId: "g-1",
  projectHash: "abc",
  startTime: "2026-10-01T09:00:00.000Z",
  lastUpdated: "2026-10-01T09:00:00.000Z",
  kind: "main",
};
const message = (id: string, type: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: "2026-10-01T09:00:05.000Z",
  type,
  content,
  ...more,
});
const call = {
  id: "ls-1",
  name: "list_directory",
  args: { path: "/x" },
  status: "success",
  timestamp: "2026-10-01T09:00:07.100Z",
  result: [{ functionResponse: { id: "ls-1", name: "list_directory", response: { output: "main.ts\nutil.ts" } } }],
};

test("a session as JSONL: later records change earlier ones, a rewind takes back", async () => {
  const { format, brief, entries, problems, ignored } = await readAll("session-2026-10-01T09-00-a1.jsonl", [
    head,
    message("c", "user", [{ text: "<session_context>\nfolders\n</session_context>" }]),
    message("u1", "user", [{ text: "list files" }]),
    message("g1", "gemini", "Listing now.", { thoughts: [{ subject: "Plan", description: "ls" }] }),
    message("g1", "gemini", "Listing now.", { toolCalls: [call] }),
    message("r1", "user", [{ functionResponse: { id: "ls-1", response: { output: "main.ts\nutil.ts" } } }]),
    { $set: { lastUpdated: "2026-10-01T09:00:08.000Z", summary: "List files" } },
    message("u2", "user", "delete everything"),
    message("g2", "gemini", "No."),
    { $rewindTo: "u2" },
    message("u3", "user", "show util.ts"),
    message("g3", "gemini", "draft"),
    { $patch: { id: "g3", content: [{ text: "thinking", thought: true }, { text: "Here it is." }] } },
    { $set: { messages: [message("u3", "user", "show util.ts")] } },
    { $set: { sessionId: "g-resumed" } },
    { strange: true },
  ]);
  assert.equal(format, "gemini");
  assert.deepEqual(brief, [
    "context system: <session_context>\nfolders\n</session_context>",
    "message user: list files",
    "message assistant: Listing now.",
    'tool tool_call: list_directory\n{"path":"/x"}',
    "tool tool_result: main.ts\nutil.ts",
    "message user: show util.ts",
    "message assistant: Here it is.",
  ]);
  assert.deepEqual([...new Set(entries.map(({ session, title }) => `${session} ${title}`))], ["g-1 List files"]);
  assert.deepEqual(problems, [{ file: "", line: 16, reason: "unknown record" }]);
  assert.equal(ignored.get("rewound"), 2);
  // Ids and times that earlier versions gave them: what was read then is not told twice.
  assert.deepEqual(
    entries.filter(({ kind }) => kind === "tool").map(({ id, time }) => [id, time]),
    [
      ["call-ls-1", "2026-10-01T09:00:07.100Z"],
      ["result-ls-1", "2026-10-01T09:00:07.100Z"],
    ],
  );
});

test("a session as one JSON object, indented or not", async () => {
  const session = {
    ...head,
    messages: [
      message("u1", "user", "2+2?"),
      message("g1", "gemini", "4"),
      message("i", "info", "Request cancelled."),
      message("x", "telepathy", "?"),
    ],
  };
  for (const text of [JSON.stringify(session), JSON.stringify(session, null, 2)]) {
    const { format, brief, problems } = await readAll("session-1.json", text);
    assert.equal(format, "gemini");
    assert.deepEqual(brief, ["message user: 2+2?", "message assistant: 4", "context system: Request cancelled."]);
    assert.deepEqual(problems, [{ file: "", line: 4, reason: "unknown message 'telepathy'" }]);
  }
});

test("a checkpoint and the log of prompts", async () => {
  const history = [
    { role: "user", parts: [{ text: "hello" }] },
    { role: "model", parts: [{ text: "Hi." }, { functionCall: { name: "glob", args: { pattern: "*" } } }] },
    { role: "user", parts: [{ functionResponse: { name: "glob", response: { output: "a.ts" } } }] },
  ];
  for (const value of [history, { history, authType: "oauth" }]) {
    const { brief } = await readAll("checkpoint-tag.json", JSON.stringify(value));
    assert.deepEqual(brief, [
      "message user: hello",
      "message assistant: Hi.",
      'tool tool_call: glob\n{"pattern":"*"}',
      "tool tool_result: a.ts",
    ]);
  }
  const log = await readAll(
    "logs.json",
    JSON.stringify([
      { sessionId: "s1", messageId: 0, type: "user", message: "first", timestamp: "2026-10-01T09:00:05.000Z" },
    ]),
  );
  assert.deepEqual(
    log.entries.map(({ session, id, text }) => [session, id, text]),
    [["s1", "log-0", "first"]],
  );
});

test("a prompt between what hooks put in is the user's", async () => {
  const hook = (text: string): string => `<hook_context>${text}</hook_context>`;
  const { brief } = await readAll("session-2026-10-01T09-00-a2.jsonl", [
    head,
    message("u1", "user", [{ text: `${hook("a brief")}\n\nWho runs the train?` }, { text: hook("a passage") }]),
    message("u2", "user", [{ text: `${hook("one")}\n${hook("two")}` }]),
  ]);
  assert.deepEqual(
    brief.map((line) => line.slice(0, 15)),
    ["context system:", "message user: W", "context system:"],
  );
});
