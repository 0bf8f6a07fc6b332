import type { TranscriptEntry, TranscriptKind } from "../../model/transcript-read.ts";
import { resultText } from "./content-parts.ts";
import { epochTime, type Fields, fieldsOf, isoTime, listOf, textOf, toolText } from "../../text/fields.ts";
import type { Continues, FormatReader, ReaderInput, Report, TranscriptBundle } from "./format-reader.ts";
import { sessionOfPath, wholeJson } from "./format-reader.ts";
import { byteLines, jsonLines, parseLine } from "./json-lines.ts";

/** How Codex begins what it puts into the user's place by itself. */
const INJECTED = new RegExp(
  String.raw`^\s*(?:<(?:environment_context|user_instructions|permissions instructions|collaboration_mode` +
    String.raw`|skill|skills_instructions|turn_aborted|user_shell_command|subagent_notification|INSTRUCTIONS` +
    String.raw`|model_switch|personality_spec)\b|# AGENTS\.md instructions)`,
  "u",
);
/** Items of a rollout that hold no message. */
const SILENT: ReadonlySet<string> = new Set(
  (
    "reasoning ghost_snapshot compaction compaction_summary compaction_trigger context_compaction " +
    "image_generation_call additional_tools other"
  ).split(" "),
);
/** Who speaks in an event, or in the item that one says to be complete; others are no messages. */
const SPOKEN: ReadonlyMap<unknown, string> = new Map([
  ["user_message", "user"],
  ["agent_message", "assistant"],
  ["UserMessage", "user"],
  ["AgentMessage", "assistant"],
]);

type Found = Pick<TranscriptEntry, "role" | "text" | "caption" | "kind"> & { readonly id?: string };

/**
 * Codex CLI: rollouts, one record a line: `{ timestamp, type, payload }`, or bare items in files of old versions; one object `{ session, items }` in
 * those of the first; and the log of prompts, `history.jsonl`. Messages come from
 * `response_item`, and from events where no such item says the same (`lookThrough`). Calls, results and patches are kept exact.
 * Turns that were taken back (`thread_rolled_back`) are `sidechain`.
 */
export const readCodex: FormatReader = (input) => readRollout(input, null);

/** @param looked what a look through it told already */
async function* readRollout(
  { bundle, name, from, report }: ReaderInput,
  looked: Look | null,
): AsyncIterable<TranscriptEntry> {
  const old = name.endsWith(".json") ? await readOldRollout(bundle, name, report) : null;
  if (old !== null) {
    yield* old;
    return;
  }
  const { session, time, side, workspace: started } = await codexHead(bundle, name);
  const { lone, rolledBack, folder } = looked ?? (await lookThrough(bundle, name));
  let workspace = folder ?? started;
  for await (const { number, value } of jsonLines(bundle.stream(name, from.offset), report, from)) {
    const prompt = promptOf(value, number);
    if (prompt !== null) {
      yield prompt;
      continue;
    }
    const payload = fieldsOf(value["payload"]);
    const type = typeOf(value);
    const found = foundIn(value, lone.has(number));
    workspace = toldFolder(value) ?? workspace;
    if (
      type === undefined &&
      (value["record_type"] !== undefined || (textOf(value["id"]) !== null && value["instructions"] !== undefined))
    )
      report.ignore("state");
    else if (found === null)
      report.problem(
        number,
        `unknown record '${String(type ?? "").slice(0, 40)}${payload === null ? "" : `/${String(payload["type"] ?? "").slice(0, 40)}`}'`,
      );
    else if ("ignored" in found) report.ignore(found.ignored);
    else if (found.text !== "" || found.caption !== null) {
      const kind: TranscriptKind =
        (side || rolledBack.has(number)) && found.kind !== "summary" ? "sidechain" : found.kind;
      yield {
        ...(workspace !== null && { workspace }),
        session,
        author: null,
        time: isoTime(value["timestamp"]) ?? time,
        title: null,
        id: `${lone.has(number) ? "lone" : "line"}-${number}`,
        ...found,
        kind,
        ...(kind === "sidechain" && !side && { abandoned: true }),
      };
    }
  }
}

/** A session of the first versions: one object with its items. Null when the file is none. */
async function readOldRollout(
  bundle: TranscriptBundle,
  name: string,
  report: Report,
): Promise<TranscriptEntry[] | null> {
  const whole = fieldsOf(await wholeJson(bundle, name));
  const head = fieldsOf(whole?.["session"]);
  if (head === null || !Array.isArray(whole?.["items"])) return null;
  const session = textOf(head["id"]) ?? sessionOfPath(name);
  const start = isoTime(head["timestamp"]);
  return listOf(whole["items"]).flatMap((item, i): TranscriptEntry[] => {
    const fields = fieldsOf(item);
    const found = fields === null ? null : itemOf(fields);
    if (found === null) report.problem(i + 1, `unknown record '${String(fields?.["type"] ?? "").slice(0, 40)}'`);
    else if ("ignored" in found) report.ignore(found.ignored);
    else if (found.text !== "" || found.caption !== null)
      return [{ session, author: null, time: start, title: null, id: `item-${i + 1}`, ...found }];
    return [];
  });
}

/** Records of Codex that say in which folder it works; others name folders too, such as that of a command. */
const CODEX_RECORDS: ReadonlySet<unknown> = new Set(["session_meta", "turn_context"]);

/**
 * The folder that the tool works in from a record on: a field of the record's own, what Codex says of a session or a turn, or tells the model
 * before one. What stands in an answer, or in what a tool was called with, says nothing: who writes there could move a session to another project.
 */
export function toldFolder(record: Fields): string | null {
  const payload = fieldsOf(record["payload"]);
  if (payload !== null && CODEX_RECORDS.has(record["type"])) return textOf(payload["cwd"]);
  const item = payload ?? record;
  if (item["type"] !== "message" || item["role"] !== "user") return payload === null ? textOf(record["cwd"]) : null;
  const text = textOf(fieldsOf(listOf(item["content"])[0])?.["text"]) ?? "";
  return /^\s*<environment_context>[^]*?<cwd>([^<]+)<\/cwd>/u.exec(text)?.[1] ?? null;
}

/** A line of the log of prompts. */
function promptOf(value: Fields, number: number): TranscriptEntry | null {
  const session = textOf(value["session_id"]);
  const text = textOf(value["text"]);
  if (session === null || text === null || typeof value["ts"] !== "number") return null;
  const said = { role: "user", author: null, caption: null, title: null, kind: "message" } as const;
  return { ...said, session, id: `prompt-${number}`, time: epochTime(value["ts"]), text };
}

/** It does where the head says what it did, nothing is taken back, and no event has got its item since. */
export const continuesCodex: Continues = async ({ bundle, name, from }) => {
  const { firstMessage } = await codexHead(bundle, name);
  if (firstMessage === null || firstMessage >= from.offset) return null;
  const look = await lookThrough(bundle, name, from.lines);
  return look.stay ? (input) => readRollout(input, look) : null;
};

/** Undefined for what is neither a record nor an item. */
function typeOf(value: Fields): unknown {
  if (fieldsOf(value["payload"]) !== null) return value["type"];
  return typeof value["type"] === "string" ? "response_item" : undefined;
}

/** @param isLone it is an event that alone tells its message */
function foundIn(value: Fields, isLone: boolean): Found | { readonly ignored: string } | null {
  const type = typeOf(value);
  const payload = fieldsOf(value["payload"]) ?? value;
  switch (type) {
    case "response_item":
      return itemOf(payload);
    case "compacted": {
      const text = textOf(payload["message"]);
      return text === null ? { ignored: "compacted" } : { role: "summary", text, caption: null, kind: "summary" };
    }
    case "event_msg":
      return (isLone ? spokenIn(payload) : null) ?? { ignored: `event_msg ${textOf(payload["type"]) ?? ""}`.trim() };
    case "session_meta":
    case "turn_context":
    case "world_state":
    case "token_usage_record":
      return { ignored: type };
    default:
      return null;
  }
}

function itemOf(item: Fields): Found | { readonly ignored: string } | null {
  const type = item["type"];
  const call = textOf(item["call_id"]);
  const tool = (text: string, part: "call" | "result"): Found => ({
    role: `tool_${part}`,
    text,
    caption: null,
    kind: "tool",
    ...(call === null ? {} : { id: `${part}-${call}` }),
  });
  if (type === "message") return messageOf(item);
  if (type === "agent_message") {
    // What one agent writes to another.
    const said = messageOf({ role: "assistant", content: item["content"] ?? item["message"] ?? item["text"] });
    return said === null || said.text === "" ? { ignored: type } : { ...said, kind: "sidechain" };
  }
  const action = fieldsOf(item["action"]);
  if (type === "local_shell_call") return tool(toolText("shell", listOf(action?.["command"]).join(" ")), "call");
  if (type === "web_search_call")
    return tool(toolText("web_search", textOf(action?.["query"]) ?? textOf(action?.["url"]) ?? ""), "call");
  if (typeof type !== "string" || SILENT.has(type)) return typeof type === "string" ? { ignored: type } : null;
  if (/^(?:function|tool_search|custom_tool)_call$/u.test(type))
    return tool(toolText(calledTool(item), item[type === "custom_tool_call" ? "input" : "arguments"]), "call");
  return /^(?:(?:function|custom_tool)_call|tool_search)_output$/u.test(type)
    ? tool(resultText(item["output"]), "result")
    : null;
}

const textsOf = (blocks: readonly unknown[]): readonly string[] =>
  blocks.map(fieldsOf).flatMap((block) => textOf(block?.["text"]) ?? textOf(block?.["refusal"]) ?? []);

function messageOf(item: Fields): Found | null {
  const role = textOf(item["role"]);
  const content = item["content"];
  const blocks =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : Array.isArray(content)
        ? content.map(fieldsOf)
        : null;
  if (role === null || blocks === null) return null;
  const texts = textsOf(blocks);
  const pictures = blocks.filter((block) => block?.["type"] === "input_image").length;
  const text = texts.join("\n");
  const kind = role === "assistant" || (role === "user" && !INJECTED.test(text)) ? "message" : "context";
  return {
    role: kind === "context" ? "system" : role,
    text,
    caption: pictures === 0 ? null : `${pictures} picture${pictures === 1 ? "" : "s"}`,
    kind,
  };
}

/** What somebody says in an event, as older versions tell it or as an item that is complete; null where it is no message. */
function spokenIn(payload: Fields): Found | null {
  const item = payload["type"] === "item_completed" ? fieldsOf(payload["item"]) : null;
  const role = SPOKEN.get((item ?? payload)["type"]);
  const content = item === null ? payload["message"] : textsOf(listOf(item["content"])).join("");
  return role === undefined ? null : messageOf({ role, content });
}

/** Told twice as text is what differs in nothing but breaks, marks of pictures, and what Codex doesn't show. */
const UNSHOWN = /<(oai-mem-citation|proposed_plan)>[^]*?(?:<\/\1>|$)|<\/?image\b[^>]*>|\s+/gu;

/**
 * What only the whole of a rollout tells of its lines. `lone` are events that tell a message which no item tells: most are told as both, the event
 * before or behind the item; each item is the twin of one event that says the same, the nearest, and so are events of the two kinds. `rolledBack`
 * was taken back: an event `thread_rolled_back` drops the last `num_turns` turns, each from what a person typed to the next; as many as there are
 * when it says more. What a rollback left can be rolled back again.
 */
interface Look {
  readonly lone: ReadonlySet<number>;
  readonly rolledBack: ReadonlySet<number>;
  /** Whether what the first lines told is so still at the end. */
  readonly stay: boolean;
  /** The folder that Codex worked in behind those lines; null where they name none. */
  readonly folder: string | null;
}

/** @param lines the first ones, that were read before. Cost: one look at each line, parses what may be a message or name a folder. */
async function lookThrough(bundle: TranscriptBundle, name: string, lines = 0): Promise<Look> {
  /** By role and text, for each kind of events: the lines of those without an item, or zeros for items without one. */
  const told = new Map<string, readonly [spoken: number[], completed: number[]]>();
  const loneSoFar = (role = ""): readonly number[] =>
    [...told].flatMap(([key, kinds]) => {
      const [events, others] = kinds.map((kind) => kind.filter(Boolean)) as [number[], number[]];
      return key.startsWith(role) ? [...events, ...others.slice(events.length)] : [];
    });
  let before: readonly number[] | null = null;
  /** Where turns begin, and where how many were taken back. */
  const turns: (readonly [line: number, back: number])[] = [];
  let folder: string | null = null;
  for await (const { bytes, number } of byteLines(bundle.stream(name))) {
    if (number > lines) before ??= loneSoFar();
    const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const maySay = /message"|"(?:item_completed|thread_rolled_back)"/u.test(line);
    if (!maySay && (number > lines || !line.includes("cwd"))) continue;
    const value = parseLine(bytes, number);
    if (typeof value === "string") continue;
    if (number <= lines) folder = toldFolder(value) ?? folder;
    if (!maySay) continue;
    const payload = fieldsOf(value["payload"]) ?? value;
    const isEvent = value["type"] === "event_msg";
    const back = isEvent && payload["type"] === "thread_rolled_back" ? Math.floor(Number(payload["num_turns"])) : 0;
    if (back > 0) turns.push([number, back]);
    const event = isEvent ? spokenIn(payload) : null;
    const item = !isEvent && payload["type"] === "message" ? messageOf(payload) : null;
    if (item?.role === "user") turns.push([number, 0]);
    const blocks = item === null ? [] : textsOf(listOf(payload["content"]));
    const said = event ?? item;
    for (const text of said === null ? [] : [said.text, ...(blocks.length > 1 ? blocks : [])]) {
      const key = `${said?.role} ${text.replace(UNSHOWN, "")}`;
      const both = told.get(key) ?? [[], []];
      told.set(key, both);
      for (const open of event === null ? both : [both[payload["type"] === "item_completed" ? 1 : 0]])
        if (open.length > 0 && (open[0] === 0) === (event !== null)) open.pop();
        else open.push(event === null ? 0 : number);
    }
  }
  const lone = new Set(loneSoFar());
  const prompts = loneSoFar("user ").map((line) => [line, 0] as const);
  const rolledBack = takenBack([...turns, ...prompts].sort(([a], [b]) => a - b));
  const isSame = (before ?? []).every((line) => lone.has(line));
  const stay = isSame && turns.every(([line, back]) => back === 0 || line <= lines);
  return { lone, rolledBack, stay, folder };
}

/** The lines of turns that were taken back. @param turns where each begins, and where how many were taken back, ascending */
function takenBack(turns: readonly (readonly [line: number, back: number])[]): ReadonlySet<number> {
  const lines = new Set<number>();
  const open: number[] = [];
  for (const [line, back] of turns) {
    const first = back === 0 ? undefined : open.splice(Math.max(0, open.length - back))[0];
    if (back === 0) open.push(line);
    for (let taken = first ?? line; taken < line; taken++) lines.add(taken);
  }
  return lines;
}

/** The name of a tool with its server's before it: `mcp__loci__search`. */
function calledTool(item: Fields): string | null {
  const [server, name] = [textOf(item["namespace"]), textOf(item["name"])];
  return server === null || name?.startsWith(server) === true ? name : `${server}__${name ?? ""}`;
}

/** The time in the name of a rollout. */
const STARTED = /rollout-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/u;

/** What the head of a rollout, up to its first message, says of all of it. */
async function codexHead(bundle: TranscriptBundle, name: string) {
  let session: string | null = null;
  const [, day, ...clock] = STARTED.exec(name) ?? [];
  let time = day === undefined ? null : `${day}T${clock.join(":")}.000Z`;
  let side = false;
  let workspace: string | null = null;
  for await (const { number, value, start } of jsonLines(bundle.stream(name), null)) {
    const payload = fieldsOf(value["payload"]);
    if (number === 1) time = isoTime(value["timestamp"]) ?? time;
    if (session === null && value["type"] === "session_meta" && payload !== null) {
      session = textOf(payload["id"]) ?? textOf(payload["session_id"]);
      workspace = textOf(payload["cwd"]);
      side = fieldsOf(payload["source"])?.["subagent"] !== undefined;
    } else if (session === null && number === 1) session = textOf(value["id"]);
    const item = value["type"] === "response_item" ? payload : payload === null ? value : null;
    if (item?.["type"] === "message")
      return {
        session: session ?? sessionOfPath(name),
        /** When it began, which messages of older versions don't tell of themselves; null where nothing says it. */
        time,
        side,
        /** The folder that it was started in. */
        workspace,
        /** Offset of the first message that is told as an item; null where there is none. */
        firstMessage: start,
      };
  }
  return { session: session ?? sessionOfPath(name), time, side, workspace, firstMessage: null };
}
