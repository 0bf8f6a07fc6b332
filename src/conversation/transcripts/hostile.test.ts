import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../text/linear.fixture.ts";
import { jsonl, readAll } from "./read-all.fixture.ts";

/** Nested deeper than `JSON.stringify` goes. */
const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

test("what a tool was given is read however deep it is nested; a sign stands for what can't be written", async () => {
  const call = {
    type: "assistant",
    uuid: "a",
    parentUuid: "u",
    sessionId: "s",
    message: { content: [{ type: "tool_use", name: "x", input: "DEEP" }] },
  };
  const claudeCode = await readAll("a.jsonl", jsonl([call]).replace('"DEEP"', DEEP), "claude-code");
  const codex = await readAll(
    "a.jsonl",
    jsonl([{ type: "response_item", payload: { type: "function_call_output", output: { result: "DEEP" } } }]).replace(
      '"DEEP"',
      DEEP,
    ),
    "codex",
  );
  const result = { functionResponse: { response: { result: "DEEP" } } };
  const gemini = await readAll(
    "a.json",
    JSON.stringify({
      sessionId: "s",
      messages: [
        { id: "1", type: "gemini", content: "", toolCalls: [{ id: "c", name: "x", args: {}, result: [result] }] },
      ],
    }).replace('"DEEP"', DEEP),
    "gemini",
  );
  const texts = [claudeCode, codex, gemini].map(({ entries }) => entries.at(-1)?.text);
  assert.deepEqual(texts, ["x\n[nested too deeply]", "[nested too deeply]", "[nested too deeply]"]);
});

test("names that every object has are no names of who speaks", async () => {
  const codex = await readAll(
    "a.jsonl",
    [
      { type: "event_msg", payload: { type: "constructor", message: "no" } },
      { type: "event_msg", payload: { type: "user_message", message: "yes" } },
    ],
    "codex",
  );
  assert.deepEqual(codex.brief, ["message user: yes"]);
  const gemini = await readAll(
    "a.json",
    JSON.stringify([
      { role: "constructor", parts: [{ text: "no" }] },
      { role: "user", parts: [{ text: "yes" }] },
    ]),
    "gemini",
  );
  assert.deepEqual(gemini.brief, ["message user: yes"]);
  assert.equal(gemini.problems.length, 1);
});

test("a long chain of records beside the conversation takes linear time", async () => {
  const message = (uuid: string, parentUuid: string | null) => ({
    type: "user",
    uuid,
    parentUuid,
    sessionId: "s",
    message: { content: uuid },
  });
  await assertLinear("chain", 30_000, async (length) => {
    const beside = Array.from({ length }, (_, i) => ({
      type: "progress",
      uuid: `p${i}`,
      parentUuid: i === 0 ? "u1" : `p${i - 1}`,
    }));
    const { brief } = await readAll(
      "a.jsonl",
      jsonl([message("u1", null), ...beside, message("u2", "u1")]),
      "claude-code",
    );
    assert.deepEqual(brief, ["message user: u1", "message user: u2"]);
  });
});

test("a thread with many replies takes linear time", async () => {
  await assertLinear("replies", 40_000, async (length) => {
    const talk = Array.from({ length }, (_, i) => ({
      ts: `${1_700_000_000 + i}.000100`,
      thread_ts: "1700000000.000100",
      user: "U",
      text: String(i),
    }));
    const { entries } = await readAll("day.json", JSON.stringify(talk), "slack");
    assert.deepEqual(
      entries.map(({ text }) => text),
      talk.map(({ text }) => text),
    );
  });
});

test("white space without end takes linear time", async () => {
  for (const unit of [" ", "\r\n", "\v\n\n"])
    await assertLinear(JSON.stringify(unit), 50_000, async (n) => {
      const space = unit.repeat(n);
      const { brief } = await readAll("a.txt", `User: one${space}two\nAssistant: three${space}\n`, "text");
      assert.deepEqual(brief, [`message user: one${space}two`, "message assistant: three"]);
    });
  await assertLinear("heading", 100_000, (n) =>
    readAll("a.md", `## User${" ".repeat(n)}x\n## User \nhi\n## Assistant **  \nyes`, "text"),
  );
  await assertLinear("JSON that was cut off", 50_000, async (n) => {
    const head = `{"x":{}${"\r\n".repeat(n)},"sessionId":"s",`;
    const cut = await readAll("a.json", `${head}"messages":[{"id":"1","type":"user","content":"hi"},{"id"`, "gemini");
    assert.deepEqual(cut.brief, ["message user: hi"]);
  });
});
