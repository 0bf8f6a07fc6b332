import { type Fields, fieldsOf, listOf, objectsOf, textOf, textsJoined } from "../../../text/fields.ts";
import { decode } from "../../../parsing/decode.ts";
import { textOfHtml } from "../mbox.ts";
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

const named = (files: unknown, key: string): string | null => {
  const names = objectsOf(files).map((file) => file[key]);
  return textOf(textsJoined(names, ", "));
};

function* telegramMessages(chat: Fields): Generator<Spoken> {
  for (const message of objectsOf(chat["messages"])) {
    const poll = fieldsOf(message["poll"]);
    const asked =
      poll === null ? [] : [poll["question"], ...objectsOf(poll["answers"]).map((answer) => answer["text"])];
    const text = textsJoined([message["text"], ...asked].map(joined));
    const file = textOf(message["file_name"]) ?? textOf(message["file"]) ?? textOf(message["photo"]);
    yield {
      id: String(message["id"]),
      role: "user",
      author: textOf(message["from"]) ?? textOf(message["actor"]),
      time: message["date_unixtime"] ?? message["date"],
      content: message["type"] === "service" ? (textOf(message["action"]) ?? "") : text,
      caption: file === null ? textOf(message["sticker_emoji"]) : (file.split("/").at(-1) as string),
      ...(message["type"] === "service" && { kind: "context" as const }),
    };
  }
}

const telegramTalk = (chat: Fields): Talk => ({
  session: `telegram-${String(chat["id"] ?? chat["name"])}`,
  title: textOf(chat["name"]),
  messages: telegramMessages(chat),
});

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
      caption: named(message["attachments"], "fileName"),
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

/** Both exports of Messenger, and Instagram's; the newest message stands first in the older. */
function* messengerMessages(chat: Fields): Generator<Spoken> {
  const messages = objectsOf(chat["messages"]);
  const at = (message: Fields | undefined): number => Number(message?.["timestamp_ms"] ?? message?.["timestamp"] ?? 0);
  for (const message of at(messages[0]) > at(messages.at(-1)) ? messages.reverse() : messages) {
    const files = ["photos", "videos", "audio_files", "files", "media", "gifs"].flatMap((key) =>
      objectsOf(message[key]),
    );
    yield {
      role: "user",
      author: mended(message["sender_name"]) ?? textOf(message["senderName"]),
      time: at(message),
      content: mended(message["content"]) ?? textOf(message["text"]) ?? "",
      caption: named(files, "uri"),
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

export const CHAT_SHAPES: readonly RecordShape[] = [
  {
    format: "telegram",
    signs: [/"from_id"\s*:|"date_unixtime"\s*:/u, /"messages"\s*:\s*\[/u, /"type"\s*:\s*"(?:message|service)"/u],
    people: true,
    *talks(records) {
      for (const whole of records) {
        const chats = objectsOf(fieldsOf(whole["chats"])?.["list"]);
        for (const chat of chats.length > 0 ? chats : [whole]) yield telegramTalk(chat);
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
    *talks(records) {
      for (const whole of records)
        yield {
          session: textOf(whole["thread_path"]) ?? textOf(whole["threadName"]),
          title: mended(whole["title"]) ?? textOf(whole["threadName"]),
          messages: messengerMessages(whole),
        };
    },
  },
  {
    format: "zulip",
    signs: [/"zerver_message"\s*:\s*\[|"sender_full_name"\s*:/u, /"content"\s*:/u],
    people: true,
    *talks(records) {
      for (const whole of records) yield* zulipTalks(objectsOf(whole["zerver_message"] ?? whole["messages"]));
    },
  },
];
