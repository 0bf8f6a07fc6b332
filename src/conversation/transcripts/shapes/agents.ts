import { messageRole } from "../../../model/message-role.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "../../../text/fields.ts";
import type { RecordShape, Spoken, Talk } from "./shape.ts";
import { percentDecoded } from "../../../text/printable.ts";
import { resultText, typedIn } from "../content-parts.ts";
import { askedInLog } from "../claude-code-records.ts";

/** A message with role and content, as the interfaces of models take it; calls may stand beside the content. */
export function* ofModel(message: Fields, about: Omit<Spoken, "role" | "content"> = {}): Generator<Spoken> {
  const own = textOf(message["role"]) ?? "user";
  const role = messageRole(own);
  const content = message["content"] ?? message["parts"];
  if (own.startsWith("_")) return;
  if (own === "bashExecution") {
    // A command that the user ran by himself.
    const state = { input: { command: message["command"] }, output: message["output"] };
    yield { ...about, role: "user", content: [{ type: "tool", tool: "bash", state }] };
  } else if (own === "tool" || own === "toolResult" || own === "function") {
    const isResult = objectsOf(content).some((block) => block["type"] === "tool-result");
    yield { ...about, role: "tool_result", content: isResult ? content : [{ type: "tool_result", content }] };
  } else yield { ...about, role, content, ...(role === "system" && { kind: "context" as const }) };
  const calls = objectsOf(message["tool_calls"]).map((call) => ({
    type: "tool_use",
    ...(fieldsOf(call["function"]) ?? call),
  }));
  if (calls.length > 0) yield { ...about, id: about.id == null ? null : `${about.id}:calls`, role, content: calls };
}

function* ofModels(messages: Iterable<Fields>): Generator<Spoken> {
  for (const message of messages)
    yield* ofModel(message, {
      id: textOf(message["id"]),
      time: message["ts"] ?? message["timestamp"] ?? message["created_at"],
    });
}

/** Lines that each hold a message below a head that names the session: pi, Droid, Qwen. */
const lined = (head: string): RecordShape["talks"] =>
  function* (records): Generator<Talk> {
    const first = records.find(
      (record) => record["type"] === head || (head === "" && textOf(record["sessionId"]) !== null),
    );
    const title =
      records.findLast((record) => record["type"] === "session_info")?.["name"] ??
      first?.["sessionTitle"] ??
      first?.["title"];
    yield {
      session: textOf(first?.[head === "" ? "sessionId" : "id"]),
      title: textOf(title),
      workspace: textOf(first?.["cwd"]),
      messages: lines(records),
    };
  };

function* lines(records: readonly Fields[]): Generator<Spoken> {
  for (const record of records) {
    const isPut = record["type"] === "custom_message";
    const message = isPut ? { role: "user", content: record["content"] } : fieldsOf(record["message"]);
    const about = {
      id: textOf(record["uuid"]) ?? textOf(record["id"]),
      time: record["timestamp"] ?? message?.["timestamp"],
    };
    const summary =
      record["type"] === "compaction" || record["type"] === "branch_summary" ? textOf(record["summary"]) : null;
    if (summary !== null) yield { ...about, role: "summary", kind: "summary", content: summary };
    if (message === null) continue;
    const hidden = isPut || record["visibility"] === "llm_only" || record["type"] === "system";
    for (const spoken of ofModel(message, about)) yield hidden ? { ...spoken, kind: "context" } : spoken;
  }
}

/** opencode's export: messages with an info and parts. */
export const opencodeMessage = (info: Fields, parts: readonly Fields[]): Spoken => ({
  id: textOf(info["id"]),
  role: messageRole(textOf(info["role"]) ?? "user"),
  time: fieldsOf(info["time"])?.["created"],
  content: parts,
  ...(info["summary"] === true && { kind: "summary" as const }),
});

/**
 * Copilot's command line: events with what they are about in `data`. A helper's stand between the others, with the call that started it;
 * what the program itself puts in the user's place names another source.
 */
function* copilotEvents(records: readonly Fields[]): Generator<Spoken> {
  for (const { type, data, id, timestamp } of records) {
    const { content, source, parentToolCallId, toolRequests, result, error } = fieldsOf(data) ?? {};
    const isHelper = parentToolCallId !== undefined || textOf(source)?.startsWith("agent-") === true;
    const about = { id: textOf(id), time: timestamp, ...(isHelper && { kind: "sidechain" as const }) };
    const typed = source === undefined || source === "" || source === "user";
    if (type === "user.message" && !isHelper && (!typed || /^<system_notification>/u.test(textOf(content) ?? "")))
      yield { ...about, role: "user", kind: "context", content };
    else if (type === "user.message") yield { ...about, role: "user", content };
    else if (type === "assistant.message") {
      const calls = objectsOf(toolRequests).map((call) =>
        // So it ends a task: with the answer that is shown.
        call["name"] === "task_complete"
          ? (textOf(fieldsOf(call["arguments"])?.["summary"]) ?? "")
          : { type: "tool_use", ...call },
      );
      yield { ...about, role: "assistant", content: [content, ...calls] };
    } else if (type === "tool.execution_complete")
      yield {
        ...about,
        role: "tool_result",
        content: [{ type: "tool_result", content: result ?? fieldsOf(error)?.["message"] ?? error }],
      };
  }
}

/** Kimi's two files of a session: `context.jsonl` with messages, `wire.jsonl` with what was sent, which alone has times. */
function* kimiMessages(records: readonly Fields[], wire: readonly Fields[]): Generator<Spoken> {
  const turns = wire.filter(({ message }) => fieldsOf(message)?.["type"] === "TurnBegin");
  let time: unknown = null;
  for (const record of records) {
    const message = record["type"] === "context.append_message" ? fieldsOf(record["message"]) : record;
    if (message === null || textOf(message["role"]) === null) continue;
    const origin = textOf(fieldsOf(message["origin"])?.["kind"]);
    if (message["role"] === "user") time = turns.shift()?.["timestamp"] ?? time;
    for (const spoken of ofModel(message, { time: record["time"] ?? record["timestamp"] ?? time }))
      yield origin !== null && origin !== "user" && spoken.role === "user" ? { ...spoken, kind: "context" } : spoken;
  }
}

/**
 * Cline's messages with the times of what it showed, in the file beside them: what the user typed, else the request that a message goes out
 * with; and of an answer what is shown first behind that. Roo writes times of its own.
 */
function* withTimes(records: readonly Fields[], shown: readonly Fields[]): Generator<Fields> {
  const requests = shown.flatMap(({ say }, at) => (say === "api_req_started" ? [at] : []));
  let next = 0;
  for (const record of records) {
    const { content } = record;
    const isUser = record["role"] === "user";
    if (isUser) next++;
    const at = requests[Math.min(next, requests.length) - 1] ?? -1;
    const typed = shown
      .slice((requests[next - 2] ?? -1) + 1, at)
      .findLast(({ say }) => say === "task" || say === "user_feedback");
    yield {
      ts: ((isUser ? typed : shown[at + 1]) ?? shown[at])?.["ts"],
      ...record,
      ...(Array.isArray(content) && { content: content.map(answered) }),
    };
  }
}

/** A block of Roo that says what a person answered to a call, and not what that gave, as a text. */
function answered(block: unknown): unknown {
  const { type, content } = fieldsOf(block) ?? {};
  const given = type === "tool_result" ? resultText(content) : "";
  return typedIn(given) === null ? block : given;
}

const ROLE = /"role"\s*:\s*"(?:user|assistant)"/u;

/** Sessions with agents, and messages as models take them. */
export const AGENT_SHAPES: readonly RecordShape[] = [
  {
    format: "opencode",
    signs: [/"info"\s*:\s*\{/u, /"parts"\s*:\s*\[/u, /"messages"\s*:\s*\[/u, ROLE],
    *talks(records) {
      for (const whole of records) {
        const info = fieldsOf(whole["info"]);
        yield {
          session: textOf(info?.["id"]),
          title: textOf(info?.["title"]),
          workspace: textOf(info?.["directory"]),
          side: textOf(info?.["parentID"]) !== null,
          messages: objectsOf(whole["messages"]).map((one) =>
            opencodeMessage(fieldsOf(one["info"]) ?? {}, objectsOf(one["parts"])),
          ),
        };
      }
    },
  },
  {
    format: "copilot",
    signs: [/"requests"\s*(?::\s*\[|\])/u, /"(?:requesterUsername|responderUsername|requestId)"\s*:/u],
    *talks(records) {
      // Since 2026 a session is lines of changes to it.
      for (const whole of records[0]?.["kind"] === 0 ? [replayed(records)] : records)
        yield { session: textOf(whole["sessionId"]), title: textOf(whole["customTitle"]), messages: turns(whole) };
    },
  },
  {
    format: "copilot-cli",
    signs: [
      /"type"\s*:\s*"(?:session\.start|user\.message)"|"chatMessages"\s*:\s*\[/u,
      /"(?:data|timeline)"\s*:\s*[{[]/u,
    ],
    *talks(records) {
      // The first versions keep a session whole, its times beside its messages.
      for (const { sessionId, startTime, chatMessages, timeline } of records) {
        const times = new Map(objectsOf(timeline).map(({ text, timestamp }) => [text, timestamp]));
        const timed = objectsOf(chatMessages).map((one) => ({
          timestamp: times.get(one["content"]) ?? startTime,
          ...one,
        }));
        if (timed.length > 0) yield { session: textOf(sessionId), messages: ofModels(timed) };
      }
      const start = fieldsOf(records.find(({ type }) => type === "session.start")?.["data"]);
      const workspace = textOf(fieldsOf(start?.["context"])?.["cwd"]);
      yield { session: textOf(start?.["sessionId"]), workspace, messages: copilotEvents(records) };
    },
  },
  {
    format: "qwen",
    // A chat of Copilot on one line has such messages in its requests.
    signs: [
      /^\{(?=[^\n]*"(?:parentUuid|sessionId)"\s*:)(?:(?!"requests"\s*:)[^\n])*"message"\s*:\s*\{[^\n]{0,80}"parts"\s*:\s*\[/mu,
    ],
    *talks(records, ...more) {
      // Of the log of what was typed, which sessions tell too, what was asked beside the work.
      for (const { sessionId, messageId, message, timestamp: time } of records) {
        const content = askedInLog({ display: message });
        const spoken = { id: `log-${String(messageId)}`, role: "user", time, content };
        if (content !== null) yield { session: `${String(sessionId)}-btw`, messages: [spoken] };
      }
      yield* lined("")(records, ...more);
    },
  },
  {
    format: "pi",
    signs: [/^\{(?=[^\n]*"type"\s*:\s*"session"[,}\s])(?=[^\n]*"cwd"\s*:)/u, /"type"\s*:\s*"message"/u],
    talks: lined("session"),
  },
  {
    format: "droid",
    signs: [/"type"\s*:\s*"session_start"/u, /"type"\s*:\s*"message"/u, ROLE],
    talks: lined("session_start"),
  },
  {
    format: "amp",
    signs: [/"id"\s*:\s*"T-[\da-f-]+"/u, /"messages"\s*:\s*\[/u, ROLE],
    *talks(records) {
      for (const whole of records) {
        let time = whole["created"];
        const [tree] = objectsOf(fieldsOf(fieldsOf(whole["env"])?.["initial"])?.["trees"]);
        const uri = textOf(tree?.["uri"]);
        yield {
          session: textOf(whole["id"]),
          title: textOf(whole["title"]),
          workspace: uri?.startsWith("file://") === true ? percentDecoded(uri.slice(7)) : null,
          messages: objectsOf(whole["messages"]).flatMap((message) => {
            time = fieldsOf(message["meta"])?.["sentAt"] ?? fieldsOf(message["usage"])?.["timestamp"] ?? time;
            return [...ofModel(message, { id: textOf(String(message["messageId"] ?? "")), time })];
          }),
        };
      }
    },
  },
  {
    format: "kimi",
    signs: [/"role"\s*:\s*"_(?:checkpoint|usage|system_prompt)"|"type"\s*:\s*"context\.append_message"/u, ROLE],
    beside: "wire.jsonl",
    *talks(records, _report, wire) {
      yield { messages: kimiMessages(records, wire) };
    },
  },
  {
    format: "cline",
    signs: [/^\[\s*\{/u, ROLE, /"content"\s*:/u, /<(?:task|environment_details|user_message|feedback)>/u],
    beside: "ui_messages.json",
    *talks(records, _report, shown) {
      yield { messages: ofModels(withTimes(records, shown)) };
    },
  },
  {
    format: "messages",
    signs: [
      /^(?:\[\s*)?\{\s*(?:"(?:id|ts|timestamp|name|type|time)"\s*:[^\n]{1,80},\s*)?"(?:role|content)"\s*:/u,
      /"role"\s*:\s*"user"/u,
      /"role"\s*:\s*"assistant"/u,
    ],
    *talks(records) {
      // Cursor's agent keeps the content one level down.
      const messages = records.map((record) => ({ ...fieldsOf(record["message"]), ...record }) as Fields);
      const said = messages.filter(({ content }) => listOf(content).length > 0 || textOf(content) !== null);
      yield { messages: ofModels(said) };
    },
  },
];

/** A chat of Copilot in VS Code, exported or as it is kept. */
function* turns(whole: Fields): Generator<Spoken> {
  for (const request of objectsOf(whole["requests"])) {
    const id = textOf(request["requestId"]);
    const time = request["timestamp"] ?? whole["creationDate"];
    const message = request["message"];
    const content = textOf(message) ?? textOf(fieldsOf(message)?.["text"]) ?? fieldsOf(message)?.["parts"];
    yield { id, time, role: "user", content };
    const answer = listOf(fieldsOf(request["response"])?.["value"] ?? request["response"]);
    yield { id: id === null ? null : `${id}:answer`, time, role: "assistant", content: blocks(answer) };
  }
}

/** An answer's parts as blocks: neighbouring pieces of text are one; what a tool was asked is a call. */
function blocks(answer: readonly unknown[]): Fields[] {
  const found: { type: string; text?: string; name?: unknown; input?: unknown }[] = [];
  for (const part of answer) {
    const fields = fieldsOf(part);
    const kind = textOf(fields?.["kind"]);
    const said = textOf(part) ?? textOf(fields?.["value"]) ?? textOf(fieldsOf(fields?.["content"])?.["value"]);
    const reference =
      kind === "inlineReference"
        ? (textOf(fields?.["name"]) ?? textOf(fieldsOf(fields?.["inlineReference"])?.["path"]))
        : null;
    const last = found.at(-1);
    if (kind === "toolInvocationSerialized") {
      const asked = fields?.["invocationMessage"];
      const input = textOf(asked) ?? textOf(fieldsOf(asked)?.["value"]) ?? undefined;
      found.push({ type: "tool_use", name: fields?.["toolId"], input });
    } else if (reference !== null || (said !== null && (kind === null || kind.startsWith("markdown")))) {
      const text = reference === null ? (said as string) : `\`${reference.split("/").at(-1) as string}\``;
      if (last?.type === "text") last.text += text;
      else found.push({ type: "text", text });
    }
  }
  return found;
}

/** A session from the lines that tell its changes: the whole, then values that are set, lists that grow or are cut, and what is taken out. */
function replayed(records: readonly Fields[]): Fields {
  const root: Record<string, unknown> = { v: records[0]?.["v"] };
  for (const { kind, k, v, i } of records.slice(1)) {
    const path = ["v", ...listOf(k).map(String)];
    const key = path.pop() as string;
    let at: unknown = root;
    for (const step of path) at = Array.isArray(at) ? at[Number(step)] : fieldsOf(at)?.[step];
    if (typeof at !== "object" || at === null || key === "__proto__") continue;
    const into = at as Record<string, unknown>;
    if (kind === 1) into[key] = v;
    else if (kind === 3) delete into[key];
    else if (kind === 2) {
      const list = Array.isArray(into[key]) ? (into[key] as unknown[]) : [];
      if (typeof i === "number") list.length = Math.min(list.length, Math.max(0, i));
      into[key] = [...list, ...listOf(v)];
    }
  }
  return fieldsOf(root["v"]) ?? {};
}
