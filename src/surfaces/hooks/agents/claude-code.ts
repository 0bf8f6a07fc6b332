import { type AgentAdapter, answerCommon, type DeclaredEvent, readCommon, textOf } from "../hook-event.ts";

/** `SessionEnd` has 1.5 s for all hooks together, more where a hook says so. */
const EVENTS: readonly DeclaredEvent[] = [
  { name: "SessionStart", phase: "session-start", timeout: 10 },
  { name: "UserPromptSubmit", phase: "prompt", timeout: 5 },
  { name: "Stop", phase: "turn-end", timeout: 10 },
  { name: "PreCompact", phase: "before-compaction", timeout: 10 },
  { name: "PostCompact", phase: "after-compaction", timeout: 10 },
  { name: "SessionEnd", phase: "session-end", timeout: 5 },
];

/** Claude Code: `settings.json`, handlers as `command` with `args`, or `http`. */
export const claudeCode: AgentAdapter = {
  name: "claude-code",
  title: "Claude Code",
  timeoutUnit: "seconds",
  events: EVENTS,
  alwaysAnswers: false,
  read(name, payload) {
    const event =
      EVENTS.find((one) => one.name === (textOf(payload["hook_event_name"]) ?? name)) ??
      EVENTS.find((one) => one.name === name);
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
