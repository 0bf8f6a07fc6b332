import type { AgentName, Fields } from "./hook-event.ts";

/**
 * One payload per event and agent, as the agents send them (field by field from their types and pages; paths, ids and words are made up). Tests
 * read them, and `loci hooks status` fires each installed hook with its own.
 */
export const RECORDED_PAYLOADS: Readonly<Record<AgentName, Readonly<Record<string, Fields>>>> = {
  "claude-code": {
    SessionStart: {
      ...claude("SessionStart"),
      source: "startup",
      seconds_since_last_response: null,
      context_tokens: 0,
    },
    UserPromptSubmit: {
      ...claude("UserPromptSubmit"),
      prompt: "which port did we choose for staging?",
      source: "user",
      session_title: "Staging",
    },
    Stop: {
      ...claude("Stop"),
      stop_hook_active: false,
      last_assistant_message: "Staging listens on 8443.",
      background_tasks: [],
      session_crons: [],
    },
    PreCompact: { ...claude("PreCompact"), trigger: "auto", custom_instructions: "" },
    PostCompact: { ...claude("PostCompact"), trigger: "auto", compact_summary: "The user set up staging." },
    SessionEnd: { ...claude("SessionEnd"), reason: "prompt_input_exit" },
  },
  codex: {
    SessionStart: { ...codex("SessionStart"), source: "startup" },
    UserPromptSubmit: {
      ...codex("UserPromptSubmit"),
      turn_id: "turn-1",
      prompt: "which port did we choose for staging?",
    },
    Stop: {
      ...codex("Stop"),
      turn_id: "turn-1",
      stop_hook_active: false,
      last_assistant_message: "Staging listens on 8443.",
    },
    PreCompact: { ...codex("PreCompact"), turn_id: "turn-1", trigger: "auto" },
    PostCompact: { ...codex("PostCompact"), turn_id: "turn-1", trigger: "auto" },
    SessionEnd: { ...codex("SessionEnd"), reason: "exit" },
  },
  gemini: {
    SessionStart: { ...gemini("SessionStart"), source: "startup" },
    BeforeAgent: { ...gemini("BeforeAgent"), prompt: "which port did we choose for staging?" },
    AfterAgent: {
      ...gemini("AfterAgent"),
      prompt: "which port did we choose for staging?",
      prompt_response: "Staging listens on 8443.",
      stop_hook_active: false,
    },
    PreCompress: { ...gemini("PreCompress"), trigger: "auto" },
    SessionEnd: { ...gemini("SessionEnd"), reason: "exit" },
  },
  cursor: {
    sessionStart: { ...cursor("sessionStart"), session_id: "7b5e", is_background_agent: false, composer_mode: "agent" },
    beforeSubmitPrompt: {
      ...cursor("beforeSubmitPrompt"),
      prompt: "which port did we choose for staging?",
      attachments: [],
    },
    afterAgentResponse: { ...cursor("afterAgentResponse"), text: "Staging listens on 8443." },
    stop: { ...cursor("stop"), status: "completed", loop_count: 0 },
    preCompact: { ...cursor("preCompact"), trigger: "auto", context_usage_percent: 91, messages_to_compact: 40 },
    sessionEnd: { ...cursor("sessionEnd"), session_id: "7b5e", reason: "completed", duration_ms: 93_000 },
  },
  opencode: {
    "session.start": { ...opencode(), source: "startup" },
    "chat.message": { ...opencode(), prompt: "which port did we choose for staging?", prompt_id: "msg_1" },
    "session.idle": { ...opencode(), messages: opencodeMessages() },
    "session.compacting": { ...opencode(), messages: opencodeMessages() },
    "session.compacted": { ...opencode() },
    "session.deleted": { ...opencode() },
  },
};

function claude(event: string): Fields {
  return {
    session_id: "5c1e7a2e-6f0b-4a4e-9d51-0c3f6b1f7a10",
    transcript_path: "/home/ada/.claude/projects/-home-ada-shop/5c1e7a2e.jsonl",
    cwd: "/home/ada/shop",
    permission_mode: "default",
    hook_event_name: event,
  };
}

function codex(event: string): Fields {
  return {
    session_id: "0199a213-81c0-7800-8aa1-bbab2a035a53",
    transcript_path: null,
    cwd: "/home/ada/shop",
    hook_event_name: event,
    model: "gpt-5.4-codex",
    permission_mode: "default",
  };
}

function gemini(event: string): Fields {
  return {
    session_id: "a3f0c7d2-1b1e-4a94-8a37-5c1f0e3b9d42",
    transcript_path: "/home/ada/.gemini/tmp/shop/chats/session-1.json",
    cwd: "/home/ada/shop",
    hook_event_name: event,
    timestamp: "2026-11-20T09:15:00.000Z",
  };
}

function cursor(event: string): Fields {
  return {
    conversation_id: "7b5e",
    generation_id: "g-41",
    model: "auto",
    hook_event_name: event,
    cursor_version: "2.4.1",
    workspace_roots: ["/home/ada/shop"],
    user_email: null,
    transcript_path: null,
  };
}

function opencode(): Fields {
  return { session_id: "ses_5c1e", cwd: "/home/ada/shop" };
}

function opencodeMessages(): readonly Fields[] {
  const created = Date.UTC(2026, 10, 20, 9, 15);
  return [
    {
      info: { id: "msg_1", role: "user", sessionID: "ses_5c1e", time: { created } },
      parts: [
        { id: "prt_1", type: "text", text: "which port did we choose for staging?" },
        { id: "prt_1-loci", type: "text", text: "From the memory", synthetic: true },
      ],
    },
    {
      info: { id: "msg_2", role: "assistant", sessionID: "ses_5c1e", time: { created: created + 4_000 } },
      parts: [
        { id: "prt_2", type: "reasoning", text: "hm" },
        {
          id: "prt_3",
          type: "tool",
          tool: "grep",
          state: { status: "completed", input: { pattern: "port" }, output: "compose.yml:8443" },
        },
        { id: "prt_4", type: "text", text: "Staging listens on 8443." },
      ],
    },
  ];
}
