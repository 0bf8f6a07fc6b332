import type { Caller } from "../../model/caller.ts";
import { claim, type MessageMark, messageRole } from "../../model/message-role.ts";

/** What is known of a stored passage beside its words. */
export interface PassagePlace {
  readonly source: { readonly name: string; readonly path: string };
  /** Of its document. */
  readonly title?: string;
  readonly heading: string;
  readonly lines?: { readonly start: number; readonly end: number } | null;
  readonly pages: { readonly start: number; readonly end: number } | null;
  readonly date: string | null;
  /** Who may see it, and where that is a user: who put it there. */
  readonly scope?: string;
  /** Set where the passage is a message of a chat. */
  readonly message?: {
    readonly chat: string;
    readonly role: string;
    readonly author: string | null;
    readonly time: string | null;
    readonly marks?: readonly MessageMark[];
    readonly fetched?: string;
  } | null;
  /** What a person said later of the same, as something that is so from then on. */
  readonly later?: { readonly date: string | null; readonly unsure?: true };
  /** Sources of an earlier answer; set only for messages that are answers. */
  readonly from?: readonly string[];
}

const DAY = /^\d{4}-\d\d-\d\d$/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/u;

/**
 * Where a passage comes from and who says it, in one line, the same wherever a model reads it: file with lines or page, heading, day; of a message
 * who spoke, where, when; and that it was said anew. What isn't the reader's own and not the project's is named by the scope of whoever wrote it, and
 * an author that he chose as what he calls himself. It is stored text too, and belongs into the fence.
 * @param reader who reads it
 * @example aboutPassage(hit, "owner") // "notes/staging.md:4-6, Staging, 2026-10-02"
 */
export function aboutPassage(passage: PassagePlace, reader: Caller): string {
  const { source, title = "", heading, lines = null, pages, date, message, later, scope = "" } = passage;
  const overtaken = later ? joined([`said anew${later.unsure ? "?" : ""}`, later.date?.slice(0, 10) ?? ""], " ") : "";
  const time = message?.time ?? date ?? "";
  // An hour is told where the time is the reader's own.
  const day = /^\d{4}-\d\d-\d\d \d\d:\d\d$/u.test(time) ? time : time.slice(0, 10);
  if (message !== null && message !== undefined) {
    // The path of a chat that goes on is a day, that of another tool's session an id: what they are called says more.
    const names = DAY.test(source.path) ? [message.chat] : [title, message.chat, source.path];
    const where = short(names.find((name) => name !== "" && !DAY.test(name) && !UUID.test(name)) ?? "");
    return joined([
      saidBy(message, { scope, reader, from: passage.from }),
      where,
      where.includes(day) ? "" : day,
      overtaken,
    ]);
  }
  const place = pages !== null ? ` page ${range(pages)}` : lines !== null ? `:${range(lines)}` : "";
  return joined([
    writtenBy(scope, reader),
    `${source.path === "" ? source.name : source.path}${place}`,
    short(heading),
    day,
    overtaken,
  ]);
}

/**
 * Who says a message, as `reader` may believe it: in his own memory whoever is named there, in a user's that user, whatever he calls himself.
 * @param from sources of an earlier answer
 * @example saidBy({ role: "user", author: "Mirabel" }, { scope: "user:42", reader: "owner" }) // "user:42, who calls himself Mirabel"
 */
export function saidBy(
  { role, author, marks = [], fetched }: Omit<NonNullable<PassagePlace["message"]>, "chat" | "time">,
  { scope, reader, from = [] }: { scope: string; reader: Caller; from?: readonly string[] | undefined },
): string {
  const writer = stranger(scope, reader);
  const kind = messageRole(role);
  const claimed = writer === null ? "" : claim(writer);
  const named = short(author?.slice(author.startsWith(claimed) ? claimed.length : 0) ?? "");
  // In the user's place, but nothing that he said.
  if (kind === "user" && marks.some((mark) => mark !== "abandoned"))
    return marks.includes("machine") ? "a program" : "asked of a helper";
  if (kind === "user") {
    if (writer === null) return named === "" ? "user" : named;
    return named === "" ? writer : `${claimed}${named}`;
  }
  const speaker =
    kind !== "assistant"
      ? `${role.replace("_", " ")}${named === "" ? "" : ` of ${named}`}${fetched === undefined ? "" : `, from elsewhere by ${short(fetched)}`}`
      : from.length === 0
        ? "an assistant, not checked"
        : `answer, from ${from.slice(0, 3).map(short).join("; ")}`;
  return writer === null ? speaker : `${speaker} in a chat of ${writer}`;
}

/** Whose a document is, where it isn't the reader's own or the project's; else empty. */
export function writtenBy(scope: string, reader: Caller): string {
  const writer = stranger(scope, reader);
  return writer === null ? "" : `written by ${writer}`;
}

/** The same behind what is listed. */
export function ofWhom(scope: string, reader: Caller): string {
  const written = writtenBy(scope, reader);
  return written === "" ? "" : `, ${written}`;
}

const stranger = (scope: string, reader: Caller): string | null =>
  scope.startsWith("user:") && scope !== reader ? scope : null;

const short = (name: string): string =>
  name.length <= 60 ? name : `${name.slice(0, 59).replace(/[\ud800-\udbff]$/u, "")}…`;

const joined = (parts: readonly string[], between = ", "): string => parts.filter((part) => part !== "").join(between);

const range = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  start === end ? String(start) : `${start}-${end}`;
