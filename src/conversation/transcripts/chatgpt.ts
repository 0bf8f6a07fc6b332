import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { epochTime, type Fields, fieldsOf, isoTime, listOf } from "../../text/fields.ts";
import { objectsOf, textOf, textsJoined } from "../../text/fields.ts";
import { branchTo, nameOthers, type ReaderInput, type Report } from "./format-reader.ts";
import { talkEntries } from "./record-shapes.ts";
import type { Spoken } from "./shapes/shape.ts";
import { jsonElements } from "./json-lines.ts";

/** Content that is no message: the model's thinking. */
const THINKING: ReadonlySet<string> = new Set(["thoughts", "reasoning_recap"]);

/** ChatGPT's export, and DeepSeek's: an array of conversations, each a tree of messages, of which the current branch is read. */
export async function* readChatGpt(input: ReaderInput): AsyncIterable<TranscriptEntry> {
  for await (const { ordinal, value } of conversationsOf(input)) {
    const conversation = fieldsOf(value);
    const mapping = fieldsOf(conversation?.["mapping"]);
    if (conversation === null || mapping === null) input.report.problem(ordinal, "no conversation with a mapping");
    else {
      const session =
        textOf(conversation["conversation_id"]) ?? textOf(conversation["id"]) ?? `conversation-${ordinal}`;
      const messages = branchOf(conversation, mapping, { ordinal, report: input.report });
      yield* talkEntries({ session, title: textOf(conversation["title"]), messages }, session, true);
    }
  }
}

/** The conversations of an export; large accounts get theirs in several files. */
export async function* conversationsOf({ bundle, name, report }: ReaderInput): ReturnType<typeof jsonElements> {
  const names = bundle.many
    ? bundle.names.filter((other) => /(?:^|\/)conversations(?:-\d+)?\.json$/u.test(other))
    : [name];
  nameOthers(bundle, names, report);
  for (const file of names) {
    report.within(bundle.many ? file : "");
    yield* jsonElements(bundle.stream(file), report);
  }
}

function* branchOf(
  conversation: Fields,
  mapping: Fields,
  { ordinal, report }: { readonly ordinal: number; readonly report: Report },
): Generator<Spoken> {
  const branch = currentBranch(conversation, mapping);
  if (branch.length === 0 && Object.keys(mapping).length > 0) report.problem(ordinal, "no current branch");
  const written = Object.values(mapping).filter((node) => fieldsOf(fieldsOf(node)?.["message"]) !== null).length;
  let seen = 0;
  let time = epochTime(conversation["create_time"]) ?? isoTime(conversation["inserted_at"]);
  for (const [key, node] of branch) {
    const written = fieldsOf(node["message"]);
    if (written === null) continue;
    seen++;
    const message = ofFragments(written);
    const content = fieldsOf(message["content"]);
    const author = fieldsOf(message["author"]);
    const role = textOf(author?.["role"]);
    if (content === null || role === null) {
      report.problem(ordinal, `message '${key.slice(0, 40)}' without ${content === null ? "content" : "author"}`);
      continue;
    }
    // Some parts of an answer, and what stands before the first prompt, have none of their own.
    time = epochTime(message["create_time"]) ?? isoTime(message["inserted_at"]) ?? time;
    const type = String(content["content_type"]);
    if (THINKING.has(type)) {
      report.ignore("thinking");
      continue;
    }
    const body = withFiles(bodyOf(type, content), message);
    if (body === null) report.problem(ordinal, `unknown content '${type.slice(0, 40)}'`);
    else {
      const kind = kindOf(role, type, message);
      const who = kind !== "tool" ? role : role === "tool" ? "tool_result" : "tool_call";
      yield { id: textOf(message["id"]) ?? key, role: who, time, content: body.text, caption: body.caption, kind };
    }
  }
  if (written > seen) report.ignore("other branch", written - seen);
}

/** DeepSeek's messages, whose fragments say who speaks, as the others: what was asked or answered, without what was thought. */
function ofFragments(message: Fields): Fields {
  const fragments = objectsOf(message["fragments"]);
  if (fragments.length === 0) return message;
  const said = fragments.filter(({ type }) => type === "REQUEST" || type === "RESPONSE");
  return {
    ...message,
    author: { role: said.some(({ type }) => type === "REQUEST") ? "user" : "assistant" },
    content: { content_type: "text", parts: said.flatMap(({ content }) => textOf(content) ?? []) },
    metadata: { attachments: objectsOf(message["files"]).map((file) => ({ name: file["file_name"] })) },
  };
}

/** From the current node up to the root, turned round. Without a current node: up from the last node that nothing answers. */
function currentBranch(conversation: Fields, mapping: Fields): readonly (readonly [string, Fields])[] {
  const named = textOf(conversation["current_node"]) ?? "";
  const isLeaf = (key: string): boolean => listOf(fieldsOf(mapping[key])?.["children"]).length === 0;
  const last = fieldsOf(mapping[named]) === null ? Object.keys(mapping).findLast(isLeaf) : named;
  const branch = branchTo(last, (one) => textOf(fieldsOf(mapping[one])?.["parent"]) ?? undefined);
  return branch.flatMap((one) => {
    const node = fieldsOf(mapping[one]);
    return node === null ? [] : [[one, node] as const];
  });
}

function kindOf(role: string, type: string, message: Fields): TranscriptEntry["kind"] {
  const hidden = fieldsOf(message["metadata"])?.["is_visually_hidden_from_conversation"] === true;
  if (role === "tool" || (role === "assistant" && (textOf(message["recipient"]) ?? "all") !== "all")) return "tool";
  return hidden || role === "system" || /_editable_context$/u.test(type) ? "context" : "message";
}

/** The names of files that were sent along stand in the caption. */
function withFiles(body: Body | null, message: Fields): Body | null {
  const names = new Set(objectsOf(fieldsOf(message["metadata"])?.["attachments"]).map(({ name }) => textOf(name)));
  const files = textsJoined([...names], ", ");
  if (body === null || files === "") return body;
  return { ...body, caption: textsJoined([body.caption === "picture" ? null : body.caption, files], ", ") };
}

interface Body {
  readonly text: string;
  readonly caption: string | null;
}

/** Kinds of content whose words stand in a field of their own. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["citable_code_output", "output_str"],
  ["tether_browsing_display", "result"],
  ["model_editable_context", "model_set_context"],
]);
/** Other kinds that are known, though they may hold no words. */
const KNOWN =
  /^(?:code|execution_output|system_error|tether_(?:quote|browsing_code)|sonic_webpage|computer_output|super_widget|app_pairing_content)$/u;

/** The text of a content, exact; several parts one below the other. Null for content that nobody knows. */
function bodyOf(type: string, content: Fields): Body | null {
  if (type === "text" || type === "multimodal_text") {
    if (!Array.isArray(content["parts"])) return null;
    const parts = content["parts"].map((part: unknown) =>
      typeof part === "string" ? { text: part, caption: null } : partOf(fieldsOf(part)),
    );
    // Speech comes as a transcript and as audio: the audio is named only without a transcript.
    const text = textsJoined(parts.map((part) => part.text));
    const named = new Set(parts.map(({ caption }) => (caption === "voice" && text !== "" ? null : caption)));
    return { text, caption: textOf(textsJoined([...named], ", ")) };
  }
  if (type === "user_editable_context") {
    return { text: textsJoined([content["user_profile"], content["user_instructions"]]), caption: null };
  }
  // New kinds of content may say what they hold in the usual field.
  const text = textOf(content[FIELDS.get(type) ?? "text"]);
  if (KNOWN.test(type)) return { text: text ?? "", caption: textOf(content["title"]) ?? textOf(content["url"]) };
  return text === null && !FIELDS.has(type) ? null : { text: text ?? "", caption: null };
}

/** Something inside a message that is no plain text: speech has its words, a picture what it was asked to show. */
function partOf(part: Fields | null): Body {
  const type = textOf(part?.["content_type"]) ?? "";
  if (type === "audio_transcription") return { text: textOf(part?.["text"]) ?? "", caption: null };
  if (type === "image_asset_pointer")
    return { text: "", caption: textOf(fieldsOf(fieldsOf(part?.["metadata"])?.["dalle"])?.["prompt"]) ?? "picture" };
  if (/^(?:audio|real_time_user_audio_video)_asset_pointer$/u.test(type)) return { text: "", caption: "voice" };
  return { text: textOf(part?.["text"]) ?? "", caption: null };
}
