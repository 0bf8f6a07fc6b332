import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf, isoTime, toolText } from "./fields.ts";
import type { ReaderInput, Report } from "./format-reader.ts";
import { conversationsOf } from "./chatgpt.ts";

/** Claude.ai's export: an array of conversations with their messages in order; where messages name their parents, the current branch. */
export async function* readClaudeAi(input: ReaderInput): AsyncIterable<TranscriptEntry> {
  for await (const { ordinal, value } of conversationsOf(input)) {
    const conversation = fieldsOf(value);
    if (conversation === null || !Array.isArray(conversation["chat_messages"]))
      input.report.problem(ordinal, "no conversation with chat_messages");
    else yield* messagesOf(conversation, ordinal, input.report);
  }
}

function* messagesOf(conversation: Fields, ordinal: number, report: Report): Generator<TranscriptEntry> {
  const session = textOf(conversation["uuid"]) ?? `conversation-${ordinal}`;
  const title = textOf(conversation["name"]);
  const all = listOf(conversation["chat_messages"]);
  const messages = objectsOf(all);
  if (messages.length < all.length) report.problem(ordinal, "message is no object");
  const branch = currentBranch(messages, textOf(conversation["current_leaf_message_uuid"]));
  if (branch.length < messages.length) report.ignore("other branch", messages.length - branch.length);
  let before: string | null = null;
  for (const [order, message] of branch.entries()) {
    const id = textOf(message["uuid"]) ?? `message-${order + 1}`;
    const sender = textOf(message["sender"]);
    if (sender === null) {
      report.problem(ordinal, `message '${id}' without sender`);
      continue;
    }
    const role = sender === "human" ? "user" : sender;
    const base = {
      session,
      author: null,
      time: isoTime(message["created_at"]),
      caption: null,
      parent: before,
      order,
      title,
    };
    let hasText = false;
    const entries = entriesOf(message, ordinal, report);
    if (entries.length === 0) report.ignore("empty");
    for (const entry of entries) {
      const main = entry.part === "" ? id : `${id}#${entry.part}`;
      if (entry.part === "") hasText = true;
      yield {
        ...base,
        id: main,
        role: entry.role ?? role,
        text: entry.text,
        caption: entry.caption,
        kind: entry.kind,
      };
    }
    if (hasText) before = id;
  }
}

interface Entry {
  /** What distinguishes its id from the message's; empty for what was said. */
  readonly part: string;
  readonly text: string;
  readonly caption: string | null;
  readonly kind: TranscriptEntry["kind"];
  /** The message's own where left out. */
  readonly role?: "tool_call" | "tool_result";
}

function entriesOf(message: Fields, ordinal: number, report: Report): Entry[] {
  const blocks = listOf(message["content"]).map(fieldsOf);
  const texts = blocks.flatMap((block) =>
    block?.["type"] === "text" || block?.["type"] === "voice_note" ? (textOf(block["text"]) ?? []) : [],
  );
  const whole = textOf(message["text"]) ?? "";
  // The field `text` is what was said, unless it stands for more than it holds ("this block is not supported").
  const text =
    texts.length > 0 && !texts.every((part) => whole.includes(part))
      ? texts.join("\n\n")
      : texts.length === 1
        ? (texts[0] as string)
        : whole;
  const files = [...listOf(message["files"]), ...listOf(message["files_v2"])].flatMap(
    (file) => textOf(fieldsOf(file)?.["file_name"]) ?? [],
  );
  const caption = files.length === 0 ? null : [...new Set(files)].join(", ");
  const entries: Entry[] = text === "" && caption === null ? [] : [{ part: "", text, caption, kind: "message" }];
  for (const [i, attached] of listOf(message["attachments"]).entries()) {
    const fields = fieldsOf(attached);
    const content = textOf(fields?.["extracted_content"]);
    if (content !== null)
      entries.push({
        part: `attachment-${i + 1}`,
        text: content,
        caption: textOf(fields?.["file_name"]),
        kind: "context",
      });
  }
  for (const [i, block] of blocks.entries()) {
    const type = block?.["type"];
    if (type === "tool_use")
      entries.push({
        part: `${i}`,
        text: toolText(textOf(block?.["name"]), block?.["input"]),
        caption: null,
        kind: "tool",
        role: "tool_call",
      });
    else if (type === "tool_result")
      entries.push({
        part: `${i}`,
        text: resultOf(block as Fields),
        caption: null,
        kind: "tool",
        role: "tool_result",
      });
    else if (type === "thinking" || type === "redacted_thinking") report.ignore("thinking");
    else if (type === "token_budget" || type === "flag") report.ignore(type);
    else if (type !== "text" && type !== "voice_note")
      report.problem(ordinal, `unknown content '${String(type).slice(0, 40)}'`);
  }
  return entries.filter((entry) => entry.text !== "" || entry.caption !== null);
}

function resultOf(block: Fields): string {
  const content = block["content"];
  if (typeof content === "string") return content;
  return listOf(content)
    .flatMap((part) => textOf(fieldsOf(part)?.["text"]) ?? [])
    .join("\n");
}

/** The messages from the current leaf up, in order; all of them where parents are unknown. */
function currentBranch(messages: readonly Fields[], leaf: string | null): readonly Fields[] {
  const byId = new Map(
    messages.flatMap((message) =>
      textOf(message["uuid"]) === null ? [] : [[message["uuid"] as string, message] as const],
    ),
  );
  const linked = messages.filter((message) => byId.has(textOf(message["parent_message_uuid"]) ?? "")).length;
  // Only a whole tree has branches; with fewer links the list is all there is to go by.
  if (linked < messages.length - 1) return messages;
  const branch: Fields[] = [];
  const seen = new Set<Fields>();
  let at = byId.get(leaf ?? "") ?? messages[messages.length - 1];
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    branch.push(at);
    at = byId.get(textOf(at["parent_message_uuid"]) ?? "");
  }
  return branch.reverse();
}
