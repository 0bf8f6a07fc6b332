import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "../fields.ts";
import type { Spoken, Talk } from "./shape.ts";

/** A chat of Copilot in VS Code, exported or as it is kept. */
export function copilotChat(whole: Fields): Talk {
  return {
    session: textOf(whole["sessionId"]),
    title: textOf(whole["customTitle"]),
    messages: turns(whole),
  };
}

function* turns(whole: Fields): Generator<Spoken> {
  for (const request of objectsOf(whole["requests"])) {
    const id = textOf(request["requestId"]);
    const time = request["timestamp"] ?? whole["creationDate"];
    const message = request["message"];
    yield {
      id,
      time,
      role: "user",
      content: textOf(message) ?? textOf(fieldsOf(message)?.["text"]) ?? fieldsOf(message)?.["parts"],
    };
    const answer =
      listOf(request["response"]).length > 0
        ? listOf(request["response"])
        : listOf(fieldsOf(request["response"])?.["value"]);
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
      found.push({
        type: "tool_use",
        name: fields?.["toolId"],
        input: textOf(asked) ?? textOf(fieldsOf(asked)?.["value"]) ?? undefined,
      });
    } else if (reference !== null || (said !== null && (kind === null || kind === "markdownContent"))) {
      const text = reference === null ? (said as string) : `\`${reference.split("/").at(-1) as string}\``;
      if (last?.type === "text") last.text += text;
      else found.push({ type: "text", text });
    }
  }
  return found;
}

/** A session from the lines that tell its changes: the whole, then values that are set, lists that grow or are cut, and what is taken out. */
export function replayed(records: readonly Fields[]): Fields {
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
