import {
  type AgentAdapter,
  type DeclaredEvent,
  type Fields,
  fieldsOf,
  type HookEvent,
  readCommon,
  textOf,
} from "../hook-event.ts";

const EVENTS: readonly DeclaredEvent[] = [
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
export const cursor: AgentAdapter = {
  name: "cursor",
  title: "Cursor",
  timeoutUnit: "seconds",
  events: EVENTS,
  alwaysAnswers: true,
  read(name, payload) {
    const event = EVENTS.find((one) => one.name === name);
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
