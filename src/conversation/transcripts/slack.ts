import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { epochTime, type Fields, fieldsOf, listOf, textOf, textsJoined } from "../../text/fields.ts";
import { type ReaderInput, type Report, sessionOfPath, type TranscriptBundle, wholeObjects } from "./format-reader.ts";
import { jsonElements } from "./json-lines.ts";

/**
 * A Slack export: a folder or archive with one folder a conversation and one file a day. One conversation is one session; a thread's replies stand
 * behind its first message. Users are resolved; the text stays as Slack wrote it, and whom and which channels it mentions (`<@U…>`) stands with its
 * files in the caption. Cost: memory for the messages of one conversation.
 */
export async function* readSlack({ bundle, name, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  if (!bundle.many) {
    // A day by itself: the folder's name is the conversation's, if there is one.
    const folder = bundle.path.split(/[\\/]/u).at(-2);
    yield* conversationEntries(folder ?? sessionOfPath(name), await daysOf({ bundle, report }, [name]), {
      directory: { users: new Map(), channels: new Map(), titles: new Map() },
      report,
    });
    return;
  }
  const root = slackRoots(bundle.names)[0] ?? "";
  const directory = await readSlackDirectory(bundle, root, report);
  const files = bundle.names.flatMap((file) => {
    const found = file.startsWith(root) ? /^([^/]+)\/([^/]+)\.json$/u.exec(file.slice(root.length)) : null;
    return found === null ? [] : [{ file, folder: found[1] as string, name: found[2] as string }];
  });
  const isDay = ({ name }: { readonly name: string }): boolean => /^\d{4}-\d{2}-\d{2}$/u.test(name);
  // Canvases, lists and the like of a conversation.
  for (const one of files) if (!isDay(one)) report.ignore(one.name);
  for (const [folder, own] of Map.groupBy(files.filter(isDay), (one) => one.folder)) {
    const days = own.map(({ file }) => file);
    yield* conversationEntries(folder, await daysOf({ bundle, report }, days), { directory, report });
  }
}

/** Kinds of records that say what somebody said. */
const SPOKEN: ReadonlySet<string> = new Set(
  (
    "bot_message thread_broadcast file_share file_comment me_message reply_broadcast huddle_thread reminder_add " +
    "file_mention bot_add"
  ).split(" "),
);

interface Placed {
  readonly message: Fields;
  readonly ts: string;
  readonly file: string;
  readonly ordinal: number;
}

async function daysOf(
  { bundle, report }: Pick<ReaderInput, "bundle" | "report">,
  files: readonly string[],
): Promise<Placed[]> {
  const messages: Placed[] = [];
  for (const file of files) {
    report.within(bundle.many ? file : "");
    for await (const { ordinal, value } of jsonElements(bundle.stream(file), report)) {
      const message = currentMessage(fieldsOf(value));
      const ts = textOf(message?.["ts"]);
      if (message === null || ts === null || epochTime(ts) === null) report.problem(ordinal, "no message with a time");
      else messages.push({ message, ts, file, ordinal });
    }
  }
  return messages;
}

/** A message that was changed stands inside the record of its change. */
const currentMessage = (record: Fields | null): Fields | null =>
  (record?.["subtype"] === "message_changed" ? fieldsOf(record["message"]) : null) ?? record;

function* conversationEntries(
  folder: string,
  placed: readonly Placed[],
  { directory, report }: { readonly directory: SlackDirectory; readonly report: Report },
): Generator<TranscriptEntry> {
  const title = directory.titles.get(folder) ?? folder;
  for (const { message, ts, ordinal, file } of inThreads(placed)) {
    report.within(file.includes("/") ? file : "");
    const subtype = textOf(message["subtype"]);
    if (subtype === "tombstone" || subtype === "message_deleted") {
      report.ignore("deleted");
      continue;
    }
    const { text, caption } = contentOf(message, directory);
    if (text === "" && caption === null) {
      report.problem(ordinal, "empty message");
      continue;
    }
    const bot = message["bot_id"] !== undefined || subtype === "bot_message";
    const system = subtype !== null && !SPOKEN.has(subtype);
    yield {
      session: folder,
      id: ts,
      role: system ? "system" : bot ? "bot" : "user",
      author: authorOf(message, directory),
      time: epochTime(ts),
      text,
      caption,
      kind: system ? "context" : "message",
      title,
    };
  }
}

/** By time, the replies of a thread right behind its first message, or where they stand when that is not in the export. */
function inThreads(placed: readonly Placed[]): Placed[] {
  const sorted = [...placed].sort((a, b) => Number(a.ts) - Number(b.ts) || (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
  const starts = new Set(sorted.map(({ ts }) => ts));
  const threads = Map.groupBy(sorted, ({ message, ts }) => {
    const thread = textOf(message["thread_ts"]);
    return thread !== null && thread !== ts && starts.has(thread) ? thread : null;
  });
  return (threads.get(null) ?? []).flatMap((one) => [one, ...(threads.get(one.ts) ?? [])]);
}

const nameIn = (profile: unknown): string | null =>
  textOf(fieldsOf(profile)?.["display_name"]) ?? textOf(fieldsOf(profile)?.["real_name"]);

function authorOf(message: Fields, { users }: SlackDirectory): string | null {
  const user = textOf(message["user"]);
  return (
    users.get(user ?? "") ??
    nameIn(message["user_profile"]) ??
    textOf(message["username"]) ??
    textOf(fieldsOf(message["bot_profile"])?.["name"]) ??
    user ??
    textOf(message["bot_id"])
  );
}

/** Somebody or a channel by its id, perhaps with the words that stand for it. */
const MENTION = /<([@#])(\w+)(?:\|([^<>\n]*))?>/gu;

/** Whom and what a text mentions, by their names: of `<@U1>` it is `@Ann`. */
function mentionsIn(text: string, { users, channels }: SlackDirectory): readonly string[] {
  return Array.from(text.matchAll(MENTION), ([, kind = "", id = "", label = ""]) => {
    const name = (kind === "@" ? users : channels).get(id) ?? label;
    return name === "" ? "" : `${kind}${name}`;
  });
}

/** The text exact; in the caption who is mentioned, files by their titles, and what is attached. */
function contentOf(message: Fields, directory: SlackDirectory): { text: string; caption: string | null } {
  const text = typeof message["text"] === "string" ? message["text"] : "";
  const notes = [...new Set(mentionsIn(text, directory))].filter((one) => one !== "");
  for (const file of [...listOf(message["files"]), message["file"]].map(fieldsOf)) {
    // A file that is gone, or beyond the plan's limit, has no name.
    const name = textOf(file?.["title"]) ?? textOf(file?.["name"]) ?? (file === null ? null : "file");
    if (name !== null) notes.push(name);
  }
  for (const attached of listOf(message["attachments"]).map(fieldsOf)) {
    const note =
      textOf(textsJoined([attached?.["pretext"], attached?.["title"], attached?.["text"]])) ??
      textOf(attached?.["fallback"]);
    if (note !== null) notes.push(note);
  }
  if (text === "" && notes.length === 0) notes.push(...blockTexts(message["blocks"]));
  return { text, caption: notes.length === 0 ? null : notes.join("\n") };
}

/** The texts of a message that is made of blocks only. */
function blockTexts(value: unknown): string[] {
  const texts: string[] = [];
  const walk = (node: unknown, depth: number): void => {
    if (depth > 12) return;
    if (Array.isArray(node)) for (const child of node) walk(child, depth + 1);
    const fields = fieldsOf(node);
    if (fields === null) return;
    const text = textOf(fields["text"]);
    if (text !== null) texts.push(text);
    else walk(fields["text"], depth + 1);
    for (const key of ["elements", "fields", "blocks"]) walk(fields[key], depth + 1);
  };
  walk(value, 0);
  return texts;
}

/** Names of the users and conversations of an export. */
interface SlackDirectory {
  /** Display names by id. */
  readonly users: ReadonlyMap<string, string>;
  /** Names of channels by id. */
  readonly channels: ReadonlyMap<string, string>;
  /** By folder: the conversation's name as people see it. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Reads the lists at the top of an export; a list that is missing or damaged is empty, the latter told to the report. */
async function readSlackDirectory(bundle: TranscriptBundle, root: string, report: Report): Promise<SlackDirectory> {
  const list = async (file: string): Promise<readonly Fields[]> =>
    bundle.names.includes(`${root}${file}`) ? await wholeObjects(bundle, `${root}${file}`, report) : [];
  const users = new Map<string, string>();
  for (const user of [...(await list("org_users.json")), ...(await list("users.json"))]) {
    const id = textOf(user["id"]);
    const name = nameIn(user["profile"]) ?? textOf(user["real_name"]) ?? textOf(user["name"]);
    if (id !== null && name !== null) users.set(id, name);
  }
  const [channels, titles] = [new Map<string, string>(), new Map<string, string>()];
  for (const channel of [...(await list("channels.json")), ...(await list("groups.json"))]) {
    const name = textOf(channel["name"]);
    if (name !== null) titles.set(name, `#${name}`);
    if (name !== null) channels.set(String(channel["id"]), name);
  }
  // Direct messages stand in folders named by id (one person) or by a made-up name (several).
  for (const talk of [...(await list("dms.json")), ...(await list("mpims.json"))]) {
    const folder = textOf(talk["name"]) ?? textOf(talk["id"]);
    const members = listOf(talk["members"]).flatMap((id) => users.get(String(id)) ?? []);
    if (folder !== null) titles.set(folder, members.length === 0 ? folder : members.join(", "));
  }
  return { users, channels, titles };
}

/**
 * The folders of unpacked Slack exports in a tree: those with a list of users or channels and, one folder below, days.
 * @param names paths of files, with `/`
 * @returns `""` or ending in `/`, sorted; none inside another
 */
export function slackRoots(names: readonly string[]): readonly string[] {
  const roots = new Set<string>();
  const days = new Set(names.flatMap((name) => /^((?:.*\/)?)[^/]+\/\d{4}-\d{2}-\d{2}\.json$/u.exec(name)?.[1] ?? []));
  for (const name of names) {
    const root = /^((?:.*\/)?)(?:users|org_users|channels|dms|groups|mpims)\.json$/u.exec(name)?.[1];
    if (root !== undefined && days.has(root)) roots.add(root);
  }
  return [...roots].sort().filter((root) => ![...roots].some((other) => other !== root && root.startsWith(other)));
}
