import type { Fields } from "../../text/fields.ts";
import type { AgentName } from "./hook-event.ts";

const PROMPT = { prompt: "which port did we choose for staging?" };
const STOPPED = { stop_hook_active: false, last_assistant_message: "Staging listens on 8443." };
const STARTED = { source: "startup" };
const COMPACTED = { trigger: "auto" };
const CWD = { cwd: "/home/ada/shop" };
const OPENCODE = { ...CWD, session_id: "ses_5c1e" };

/** Payloads by event: what an agent says of every event, and of this one. */
function payloads(every: Fields, events: Readonly<Record<string, Fields>>): Readonly<Record<string, Fields>> {
  return Object.fromEntries(
    Object.entries(events).map(([event, own]) => [event, { ...every, hook_event_name: event, ...own }]),
  );
}

/**
 * One payload per event and agent, as the agents send them (field by field from their types and pages; paths, ids and words are made up).
 */
export const RECORDED_PAYLOADS: Readonly<Record<AgentName, Readonly<Record<string, Fields>>>> = {
  "claude-code": payloads(
    {
      ...CWD,
      session_id: "5c1e7a2e-6f0b-4a4e-9d51-0c3f6b1f7a10",
      transcript_path: "/home/ada/.claude/projects/-home-ada-shop/5c1e7a2e.jsonl",
      permission_mode: "default",
    },
    {
      SessionStart: { ...STARTED, seconds_since_last_response: null, context_tokens: 0 },
      UserPromptSubmit: { ...PROMPT, source: "user", session_title: "Staging" },
      Stop: { ...STOPPED, background_tasks: [], session_crons: [] },
      PreCompact: { ...COMPACTED, custom_instructions: "" },
      PostCompact: { ...COMPACTED, compact_summary: "The user set up staging." },
      SessionEnd: { reason: "prompt_input_exit" },
    },
  ),
  codex: payloads(
    {
      ...CWD,
      session_id: "0199a213-81c0-7800-8aa1-bbab2a035a53",
      transcript_path: null,
      model: "gpt-5.4-codex",
      permission_mode: "default",
    },
    {
      SessionStart: STARTED,
      UserPromptSubmit: { ...PROMPT, turn_id: "turn-1" },
      Stop: { ...STOPPED, turn_id: "turn-1" },
      PreCompact: { ...COMPACTED, turn_id: "turn-1" },
      PostCompact: { ...COMPACTED, turn_id: "turn-1" },
      SessionEnd: { reason: "exit" },
    },
  ),
  gemini: payloads(
    {
      ...CWD,
      session_id: "a3f0c7d2-1b1e-4a94-8a37-5c1f0e3b9d42",
      transcript_path: "/home/ada/.gemini/tmp/shop/chats/session-1.json",
      timestamp: "2026-11-20T09:15:00.000Z",
    },
    {
      SessionStart: STARTED,
      BeforeAgent: PROMPT,
      AfterAgent: { ...PROMPT, prompt_response: "Staging listens on 8443.", stop_hook_active: false },
      PreCompress: COMPACTED,
      SessionEnd: { reason: "exit" },
    },
  ),
  cursor: payloads(
    {
      conversation_id: "7b5e",
      generation_id: "g-41",
      model: "auto",
      cursor_version: "2.4.1",
      workspace_roots: ["/home/ada/shop"],
      user_email: null,
      transcript_path: null,
    },
    {
      sessionStart: { session_id: "7b5e", is_background_agent: false, composer_mode: "agent" },
      beforeSubmitPrompt: { ...PROMPT, attachments: [] },
      afterAgentResponse: { text: "Staging listens on 8443." },
      stop: { status: "completed", loop_count: 0 },
      preCompact: { ...COMPACTED, context_usage_percent: 91, messages_to_compact: 40 },
      sessionEnd: { session_id: "7b5e", reason: "completed", duration_ms: 93_000 },
    },
  ),
  // The plugin of ours, which names no event.
  opencode: {
    "session.start": { ...OPENCODE, ...STARTED },
    "chat.message": { ...OPENCODE, ...PROMPT, prompt_id: "msg_1" },
    "session.idle": { ...OPENCODE, messages: opencodeMessages() },
    "session.compacting": { ...OPENCODE, messages: opencodeMessages() },
    "session.compacted": OPENCODE,
    "session.deleted": OPENCODE,
  },
};

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
