import {
  type AgentAdapter,
  type AgentName,
  AGENTS,
  answerCommon,
  type DeclaredEvent,
  type Fields,
  fieldsOf,
  type HookEvent,
  type HookMessage,
  readCommon,
  textOf,
} from "./hook-event.ts";

/** opencode has no time limit; the plugin sets one itself. */
const OPENCODE_EVENTS: readonly DeclaredEvent[] = [
  { name: "session.start", phase: "session-start", timeout: 0 },
  { name: "chat.message", phase: "prompt", timeout: 0 },
  { name: "session.idle", phase: "turn-end", timeout: 0 },
  { name: "session.compacting", phase: "before-compaction", timeout: 0 },
  { name: "session.compacted", phase: "after-compaction", timeout: 0 },
  { name: "session.deleted", phase: "session-end", timeout: 0 },
];

/** opencode: a plugin module of ours calls the hook and hands over messages, since there is no transcript file. */
const opencode: AgentAdapter = {
  name: "opencode",
  title: "opencode",
  timeoutUnit: "none",
  events: OPENCODE_EVENTS,
  alwaysAnswers: true,
  read(name, payload) {
    const event = OPENCODE_EVENTS.find((one) => one.name === name);
    if (event === undefined) return null;
    const listed: readonly unknown[] = Array.isArray(payload["messages"]) ? payload["messages"] : [];
    return { ...readCommon("opencode", name, event.phase, payload), messages: listed.flatMap(messageOf) };
  },
  answer: (_event, { context, notice }) => `${JSON.stringify({ context, notice })}\n`,
  afterInstall: () => ["The plugin is loaded when opencode is started the next time."],
};

/** A message of the SDK's client: `{ info, parts }`; what tools were called with and gave back are messages of their own. */
function messageOf(value: unknown): readonly HookMessage[] {
  const info = fieldsOf(fieldsOf(value)?.["info"]);
  const parts = fieldsOf(value)?.["parts"];
  const id = textOf(info?.["id"]);
  if (info === null || id === null || !Array.isArray(parts)) return [];
  const created = fieldsOf(info["time"])?.["created"];
  const time = typeof created === "number" && Number.isFinite(created) ? new Date(created).toISOString() : null;
  const subagent = textOf(info["parentSessionID"]) !== null;
  const typed: string[] = [];
  const synthetic: string[] = [];
  const tools: HookMessage[] = [];
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

/** `SessionEnd` has 1.5 s for all hooks together, more where a hook says so. */
const CLAUDE_EVENTS: readonly DeclaredEvent[] = [
  { name: "SessionStart", phase: "session-start", timeout: 10 },
  { name: "UserPromptSubmit", phase: "prompt", timeout: 5 },
  { name: "Stop", phase: "turn-end", timeout: 10 },
  { name: "PreCompact", phase: "before-compaction", timeout: 10 },
  { name: "PostCompact", phase: "after-compaction", timeout: 10 },
  { name: "SessionEnd", phase: "session-end", timeout: 5 },
];

/** Claude Code: `settings.json`, handlers as `command` with `args`, or `http`. */
const claudeCode: AgentAdapter = {
  name: "claude-code",
  title: "Claude Code",
  timeoutUnit: "seconds",
  events: CLAUDE_EVENTS,
  alwaysAnswers: false,
  read(name, payload) {
    const event =
      CLAUDE_EVENTS.find((one) => one.name === (textOf(payload["hook_event_name"]) ?? name)) ??
      CLAUDE_EVENTS.find((one) => one.name === name);
    if (event === undefined) return null;
    // Cursor runs the hooks of Claude Code, too, with its own ids.
    const isCursor =
      payload["cursor_version"] !== undefined ||
      (payload["session_id"] === undefined && payload["conversation_id"] !== undefined);
    const read = readCommon(isCursor ? "cursor" : "claude-code", event.name, event.phase, payload);
    return isCursor
      ? {
          ...read,
          session: textOf(payload["conversation_id"]) ?? read.session,
          turn: textOf(payload["generation_id"]) ?? read.turn,
          transcript: null,
          reply: read.reply ?? textOf(payload["text"]),
        }
      : read;
  },
  answer: answerCommon,
  afterInstall: () => ["Hooks take effect in sessions that begin from now on."],
};

/** Reads the events of an agent whose payloads have the common fields alone. */
function readerOf(agent: AgentName, events: readonly DeclaredEvent[]): AgentAdapter["read"] {
  return (name, payload) => {
    const event = events.find((one) => one.name === name);
    return event === undefined ? null : readCommon(agent, name, event.phase, payload);
  };
}

/** `SessionEnd` has 1 s, 3 at most whatever is declared. */
const CODEX_EVENTS: readonly DeclaredEvent[] = CLAUDE_EVENTS.map((event) =>
  event.phase === "session-end" ? { ...event, timeout: 3 } : event,
);

/** Codex CLI: `hooks.json` or `[hooks]` of `config.toml`. Unknown keys of an answer are refused, and each hook must be trusted first. */
const codex: AgentAdapter = {
  name: "codex",
  title: "Codex CLI",
  timeoutUnit: "seconds",
  events: CODEX_EVENTS,
  alwaysAnswers: false,
  read: readerOf("codex", CODEX_EVENTS),
  answer: answerCommon,
  afterInstall: (events) => [`Open Codex, type /hooks and trust these ${events} hooks: until then none of them runs.`],
};

/** Milliseconds: a 10 here would end every hook before it began. */
const GEMINI_EVENTS: readonly DeclaredEvent[] = [
  { name: "SessionStart", phase: "session-start", timeout: 10_000 },
  { name: "BeforeAgent", phase: "prompt", timeout: 5_000 },
  { name: "AfterAgent", phase: "turn-end", timeout: 10_000 },
  { name: "PreCompress", phase: "before-compaction", timeout: 10_000 },
  { name: "SessionEnd", phase: "session-end", timeout: 5_000 },
];

/** Gemini CLI: `settings.json`, time-outs in milliseconds, standard output must be JSON only. */
const gemini: AgentAdapter = {
  name: "gemini",
  title: "Gemini CLI",
  timeoutUnit: "milliseconds",
  events: GEMINI_EVENTS,
  alwaysAnswers: true,
  read: readerOf("gemini", GEMINI_EVENTS),
  answer: (event, answer) => answerCommon(event, answer) || "{}\n",
  afterInstall: () => ["Hooks take effect in sessions that begin from now on."],
};

const CURSOR_EVENTS: readonly DeclaredEvent[] = [
  { name: "sessionStart", phase: "session-start", timeout: 10 },
  { name: "beforeSubmitPrompt", phase: "prompt", timeout: 5 },
  { name: "afterAgentResponse", phase: "turn-end", timeout: 10 },
  { name: "stop", phase: "turn-end", timeout: 10 },
  { name: "preCompact", phase: "before-compaction", timeout: 10 },
  { name: "sessionEnd", phase: "session-end", timeout: 5 },
];

/**
 * Cursor: `hooks.json`. A prompt's hook takes no context, only whether to go on; the brief comes with the session's start. There is no
 * transcript file to rely on, so messages are taken from the payloads.
 */
const cursor: AgentAdapter = {
  name: "cursor",
  title: "Cursor",
  timeoutUnit: "seconds",
  events: CURSOR_EVENTS,
  alwaysAnswers: true,
  read(name, payload) {
    const event = CURSOR_EVENTS.find((one) => one.name === name);
    return event === undefined ? null : readCursor(name, event, payload);
  },
  answer({ phase }, { context, notice }) {
    const output = {
      // A prompt that waits for this must go on whatever happened.
      ...(phase === "prompt" && { continue: true }),
      ...(phase === "session-start" && context !== null && { additional_context: context }),
      ...(notice !== null && { user_message: notice }),
    };
    return `${JSON.stringify(output)}\n`;
  },
  afterInstall: () => ["Open Cursor's settings, Hooks, to see them; hooks take effect in new chats."],
};

function readCursor(name: string, { phase }: DeclaredEvent, payload: Fields): HookEvent {
  const roots = payload["workspace_roots"];
  const root = Array.isArray(roots) ? textOf(roots[0]) : null;
  const read = readCommon("cursor", name, phase, payload);
  return {
    ...read,
    session: textOf(payload["conversation_id"]) ?? read.session,
    cwd: read.cwd ?? root,
    transcript: null,
    turn: textOf(payload["generation_id"]),
    promptSource: textOf(fieldsOf(payload["prompt_source"])?.["kind"]) ?? textOf(payload["prompt_source"]),
    reply: name === "afterAgentResponse" ? textOf(payload["text"]) : null,
    subagent: textOf(payload["subagent_id"]) ?? textOf(payload["agent_id"]),
  };
}

const ADAPTERS: Readonly<Record<AgentName, AgentAdapter>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  cursor,
  opencode,
};

/** The adapter of an agent; null for a name that is none. */
export function adapterOf(name: string): AgentAdapter | null {
  return (AGENTS as readonly string[]).includes(name) ? ADAPTERS[name as AgentName] : null;
}
