import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, describe, it } from "node:test";
import { rounds } from "../../../test/rounds.fixture.ts";
import { storedDrawers } from "../../../test/stored-drawers.fixture.ts";
import { groundOf } from "../../text/evidence.ts";
import { BIN, sandbox } from "../cli/spawn-loci.fixture.ts";
import { adapterOf } from "./agents.ts";
import type { Fields } from "../../text/fields.ts";
import { type AgentAdapter, type AgentName, AGENTS } from "./hook-event.ts";
import { localHookContext } from "./local-context.ts";
import { RECORDED_PAYLOADS } from "./recorded-payloads.fixture.ts";
import { runHook } from "./run-hook.ts";

const box = sandbox({ "shop/package.json": '{"name":"shop"}' });
after(() => box.remove());
const cwd = join(box.folder, "shop");

interface Answered {
  readonly status: number | null;
  readonly out: string;
}

/** Hooks that a process was started of. */
const started = new Set<string>();

/**
 * The first of each agent and event, and every day of each agent, is a process of the built program, and so is what isn't JSON; the rest runs here,
 * which costs a tenth.
 */
async function hook(agent: AgentName, event: string, payload: object | string, home = box.home): Promise<Answered> {
  const name = `${agent} ${rounds(1, 0) === 1 ? event : ""}`;
  if (typeof payload === "object" && started.has(name)) return await hookHere(agent, event, { cwd, ...payload }, home);
  started.add(name);
  const child = spawn(process.execPath, [BIN, "hook", agent, event, "--home", home, "--wait"], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: box.folder },
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stdin.end(typeof payload === "string" ? payload : JSON.stringify({ cwd, ...payload }));
  return { status: await new Promise((resolve) => child.on("close", resolve)), out };
}

/** The same in this process. */
async function hookHere(agent: AgentName, event: string, payload: Fields, home = box.home): Promise<Answered> {
  const environment = { PATH: process.env["PATH"], HOME: box.folder };
  const context = localHookContext({
    home,
    userHome: box.folder,
    project: null,
    cwd,
    environment,
    drainer: null,
  });
  try {
    return { status: 0, out: await runHook(adapterOf(agent) as AgentAdapter, { event, payload }, context) };
  } finally {
    await context.close();
  }
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
function entry(n: number, role: "user" | "assistant", text: string, more: object = {}): string {
  const content = role === "user" ? text : [{ type: "text", text }];
  return `${JSON.stringify({ type: role, uuid: uuid(n), parentUuid: n > 1 ? uuid(n - 1) : null, sessionId: "s1", cwd, timestamp: `2026-11-20T09:${String(n).padStart(2, "0")}:00.000Z`, message: { role, content }, ...more })}\n`;
}

/** Texts of the recorded messages, of each session in order. */
async function texts(): Promise<string[]> {
  return (await storedDrawers(box.home, "shop")).filter(({ message }) => message !== null).map(({ text }) => text);
}

describe("hooks", () => {
  const transcript = join(box.folder, "s1.jsonl");
  const base = { session_id: "s1", transcript_path: transcript };

  it("records a turn as it ends: found by search, once, without its secrets", async () => {
    writeFileSync(
      transcript,
      entry(1, "user", "We choose port 8443 for the staging gateway. The password is hunter#4711.") +
        entry(2, "assistant", "Noted: the staging gateway listens on 8443."),
    );
    assert.deepEqual(await hook("claude-code", "Stop", { ...base, hook_event_name: "Stop" }), { status: 0, out: "" });
    await hook("claude-code", "Stop", { ...base, hook_event_name: "Stop" });
    await hook("claude-code", "PreCompact", { ...base, hook_event_name: "PreCompact", trigger: "auto" });
    assert.deepEqual((await texts()).sort(), [
      "Noted: the staging gateway listens on 8443.",
      "We choose port 8443 for the staging gateway. The password is [redacted:password].",
    ]);
    const found = await box.loci(["search", "staging gateway port", "--project", "shop", "--json"]);
    assert.ok(found.json()["hits"][0].text.includes("8443"));
  });

  it("trap: every other time, or from the beginning again. A session that grows is read on", async () => {
    for (let n = 3; n < 9; n++) {
      appendFileSync(transcript, entry(n, n % 2 === 1 ? "user" : "assistant", `turn ${n} of the session`));
      await hook("claude-code", "Stop", { ...base, hook_event_name: "Stop" });
      assert.equal((await texts()).length, n);
    }
  });

  it("trap: resume and fork tell everything again. Each message stays once", async () => {
    const fork = join(box.folder, "s2.jsonl");
    writeFileSync(
      fork,
      readFileSync(transcript, "utf8").replaceAll('"s1"', '"s2"') +
        entry(20, "user", "only in the fork").replaceAll('"s1"', '"s2"'),
    );
    await hook("claude-code", "SessionEnd", {
      session_id: "s2",
      transcript_path: fork,
      hook_event_name: "SessionEnd",
      reason: "other",
    });
    const all = await texts();
    assert.equal(all.length, new Set(all).size);
    assert.equal(all.length, 9);
  });

  it("trap: deleted by the agent's own clean-up. What was recorded stays through a rebuild", async () => {
    writeFileSync(transcript, "");
    await hook("claude-code", "Stop", { ...base, hook_event_name: "Stop" });
    await box.loci(["data", "rebuild", "--project", "shop"]);
    assert.equal((await texts()).length, 9);
    const found = await box.loci(["search", "staging gateway port", "--project", "shop", "--json"]);
    assert.ok(found.json()["hits"][0].text.includes("8443"));
  });

  it("trap: Cursor runs Claude's hooks too. Two hooks for one turn, each message once", async () => {
    const payload = { conversation_id: "c9", generation_id: "g1", cursor_version: "2.4.1", workspace_roots: [cwd] };
    await hook("cursor", "beforeSubmitPrompt", { ...payload, prompt: "Use four decimals in the ledger." });
    await hook("claude-code", "UserPromptSubmit", {
      ...payload,
      hook_event_name: "UserPromptSubmit",
      prompt: "Use four decimals in the ledger.",
    });
    await hook("cursor", "afterAgentResponse", { ...payload, text: "The ledger keeps four decimals." });
    await hook("claude-code", "Stop", {
      ...payload,
      hook_event_name: "Stop",
      last_assistant_message: "The ledger keeps four decimals.",
    });
    await hook("cursor", "stop", { ...payload, status: "completed" });
    const matching = (await texts()).filter((text) => text.includes("four decimals"));
    assert.deepEqual(matching.sort(), ["The ledger keeps four decimals.", "Use four decimals in the ledger."]);
  });

  it("trap: transcript_path is null in Codex. Prompt and reply of the payload are kept, and once when the file comes", async () => {
    const payload = { session_id: "x1", transcript_path: null, turn_id: "t1", model: "m" };
    await hook("codex", "UserPromptSubmit", { ...payload, prompt: "Keep invoices in cents." });
    await hook("codex", "Stop", { ...payload, last_assistant_message: "Invoices are in cents." });
    const rollout = join(box.folder, "rollout-x1.jsonl");
    const item = (role: string, text: string): string =>
      `${JSON.stringify({ timestamp: "2026-11-20T10:00:00Z", type: "response_item", payload: { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] } })}\n`;
    writeFileSync(
      rollout,
      `${JSON.stringify({ timestamp: "2026-11-20T10:00:00Z", type: "session_meta", payload: { id: "x1", cwd } })}\n${item("user", "Keep invoices in cents.")}${item("assistant", "Invoices are in cents.")}${item("user", "And taxes, too.")}`,
    );
    await hook("codex", "Stop", { ...payload, transcript_path: rollout });
    assert.deepEqual(
      (await texts()).filter((text) => /invoices|taxes/iu.test(text)),
      ["Keep invoices in cents.", "Invoices are in cents.", "And taxes, too."],
    );
  });

  it("keeps machine-written prompts and marks them; they aren't the user's, and nothing is added to them", async () => {
    const file = join(box.folder, "s3.jsonl");
    writeFileSync(
      file,
      [
        entry(31, "user", "<task-notification>the reindex is done</task-notification>"),
        entry(32, "user", "poll the queue again"),
        entry(33, "user", "a real request of mine"),
      ]
        .join("")
        .replaceAll('"s1"', '"s3"'),
    );
    const payload = { session_id: "s3", transcript_path: file, hook_event_name: "UserPromptSubmit" };
    const answered = await hook("claude-code", "UserPromptSubmit", {
      ...payload,
      prompt: "poll the queue again",
      source: "scheduled",
    });
    assert.deepEqual(answered, { status: 0, out: "" });
    const said = (await storedDrawers(box.home, "shop")).filter(({ message }) => message?.session === "s3");
    assert.deepEqual(
      said.map((drawer) => [drawer.message?.marks, groundOf(drawer)]),
      [
        [["machine"], "machine"],
        [["machine"], "machine"],
        [undefined, "stated"],
      ],
    );
  });

  it("adds fenced passages to a prompt that asks for the past, and nothing to others or to subagents", async () => {
    writeFileSync(
      join(box.folder, "facts.md"),
      Array.from(
        { length: 12 },
        (_, i) =>
          `# Topic ${i}\n\nThe ${["ferry", "orchard", "violin", "glacier", "bakery", "harbour", "lantern", "meadow", "quarry", "saddle", "tunnel", "walnut"][i]} project is led by ${["Ann", "Bob", "Cid", "Dora", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou"][i]} Larsen from the Malmö office, budget ${i + 3} million kronor.\n`,
      ).join("\n"),
    );
    await box.loci(["index", "facts.md", "--scope", "kb", "--project", "shop"]);
    const ask = { session_id: "s9", hook_event_name: "UserPromptSubmit", source: "user", transcript_path: transcript };
    const { out } = await hook("claude-code", "UserPromptSubmit", {
      ...ask,
      prompt: "what was the budget of the walnut project led by Lou Larsen?",
    });
    const context = (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
      .additionalContext;
    assert.ok(/<<<DATA (\w+):[^\n]*\n\1 \[M1\]/u.test(context) && context.includes("Lou Larsen"));
    assert.equal((await hook("claude-code", "UserPromptSubmit", { ...ask, prompt: "fix the lint errors" })).out, "");
    assert.equal(
      (
        await hook("claude-code", "UserPromptSubmit", {
          ...ask,
          agent_id: "a1",
          prompt: "who did we say leads the walnut project?",
        })
      ).out,
      "",
    );
  });

  it("begins a session with the brief; after a compaction only with what the summary lost", async () => {
    const start = await hook("gemini", "SessionStart", { session_id: "g1", source: "startup" });
    assert.ok(start.out.includes("additionalContext"));
    const file = join(box.folder, "s4.jsonl");
    writeFileSync(
      file,
      [
        entry(41, "user", "Round invoices half to even and keep four decimals in the ledger table."),
        entry(42, "assistant", "Ledger rounds half to even now; migration 0042 adds the column."),
        entry(43, "user", "Set up the staging gateway on port 8443 behind haproxy."),
        entry(44, "user", "Which migration added the ledger column for rounding invoices?"),
      ]
        .join("")
        .replaceAll('"s1"', '"s4"'),
    );
    const base = { session_id: "s4", transcript_path: file };
    await hook("claude-code", "PostCompact", {
      ...base,
      hook_event_name: "PostCompact",
      compact_summary: "The user set up the staging gateway on port 8443 behind haproxy.",
    });
    const { out } = await hook("claude-code", "SessionStart", {
      ...base,
      hook_event_name: "SessionStart",
      source: "compact",
    });
    assert.ok(out.includes("migration 0042") && !out.includes("haproxy"));
  });

  it("fails open: 0, one visible line, no stack trace, whatever is wrong", async () => {
    const payloads = ["", "no json", "[]", '{"session_id":{"a":1},"cwd":7,"prompt":["x"],"messages":[1,{"info":1}]}'];
    for (const [nth, agent] of AGENTS.entries()) {
      for (const { name } of adapterOf(agent)?.events ?? []) {
        // Every day each of them by an agent or two.
        for (const payload of payloads.filter((_, i) => (i + nth) % rounds(1, 4) === 0)) {
          const { status, out } = await hook(agent, name, payload, join(box.folder, "package.json-is-no-folder"));
          assert.equal(status, 0, `${agent} ${name}`);
          assert.ok(!out.includes("    at ") && out.split("\n").length <= 2, out);
          if (out !== "") JSON.parse(out);
        }
        break;
      }
    }
    writeFileSync(join(box.folder, "file"), "");
    const { status, out } = await hook(
      "claude-code",
      "Stop",
      { session_id: "q", transcript_path: null, last_assistant_message: "x" },
      join(box.folder, "file"),
    );
    assert.equal(status, 0);
    assert.match(out, /^\{"systemMessage":"memory unavailable: [^\n]+"\}\n$/u);
  });

  it("takes every recorded payload of every agent", async () => {
    for (const agent of AGENTS) {
      // Of each agent something was started as a process, above or here.
      for (const [event, payload] of Object.entries(RECORDED_PAYLOADS[agent])) {
        const own = [...started].some((name) => name.startsWith(`${agent} `));
        const { status, out } = await (own ? hookHere : hook)(agent, event, { ...payload, cwd });
        assert.equal(status, 0, `${agent} ${event}`);
        assert.ok(!out.includes("unavailable"), out);
        if (adapterOf(agent)?.alwaysAnswers === true) JSON.parse(out);
      }
    }
  });

  it("install, status and uninstall from the command line", async () => {
    const settings = join(box.folder, ".claude", "settings.json");
    mkdirSync(join(box.folder, ".claude"));
    writeFileSync(settings, '{\n  "model": "opus" // mine\n}\n');
    const shown = await box.loci(["hooks", "install", "claude-code", "--dry-run"]);
    assert.ok(shown.out.includes("UserPromptSubmit"));
    assert.equal(readFileSync(settings, "utf8"), '{\n  "model": "opus" // mine\n}\n');
    assert.equal((await box.loci(["hooks", "install", "claude-code"])).status, 0);
    const status = await box.loci(["hooks", "claude-code", "--json"]);
    assert.equal(status.status, 0, status.out + status.err);
    assert.equal(status.json()["installed"].length, 6);
    assert.deepEqual(status.json()["missing"], []);
    assert.ok((await box.loci(["hooks", "install", "codex"])).out.includes("/hooks and trust these 6 hooks"));
    assert.ok((await box.loci(["hooks", "codex"])).out.includes("not yet trusted"));
    assert.equal((await box.loci(["hooks", "uninstall", "claude-code"])).status, 0);
    assert.equal(readFileSync(settings, "utf8"), '{\n  "model": "opus" // mine\n}\n');
    assert.equal((await box.loci(["hooks", "install", "emacs"])).status, 2);
  });
});

describe("hooks beside a folder that is mined", () => {
  const other = sandbox({ "shop/package.json": '{"name":"shop"}' });
  after(() => other.remove());

  it("trap: mined and recorded. Each message is found once, whichever came first", async () => {
    const folder = join(other.folder, "transcripts");
    mkdirSync(folder);
    const file = join(folder, "s1.jsonl");
    writeFileSync(
      file,
      entry(1, "user", "The heron nests by the mill.") + entry(2, "assistant", "Noted, by the mill."),
    );
    const stop = { session_id: "s1", transcript_path: file, hook_event_name: "Stop", cwd: join(other.folder, "shop") };
    await hook("claude-code", "Stop", stop, other.home);
    await other.loci(["mine", folder, "--scope", "admin", "--project", "shop"]);
    appendFileSync(file, entry(3, "user", "And the heron left in autumn."));
    await hook("claude-code", "Stop", stop, other.home);
    const { hits } = (await other.loci(["search", "heron", "--project", "shop", "--json"])).json();
    const found = hits.map(({ text, duplicates }: { text: string; duplicates: number }) => [text, duplicates]);
    assert.deepEqual(found.filter(([text]: [string]) => text.includes("heron")).sort(), [
      ["And the heron left in autumn.", 0],
      ["The heron nests by the mill.", 0],
    ]);
    const status = (await other.loci(["status", "--project", "shop", "--json"])).json();
    assert.equal(status["counts"].drawers, 3);
  });
});

test("a hook without an agent says that its name is missing, one of an unknown agent which there are", async () => {
  const box = sandbox();
  for (const [words, said] of [
    [["hook"], /the agent's name is missing/u],
    [["hook", "frob"], /there is no agent 'frob'/u],
  ] as const) {
    const { status, err } = await box.loci(words);
    assert.equal(status, 2);
    assert.match(err, said);
    assert.match(err, /use one of claude-code/u);
  }
});
