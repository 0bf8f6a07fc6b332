import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AGENTS, type AgentAdapter } from "./hook-event.ts";
import { RECORDED_PAYLOADS } from "./recorded-payloads.fixture.ts";
import { sessionOf } from "./run-hook.ts";
import { adapterOf } from "./agents.ts";

const adapter = (name: string): AgentAdapter => adapterOf(name) as AgentAdapter;
/** Keys that Codex knows at the top of an answer; it refuses the whole answer for any other. */
const CODEX_KEYS = new Set(["continue", "stopReason", "suppressOutput", "systemMessage", "hookSpecificOutput"]);

describe("adapters", () => {
  for (const name of AGENTS) {
    it(`${name}: reads one recorded payload of each event`, () => {
      for (const event of adapter(name).events) {
        const payload = RECORDED_PAYLOADS[name][event.name];
        assert.ok(payload !== undefined, `${event.name} has no recorded payload`);
        const read = adapter(name).read(event.name, payload);
        assert.equal(read?.agent, name);
        assert.equal(read.phase, event.phase);
        assert.notEqual(read.session, "unknown");
        assert.equal(read.cwd, "/home/ada/shop");
        if (event.phase === "prompt") assert.equal(read.prompt, "which port did we choose for staging?");
      }
    });
    it(`${name}: gives nothing for an event that isn't declared, and takes a payload of anything`, () => {
      assert.equal(adapter(name).read("Unheard", {}), null);
      for (const { name: event } of adapter(name).events)
        assert.ok(adapter(name).read(event, { session_id: 7, prompt: [], messages: "x", cwd: null }) !== null);
    });
  }

  it("trap: a shared constant of seconds. Gemini's time-outs are milliseconds, the others' seconds", () => {
    for (const { timeout } of adapter("gemini").events) assert.ok(timeout >= 1_000);
    for (const name of ["claude-code", "codex", "cursor"])
      for (const { timeout } of adapter(name).events) assert.ok(timeout > 0 && timeout <= 60);
  });

  it("Codex: SessionEnd is declared as 3 seconds at most, and answers hold known keys only", () => {
    assert.equal(adapter("codex").events.find(({ name }) => name === "SessionEnd")?.timeout, 3);
    for (const { name, phase } of adapter("codex").events) {
      const text = adapter("codex").answer({ name, phase }, { context: "passages", notice: "memory unavailable: x" });
      const answer = JSON.parse(text) as Record<string, Record<string, unknown>>;
      for (const key of Object.keys(answer)) assert.ok(CODEX_KEYS.has(key), key);
      const specific = answer["hookSpecificOutput"];
      if (specific !== undefined) assert.deepEqual(Object.keys(specific), ["hookEventName", "additionalContext"]);
      assert.equal(specific !== undefined, phase === "session-start" || phase === "prompt");
    }
  });

  it("Gemini and Cursor get JSON and nothing else, also where there is nothing to say", () => {
    for (const name of ["gemini", "cursor"]) {
      for (const event of adapter(name).events)
        assert.doesNotThrow(() => JSON.parse(adapter(name).answer(event, { context: null, notice: null })));
    }
  });

  it("Cursor: a prompt goes on whatever happened, and takes no context; the brief is additional_context", () => {
    assert.deepEqual(
      JSON.parse(
        adapter("cursor").answer(
          { name: "beforeSubmitPrompt", phase: "prompt" },
          { context: "passages", notice: null },
        ),
      ),
      { continue: true },
    );
    assert.deepEqual(
      JSON.parse(
        adapter("cursor").answer({ name: "sessionStart", phase: "session-start" }, { context: "brief", notice: null }),
      ),
      { additional_context: "brief" },
    );
  });

  it("Claude's hook that Cursor runs is Cursor's: the same conversation, turn and ids as by Cursor's own", async () => {
    const own = adapter("cursor").read(
      "beforeSubmitPrompt",
      RECORDED_PAYLOADS.cursor["beforeSubmitPrompt"] as object as Record<string, unknown>,
    );
    const foreign = adapter("claude-code").read("UserPromptSubmit", {
      ...RECORDED_PAYLOADS.cursor["beforeSubmitPrompt"],
      hook_event_name: "UserPromptSubmit",
    });
    assert.ok(own !== null && foreign !== null);
    assert.equal(foreign.agent, "cursor");
    assert.deepEqual(await sessionOf(foreign), await sessionOf(own));
  });

  it("Codex: without a transcript the payload tells prompt and reply; with one nothing but the file", async () => {
    const stop = RECORDED_PAYLOADS.codex["Stop"] as Record<string, unknown>;
    const without = adapter("codex").read("Stop", stop);
    const withOne = adapter("codex").read("Stop", {
      ...stop,
      transcript_path: "/home/ada/.codex/sessions/rollout.jsonl",
    });
    assert.ok(without !== null && withOne !== null);
    assert.deepEqual(
      (await sessionOf(without)).messages?.map(({ role, text }) => [role, text]),
      [["assistant", "Staging listens on 8443."]],
    );
    assert.deepEqual(await sessionOf(withOne), {
      agent: "codex",
      session: "0199a213-81c0-7800-8aa1-bbab2a035a53",
      transcript: "/home/ada/.codex/sessions/rollout.jsonl",
      machinePrompts: [],
    });
  });

  it("opencode: what was put in by a plugin is no word of the user; tools and their output are messages of their own", async () => {
    const read = adapter("opencode").read(
      "session.idle",
      RECORDED_PAYLOADS.opencode["session.idle"] as Record<string, unknown>,
    );
    assert.deepEqual(
      read?.messages.map(({ role, text }) => [role, text]),
      [
        ["user", "which port did we choose for staging?"],
        ["assistant", "Staging listens on 8443."],
        ["tool", 'grep: {"pattern":"port"}\ncompose.yml:8443'],
      ],
    );
  });

  it("a prompt that its agent says a program wrote is marked, whatever its words", async () => {
    const read = adapter("claude-code").read("UserPromptSubmit", {
      ...RECORDED_PAYLOADS["claude-code"]["UserPromptSubmit"],
      source: "task_notification",
    });
    assert.ok(read !== null);
    assert.equal((await sessionOf(read)).machinePrompts?.length, 1);
  });
});
