import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "../../text/fields.ts";
import { type ReaderInput, readWhole, type Report, sessionOfPath, wholeJson } from "./format-reader.ts";
import { jsonElements, jsonLines } from "./json-lines.ts";
import { talkEntries } from "./record-shapes.ts";
import type { Spoken, Talk } from "./shapes/shape.ts";

/** What the client puts into the user's place before a chat of early versions. */
const SET_UP = /^\s*This is the Gemini CLI\. We are setting up the context/u;
/** Who speaks in a message; what has another name is no message that is known. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ["user", "user"],
  ...["gemini", "model"].map((name) => [name, "assistant"] as const),
  ...["info", "error", "warning"].map((name) => [name, "system"] as const),
]);

/**
 * Gemini CLI: sessions (one JSON object, or since 0.39 JSONL with later changes to earlier messages), checkpoints of `/chat save` (an
 * array of contents, or `{ history }`), and the prompt log `logs.json`. Its thoughts are left out.
 */
export async function* readGemini(input: ReaderInput): AsyncIterable<TranscriptEntry> {
  for (const talk of await talksOf(input)) yield* talkEntries(talk, sessionOfPath(input.name), false);
}

async function talksOf(input: ReaderInput): Promise<readonly Talk[]> {
  const { bundle, name, report } = input;
  const isLines = name.endsWith(".jsonl");
  const whole = isLines ? undefined : await wholeJson(bundle, name);
  const cut = whole === undefined && !isLines ? await cutSession(input) : null;
  if (cut !== null) return [talkOf(cut, report)];
  const replay = new GeminiReplay();
  if (whole === undefined) {
    for await (const { number, value } of jsonLines(bundle.stream(name), report)) replay.take(value, number, report);
    return [talkOf(replay, report)];
  }
  if (fieldsOf(whole)?.["messages"] !== undefined) {
    const { messages, ...metadata } = fieldsOf(whole) as Fields;
    replay.take(metadata, 1, report);
    for (const [i, message] of listOf(messages).entries()) takeMessage(replay, message, { ordinal: i + 1, report });
    return [talkOf(replay, report)];
  }
  const history = objectsOf(Array.isArray(whole) ? whole : historyOf(fieldsOf(whole)));
  if (history.some(({ parts }) => Array.isArray(parts))) return [{ messages: contents(history, report) }];
  const prompts = history.filter(({ message }) => textOf(message) !== null);
  if (prompts.length === 0) report.problem(1, "no session, checkpoint or log");
  return [...Map.groupBy(prompts, ({ sessionId }) => textOf(sessionId))].map(([session, list]) => ({
    session,
    messages: list.map(({ messageId, type, timestamp, message }, i) => ({
      id: `log-${String(messageId ?? i)}`,
      role: textOf(type) ?? "user",
      time: timestamp,
      content: message,
    })),
  }));
}

/** The messages that stand whole in a session that was cut off; null where it isn't one. */
async function cutSession({ bundle, name, report }: ReaderInput): Promise<GeminiReplay | null> {
  const text = new TextDecoder().decode(await readWhole(bundle, name));
  const start = /"messages"\s*:\s*(?=\[)/u.exec(text);
  if (start === null || /\}[^\S\n]*\n\s*\{/u.test(text.slice(0, start.index))) return null;
  const replay = new GeminiReplay();
  const sessionId = /"sessionId"\s*:\s*"([^"\\]+)"/u.exec(text.slice(0, start.index))?.[1] ?? sessionOfPath(name);
  replay.take({ sessionId }, 1, report);
  const rest = Buffer.from(text.slice(start.index + start[0].length));
  for await (const { ordinal, value } of jsonElements([rest], report)) takeMessage(replay, value, { ordinal, report });
  return replay;
}

/** A message of a session's list. */
function takeMessage(
  replay: GeminiReplay,
  message: unknown,
  { ordinal, report }: { readonly ordinal: number; readonly report: Report },
): void {
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

function talkOf(replay: GeminiReplay, report: Report): Talk {
  const { id, title, subagent, messages } = replay.session();
  const spoken = messages.flatMap(({ line, message }): readonly Spoken[] => {
    const role = ROLES.get(message["type"]);
    const said = partsOf(message["content"]);
    if (said.length > 0 && said.every((part) => part["functionResponse"] !== undefined)) {
      report.ignore("tool results told twice");
      return [];
    }
    if (role === undefined) report.problem(line, `unknown message '${String(message["type"]).slice(0, 40)}'`);
    const id = textOf(message["id"]);
    const time = message["timestamp"];
    const calls = objectsOf(message["toolCalls"]).flatMap((call, i): readonly Spoken[] => {
      const own = textOf(call["id"]) ?? `${id ?? line}#${i}`;
      const base = { role: "assistant", time: call["timestamp"] ?? time };
      return [
        { ...base, id: `call-${own}`, content: { type: "tool_use", name: call["name"], input: call["args"] } },
        { ...base, id: `result-${own}`, content: listOf(call["result"]) },
      ];
    });
    const kind = role === "system" ? { kind: "context" as const } : {};
    return [{ ...kind, id, role: role ?? "assistant", time, content: role === undefined ? [] : said }, ...calls];
  });
  return { session: id, title, side: subagent, messages: spoken };
}

/** Contents as the model sees them: `{ role, parts }`. */
function* contents(history: readonly Fields[], report: Report): Generator<Spoken> {
  for (const [i, content] of history.entries()) {
    const role = ROLES.get(content["role"]);
    const parts = partsOf(content["parts"]);
    if (role === undefined || !Array.isArray(content["parts"])) report.problem(i + 1, "no content with role and parts");
    else {
      const isSetUp = SET_UP.test(textOf(parts[0]?.["text"]) ?? "");
      yield { id: `content-${i + 1}`, role, content: parts, ...(isSetUp && { kind: "context" as const }) };
    }
  }
}

/** A content is a text, a part, or parts. Texts one after the other are one; thoughts are none. */
function partsOf(content: unknown): readonly Fields[] {
  const parts = (Array.isArray(content) ? content : [content]).map((part: unknown) =>
    typeof part === "string" ? { text: part } : (fieldsOf(part) ?? {}),
  ) as readonly Fields[];
  const texts = parts.flatMap((part) => (part["thought"] === true ? [] : (textOf(part["text"]) ?? [])));
  const others = parts.filter((part) => part["text"] === undefined);
  return [...(texts.length === 0 ? [] : [{ text: texts.join("\n") }]), ...others];
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

  /** The session as its records leave it: its id, null when none was given; messages in order of first appearance, each as it was written last. */
  session() {
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
    if (known === undefined) return report.problem(line, "change of an unknown message");
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
