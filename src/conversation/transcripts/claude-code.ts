import { isProgram } from "../provenance/own-words.ts";
import { framesBefore, resultText } from "./content-parts.ts";
import type { TranscriptEntry, TranscriptKind } from "../../model/transcript-read.ts";
import { abandonedBranches, askedAside, askedInLog, asides, PromptQueue, withoutTold } from "./claude-code-records.ts";
import { epochTime, type Fields, fieldsOf, isoTime, objectsOf, textOf, toolText } from "../../text/fields.ts";
import { type ReaderInput, type Report, sessionOfPath, wholeText } from "./format-reader.ts";
import { jsonLines, tailLines } from "./json-lines.ts";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Records that say what a session is called, and the field that does. */
const TITLES: ReadonlyMap<unknown, { readonly field: string; readonly by: "person" | "tool" }> = new Map([
  ["custom-title", { field: "customTitle", by: "person" }],
  ["ai-title", { field: "aiTitle", by: "tool" }],
]);

/** Records of the tool's own that stand in the chain of what is said; others of its book-keeping have no id. */
const BOOKKEEPING: ReadonlySet<unknown> = new Set(["attachment", "progress", "system"]);

/**
 * Claude Code: one record a line. The main chain are messages; helpers' records (`isSidechain`) and branches that were given up are
 * `sidechain`; calls and results of tools are entries of their own, exact. The model's thinking is left out.
 */
export async function* readClaudeCode({ bundle, name, from, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const tail = from.offset === 0 ? [] : await tailLines(bundle, name, from.offset);
  const abandoned = await abandonedBranches(tail, jsonLines(bundle.stream(name, from.offset), null, from));
  const asked = await askedAside(bundle, name);
  const isAside = asides();
  /** Of each record: its session, and the folder that it was said in. */
  const told = new Map<string, Pick<RecordBase, "session" | "workspace">>();
  const queue = new PromptQueue();
  let session = sessionOfPath(name);
  let workspace: Pick<RecordBase, "workspace"> = {};
  let last: string | null = null;
  const note = (value: Fields, uuid: string): void => {
    session = sessionOf(value) ?? session;
    const folder = textOf(value["cwd"] ?? value["project"]);
    if (folder !== null) workspace = { workspace: folder };
    told.set(uuid, { session, ...workspace });
  };
  for (const { value } of tail) {
    queue.handed(value);
    isAside(value);
    last = textOf(value["uuid"]) ?? last;
    note(value, textOf(value["uuid"]) ?? "");
  }
  for await (const { number: line, value } of jsonLines(bundle.stream(name, from.offset), report, from)) {
    const type = value["type"];
    const uuid = textOf(value["uuid"]) ?? `line-${line}`;
    note(value, uuid);
    if (line < asked) {
      report.ignore("told twice");
      continue;
    }
    const base = {
      ...workspace,
      ...(isProgrammed(value) && { programmed: true }),
      author: null,
      time: isoTime(value["timestamp"]),
      caption: null,
      title: null,
    };
    const handed = queue.handed(value);
    const aside = isAside(value);
    const above = last;
    last = textOf(value["uuid"]) ?? last;
    const titled = TITLES.get(type);
    if ("display" in value) {
      const text = askedInLog(value);
      const time = epochTime(Number(value["timestamp"]) / 1000);
      if (text === null) report.ignore("prompt of a session");
      else
        yield { ...base, session: `${session}-btw`, id: `prompt-${line}`, time, role: "user", text, kind: "message" };
    } else if (handed !== null) {
      const prompt = { ...value, message: { content: handed }, origin: fieldsOf(value["attachment"])?.["origin"] };
      const given = abandoned.has(textOf(value["uuid"]) ?? above ?? "");
      yield* messageEntries({ value: prompt, type: "user", base: { ...base, session }, uuid, given, line }, report);
    } else if (titled !== undefined) {
      const title = textOf(value[titled.field]);
      const entry = { ...base, session, id: "title", role: "system", text: "", kind: "context" } as const;
      if (title !== null) yield { ...entry, title, titleBy: titled.by };
    } else if (type === "summary") {
      const text = textOf(value["summary"]);
      const leaf = textOf(value["leafUuid"]);
      const entry = { ...base, session, ...told.get(leaf ?? ""), id: `summary-${leaf ?? line}` };
      if (text === null) report.problem(line, "summary without text");
      else yield { ...entry, role: "summary", text, title: text, kind: "summary" };
    } else if (type === "user" || type === "assistant") {
      const { session: from, uuid: id } = originOf(value) ?? { session, uuid };
      const said = { value: aside ? withoutTold(value) : value, type, uuid: id, line, aside } as const;
      yield* messageEntries({ ...said, base: { ...base, session: from }, given: abandoned.has(uuid) }, report);
    } else if (typeof type === "string" && (BOOKKEEPING.has(type) || !("uuid" in value))) report.ignore(type);
    else
      report.problem(line, typeof type === "string" ? `unknown record '${type.slice(0, 40)}'` : "record without type");
  }
}

type RecordBase = Pick<
  TranscriptEntry,
  "author" | "time" | "caption" | "title" | "session" | "workspace" | "programmed"
>;

/** A record with what somebody says. */
interface MessageRecord {
  readonly value: Fields;
  readonly type: "user" | "assistant";
  readonly base: RecordBase;
  readonly uuid: string;
  readonly given: boolean;
  readonly line: number;
  readonly aside?: boolean;
}

function* messageEntries(record: MessageRecord, report: Report): Iterable<TranscriptEntry> {
  const { value, type, base, uuid, given, line, aside } = record;
  const content = fieldsOf(value["message"])?.["content"];
  if (typeof content !== "string" && !Array.isArray(content)) return report.problem(line, "message without content");
  const isHelpers = value["isSidechain"] === true && aside !== true;
  const side = isHelpers || given;
  const kind = kindOf(value, side);
  const blocks: readonly unknown[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  for (const [i, block] of blocks.flatMap((one) => (type === "user" ? typedApart(one) : [one])).entries()) {
    const part = partOf(block, type);
    if (part === null) report.problem(line, `unknown content '${String(fieldsOf(block)?.["type"]).slice(0, 40)}'`);
    else if ("ignored" in part) report.ignore(part.ignored);
    else if (part.text !== "" || part.caption !== null)
      yield {
        ...base,
        ...part,
        id: i === 0 ? uuid : `${uuid}#${i}`,
        kind: part.kind === "tool" && !side ? "tool" : kind,
        ...(side && !isHelpers && { abandoned: true }),
      };
  }
}

/** A block of text without what the client put before a prompt, and that, each as a block. */
function typedApart(block: unknown): readonly unknown[] {
  const text = textOf(fieldsOf(block)?.["text"]) ?? "";
  const typed = framesBefore(text);
  return typed === 0 ? [block] : [text.slice(0, typed).trimEnd(), text.slice(typed)];
}

/** Whether a program drives the agent, by what a record says of how it was started. */
const isProgrammed = ({ entrypoint, promptSource }: Fields): boolean =>
  promptSource === "sdk" || (typeof entrypoint === "string" && entrypoint.startsWith("sdk"));

function kindOf(value: Fields, side: boolean): TranscriptKind {
  if (value["isCompactSummary"] === true) return "summary";
  if (side) return "sidechain";
  const isPut = value["isMeta"] === true || isProgram(textOf(fieldsOf(value["origin"])?.["kind"]));
  return isPut ? "context" : "message";
}

/** Of a copy in a forked session, the session and the entry that it was copied from. */
function originOf({ forkedFrom }: Fields): { readonly session: string; readonly uuid: string } | null {
  const from = fieldsOf(forkedFrom);
  const [session, uuid] = [textOf(from?.["sessionId"]), textOf(from?.["messageUuid"])];
  return session === null || uuid === null ? null : { session, uuid };
}

/** A helper with a file of its own has its own session, below the one it works for. */
function sessionOf(value: Fields): string | null {
  const session = textOf(value["sessionId"]);
  const agent = value["isSidechain"] === true ? textOf(value["agentId"]) : null;
  return session === null || agent === null ? session : `${session}/agent-${agent}`;
}

type Part = Pick<TranscriptEntry, "role" | "text" | "caption"> & { readonly kind: "message" | "tool" };

function partOf(block: unknown, role: string): Part | { readonly ignored: string } | null {
  const base = { role, caption: null, kind: "message" } as const;
  if (typeof block === "string") return { ...base, text: block };
  const fields = fieldsOf(block) ?? {};
  const type = textOf(fields["type"]) ?? "";
  if (type === "text") return typeof fields["text"] === "string" ? { ...base, text: fields["text"] } : null;
  if (/^(?:server_|mcp_)?tool_use$/u.test(type))
    return { ...base, role: "tool_call", text: toolText(textOf(fields["name"]), fields["input"]), kind: "tool" };
  if (/^(?:mcp_|web_search_)?tool_result$/u.test(type))
    return { role: "tool_result", ...resultOf(fields), kind: "tool" };
  if (/^(?:redacted_)?thinking$/u.test(type)) return { ignored: "thinking" };
  const source = fieldsOf(fields["source"]);
  const text = source?.["type"] === "text" ? (textOf(source["data"]) ?? "") : "";
  return type === "image" || type === "document" ? { ...base, text, caption: describe(fields) } : null;
}

function resultOf({ content }: Fields): { text: string; caption: string | null } {
  const pictures = objectsOf(content).filter(({ type }) => type === "image");
  return { text: resultText(content), caption: pictures.length === 0 ? null : pictures.map(describe).join(", ") };
}

function describe(fields: Fields): string {
  const source = fieldsOf(fields["source"]);
  return `${String(fields["type"])} (${textOf(fields["title"]) ?? textOf(source?.["media_type"]) ?? "attached"})`;
}

/** Records of a session that are looked through for the folder that it worked in. */
const LOOKED = 50;

/** Whether a file is what Claude Code remembers of a project: `projects/NAME/memory/TOPIC.md`. */
export const isClaudeMemory = (file: string): boolean =>
  /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/](?:[^\\/]+[\\/])?[^\\/]+\.md$/u.test(file);

/** What Claude Code wrote down to remember, a file a session, as its own words; it belongs to the folder of the sessions beside it. */
export async function* readClaudeMemory({ bundle, name, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const text = await wholeText(bundle, name, report);
  const { file } = bundle;
  if (text === null || text.trim() === "" || file === undefined) return;
  const folder = /^(.*[\\/]projects[\\/][^\\/]+)[\\/]memory[\\/](.*)\.md$/u.exec(file);
  const workspace = folder === null ? null : await workspaceOf(folder[1] as string);
  const title = folder?.[2] ?? name;
  yield {
    session: `${folder === null ? dirname(file) : (folder[1] as string).split(/[\\/]/u).at(-1)}/memory/${title}`,
    id: "memory",
    role: "assistant",
    author: null,
    time: (await stat(file)).mtime.toISOString(),
    text: text.trim(),
    caption: null,
    kind: "message",
    title,
    ...(workspace !== null && { workspace }),
  };
}

/** The folder that a project's sessions worked in: the name of the project's own folder doesn't tell it apart from others. */
async function workspaceOf(folder: string): Promise<string | null> {
  const sessions = await readdir(folder).catch((): string[] => []);
  for (const name of sessions.filter((one) => one.endsWith(".jsonl")).sort()) {
    let seen = 0;
    for await (const { value } of jsonLines(createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>, null)) {
      const workspace = textOf(value["cwd"]);
      if (workspace !== null) return workspace;
      if (++seen >= LOOKED) break;
    }
  }
  return null;
}
