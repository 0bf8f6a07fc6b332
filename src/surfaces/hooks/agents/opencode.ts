import {
  type AgentAdapter,
  type DeclaredEvent,
  fieldsOf,
  type HookMessage,
  readCommon,
  textOf,
} from "../hook-event.ts";

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
export const opencode: AgentAdapter = {
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
