import type { TranscriptEntry, TranscriptKind } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, isoTime, jsonText, listOf, objectsOf, textOf, toolText } from "./fields.ts";
import { type ReaderInput, readWhole, type Report, sessionOfPath, wholeJson } from "./format-reader.ts";
import { jsonElements } from "./json-elements.ts";
import { jsonLines } from "./json-lines.ts";

/**
 * Gemini CLI: sessions (one JSON object, or since 0.39 JSONL with later changes to earlier messages), checkpoints of `/chat save` (an
 * array of contents, or `{ history }`), and the prompt log `logs.json`. Its thoughts are left out.
 */
export async function* readGemini(input: ReaderInput): AsyncIterable<TranscriptEntry> {
  const { bundle, name, report } = input;
  const whole = name.endsWith(".jsonl") ? undefined : await wholeJson(bundle, name);
  if (whole === undefined) {
    const cut = name.endsWith(".jsonl") ? null : await cutSession(input);
    if (cut !== null) {
      yield* sessionEntries(cut, input);
      return;
    }
    const replay = new GeminiReplay();
    for await (const { number, value } of jsonLines(bundle.stream(name), report)) replay.take(value, number, report);
    yield* sessionEntries(replay, input);
    return;
  }
  const history = Array.isArray(whole) ? whole : historyOf(fieldsOf(whole));
  if (fieldsOf(whole)?.["messages"] !== undefined) {
    const replay = new GeminiReplay();
    const { messages, ...metadata } = fieldsOf(whole) as Fields;
    replay.take(metadata, 1, report);
    for (const [i, message] of listOf(messages).entries()) takeMessage(replay, message, i + 1, report);
    yield* sessionEntries(replay, input);
  } else if (history.some((entry) => Array.isArray(fieldsOf(entry)?.["parts"])))
    yield* checkpointEntries(history, input);
  else if (history.some((entry) => typeof fieldsOf(entry)?.["message"] === "string")) yield* logEntries(history, input);
  else report.problem(1, "no session, checkpoint or log");
}

/** The messages that stand whole in a session that was cut off; null where it isn't one. */
async function cutSession({ bundle, name, report }: ReaderInput): Promise<GeminiReplay | null> {
  const text = new TextDecoder().decode(await readWhole(bundle, name));
  const start = /"messages"\s*:\s*(?=\[)/u.exec(text);
  if (start === null || /\}[^\S\n]*\n\s*\{/u.test(text.slice(0, start.index))) return null;
  const replay = new GeminiReplay();
  replay.take(
    { sessionId: /"sessionId"\s*:\s*"([^"\\]+)"/u.exec(text.slice(0, start.index))?.[1] ?? sessionOfPath(name) },
    1,
    report,
  );
  const rest = Buffer.from(text.slice(start.index + start[0].length));
  for await (const { ordinal, value } of jsonElements(pieceOf(rest), report))
    takeMessage(replay, value, ordinal, report);
  return replay;
}

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A message of a session's list. */
function takeMessage(replay: GeminiReplay, message: unknown, ordinal: number, report: ReaderInput["report"]): void {
  const fields = fieldsOf(message);
  if (fields === null) report.problem(ordinal, "message is no object");
  // Early versions gave no ids.
  else replay.take({ ...fields, id: textOf(fields["id"]) ?? `message-${ordinal}` }, ordinal, report);
}

/** What the model saw, where a checkpoint before a tool also holds what the screen showed. */
function historyOf(checkpoint: Fields | null): readonly unknown[] {
  const seen = listOf(checkpoint?.["clientHistory"]);
  return seen.length > 0 ? seen : listOf(checkpoint?.["history"]);
}

function* sessionEntries(replay: GeminiReplay, { name, report }: ReaderInput): Generator<TranscriptEntry> {
  const { id, title, subagent, messages } = replay.session();
  const session = id ?? sessionOfPath(name);
  let parent: string | null = null;
  for (const [order, { line, message }] of messages.entries()) {
    const key = message["id"] as string;
    const type = message["type"];
    const base = { session, author: null, time: isoTime(message["timestamp"]), parent, order, title };
    const calls = objectsOf(message["toolCalls"]);
    const { text, caption, onlyResults } = contentOf(message["content"]);
    if (onlyResults) {
      report.ignore("tool results told twice");
      continue;
    }
    const role = type === "gemini" || type === "model" ? "assistant" : type === "user" ? "user" : "system";
    const own: TranscriptKind =
      role === "system" || (role === "user" && /^\s*<session_context>/u.test(text)) ? "context" : "message";
    const kind = subagent ? "sidechain" : own;
    if (!["gemini", "model", "user", "info", "error", "warning"].includes(String(type)))
      report.problem(line, `unknown message '${String(type).slice(0, 40)}'`);
    else if (text !== "" || caption !== null) {
      yield { ...base, id: key, role: own === "context" ? "system" : role, text, caption, kind };
      parent = key;
    }
    for (const [i, call] of calls.entries()) {
      const ofCall = textOf(call["id"]) ?? `${key}#${i}`;
      const toolKind = subagent ? "sidechain" : "tool";
      const at = isoTime(call["timestamp"]) ?? base.time;
      yield {
        ...base,
        time: at,
        id: `call-${ofCall}`,
        role: "tool_call",
        text: toolText(textOf(call["name"]), call["args"]),
        caption: null,
        parent: key,
        kind: toolKind,
      };
      const result = resultOf(call["result"]);
      if (result !== "")
        yield {
          ...base,
          time: at,
          id: `result-${ofCall}`,
          role: "tool_result",
          text: result,
          caption: null,
          parent: key,
          kind: toolKind,
        };
    }
  }
}

/** Who speaks in a content. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ["user", "user"],
  ["model", "assistant"],
]);

/** Contents as the model sees them: `{ role, parts }`. */
function* checkpointEntries(history: readonly unknown[], { name, report }: ReaderInput): Generator<TranscriptEntry> {
  const session = sessionOfPath(name);
  for (const [order, value] of history.entries()) {
    const content = fieldsOf(value);
    const role = ROLES.get(content?.["role"]);
    if (content === null || role === undefined || !Array.isArray(content["parts"])) {
      report.problem(order + 1, "no content with role and parts");
      continue;
    }
    const base = { session, author: null, time: null, parent: null, order, title: null };
    const { text, caption } = contentOf(content["parts"]);
    const kind =
      role === "user" && /^\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/u.test(text)
        ? "context"
        : "message";
    if (text !== "" || caption !== null)
      yield { ...base, id: `content-${order + 1}`, role: kind === "context" ? "system" : role, text, caption, kind };
    for (const [i, part] of content["parts"].map(fieldsOf).entries()) {
      const call = fieldsOf(part?.["functionCall"]);
      const tool = call === null ? resultOf([part]) : toolText(textOf(call["name"]), call["args"]);
      if (tool !== "")
        yield {
          ...base,
          id: `content-${order + 1}#${i}`,
          role: call === null ? "tool_result" : "tool_call",
          text: tool,
          caption: null,
          kind: "tool",
        };
    }
  }
}

/** What the user typed, over all sessions of a project. */
function* logEntries(log: readonly unknown[], { name, report }: ReaderInput): Generator<TranscriptEntry> {
  for (const [order, value] of log.entries()) {
    const entry = fieldsOf(value);
    const text = textOf(entry?.["message"]);
    if (entry === null || text === null) {
      report.problem(order + 1, "no message");
      continue;
    }
    const session = textOf(entry["sessionId"]) ?? sessionOfPath(name);
    yield {
      session,
      id: `log-${String(entry["messageId"] ?? order)}`,
      role: textOf(entry["type"]) ?? "user",
      author: null,
      time: isoTime(entry["timestamp"]),
      text,
      caption: null,
      parent: null,
      order,
      title: null,
      kind: "message",
    };
  }
}

/** A content is a text, a part, or parts; thoughts are no text, and files have a name. */
function contentOf(content: unknown): { text: string; caption: string | null; onlyResults: boolean } {
  if (typeof content === "string") return { text: content, caption: null, onlyResults: false };
  const parts = (Array.isArray(content) ? content : [content]).map(
    (part: unknown) => (typeof part === "string" ? { text: part } : (fieldsOf(part) ?? {})) as Fields,
  );
  const texts = parts.flatMap((part) => (part["thought"] === true ? [] : (textOf(part["text"]) ?? [])));
  const files = parts.flatMap(
    (part) => textOf((fieldsOf(part["inlineData"]) ?? fieldsOf(part["fileData"]))?.["mimeType"]) ?? [],
  );
  const onlyResults = parts.length > 0 && parts.every((part) => part["functionResponse"] !== undefined);
  return { text: texts.join("\n"), caption: files.length === 0 ? null : files.join(", "), onlyResults };
}

/** What a tool answered: the output as it is where it is a text, else the answer as JSON. */
function resultOf(result: unknown): string {
  return listOf(result)
    .flatMap((part) => {
      const response = fieldsOf(fieldsOf(part)?.["functionResponse"])?.["response"];
      if (response === undefined || response === null) return [];
      const output = fieldsOf(response)?.["output"] ?? fieldsOf(response)?.["error"] ?? response;
      return [typeof output === "string" ? output : jsonText(output)];
    })
    .join("\n");
}

/** A session of Gemini CLI as its records leave it. */
interface GeminiSession {
  /** The last id that the session was given; null when none was. */
  readonly id: string | null;
  readonly title: string | null;
  readonly subagent: boolean;
  /** In order of first appearance, each as it was written last, with its line. */
  readonly messages: readonly { readonly line: number; readonly message: Fields }[];
}

/** Takes in the records of a session file, one after the other, as Gemini CLI's own loader does. */
class GeminiReplay {
  #id: string | null = null;
  #title: string | null = null;
  #subagent = false;
  readonly #messages = new Map<string, { line: number; message: Fields }>();

  /**
   * A record: metadata, a message (which replaces an earlier one of its id), `$set`, `$patch` or `message_update`, `$rewindTo`.
   * Messages that a `$set` leaves out stay: it also says what the model still sees after a compaction, and they were said.
   */
  take(record: Fields, line: number, report: Report): void {
    const rewind = textOf(record["$rewindTo"]);
    const set = fieldsOf(record["$set"]);
    const patch = fieldsOf(record["$patch"]) ?? (record["type"] === "message_update" ? record : null);
    if (rewind !== null) this.#rewind(rewind, report);
    else if (set !== null) this.#setMetadata(set, line, report);
    else if (patch !== null) this.#patch(patch, line, report);
    else if (textOf(record["id"]) !== null && typeof record["type"] === "string" && record["sessionId"] === undefined)
      this.#messages.set(record["id"] as string, {
        line: this.#messages.get(record["id"] as string)?.line ?? line,
        message: record,
      });
    else if (textOf(record["sessionId"]) !== null) this.#setMetadata(record, line, report);
    else report.problem(line, "unknown record");
  }

  session(): GeminiSession {
    return { id: this.#id, title: this.#title, subagent: this.#subagent, messages: [...this.#messages.values()] };
  }

  #setMetadata(fields: Fields, line: number, report: Report): void {
    this.#id ??= textOf(fields["sessionId"]);
    this.#title = textOf(fields["summary"]) ?? this.#title;
    if (fields["kind"] === "subagent") this.#subagent = true;
    for (const message of listOf(fields["messages"])) {
      const found = fieldsOf(message);
      if (found === null || textOf(found["id"]) === null) report.problem(line, "message without id");
      else this.take(found, line, report);
    }
  }

  /** The message and everything after it was undone. */
  #rewind(id: string, report: Report): void {
    const ids = [...this.#messages.keys()];
    const from = Math.max(0, ids.indexOf(id));
    for (const removedId of ids.slice(from)) this.#messages.delete(removedId);
    report.ignore("rewound", ids.length - from);
  }

  #patch(patch: Fields, line: number, report: Report): void {
    const id = textOf(patch["id"]) ?? "";
    const known = this.#messages.get(id);
    if (known === undefined) {
      report.problem(line, "change of an unknown message");
      return;
    }
    const { type, ...changes } = patch;
    const calls = new Map(listOf(known.message["toolCalls"]).map((call) => [fieldsOf(call)?.["id"], call]));
    for (const call of listOf(patch["toolCalls"])) {
      const key = fieldsOf(call)?.["id"];
      calls.set(key, { ...fieldsOf(calls.get(key)), ...fieldsOf(call) });
    }
    const merged = {
      ...known.message,
      ...changes,
      ...(type === undefined || type === "message_update" ? {} : { type }),
      ...(calls.size === 0 ? {} : { toolCalls: [...calls.values()] }),
    };
    this.#messages.set(id, { line: known.line, message: merged });
  }
}
