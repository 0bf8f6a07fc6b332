import type { TranscriptFormat } from "../../model/transcript-read.ts";
import { isClaudeMemory } from "./claude-code.ts";
import { type Fields, fieldsOf, jsonFields } from "../../text/fields.ts";
import { RECORD_SHAPES, TEXT_SHAPES } from "./record-shapes.ts";
import { folderExport, type FolderExport } from "./shapes/folder-exports.ts";
import type { RecordShape } from "./shapes/shape.ts";
import { looksLikeDatabase } from "../../files/open-databases.ts";
import { storeFormat } from "./store-reader.ts";
import { looksMarked } from "./marked-text.ts";
import { slackRoots } from "./slack.ts";
import { headOf } from "./json-lines.ts";
import type { ReaderInput, TranscriptBundle } from "./format-reader.ts";

/** Bytes of a file's beginning that detection looks at; the first record of a rollout alone can have a hundred kilobytes. */
const HEAD_BYTES = 1024 * 1024;

/** Quotations that a text must have, and begin with, to be a talk: Markdown has them for other things too. */
const MARKDOWN_QUOTES = 3;
const TEXT_QUOTES = 2;

/**
 * Which tool a transcript is from, by what it holds; the path only where two formats look alike.
 * @param head the first bytes, at least a few lines
 * @returns null when nothing fits: then nothing is read
 * @example detectFormat("rollout.jsonl", bytes) // "codex"
 */
function detectFormat(path: string, head: Uint8Array): TranscriptFormat | null {
  const text = new TextDecoder().decode(head).trimStart();
  // A plain transcript may begin with a time in brackets, in any script.
  if (/^\[\s*(?:[[{"\]]|$)/u.test(text)) return ofSigns(text);
  if (text.startsWith("{"))
    return (QWEN.signs.every((sign) => sign.test(text)) ? "qwen" : ofLines(text)) ?? ofSigns(text);
  if (/^From .*\d{4}\s*\n[\w-]+: /u.test(text)) return "mbox";
  const shape = TEXT_SHAPES.find(({ knows }) => knows(text));
  if (shape !== undefined) return shape.format;
  return !/\.(?:json|jsonl|ndjson)$/iu.test(path) &&
    looksMarked(text, /\.(?:md|markdown)$/iu.test(path) ? MARKDOWN_QUOTES : TEXT_QUOTES)
    ? "text"
    : null;
}

/** Which format an archive or folder is, by the names inside; `conversations` needs a look at that file's beginning. */
function detectBundle(
  { names }: TranscriptBundle,
  folder: FolderExport | null,
): { readonly format: TranscriptFormat } | { readonly conversations: string } | null {
  const conversations = names.find((name) => /(?:^|\/)conversations(?:-\d+)?\.json$/u.test(name));
  if (conversations !== undefined) return { conversations };
  if (folder !== null) return { format: folder.format };
  if (slackRoots(names).length > 0) return { format: "slack" };
  // A chat with its pictures: one file of text among them.
  const [text, another] = names.filter((name) => /\.(?:txt|json|jsonl|md|mbox)$/iu.test(name));
  return text !== undefined && another === undefined ? { conversations: text } : null;
}

const QWEN = RECORD_SHAPES.find(({ format }) => format === "qwen") as RecordShape;

/** Forms that are one list or one object, and by which signs. */
const WHOLE: readonly Pick<RecordShape, "format" | "signs">[] = [
  { format: "chatgpt", signs: [/"mapping"\s*:\s*\{/u] },
  { format: "claude", signs: [/"chat_messages"\s*:\s*\[/u] },
  { format: "slack", signs: [/^\[/u, /"ts"\s*:\s*"\d+\.\d+"/u] },
  { format: "gemini", signs: [/^\[/u, /"sessionId"\s*:/u, /"messageId"\s*:/u] },
  { format: "gemini", signs: [/^\[/u, /"parts"\s*:\s*\[/u, /"role"\s*:\s*"(?:user|model)"/u] },
  { format: "gemini", signs: [/^\{/u, /"messages"\s*:\s*\[/u, /"(?:projectHash|sessionId)"\s*:/u] },
  { format: "codex", signs: [/^\{\s*"session"\s*:\s*\{/u, /"items"\s*:\s*\[/u] },
  { format: "gemini", signs: [/^\{/u, /"(?:clientHistory|history)"\s*:\s*\[/u, /"parts"\s*:/u] },
];

/** By the first form whose signs all stand there. */
const ofSigns = (text: string): TranscriptFormat | null =>
  [...WHOLE, ...RECORD_SHAPES].find(({ signs }) => signs.every((sign) => sign.test(text)))?.format ?? null;

/** By the first line that some format knows. */
function ofLines(text: string): TranscriptFormat | null {
  const lines = text.split("\n", 200);
  for (const line of lines) {
    const value = line.trimStart().startsWith("{") ? jsonFields(line) : null;
    const format = value === null ? ofCutLine(line) : ofRecord(value);
    if (format !== null) return format;
  }
  return null;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Records of Codex, of each of its versions. */
function isCodex(value: Fields): boolean {
  const { type } = value;
  return (
    value["record_type"] === "state" ||
    (isText(value["session_id"]) && typeof value["ts"] === "number" && isText(value["text"])) ||
    (isText(type) &&
      /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/u.test(type) &&
      fieldsOf(value["payload"]) !== null) ||
    (isText(value["id"]) && isText(value["timestamp"]) && "instructions" in value)
  );
}

function isGemini(value: Fields): boolean {
  const { type } = value;
  return (
    (isText(value["sessionId"]) && (isText(value["projectHash"]) || Array.isArray(value["messages"]))) ||
    fieldsOf(value["$set"]) !== null ||
    isText(value["$rewindTo"]) ||
    (isText(value["id"]) && (type === "gemini" || (type === "user" && "content" in value)))
  );
}

function isClaudeCode(value: Fields): boolean {
  const { type } = value;
  return (
    (isText(value["display"]) && isText(value["project"]) && typeof value["timestamp"] === "number") ||
    (isText(type) &&
      ("parentUuid" in value ||
        "leafUuid" in value ||
        ("sessionId" in value && "message" in value) ||
        type === "file-history-snapshot" ||
        type === "queue-operation"))
  );
}

function ofRecord(value: Fields): TranscriptFormat | null {
  if (isCodex(value)) return "codex";
  if (isGemini(value)) return "gemini";
  if (isClaudeCode(value)) return "claude-code";
  return "session" in value && "id" in value && "role" in value && "text" in value ? "jsonl" : null;
}

/** A record that is longer than what is looked at. */
function ofCutLine(line: string): TranscriptFormat | null {
  const start = line.slice(0, 2000);
  if (/"type"\s*:\s*"session_meta"/u.test(start) && /"payload"\s*:/u.test(start)) return "codex";
  return /"(?:parentUuid|leafUuid)"\s*:/u.test(start) ? "claude-code" : null;
}

/** Which format a transcript has, and the file to begin with; null when nothing fits. @param format `auto` looks at the content */
export async function recognise(
  bundle: TranscriptBundle,
  format: TranscriptFormat | "auto",
): Promise<{ format: TranscriptFormat; name: string } | null> {
  const known = bundle.many ? detectBundle(bundle, folderExport(bundle)) : null;
  const name = known !== null && "conversations" in known ? known.conversations : bundle.names[0];
  // Of an archive of sessions one alone would be read, without a word of the others.
  if (name === undefined || (bundle.many && known === null)) return null;
  if (format !== "auto") return { format, name };
  if (known !== null && "format" in known) return { format: known.format, name };
  if (bundle.file !== undefined && isClaudeMemory(bundle.file)) return { format: "claude-memory", name };
  const head = await headOf(bundle.stream(name), HEAD_BYTES);
  const detected =
    bundle.file !== undefined && looksLikeDatabase(head) ? await storeFormat(bundle.file) : detectFormat(name, head);
  return detected === null ? null : { format: detected, name };
}

/** What may be a transcript among the files of an archive. */
const TRANSCRIPT_NAME = /\.(?:jsonl?|ndjson|txt|md|markdown|mbox|html|csv|log|weechatlog)$/iu;

/** A transcript inside an archive, as if it were a file of its own. */
export type TranscriptWithin = Pick<ReaderInput, "bundle" | "name"> & { format: Exclude<TranscriptFormat, "jsonl"> };

/** The transcripts in an archive that is no export as a whole: sessions packed together, or a download of all that a service knows of somebody. */
export async function transcriptsWithin({ names, stream }: TranscriptBundle): Promise<readonly TranscriptWithin[]> {
  const within: TranscriptWithin[] = [];
  for (const name of names.filter((one) => TRANSCRIPT_NAME.test(one))) {
    const bundle = { path: name, names: [name], many: false, around: names, stream };
    const format = detectFormat(name, await headOf(stream(name), HEAD_BYTES));
    if (format !== null && format !== "jsonl") within.push({ bundle, name, format });
  }
  return within;
}
