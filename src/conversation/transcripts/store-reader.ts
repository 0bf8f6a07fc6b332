import { type ForeignQuery, looksLikeDatabase, readForeignDatabase } from "../../files/open-databases.ts";
import type { TranscriptEntry, TranscriptFormat } from "../../model/transcript-read.ts";
import { type Fields, fieldsOf, objectsOf, textOf, jsonFields } from "../../text/fields.ts";
import type { FormatReader, TranscriptBundle } from "./format-reader.ts";
import { talkEntries } from "./record-shapes.ts";
import { ofModel, opencodeMessage } from "./shapes/agents.ts";
import type { Spoken, Talk } from "./shapes/shape.ts";

/** A store that an agent keeps its sessions in. */
interface StoreShape {
  readonly format: TranscriptFormat;
  readonly tables: readonly string[];
  readonly talks: (query: ForeignQuery) => Iterable<Talk>;
}

const STORES: readonly StoreShape[] = [
  { format: "opencode", tables: ["session", "message", "part"], talks: opencodeTalks },
  { format: "cursor", tables: ["cursorDiskKV"], talks: cursorTalks },
  { format: "cursor", tables: ["ItemTable"], talks: cursorTabs },
  { format: "cursor", tables: ["blobs", "meta"], talks: cursorAgent },
];

/** Which agent's store a database is; null for another one. It is opened for reading only. */
export const storeFormat = async (file: string): Promise<TranscriptFormat | null> =>
  (await readForeignDatabase(file, (query) => shapeOf(query)?.format)) ?? null;

/** The reader for an agent's store; null for what is no database. */
export async function storeReader(bundle: TranscriptBundle, format: TranscriptFormat): Promise<FormatReader | null> {
  const { file } = bundle;
  if (file === undefined) return null;
  for await (const piece of bundle.stream(bundle.names[0] as string)) {
    if (!looksLikeDatabase(piece)) return null;
    break;
  }
  return async function* ({ report }): AsyncGenerator<TranscriptEntry> {
    // Taken whole: nothing of somebody else's store stays locked while its messages are indexed.
    const entries = await readForeignDatabase(file, (query) => {
      const shape = shapeOf(query);
      if (shape?.format !== format) return null;
      return [...shape.talks(query)].flatMap((talk) => [...talkEntries(talk, shape.format, false)]);
    });
    if (entries === null) report.problem(1, `no store of ${format}`);
    else yield* entries;
  };
}

function shapeOf(query: ForeignQuery): StoreShape | undefined {
  const tables = new Set(query("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name));
  return STORES.find((shape) => shape.tables.every((table) => tables.has(table)));
}

/** What a column of JSON holds: nothing in a row of another version, or one that was cut off. */
function json(value: unknown): Fields {
  if (typeof value !== "string" && !(value instanceof Uint8Array)) return {};
  return jsonFields(typeof value === "string" ? value : Buffer.from(value).toString()) ?? {};
}

function* opencodeTalks(query: ForeignQuery): Generator<Talk> {
  for (const session of query("SELECT * FROM session ORDER BY time_created, id"))
    yield {
      session: textOf(session["id"]),
      title: textOf(session["title"]),
      workspace: textOf(session["directory"]),
      side: textOf(session["parent_id"]) !== null,
      messages: query(
        "SELECT id, data, time_created FROM message WHERE session_id = ? ORDER BY time_created, id",
        String(session["id"]),
      ).map((row): Spoken => {
        const parts = query("SELECT data FROM part WHERE message_id = ? ORDER BY id", String(row["id"]));
        const own = parts.map(({ data }) => json(data));
        return { ...opencodeMessage(json(row["data"]), own), id: textOf(row["id"]), time: row["time_created"] };
      }),
    };
}

/** Cursor's chats: a composer with the order of its bubbles, and the bubbles; the first versions keep them inside of it. */
function* cursorTalks(query: ForeignQuery): Generator<Talk> {
  const composers = query(
    "SELECT key, value FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key",
  );
  for (const { key, value } of composers) {
    const composer = json(value);
    const id = textOf(composer["composerId"]) ?? String(key).slice("composerData:".length);
    const inside = fieldsOf(composer["conversationMap"]) ?? {};
    const stored = (bubble: string): Fields => {
      const [row] = query("SELECT value FROM cursorDiskKV WHERE key = ?", `bubbleId:${id}:${bubble}`);
      return row === undefined ? (fieldsOf(inside[bubble]) ?? {}) : json(row["value"]);
    };
    const headers = objectsOf(composer["fullConversationHeadersOnly"]);
    const bubbles =
      headers.length === 0
        ? objectsOf(composer["conversation"])
        : headers.map(({ bubbleId }) => stored(String(bubbleId)));
    yield { session: id, title: textOf(composer["name"]), messages: bubbles.map((one) => bubbleOf(one, composer)) };
  }
  yield* cursorTabs(query);
}

/** The tabs in which the first versions of Cursor keep a workspace's chats, without times. */
function* cursorTabs(query: ForeignQuery): Generator<Talk> {
  const tables = query("SELECT 1 FROM sqlite_master WHERE name = 'ItemTable'");
  const rows =
    tables.length === 0 ? [] : query("SELECT value FROM ItemTable WHERE key LIKE 'workbench.panel.aichat.%.chatdata'");
  for (const tab of rows.flatMap(({ value }) => objectsOf(json(value)["tabs"])))
    yield {
      session: textOf(tab["tabId"]),
      title: textOf(tab["chatTitle"]),
      messages: objectsOf(tab["bubbles"]).map((bubble) => ({
        id: textOf(bubble["id"]),
        role: bubble["type"] === "user" ? "user" : "assistant",
        time: tab["lastSendTime"],
        content: bubble["rawText"] ?? bubble["text"],
      })),
    };
}

/** A chat of Cursor's agent in a store of its own: messages by hash, and a root that names these hashes in order. */
function* cursorAgent(query: ForeignQuery): Generator<Talk> {
  const [row] = query("SELECT value FROM meta WHERE key = '0'");
  const text = String(row?.["value"] ?? "");
  const meta = json(/^[\da-f]+$/iu.test(text) ? Buffer.from(text, "hex") : text);
  const blobs = new Map(query("SELECT id, data FROM blobs ORDER BY rowid").map(({ id, data }) => [String(id), data]));
  const root = blobs.get(textOf(meta["latestRootBlobId"]) ?? "");
  const order = root instanceof Uint8Array ? Buffer.from(root).toString("hex") : "";
  const hashes = Array.from({ length: order.length / 2 }, (_, at) => order.slice(2 * at, 2 * at + 64));
  const named = new Set(hashes.filter((hash) => blobs.has(hash)));
  const messages = [...(named.size === 0 ? blobs.keys() : named)].map((id): Fields => ({
    ...json(blobs.get(id)),
    id,
  }));
  const time = meta["createdAt"];
  yield {
    session: textOf(meta["agentId"]),
    title: textOf(meta["name"]),
    messages: messages.flatMap((one) =>
      textOf(one["role"]) === null ? [] : [...ofModel(one, { time, id: textOf(one["id"]) })],
    ),
  };
}

/** What stands in the editor's own form of a text, a paragraph a line. */
function lexicalText({ type, text, children }: Fields): string {
  const inside = objectsOf(children).map(lexicalText);
  return textOf(text) ?? (type === "linebreak" ? "\n" : inside.join(type === "root" || type === "list" ? "\n" : ""));
}

function bubbleOf(bubble: Fields, composer: Fields): Spoken {
  const tool = fieldsOf(bubble["toolFormerData"]);
  const name = textOf(tool?.["name"]);
  const text = textOf(bubble["text"]) ?? lexicalText(fieldsOf(json(bubble["richText"])["root"]) ?? {});
  const state = { input: tool?.["rawArgs"] ?? tool?.["params"], output: tool?.["result"] };
  return {
    id: textOf(bubble["bubbleId"]),
    role: bubble["type"] === 1 ? "user" : "assistant",
    time: bubble["createdAt"] ?? fieldsOf(bubble["timingInfo"])?.["clientStartTime"] ?? composer["createdAt"],
    content: [text, ...(name === null ? [] : [{ type: "tool", tool: name, state }])],
  };
}
