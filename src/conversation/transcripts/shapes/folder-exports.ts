import type { TranscriptFormat } from "../../../model/transcript-read.ts";
import { type Fields, fieldsOf, objectsOf, textOf, textsJoined } from "../../../text/fields.ts";
import { opencodeMessage } from "./agents.ts";
import { discordPosts, zulipTalks } from "./chats.ts";
import type { Talk } from "./shape.ts";
import { csvCells } from "../../../parsing/table/parse-csv.ts";
import { type FormatReader, sessionOfPath, type TranscriptBundle, wholeObjects, wholeText } from "../format-reader.ts";
import { talkEntries } from "../record-shapes.ts";
import { slackRoots } from "../slack.ts";
import { telegramHtml } from "./telegram-html.ts";

/** The files of an export, by paths below its folder. */
export interface ExportFiles {
  readonly names: readonly string[];
  /** The objects of a file: of a list, the rows of a table, or the one that it is. Empty for what can't be read. */
  readonly objects: (name: string) => Promise<readonly Fields[]>;
  /** Empty for what is no text. */
  readonly text: (name: string) => Promise<string>;
}

/** An export or a store of several files that are read together. */
export interface FolderExport {
  readonly format: TranscriptFormat;
  /** Files that only it has; before them, in the first group, its folder. */
  readonly sign: RegExp;
  readonly people: boolean;
  readonly talks: (files: ExportFiles) => AsyncIterable<Talk>;
}

const SESSION = /(?:^|\/)session\/.*?(ses_[^/]+)\.json$/u;
const MESSAGE = /(?:^|\/)message\/(ses_[^/]+)\/(msg_[^/]+)\.json$/u;
const PART = /(?:^|\/)part\/(?:ses_[^/]+\/)?(msg_[^/]+)\/[^/]+\.json$/u;

/** opencode's store before its database: a file a session, a message, and a part. */
async function* opencodeTalks({ names, objects }: ExportFiles): AsyncIterable<Talk> {
  const by = (sign: RegExp): Map<string | undefined, string[]> => Map.groupBy(names, (name) => sign.exec(name)?.[1]);
  const [infos, parts] = [by(SESSION), by(PART)];
  const all = async (files: readonly string[] = []): Promise<Fields[]> =>
    (await Promise.all(files.map(objects))).flat();
  for (const [id, files] of by(MESSAGE)) {
    if (id === undefined) continue;
    const [info] = await all(infos.get(id));
    const messages = [];
    for (const file of files) {
      const own = await all(parts.get(MESSAGE.exec(file)?.[2]));
      for (const message of await objects(file)) messages.push(opencodeMessage(message, own));
    }
    const side = textOf(info?.["parentID"]) !== null;
    yield { session: id, title: textOf(info?.["title"]), workspace: textOf(info?.["directory"]), side, messages };
  }
}

const CHANNEL = /(?:^|\/)c?(\d{6,})\/(channel|messages)\.(?:json|csv)$/u;

/** The data that Discord hands out: what its user wrote, a folder a channel. */
async function* discordTalks({ names, objects }: ExportFiles): AsyncIterable<Talk> {
  const file = (sign: RegExp): string => names.find((name) => sign.test(name)) ?? "";
  const [user] = await objects(file(/(?:^|\/)user\.json$/u));
  const author = textOf(user?.["global_name"]) ?? textOf(user?.["username"]);
  const [index] = await objects(file(/(?:^|\/)index\.json$/u));
  for (const [id, files] of Map.groupBy(names, (name) => CHANNEL.exec(name)?.[1])) {
    if (id === undefined) continue;
    const [channel] = await objects(files.find((name) => name.endsWith("/channel.json")) ?? "");
    const about = textsJoined([fieldsOf(channel?.["guild"])?.["name"], channel?.["name"]], " > ");
    const written = files.filter((name) => CHANNEL.exec(name)?.[2] === "messages").map(objects);
    yield {
      session: `discord-${id}`,
      title: textOf(index?.[id]) ?? textOf(about),
      messages: discordPosts((await Promise.all(written)).flat(), author),
    };
  }
}

/** Zulip's export: messages whose senders and places are numbers, and what these stand for. */
async function* zulipExport({ names, objects }: ExportFiles): AsyncIterable<Talk> {
  const [realm] = await objects("realm.json");
  const named = (key: string, name: string): [number, string][] =>
    objectsOf(realm?.[key]).map((one) => [Number(one["id"]), String(one[name])]);
  const users = new Map(
    ["", "_mirrordummy", "_crossrealm"].flatMap((kind) => named(`zerver_userprofile${kind}`, "full_name")),
  );
  const streams = new Map(named("zerver_stream", "name"));
  const members = Map.groupBy(objectsOf(realm?.["zerver_subscription"]), (one) => one["recipient"]);
  const places = new Map(
    objectsOf(realm?.["zerver_recipient"]).map((one) => {
      const people = (members.get(one["id"]) ?? []).flatMap(
        (member) => users.get(Number(member["user_profile"])) ?? [],
      );
      const known = one["type"] === 2 ? streams : users;
      return [one["id"], known.get(Number(one["type_id"])) ?? (people.join(", ") || undefined)];
    }),
  );
  const files = names.filter((name) => /^messages-\d+\.json$/u.test(name));
  const messages = (await Promise.all(files.map(objects))).flat().flatMap((file) => objectsOf(file["zerver_message"]));
  yield* zulipTalks(
    messages.map((one) => ({
      ...one,
      sender_full_name: users.get(Number(one["sender"])),
      display_recipient: places.get(one["recipient"]),
    })),
  );
}

/** Chats that Telegram exports for people: the pages of one, a folder each, are read one after the other as if they were one page. */
async function* telegramTalks({ names, text }: ExportFiles): AsyncIterable<Talk> {
  const pages = names.filter((name) => /(?:^|\/)messages\d*\.html$/u.test(name));
  for (const [folder, own] of Map.groupBy(pages, (name) => name.slice(0, name.lastIndexOf("/") + 1))) {
    own.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const said = [...telegramHtml.read((await Promise.all(own.map(text))).join(""), folder)];
    const messages = said
      .filter((one) => one.text !== "" || (one.caption ?? null) !== null)
      .map((one, i) => ({ ...one, id: String(i + 1), content: one.text }));
    yield { session: sessionOfPath(folder.slice(0, -1)) || null, title: said[0]?.title ?? null, messages };
  }
}

/** The exports that are known by the names of their files; Slack's has a reader of its own. */
const FOLDER_EXPORTS: readonly FolderExport[] = [
  {
    format: "opencode",
    sign: /^((?:.*?\/)??)(?:session\/)?message\/ses_[^/]+\/msg_[^/]+\.json$/u,
    people: false,
    talks: opencodeTalks,
  },
  { format: "discord", sign: /^((?:.*?\/)??)(?:[^/]+\/)?c?\d{6,}\/channel\.json$/u, people: true, talks: discordTalks },
  {
    format: "telegram",
    sign: /^((?:.*?\/)??)(?:chats\/chat_\d+\/)?messages2\.html$/u,
    people: true,
    talks: telegramTalks,
  },
  { format: "zulip", sign: /^((?:.*\/)?)messages-\d{6}\.json$/u, people: true, talks: zulipExport },
];

function foldersOf(names: readonly string[]): Map<string, FolderExport> {
  const found = new Map<string, FolderExport>();
  for (const name of names)
    for (const kind of FOLDER_EXPORTS) {
      const folder = kind.sign.exec(name)?.[1];
      if (folder !== undefined && !found.has(folder)) found.set(folder, kind);
    }
  return found;
}

/**
 * The folders in a tree whose files are together one export.
 * @param names paths of files, with `/`
 * @returns `""` or ending in `/`, sorted; none inside another
 */
export function exportRoots(names: readonly string[]): readonly string[] {
  const roots = [...new Set([...slackRoots(names), ...foldersOf(names).keys()])].sort();
  return roots.filter((root) => !roots.some((other) => other !== root && root.startsWith(other)));
}

/** The export that a folder or archive is; null for another one, and for one whose reader reads it by itself. */
export function folderExport({ names, many }: TranscriptBundle): (FolderExport & { readonly root: string }) | null {
  const [first] = many ? foldersOf(names) : [];
  return first === undefined ? null : { ...first[1], root: first[0] };
}

/** Reads the files of an export together. */
export function folderReader({ root, people, talks }: FolderExport & { readonly root: string }): FormatReader {
  return async function* ({ bundle, report }) {
    const text = async (name: string): Promise<string> => (await wholeText(bundle, `${root}${name}`, report)) ?? "";
    const objects = async (name: string): Promise<readonly Fields[]> => {
      const path = `${root}${name}`;
      if (name === "" || !bundle.names.includes(path)) return [];
      if (path.endsWith(".csv")) {
        const [head = [], ...rows] = csvCells(await text(name), path);
        return rows.map((row) => Object.fromEntries(head.map((key, i) => [key, row[i] ?? ""])));
      }
      return await wholeObjects(bundle, path, report);
    };
    const names = bundle.names.flatMap((name) => (name.startsWith(root) ? [name.slice(root.length)] : []));
    for await (const talk of talks({ names, objects, text }))
      yield* talkEntries(talk, sessionOfPath(`${bundle.path}/${root}`.replace(/\/+$/u, "")), people);
  };
}
