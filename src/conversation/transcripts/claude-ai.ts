import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "../../text/fields.ts";
import { branchTo, type ReaderInput, type Report } from "./format-reader.ts";
import { conversationsOf } from "./chatgpt.ts";
import { talkEntries } from "./record-shapes.ts";
import type { Spoken } from "./shapes/shape.ts";

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
  const spoken = branch.flatMap((message, order) => {
    const id = textOf(message["uuid"]) ?? `message-${order + 1}`;
    if (textOf(message["sender"]) !== null) return partsOf(message, id, { ordinal, report });
    report.problem(ordinal, `message '${id}' without sender`);
    return [];
  });
  yield* talkEntries({ session, title, messages: spoken }, session, false);
}

/** Blocks that keep books. */
const SILENT: ReadonlyMap<unknown, string> = new Map([
  ["thinking", "thinking"],
  ["redacted_thinking", "thinking"],
  ["token_budget", "token_budget"],
  ["flag", "flag"],
]);
const isText = ({ type }: Fields): boolean => type === "text" || type === "voice_note";

/** What was said, with the names of files; what was read out of files; and what tools did. */
function partsOf(
  message: Fields,
  id: string,
  { ordinal, report }: { readonly ordinal: number; readonly report: Report },
): readonly Spoken[] {
  const blocks = listOf(message["content"]).map((block) => fieldsOf(block) ?? {});
  const texts = blocks.filter(isText).flatMap((block) => textOf(block["text"]) ?? []);
  const whole = textOf(message["text"]) ?? "";
  // The field `text` is what was said, unless it stands for more than it holds ("this block is not supported").
  const isShort = texts.length > 0 && !texts.every((part) => whole.includes(part));
  const text = isShort ? texts.join("\n\n") : texts.length === 1 ? (texts[0] as string) : whole;
  const files = [...objectsOf(message["files"]), ...objectsOf(message["files_v2"])];
  const names = new Set(files.flatMap((file) => textOf(file["file_name"]) ?? []));
  const base = {
    role: message["sender"] === "human" ? "user" : String(message["sender"]),
    time: message["created_at"],
  };
  const spoken: Spoken[] = [];
  if (text !== "" || names.size > 0)
    spoken.push({ ...base, id, content: text, caption: [...names].join(", ") || null });
  for (const [i, file] of objectsOf(message["attachments"]).entries()) {
    const content = textOf(file["extracted_content"]);
    const caption = textOf(file["file_name"]);
    if (content !== null) spoken.push({ ...base, id: `${id}#attachment-${i + 1}`, content, caption, kind: "context" });
  }
  for (const [i, block] of blocks.entries()) {
    const { type } = block;
    const silent = SILENT.get(type);
    if (type === "tool_use" || type === "tool_result") spoken.push({ ...base, id: `${id}#${i}`, content: [block] });
    else if (silent !== undefined) report.ignore(silent);
    else if (!isText(block)) report.problem(ordinal, `unknown content '${String(type).slice(0, 40)}'`);
  }
  if (spoken.length === 0) report.ignore("empty");
  return spoken;
}

/** The messages from the current leaf up, in order; all of them where parents are unknown. */
function currentBranch(messages: readonly Fields[], leaf: string | null): readonly Fields[] {
  const byId = new Map(messages.map((message) => [textOf(message["uuid"]), message]));
  byId.delete(null);
  const linked = messages.filter((message) => byId.has(textOf(message["parent_message_uuid"]) ?? "")).length;
  // Only a whole tree has branches; with fewer links the list is all there is to go by.
  if (linked < messages.length - 1) return messages;
  return branchTo(byId.get(leaf ?? "") ?? messages.at(-1), (one) => byId.get(textOf(one["parent_message_uuid"]) ?? ""));
}
