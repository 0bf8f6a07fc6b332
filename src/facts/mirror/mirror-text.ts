import { createHash } from "node:crypto";
import { isAttribute } from "../attributes/known.ts";
import { pluralTopic, topicOf } from "../language/nouns.ts";
import { valueKey } from "../lists/value-key.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactList, FactSource } from "../../storage/ports/fact-store.ts";
import type { ListName } from "./mirrors.ts";

/**
 * Ends every mirror that was written to its end; files of earlier versions have none, and don't say so in their
 * header.
 */
const END = "<!-- loci:end -->";

/** Version of the mirror's format. */
const FORMAT = 1;

/** What a mirror holds, read back. */
export type MirrorContent =
  | {
      readonly kind: "read";
      readonly name: ListName;
      /** The topic as shown; its key in files of earlier versions. */
      readonly topic: string;
      readonly revision: number;
      readonly values: readonly string[];
      /** Where each value was said, beside it; null where nothing tells. */
      readonly said: readonly (Omit<FactSource, "sentence"> | null)[];
      /** Whether the list differs from what was written. */
      readonly edited: boolean;
    }
  | {
      readonly kind: "rejected";
      readonly reason: string;
      readonly line: number | null;
      /** The list of a file that was cut off. */
      readonly cut?: ListName;
    };

/**
 * A list as markdown: an ordered list, with where each item comes from in comments.
 *
 * @example
 * // <!-- loci:facts {"format":1,"scope":"kb","key":"lens","topic":"lens","revision":3,"sum":"…"} -->
 * // # Favorite lenses
 * //
 * // 1. 35mm <!-- chat A · message m1 · 2026-05-01T10:00:00.000Z -->
 * //
 * // <!-- loci:end -->
 */
export function renderMirror(list: FactList): string {
  const values = list.items.map((item) => item.value);
  const header = {
    format: FORMAT,
    scope: list.scope,
    key: list.key,
    topic: list.topic,
    revision: list.revision,
    sum: checksum(values),
    end: true,
  };
  const title =
    isAttribute(list.key) || /favou?rite /u.test(list.topic) ? list.topic : `favorite ${pluralTopic(list.topic)}`;
  const lines = list.items.map((item, i) => `${i + 1}. ${escape(item.value)} <!-- ${comment(item.source)} -->`);
  return [
    `<!-- loci:facts ${hidden(JSON.stringify(header))} -->`,
    `# ${title[0]?.toUpperCase() ?? ""}${title.slice(1)}`,
    "",
    ...lines,
    "",
    END,
    "",
  ].join("\n");
}

/**
 * Reads a mirror back. Items count in the order of their lines, whatever their numbers; anything but items is
 * refused.
 */
export function parseMirror(text: string): MirrorContent {
  const lines = text.replace(/^\uFEFF/u, "").split(/\r?\n/u);
  const header = readHeader(lines[0] ?? "") ?? newList(lines);
  if (header === null)
    return { kind: "rejected", reason: "its first line, which names the list, is gone or changed", line: 1 };
  if (header.end === true && !lines.some((line) => line.trim() === END))
    return {
      kind: "rejected",
      reason: "its last line, which marks the end, is missing: the file was cut off",
      line: null,
      cut: { scope: header.scope, key: header.key },
    };
  const values: string[] = [];
  const said: (Omit<FactSource, "sentence"> | null)[] = [];
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if ((i === 0 && header.sum !== NEW) || /^(?:#.*|<!--.*-->)?$/u.test(line.trim())) continue;
    const item = /^\s*(?:\d+[.)]|[-*+])\s+(.*)$/u.exec(line)?.[1];
    if (item === undefined) return { kind: "rejected", reason: "a line is no item of a list", line: i + 1 };
    const value = unescape(withoutComment(item)).trim();
    if (value === "" || value.length > 300)
      return { kind: "rejected", reason: "an item is empty or longer than 300 characters", line: i + 1 };
    if (seen.has(valueKey(value))) return { kind: "rejected", reason: "an item stands there twice", line: i + 1 };
    seen.add(valueKey(value));
    values.push(value);
    said.push(readComment(item.trimEnd().slice(withoutComment(item).length)));
  }
  return {
    kind: "read",
    name: { scope: header.scope, key: header.key },
    topic: header.topic ?? header.key,
    revision: header.revision,
    values,
    said,
    edited: checksum(values) !== header.sum,
  };
}

/** An item without the comment that it ends with. */
function withoutComment(item: string): string {
  const text = item.trimEnd();
  const start = text.endsWith("-->") ? text.search(/(?<!\\)<!--/u) : -1;
  return start < 0 || start + "<!---->".length > text.length ? text : text.slice(0, start);
}

/** Stands for the checksum of a list that somebody wrote by hand: nothing was written before. */
const NEW = "";

/**
 * A file by hand with a heading and a list: "# Favorite teas", or "# Teas", of the project; it may say `scope: admin`
 * in its first line. Null without a heading.
 */
function newList(lines: readonly string[]): Header | null {
  if (lines.some((line) => line.includes("loci:facts"))) return null;
  const heading = lines.find((line) => line.trim() !== "") ?? "";
  const title = /^#{1,3}\s+(?:my\s+)?(least\s+)?(?:favou?rite\s+)?(\S.{0,150})$/iu.exec(heading.trim());
  if (title === null || !lines.some((line) => /^\s*(?:\d+[.)]|[-*+])\s+\S/u.test(line))) return null;
  const topic = topicOf(title[2] as string, title[1] !== undefined);
  return { scope: "admin", key: topic.key, topic: topic.name, revision: 0, sum: NEW };
}

interface Header {
  readonly scope: Scope;
  readonly key: string;
  readonly topic?: string | undefined;
  readonly revision: number;
  readonly sum: string;
  /** Whether the file was written with a mark of its end. */
  readonly end?: boolean;
}

function readHeader(line: string): Header | null {
  const json = /^<!-- loci:facts (\{.*\}) -->\s*$/u.exec(line)?.[1];
  if (json === undefined) return null;
  let read: Partial<Header & { format: number }>;
  try {
    read = JSON.parse(json) as Partial<Header & { format: number }>;
  } catch {
    return null;
  }
  const { format, scope, key, topic, revision, sum, end } = read;
  if (
    format !== FORMAT ||
    typeof scope !== "string" ||
    typeof key !== "string" ||
    typeof revision !== "number" ||
    typeof sum !== "string"
  )
    return null;
  return { scope, key, topic: typeof topic === "string" ? topic : undefined, revision, sum, end: end === true };
}

function checksum(values: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}

/** Keeps what is inside a comment from ending it. */
function hidden(text: string): string {
  return text.replaceAll("--", "\\u002d\\u002d").replaceAll(">", "\\u003e");
}

function comment({ chat, messageId, time }: FactList["items"][number]["source"]): string {
  const part = (text: string): string => text.replace(/[\n\r<>]|--/gu, " ").trim();
  return [chat === "" ? "" : `chat ${part(chat)}`, `message ${part(messageId)}`, new Date(time).toISOString()]
    .filter((one) => one !== "")
    .join(" · ");
}

/** The inverse, but for signs that a comment can't hold. */
function readComment(text: string): Omit<FactSource, "sentence"> | null {
  const [, chat = "", messageId, said] = /^<!-- (?:chat (.*) · )?message (.*) · (\S+) -->$/u.exec(text.trim()) ?? [];
  const time = Date.parse(said ?? "");
  return messageId === undefined || Number.isNaN(time) ? null : { messageId, chat, time };
}

function escape(value: string): string {
  return value.replace(/[\\<]/gu, "\\$&");
}

function unescape(value: string): string {
  return value.replace(/\\([\\<])/gu, "$1");
}
