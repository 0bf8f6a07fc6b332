import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonl, readAll } from "./read-all.fixture.ts";

function record(uuid: string, parentUuid: string | null, content: unknown, more: object = {}) {
  return {
    type: "user",
    uuid,
    parentUuid,
    sessionId: "s",
    timestamp: "2025-06-14T11:00:00Z",
    isSidechain: false,
    message: { role: "user", content },
    ...more,
  };
}
const assistant = { type: "assistant" };

function queue(operation: string, content?: string) {
  return {
    type: "queue-operation",
    operation,
    sessionId: "s",
    timestamp: "2025-06-14T11:00:05Z",
    ...(content !== undefined && { content }),
  };
}

test("messages, tools, thinking, summaries: each by its kind, the text exact", async () => {
  const { entries, brief, problems, ignored } = await readAll("a.jsonl", [
    record("u1", null, "  exact\n\ttext  \n"),
    record(
      "a1",
      "u1",
      [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Let me look." },
        { type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } },
      ],
      assistant,
    ),
    record("r1", "a1", [
      {
        type: "tool_result",
        tool_use_id: "t",
        content: [
          { type: "text", text: "a\nb\n" },
          { type: "image", source: { media_type: "image/png" } },
        ],
      },
    ]),
    record("m1", "r1", "Caveat: …", { isMeta: true }),
    record("c1", "m1", "This session is being continued …", { isCompactSummary: true }),
    { type: "summary", summary: "About ls", leafUuid: "a1" },
    { type: "file-history-snapshot", messageId: "x", snapshot: {} },
  ]);
  assert.deepEqual(brief, [
    "message user:   exact\n\ttext  \n",
    "message assistant: Let me look.",
    'tool tool_call: Bash\n{"command":"ls"}',
    "tool tool_result: a\nb\n",
    "context user: Caveat: …",
    "summary user: This session is being continued …",
    "summary summary: About ls",
  ]);
  assert.deepEqual(
    entries.map(({ id }) => id),
    ["u1", "a1#1", "a1#2", "r1", "m1", "c1", "summary-a1"],
  );
  assert.equal(entries[3]?.caption, "image (image/png)");
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [...ignored],
    [
      ["thinking", 1],
      ["file-history-snapshot", 1],
    ],
  );
});

test("the main chain: an edited prompt's old branch and helpers are sidechains, parallel results are not", async () => {
  const { brief } = await readAll("a.jsonl", [
    record("u1", null, "start"),
    record("a1", "u1", [{ type: "tool_use", name: "A", input: {} }], assistant),
    record("a2", "a1", [{ type: "tool_use", name: "B", input: {} }], assistant),
    record("r1", "a1", [{ type: "tool_result", content: "one" }]),
    record("r2", "a2", [{ type: "tool_result", content: "two" }]),
    record("old", "r2", "first wording"),
    record("oldAnswer", "old", [{ type: "text", text: "to the first wording" }], assistant),
    record("new", "r2", "second wording"),
    record("side", null, "go and search", { isSidechain: true }),
    record("newAnswer", "new", [{ type: "text", text: "to the second" }], assistant),
  ]);
  assert.deepEqual(brief, [
    "message user: start",
    "tool tool_call: A\n{}",
    "tool tool_call: B\n{}",
    "tool tool_result: one",
    "tool tool_result: two",
    "sidechain user: first wording",
    "sidechain assistant: to the first wording",
    "message user: second wording",
    "sidechain user: go and search",
    "message assistant: to the second",
  ]);
});

test("a circle of parents ends", async () => {
  const { entries } = await readAll("a.jsonl", [record("a", "b", "1"), record("b", "a", "2"), record("c", "c", "3")]);
  assert.equal(entries.length, 3);
});

test("damaged and unknown records are named by line, the rest goes in", async () => {
  const content = `${jsonl([record("u1", null, "one")])}{"broken\n42\n{"type":"mystery","uuid":"x","parentUuid":null}\n${jsonl([record("u2", "u1", [{ type: "hologram" }])])}\n${jsonl([record("u3", "u1", "three")])}{"type":"user","uu`;
  const { brief, problems } = await readAll("a.jsonl", content);
  assert.deepEqual(brief, ["message user: one", "message user: three"]);
  assert.deepEqual(problems, [
    { file: "", line: 2, reason: "not JSON" },
    { file: "", line: 3, reason: "not a JSON object" },
    { file: "", line: 4, reason: "unknown record 'mystery'" },
    { file: "", line: 5, reason: "unknown content 'hologram'" },
    { file: "", line: 8, reason: "unfinished last line" },
  ]);
});

test("what a program's session says is marked: nobody typed in it", async () => {
  const { entries } = await readAll("a.jsonl", [
    record("u1", null, "Review this diff.", { entrypoint: "sdk-py" }),
    record("u2", "u1", "And this one.", { promptSource: "sdk" }),
    record("u3", "u2", "Typed by hand.", { entrypoint: "cli" }),
  ]);
  assert.deepEqual(
    entries.map(({ programmed }) => programmed === true),
    [true, true, false],
  );
});

test("a command that waits for the end of the turn is not what was handed over meanwhile", async () => {
  const { brief } = await readAll("a.jsonl", [
    record("u1", null, "Draw the map."),
    queue("enqueue", "/compact"),
    queue("enqueue", "keep the legend"),
    queue("enqueue", "and the scale"),
    queue("remove"),
    queue("remove", "and the scale"),
    queue("dequeue"),
    record("u2", "u1", "<command-name>/compact</command-name>"),
  ]);
  assert.deepEqual(brief.slice(0, 3), [
    "message user: Draw the map.",
    "message user: keep the legend",
    "message user: and the scale",
  ]);
  assert.ok(!brief.some((one) => one.endsWith("user: /compact")));
});

test("the log of all prompts gives the questions that were asked beside the work, with their folder and what was pasted", async () => {
  const typed = (display: string, pastedContents: object = {}) => ({
    display,
    pastedContents,
    timestamp: 1780563603137,
    project: "/home/noor/atlas",
    sessionId: "s1",
  });
  const { entries, ignored } = await readAll("history.jsonl", [
    typed("Lay out the atlas."),
    typed("/btw is peat old?"),
    typed("/btw"),
    typed("/btwhat is this"),
    typed("/btw does [Pasted text #1] hold?", { 1: { id: 1, type: "text", content: "croft\ntable" } }),
  ]);
  assert.deepEqual(
    entries.map(({ session, text, time, workspace, role }) => [session, text, time, workspace, role]),
    [
      ["s1-btw", "is peat old?", "2026-06-04T09:00:03.137Z", "/home/noor/atlas", "user"],
      ["s1-btw", "does [Pasted text #1] hold?\n\ncroft\ntable", "2026-06-04T09:00:03.137Z", "/home/noor/atlas", "user"],
    ],
  );
  assert.equal(ignored.get("prompt of a session"), 3);
});

test("a prompt typed while the agent works is the user's message, once, however it is written", async () => {
  const attachment = (uuid: string, prompt: unknown, commandMode = "prompt", origin = "human") => ({
    ...record(uuid, "u1", null),
    type: "attachment",
    attachment: { type: "queued_command", prompt, commandMode, origin: { kind: origin } },
  });
  const { entries, brief, problems } = await readAll("a.jsonl", [
    record("u1", null, "Rename the module."),
    queue("enqueue", "call it heron"),
    queue("remove"),
    attachment("q1", "call it heron"),
    queue("enqueue", "taken back"),
    queue("popAll"),
    queue("enqueue", "sent on its own"),
    queue("dequeue"),
    record("u2", "u1", "sent on its own"),
    queue("enqueue", "<task-notification>done</task-notification>"),
    queue("remove"),
    queue("enqueue", "sent without a word of the queue"),
    record("u2b", "u2", "sent without a word of the queue"),
    queue("enqueue", "but keep the old name"),
    queue("remove"),
    attachment("q2", [{ type: "text", text: "and test it" }]),
    attachment("q3", "news", "task-notification"),
    attachment("q4", "From another agent.", "prompt", "peer"),
    record("u3", "u2b", "The build is done.", { origin: { kind: "task-notification" } }),
    record("u4", "u3", "Good.", { origin: { kind: "human" }, promptSource: "queued" }),
  ]);
  assert.deepEqual(brief, [
    "message user: Rename the module.",
    "message user: call it heron",
    "message user: sent on its own",
    "message user: sent without a word of the queue",
    "message user: but keep the old name",
    "message user: and test it",
    "context user: From another agent.",
    "context user: The build is done.",
    "message user: Good.",
  ]);
  assert.equal(entries[1]?.time, "2025-06-14T11:00:05Z");
  assert.deepEqual(problems, []);
});

test("each of 57 prompts typed meanwhile is found once, whatever news came before it and left without a word", async () => {
  const prompts = Array.from({ length: 57 }, (_, i) => `Prompt number ${i}`);
  const { entries } = await readAll("a.jsonl", [
    record("u1", null, "Begin."),
    ...prompts.flatMap((prompt, i) => [
      ...(i % 2 === 0 ? [queue("enqueue", `<task-notification>task ${i}</task-notification>`)] : []),
      ...(i % 3 === 0 ? [queue("enqueue", "/compact")] : []),
      queue("enqueue", prompt),
      ...(i % 5 === 0 ? [queue("enqueue", `taken back ${i}`), queue("remove"), queue("popAll")] : [queue("remove")]),
    ]),
  ]);
  assert.deepEqual(
    entries.map(({ text }) => text),
    ["Begin.", ...prompts],
  );
});

test("a question beside the work: a person's, without the session told again and what the model is told", async () => {
  const record = (uuid: string, type: "user" | "assistant", content: unknown): unknown => ({
    type,
    uuid,
    parentUuid: null,
    isSidechain: true,
    agentId: "aside_question-1",
    sessionId: "s",
    timestamp: "2026-08-04T12:00:00.000Z",
    message: { role: type, content },
  });
  const { entries, brief } = await readAll("s/subagents/agent-aside_question-1.jsonl", [
    record("a", "user", "Rename the module."),
    record("b", "assistant", [{ type: "text", text: "Renamed." }]),
    record("c", "user", "<system-reminder>This is a side question.</system-reminder>\n\nwhich port is it?"),
    record("d", "assistant", [{ type: "text", text: "5433." }]),
  ]);
  assert.deepEqual(brief, ["message user: which port is it?", "message assistant: 5433."]);
  assert.equal(entries[0]?.session, "s/agent-aside_question-1");
});

test("a question beside the work that was forked: asked and answered above the fork's orders; newer book-keeping has no id", async () => {
  const record = (uuid: string, type: "user" | "assistant", content: unknown): unknown => ({
    type,
    uuid,
    parentUuid: null,
    isSidechain: true,
    agentId: "a6c59",
    sessionId: "s",
    timestamp: "2026-11-28T12:00:00.000Z",
    message: { role: type, content, ...(uuid === "b" && { model: "<synthetic>" }) },
  });
  const orders = "<fork-boilerplate>\nYou are a worker fork.\n</fork-boilerplate>\n\nYour directive: which port is it?";
  const { entries, brief, problems } = await readAll("s/subagents/agent-a6c59.jsonl", [
    { type: "fork-context-ref", agentId: "a6c59", parentSessionId: "s", contextLength: 14 },
    record("a", "user", "which port is it?"),
    record("b", "assistant", [{ type: "text", text: "5433." }]),
    { type: "api-request-blob", sessionId: "s", hash: "x", message: { role: "user", content: "which port is it?" } },
    { type: "cost-state", sessionId: "s", totalCostUSD: 1 },
    record("c", "user", [{ type: "text", text: orders }]),
    record("d", "assistant", [{ type: "text", text: "Staging listens on 5433." }]),
  ]);
  assert.deepEqual(brief, [
    "message user: which port is it?",
    "message assistant: 5433.",
    `sidechain user: ${orders}`,
    "sidechain assistant: Staging listens on 5433.",
  ]);
  assert.deepEqual(new Set(entries.map(({ session }) => session)), new Set(["s/agent-a6c59"]));
  assert.deepEqual(problems, []);
});
