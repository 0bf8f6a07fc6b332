import {
  type AgentAdapter,
  type AgentName,
  AGENTS,
  type DeclaredEvent,
  type HookAnswer,
  type HookEvent,
  type HookPhase,
} from "./hook-event.ts";
import type { AgentMessage } from "../../index.ts";
import { type Fields, fieldsOf, textOf } from "../../text/fields.ts";

/** How long a hook of each phase may take, seconds. */
const SECONDS: Readonly<Record<HookPhase, number>> = {
  "session-start": 10,
  prompt: 5,
  "turn-end": 10,
  "before-compaction": 10,
  "after-compaction": 10,
  "session-end": 5,
};

/** The events of an agent by what it calls them. @param unit how many of what it counts time-outs in make a second */
const declared = (names: Readonly<Record<string, HookPhase>>, unit = 1): readonly DeclaredEvent[] =>
  Object.entries(names).map(([name, phase]) => ({ name, phase, timeout: SECONDS[phase] * unit }));

const CLAUDE_EVENTS = declared({
  SessionStart: "session-start",
  UserPromptSubmit: "prompt",
  Stop: "turn-end",
  PreCompact: "before-compaction",
  PostCompact: "after-compaction",
  SessionEnd: "session-end",
});

/** Cursor's store below its folder, which lies elsewhere on each system. */
const CURSOR_STORE = "Cursor/User/globalStorage/state.vscdb";

const ADAPTERS: Readonly<Record<AgentName, AgentAdapter>> = {
  // Handlers as `command` with `args`, or `http`. `SessionEnd` has 1.5 s for all hooks together, more where a hook says so.
  "claude-code": {
    name: "claude-code",
    title: "Claude Code",
    events: CLAUDE_EVENTS,
    moved: ["CLAUDE_CONFIG_DIR", ".claude"],
    hooksFile: ".claude/settings.json",
    mcpFile: ".claude.json",
    mcpKey: "mcpServers",
    histories: [
      ["CLAUDE_CONFIG_DIR", "projects"],
      [null, ".claude/projects"],
      [null, ".config/claude/projects"],
      ["CLAUDE_CONFIG_DIR", "history.jsonl"],
      [null, ".claude/history.jsonl"],
    ],
    alwaysAnswers: false,
    read: (name, payload) =>
      readAs("claude-code", { name: textOf(payload["hook_event_name"]) ?? name, payload }, fromCursor(payload)) ??
      readAs("claude-code", { name, payload }, fromCursor(payload)),
    answer: answerCommon,
    afterInstall: () => "Hooks take effect in sessions that begin from now on.",
  },
  // `hooks.json` or `[hooks]` of `config.toml`. Unknown keys of an answer are refused, and each hook must be trusted first. `SessionEnd` has
  // 1 s, 3 at most whatever is declared.
  codex: {
    name: "codex",
    title: "Codex CLI",
    events: CLAUDE_EVENTS.map((event) => (event.phase === "session-end" ? { ...event, timeout: 3 } : event)),
    moved: ["CODEX_HOME", ".codex"],
    hooksFile: ".codex/hooks.json",
    mcpFile: ".codex/config.toml",
    mcpKey: "mcp_servers",
    histories: [
      ["CODEX_HOME", "sessions"],
      ["CODEX_HOME", "archived_sessions"],
      [null, ".codex/sessions"],
      [null, ".codex/archived_sessions"],
    ],
    alwaysAnswers: false,
    read: (name, payload) => readAs("codex", { name, payload }),
    answer: answerCommon,
    afterInstall: (events) => `Open Codex, type /hooks and trust these ${events} hooks: until then none of them runs.`,
  },
  // Time-outs in milliseconds: a 10 here would end every hook before it began. Standard output must be JSON only.
  gemini: {
    name: "gemini",
    title: "Gemini CLI",
    events: declared(
      {
        SessionStart: "session-start",
        BeforeAgent: "prompt",
        AfterAgent: "turn-end",
        PreCompress: "before-compaction",
        SessionEnd: "session-end",
      },
      1_000,
    ),
    moved: ["GEMINI_CLI_HOME", ""],
    hooksFile: ".gemini/settings.json",
    mcpFile: ".gemini/settings.json",
    mcpKey: "mcpServers",
    histories: [
      ["GEMINI_CLI_HOME", ".gemini/tmp"],
      [null, ".gemini/tmp"],
    ],
    alwaysAnswers: true,
    read: (name, payload) => readAs("gemini", { name, payload }),
    answer: (event, answer) => answerCommon(event, answer) || "{}\n",
    afterInstall: () => "Hooks take effect in sessions that begin from now on.",
  },
  // A prompt's hook takes no context, only whether to go on; the brief comes with the session's start. There is no transcript file to rely
  // on, so messages are taken from the payloads.
  cursor: {
    name: "cursor",
    title: "Cursor",
    events: declared({
      sessionStart: "session-start",
      beforeSubmitPrompt: "prompt",
      afterAgentResponse: "turn-end",
      stop: "turn-end",
      preCompact: "before-compaction",
      sessionEnd: "session-end",
    }),
    moved: null,
    hooksFile: ".cursor/hooks.json",
    mcpFile: ".cursor/mcp.json",
    mcpKey: "mcpServers",
    histories: [
      ["XDG_CONFIG_HOME", CURSOR_STORE],
      ["APPDATA", CURSOR_STORE],
      [null, `.config/${CURSOR_STORE}`],
      [null, `Library/Application Support/${CURSOR_STORE}`],
      [null, ".cursor/chats"],
      [null, ".cursor/projects/*/agent-transcripts"],
    ],
    alwaysAnswers: true,
    read: (name, payload) => readAs("cursor", { name, payload }, (read) => ofCursor(read, payload)),
    answer({ phase }, { context, notice }) {
      const output = {
        // A prompt that waits for this must go on whatever happened.
        ...(phase === "prompt" && { continue: true }),
        ...(phase === "session-start" && context !== null && { additional_context: context }),
        ...(notice !== null && { user_message: notice }),
      };
      return `${JSON.stringify(output)}\n`;
    },
    afterInstall: () => "Open Cursor's settings, Hooks, to see them; hooks take effect in new chats.",
  },
  // A plugin module of ours calls the hook, sets the limit of time that opencode has none of, and hands over messages, since there is no
  // transcript file.
  opencode: {
    name: "opencode",
    title: "opencode",
    events: declared(
      {
        "session.start": "session-start",
        "chat.message": "prompt",
        "session.idle": "turn-end",
        "session.compacting": "before-compaction",
        "session.compacted": "after-compaction",
        "session.deleted": "session-end",
      },
      0,
    ),
    moved: ["XDG_CONFIG_HOME", ".config"],
    hooksFile: ".config/opencode/plugin/loci.js",
    mcpFile: ".config/opencode/opencode.json",
    mcpKey: "mcp",
    histories: [
      ["OPENCODE_DB", ""],
      ["XDG_DATA_HOME", "opencode/opencode.db"],
      ["XDG_DATA_HOME", "opencode/storage"],
      [null, ".local/share/opencode/opencode.db"],
      [null, ".local/share/opencode/storage"],
    ],
    alwaysAnswers: true,
    read: (name, payload) =>
      readAs("opencode", { name, payload }, (read) => {
        const listed: readonly unknown[] = Array.isArray(payload["messages"]) ? payload["messages"] : [];
        return { ...read, messages: listed.flatMap(messageOf) };
      }),
    answer: (_event, { context, notice }) => `${JSON.stringify({ context, notice })}\n`,
    afterInstall: () => "The plugin is loaded when opencode is started the next time.",
  },
};

export const adapterOf = (name: string): AgentAdapter | null =>
  (AGENTS as readonly string[]).includes(name) ? ADAPTERS[name as AgentName] : null;

type Change = (read: HookEvent) => HookEvent;

interface Called {
  readonly name: string;
  readonly payload: Fields;
}

/** Reads an event by the fields that most agents share, which are Claude Code's. Null where it isn't one of the agent's. */
function readAs(agent: AgentName, { name, payload }: Called, change: Change = (read) => read): HookEvent | null {
  const phase = ADAPTERS[agent].events.find((one) => one.name === name)?.phase;
  if (phase === undefined) return null;
  return change({
    agent,
    name,
    phase,
    session: textOf(payload["session_id"]) ?? textOf(payload["conversation_id"]) ?? "unknown",
    cwd: textOf(payload["cwd"]),
    transcript: textOf(payload["transcript_path"]),
    turn: textOf(payload["prompt_id"]) ?? textOf(payload["turn_id"]) ?? textOf(payload["generation_id"]),
    prompt: textOf(payload["prompt"]),
    promptSource: phase === "prompt" ? textOf(payload["source"]) : null,
    reply: textOf(payload["last_assistant_message"]) ?? textOf(payload["prompt_response"]),
    source: phase === "session-start" ? textOf(payload["source"]) : null,
    summary: textOf(payload["compact_summary"]),
    subagent: textOf(payload["agent_id"]),
    messages: [],
  });
}

/** Cursor runs the hooks of Claude Code, too, with its own ids. */
function fromCursor(payload: Fields): Change {
  const isCursor =
    payload["cursor_version"] !== undefined ||
    (payload["session_id"] === undefined && payload["conversation_id"] !== undefined);
  if (!isCursor) return (read) => read;
  return (read) => ({
    ...read,
    agent: "cursor",
    session: textOf(payload["conversation_id"]) ?? read.session,
    turn: textOf(payload["generation_id"]) ?? read.turn,
    transcript: null,
    reply: read.reply ?? textOf(payload["text"]),
  });
}

function ofCursor(read: HookEvent, payload: Fields): HookEvent {
  const roots = payload["workspace_roots"];
  return {
    ...read,
    session: textOf(payload["conversation_id"]) ?? read.session,
    cwd: read.cwd ?? (Array.isArray(roots) ? textOf(roots[0]) : null),
    transcript: null,
    turn: textOf(payload["generation_id"]),
    promptSource: textOf(fieldsOf(payload["prompt_source"])?.["kind"]) ?? textOf(payload["prompt_source"]),
    reply: read.name === "afterAgentResponse" ? textOf(payload["text"]) : null,
    subagent: textOf(payload["subagent_id"]) ?? textOf(payload["agent_id"]),
  };
}

/** A message of the SDK's client of opencode: `{ info, parts }`; what tools were called with and gave back are messages of their own. */
function messageOf(value: unknown): readonly AgentMessage[] {
  const info = fieldsOf(fieldsOf(value)?.["info"]);
  const parts = fieldsOf(value)?.["parts"];
  const id = textOf(info?.["id"]);
  if (info === null || id === null || !Array.isArray(parts)) return [];
  const created = fieldsOf(info["time"])?.["created"];
  const time = typeof created === "number" && Number.isFinite(created) ? new Date(created).toISOString() : null;
  const subagent = textOf(info["parentSessionID"]) !== null;
  const typed: string[] = [];
  const synthetic: string[] = [];
  const tools: AgentMessage[] = [];
  for (const one of parts) {
    const part = fieldsOf(one);
    const text = textOf(part?.["text"]);
    // Text inserted by plugins, including ours, is no message of a person.
    if (part?.["type"] === "text" && text !== null) (part["synthetic"] === true ? synthetic : typed).push(text);
    const state = fieldsOf(part?.["state"]);
    if (part?.["type"] === "tool" && textOf(state?.["output"]) !== null)
      tools.push({
        id: textOf(part["id"]) ?? `${id}-tool-${tools.length}`,
        role: "tool",
        text: `${textOf(part["tool"]) ?? "tool"}: ${JSON.stringify(state?.["input"] ?? {})}\n${state?.["output"] as string}`,
        time,
        subagent,
      });
  }
  const role = textOf(info["role"]) ?? "user";
  const machine = typed.length === 0 && role === "user";
  const text = (typed.length > 0 ? typed : synthetic).join("\n");
  const messages = text === "" ? [] : [{ id, role: machine ? "system" : role, text, time, subagent }];
  return [...messages, ...tools];
}

/** The answer of agents that took over Claude Code's form: only keys that the strictest of them knows. */
function answerCommon({ name, phase }: Pick<HookEvent, "name" | "phase">, { context, notice }: HookAnswer): string {
  const takesContext = phase === "session-start" || phase === "prompt";
  const output = {
    ...(notice !== null && { systemMessage: notice }),
    ...(context !== null &&
      takesContext && { hookSpecificOutput: { hookEventName: name, additionalContext: context } }),
  };
  return Object.keys(output).length === 0 ? "" : `${JSON.stringify(output)}\n`;
}
