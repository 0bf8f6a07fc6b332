import { type Fields, fieldsOf, listOf, objectsOf, textOf, textsJoined } from "../../../text/fields.ts";
import { decode } from "../../../parsing/decode.ts";
import { textOfHtml } from "../mbox.ts";
import { activity } from "./gemini-app.ts";
import type { RecordShape, Spoken, Talk } from "./shape.ts";

/** Text in pieces: strings, and objects with a text each. */
const joined = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .map((part) => (typeof part === "string" ? part : (textOf(fieldsOf(part)?.["text"]) ?? "")))
        .join("");

/** Facebook writes the bytes of UTF-8 as if they were characters. */
function mended(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || !/[\u0080-\u00ff]/u.test(text) || /[^\u0000-\u00ff]/u.test(text)) return text;
  const decoded = decode(Buffer.from(text, "latin1"));
  return "text" in decoded ? decoded.text : text;
}

/** What names, apart by dots, lead to through objects and lists. */
const along = (value: unknown, path: string): unknown[] =>
  path
    .split(".")
    .reduce((values: unknown[], key) => values.flatMap((one) => fieldsOf(one)?.[key] ?? []), [value].flat());

function* telegramMessages(chat: Fields): Generator<Spoken> {
  for (const message of objectsOf(chat["messages"])) {
    const poll = fieldsOf(message["poll"]);
    const asked = [poll?.["question"], ...objectsOf(poll?.["answers"]).map((answer) => answer["text"])];
    const text = textsJoined([message["text"], ...asked].map(joined));
    const file = textOf(message["file_name"]) ?? textOf(message["file"]) ?? textOf(message["photo"]);
    const passedOn = message["forwarded_from"] ? `forwarded from ${String(message["forwarded_from"])}` : null;
    yield {
      id: String(message["id"]),
      role: "user",
      author: textOf(message["from"]) ?? textOf(message["actor"]),
      time: message["date_unixtime"] ?? message["date"],
      content: message["type"] === "service" ? (textOf(message["action"]) ?? "") : text,
      caption: textOf(textsJoined([file?.split("/").at(-1) ?? message["sticker_emoji"], passedOn], ", ")),
      ...(message["type"] === "service" && { kind: "context" as const }),
    };
  }
}

/** What a card in a message of Discord's says: a bot's report, or what a page that was linked to says of itself. */
const embedWords = (embed: Fields): string =>
  textsJoined([
    fieldsOf(embed["author"])?.["name"],
    embed["title"],
    embed["description"],
    ...objectsOf(embed["fields"]).map((field) => `${String(field["name"])}: ${String(field["value"])}`),
    fieldsOf(embed["footer"])?.["text"],
  ]);

function* discordMessages(messages: unknown): Generator<Spoken> {
  for (const message of objectsOf(messages)) {
    const author = fieldsOf(message["author"]);
    const said = message["type"] === "Default" || message["type"] === "Reply" || message["type"] === undefined;
    yield {
      id: textOf(message["id"]),
      role: author?.["isBot"] === true ? "bot" : "user",
      author: textOf(author?.["nickname"]) ?? textOf(author?.["name"]),
      time: message["timestamp"],
      content: textsJoined([message["content"], ...objectsOf(message["embeds"]).map(embedWords)], "\n\n"),
      caption: textOf(textsJoined(along(message["attachments"], "fileName"), ", ")),
      ...(!said && { kind: "context" as const }),
    };
  }
}

/** What a user of Discord wrote in a channel, as its data package has it. Its times are UTC. */
export function* discordPosts(posts: readonly Fields[], author: string | null): Generator<Spoken> {
  for (const post of [...posts].sort((a, b) => (String(a["Timestamp"]) < String(b["Timestamp"]) ? -1 : 1))) {
    const files = (textOf(post["Attachments"]) ?? "")
      .split(/\s+/u)
      .map((url) => url.replace(/\?.*$/u, "").split("/").at(-1));
    yield {
      id: String(post["ID"]),
      role: "user",
      author,
      time: post["Timestamp"],
      content: textOf(post["Contents"]) ?? "",
      caption: files.join(", ") || null,
    };
  }
}

/** Zulip's API, and the message files of its export, whose senders are numbers. */
export function* zulipTalks(messages: readonly Fields[]): Generator<Talk> {
  const nameOf = (part: unknown): string => {
    const people = objectsOf(part).map((person) => String(person["full_name"]));
    return Array.isArray(part) ? people.join(", ") : String(part ?? "");
  };
  const where = ({ display_recipient: to, recipient, subject, topic }: Fields): string =>
    textsJoined([nameOf(to ?? recipient), nameOf(subject ?? topic)], " > ");
  for (const [title, list] of Map.groupBy(messages, where))
    yield {
      session: `zulip-${title}`,
      title,
      messages: list
        .sort((a, b) => Number(a["id"]) - Number(b["id"]))
        .map((message) => ({
          id: String(message["id"]),
          role: "user",
          author:
            textOf(message["sender_full_name"]) ??
            (message["sender"] === undefined ? null : `user ${String(message["sender"])}`),
          time: message["timestamp"] ?? message["date_sent"],
          content: (message["content_type"] === "text/html" ? textOfHtml : String)(String(message["content"] ?? "")),
        })),
    };
}

type Change = (spoken: Spoken, message: Fields, talk: Fields) => Spoken;

/**
 * Reads a form by where it has what: names apart by dots lead through objects and lists; of paths apart by a bar the first that leads to
 * something counts. Without `messages` each record is one; without `role` people talk; `bytes` are UTF-8 as if they were characters. The
 * newest may stand first.
 * @param change what a form has of its own
 */
function exported(table: string, change: Change = (spoken) => spoken): RecordShape["talks"] {
  const paths = new Map(table.split(" ").map((pair) => pair.split("=") as [string, string]));
  const decoded = paths.has("bytes") ? mended : textOf;
  const found = (value: unknown, name: string): unknown[] => {
    const each = (paths.get(name) ?? "").split("|").map((path) => along(value, path));
    return each.find((all) => all.length > 0 && all[0] !== "") ?? [];
  };
  const text = (value: unknown, name: string): string | null => decoded(found(value, name)[0]);
  const within = (message: Fields): Fields[] => [message, ...objectsOf(found(message, "below")).flatMap(within)];
  const spoken = (message: Fields): Spoken => ({
    id: text(message, "id"),
    role:
      !paths.has("role") || /^(?:human|user|true)$/iu.test(String(found(message, "role")[0])) ? "user" : "assistant",
    author: text(message, "author"),
    time: found(message, "time")[0],
    content: textsJoined(found(message, "text").map(decoded)),
    caption: textOf(textsJoined(found(message, "file"), ", ")),
  });
  return function* (records, _report, [group]) {
    const all = paths.has("talks") ? objectsOf(found(records, "talks")) : records;
    for (const talk of paths.has("messages") ? all : [{}]) {
      const list = paths.has("messages") ? objectsOf(found(talk, "messages")) : records;
      const messages = list.flatMap(within).map((message) => change(spoken(message), message, talk));
      const [first = 0, last = 0] = [messages[0], messages.at(-1)].map((one) => +new Date(one?.time as string));
      yield {
        session: text(talk, "session"),
        title: text(talk, "title") ?? textOf(textsJoined(found(group, "group"), ", ")),
        messages: first > last ? messages.reverse() : messages,
      };
    }
  };
}

/** Words are HTML but in plain messages; calls and joins, which nobody says, are told by their kind. */
function ofSkype(spoken: Spoken, { messagetype: kind, from }: Fields, { id, displayName }: Fields): Spoken {
  const content = String(spoken.content);
  const other = from === id ? textOf(displayName) : null;
  const author = other ?? spoken.author?.replace(/^\d+:(?:live:)?(?=\S)/u, "") ?? null;
  if (!/^(?:Rich)?Text(?:$|\/)/u.test(String(kind)))
    return { ...spoken, author, content: String(kind), kind: "context" };
  const caption = /<OriginalName v="([^"]*)"/u.exec(content)?.[1] ?? null;
  const words = kind === "Text" ? content : textOfHtml(content.replaceAll("\n", "<br>"));
  return { ...spoken, author, caption, content: caption === null ? words : "" };
}

export const CHAT_SHAPES: readonly RecordShape[] = [
  {
    format: "telegram",
    signs: [/"from_id"\s*:|"date_unixtime"\s*:/u, /"messages"\s*:\s*\[/u, /"type"\s*:\s*"(?:message|service)"/u],
    people: true,
    *talks(records) {
      for (const whole of records) {
        const chats = objectsOf(fieldsOf(whole["chats"])?.["list"]);
        for (const chat of chats.length > 0 ? chats : [whole]) {
          const session = `telegram-${String(chat["id"] ?? chat["name"])}`;
          yield { session, title: textOf(chat["name"]), messages: telegramMessages(chat) };
        }
      }
    },
  },
  {
    format: "discord",
    signs: [
      /"(?:guild"\s*:\s*\{|ID"\s*:)/u,
      /"(?:channel"\s*:\s*\{|Timestamp"\s*:)/u,
      /"(?:messages"\s*:\s*\[|Contents"\s*:)/u,
    ],
    people: true,
    *talks(records) {
      if (records[0]?.["Contents"] !== undefined) return yield { messages: discordPosts(records, null) };
      for (const whole of records) {
        const channel = fieldsOf(whole["channel"]);
        const title = textsJoined([fieldsOf(whole["guild"])?.["name"], channel?.["name"]], " > ");
        yield { session: `discord-${String(channel?.["id"])}`, title, messages: discordMessages(whole["messages"]) };
      }
    },
  },
  {
    format: "messenger",
    signs: [/"participants"\s*:\s*\[/u, /"(?:sender_name|senderName)"\s*:/u, /"messages"\s*:\s*\[/u],
    people: true,
    talks: exported(
      "bytes=latin1 session=thread_path|threadName title=title|threadName messages=messages author=sender_name|senderName " +
        "time=timestamp_ms|timestamp text=content|text file=photos.uri|videos.uri|audio_files.uri|files.uri|media.uri|gifs.uri",
    ),
  },
  {
    format: "zulip",
    signs: [/"zerver_message"\s*:\s*\[|"sender_full_name"\s*:/u, /"content"\s*:/u],
    people: true,
    *talks(records) {
      for (const whole of records) yield* zulipTalks(objectsOf(whole["zerver_message"] ?? whole["messages"]));
    },
  },
  {
    format: "google-chat",
    signs: [/"creator"\s*:\s*\{/u, /"created_date"\s*:/u],
    people: true,
    beside: "group_info.json",
    talks: exported(
      "messages=messages group=name|members.name id=message_id author=creator.name time=created_date text=text " +
        "file=attached_files.original_name",
    ),
  },
  {
    // Also of the Teams that took its place.
    format: "skype",
    signs: [/"conversations"\s*:\s*\[/u, /"MessageList"\s*:\s*\[/u],
    people: true,
    talks: exported(
      "talks=conversations session=id title=displayName messages=MessageList id=id author=displayName|from " +
        "time=originalarrivaltime text=content",
      ofSkype,
    ),
  },
  {
    format: "signal",
    signs: [/"sender"\s*:/u, /"body"\s*:/u, /"sticker"\s*:/u],
    people: true,
    talks: exported("author=sender time=date text=body file=attachments.name"),
  },
  {
    format: "gemini-app",
    signs: [/^\[/u, /"header"\s*:\s*"(?:Gemini|Bard)/u, /"products"\s*:/u],
    *talks(records) {
      const said = records.toReversed().flatMap(({ title, time, safeHtmlItem }) => {
        const answer = textOfHtml(textsJoined(along(safeHtmlItem ?? [], "html")));
        return [...activity(String(title), textOf(time), answer)];
      });
      for (const [session, list] of Map.groupBy(said, (one) => one.session))
        yield { session: session ?? null, messages: list.map((one) => ({ ...one, content: one.text })) };
    },
  },
  {
    format: "grok",
    signs: [/"responses"\s*:\s*\[\s*\{\s*"response"\s*:/u, /"sender"\s*:/u],
    talks: exported(
      "talks=conversations session=conversation.id title=conversation.title messages=responses.response id=_id role=sender " +
        "time=create_time.$date.$numberLong|create_time text=message",
    ),
  },
  {
    format: "open-webui",
    signs: [/"chat"\s*:\s*\{/u, /"history"\s*:\s*\{/u, /"childrenIds"\s*:/u],
    talks: exported("session=id title=title messages=chat.messages id=id role=role time=timestamp text=content"),
  },
  {
    format: "librechat",
    signs: [/"conversationId"\s*:/u, /"isCreatedByUser"\s*:/u],
    talks: exported(
      "session=conversationId title=title messages=messages below=children id=messageId role=isCreatedByUser " +
        "time=createdAt text=text|content.text",
    ),
  },
  {
    format: "sillytavern",
    signs: [/"is_user"\s*:/u, /"mes"\s*:/u],
    people: true,
    talks: exported("role=is_user author=name time=send_date text=mes"),
  },
];
