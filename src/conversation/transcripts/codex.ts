import type { TranscriptEntry, TranscriptKind } from "../../model/transcript.ts";
import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { type ReaderInput, sessionOfPath } from "./format-reader.ts";
import { jsonLines } from "./json-lines.ts";
import { isoTime } from "./times.ts";
import { toolText } from "./tool-text.ts";

/** How Codex begins what it puts into the user's place by itself. */
const INJECTED = /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|collaboration_mode|skill|skills_instructions|turn_aborted|user_shell_command|subagent_notification|INSTRUCTIONS|model_switch|personality_spec)\b|# AGENTS\.md instructions)/u;
/** Items of a rollout that hold no message. */
const SILENT: ReadonlySet<string> = new Set(["reasoning", "ghost_snapshot", "compaction", "compaction_summary", "compaction_trigger", "context_compaction", "image_generation_call", "other"]);

type Found = Pick<TranscriptEntry, "role" | "text" | "caption" | "kind"> & { readonly id?: string };

/**
 * Codex CLI: rollouts, one record a line: `{ timestamp, type, payload }`, or bare items in files of old versions. Messages come from
 * `response_item`; the same ones told as events count only where a file has no such items. Calls, results and patches are kept exact.
 */
export async function* readCodex({ bundle, name, from, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const { session, side, eventsOnly } = await lookOver({ bundle, name });
  for await (const { number, value, start } of jsonLines(bundle.stream(name), report)) {
    if (start < from) continue;
    const payload = fieldsOf(value["payload"]);
    const wrapped = payload !== null;
    const type = wrapped ? value["type"] : typeof value["type"] === "string" ? "response_item" : undefined;
    const found = type === undefined ? null : recordOf(type, payload ?? value, eventsOnly);
    if (type === undefined && (value["record_type"] !== undefined || (textOf(value["id"]) !== null && value["instructions"] !== undefined))) report.ignore("state");
    else if (found === null) report.problem(number, `unknown record '${String(type ?? "").slice(0, 40)}${payload === null ? "" : `/${String(payload["type"] ?? "").slice(0, 40)}`}'`);
    else if ("ignored" in found) report.ignore(found.ignored);
    else if (found.text !== "" || found.caption !== null) {
      const kind: TranscriptKind = side && found.kind !== "summary" ? "sidechain" : found.kind;
      yield { session, author: null, time: isoTime(value["timestamp"]), parent: null, order: number, title: null, id: `line-${number}`, ...found, kind };
    }
  }
}

/** What the head of the file says of all of it. */
async function lookOver({ bundle, name }: Pick<ReaderInput, "bundle" | "name">): Promise<{ session: string; side: boolean; eventsOnly: boolean }> {
  let session: string | null = null;
  let side = false;
  for await (const { number, value } of jsonLines(bundle.stream(name), null)) {
    const payload = fieldsOf(value["payload"]);
    if (session === null && value["type"] === "session_meta" && payload !== null) {
      session = textOf(payload["id"]);
      side = fieldsOf(payload["source"])?.["subagent"] !== undefined;
    } else if (session === null && number === 1) session = textOf(value["id"]);
    const item = value["type"] === "response_item" ? payload : payload === null ? value : null;
    if (item?.["type"] === "message") return { session: session ?? sessionOfPath(name), side, eventsOnly: false };
  }
  return { session: session ?? sessionOfPath(name), side, eventsOnly: true };
}

function recordOf(type: unknown, payload: Fields, eventsOnly: boolean): Found | { readonly ignored: string } | null {
  switch (type) {
    case "response_item":
      return itemOf(payload);
    case "compacted": {
      const text = textOf(payload["message"]);
      return text === null ? { ignored: "compacted" } : { role: "summary", text, caption: null, kind: "summary" };
    }
    case "event_msg": {
      const said = { user_message: "user", agent_message: "assistant" }[String(payload["type"])];
      if (!eventsOnly || said === undefined) return { ignored: "event_msg" };
      return { role: said, text: textOf(payload["message"]) ?? "", caption: null, kind: "message" };
    }
    case "session_meta":
    case "turn_context":
    case "world_state":
      return { ignored: type };
    default:
      return null;
  }
}

function itemOf(item: Fields): Found | { readonly ignored: string } | null {
  const type = item["type"];
  const call = textOf(item["call_id"]);
  const tool = (text: string, part: string): Found => ({ role: "tool", text, caption: null, kind: "tool", ...(call === null ? {} : { id: `${part}-${call}` }) });
  switch (type) {
    case "message":
      return messageOf(item);
    case "function_call":
    case "tool_search_call":
      return tool(toolText(textOf(item["name"]), item["arguments"]), "call");
    case "custom_tool_call":
      return tool(toolText(textOf(item["name"]), item["input"]), "call");
    case "local_shell_call":
      return tool(toolText("shell", listOf(fieldsOf(item["action"])?.["command"]).join(" ")), "call");
    case "web_search_call": {
      const action = fieldsOf(item["action"]);
      return tool(toolText("web_search", textOf(action?.["query"]) ?? textOf(action?.["url"]) ?? ""), "call");
    }
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return tool(outputOf(item["output"]), "result");
    default:
      return typeof type === "string" && SILENT.has(type) ? { ignored: type } : null;
  }
}

function messageOf(item: Fields): Found | null {
  const role = textOf(item["role"]);
  const content = item["content"];
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content.map(fieldsOf) : null;
  if (role === null || blocks === null) return null;
  const texts = blocks.flatMap((block) => (typeof block?.["text"] === "string" ? [block["text"]] : []));
  const pictures = blocks.filter((block) => block?.["type"] === "input_image").length;
  const text = texts.join("\n");
  const kind = role === "user" || role === "assistant" ? (role === "user" && INJECTED.test(text) ? "context" : "message") : "context";
  return { role: kind === "context" ? "system" : role, text, caption: pictures === 0 ? null : `${pictures} picture${pictures === 1 ? "" : "s"}`, kind };
}

/** A result as it is; parts one below the other; old failures are `{ content, success }`. */
function outputOf(output: unknown): string {
  if (typeof output === "string") return output;
  const parts = Array.isArray(output) ? output : listOf(fieldsOf(output)?.["content_items"]);
  if (parts.length > 0) return parts.flatMap((part: unknown) => textOf(fieldsOf(part)?.["text"]) ?? []).join("\n");
  return textOf(fieldsOf(output)?.["content"]) ?? (output === null || output === undefined ? "" : JSON.stringify(output));
}
