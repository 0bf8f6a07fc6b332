import { attribute, type Element, findElement, findElements, parseTree } from "../../../parsing/html/tree.ts";
import { csvCells } from "../../../parsing/table/parse-csv.ts";
import { isoTime, dateOrder, matchedTime, timeIn, timeInWords, type WrittenTime } from "../../../text/fields.ts";
import { lineBlocks, type Said, type TextShape } from "./shape.ts";
import { has, MAX_DEPTH, wordsOf } from "./telegram-html.ts";

/** Of the table, also where another program saved it again. */
const HEADER = /^"?AuthorID"?([,;\t])"?Author"?\1"?Date"?\1"?Content"?\1/u;
const RULE = "=".repeat(62);
/** `[3/1/2024 5:02 PM] alice`, `[01-Mar-24 05:02 PM] alice#0001 (pinned)` */
const LINE = /^\[([^\]\n]{8,40})\] (.+?)(?: \(pinned\))?$/u;
/** What is told below a message's words, each under a name in braces. */
const BELOW = /^\{(Attachments|Embed|Stickers|Reactions)\}$/mu;

/** A message as it is written, before the order of its dates is known. */
interface Row {
  readonly author: string;
  readonly date: string;
  readonly text: string;
  readonly files: readonly string[];
}

/** Discord's channels as its exporter writes them for people: a page, a table, or plain text. Dates without a zone count as UTC. */
export const discordExports: TextShape = {
  format: "discord",
  knows: (head) =>
    HEADER.test(head) ||
    (head.startsWith(RULE) && /^(?:Guild|Channel): /mu.test(head)) ||
    /class="?chatlog__message-group/u.test(head),
  *read(text) {
    if (/^\s*</u.test(text)) return yield* pageOf(text);
    const rows = HEADER.test(text) ? tableOf(text) : linesOf(text);
    const order = dateOrder(
      rows.flatMap(({ date }) => writtenTime(date) ?? []),
      /[AP]M$/u.test(rows[0]?.date ?? "") ? "mdy" : "dmy",
    );
    const title = /^Channel: (.+)$/mu.exec(text)?.[1] ?? null;
    for (const { author, date, text: words, files } of rows) {
      const written = writtenTime(date);
      const time = written === null ? (isoTime(date) ?? timeInWords(date)) : timeIn(order, written);
      yield { role: "user", kind: "message", author, time, text: words, caption: captionOf(files), title };
    }
  },
};

const captionOf = (files: readonly string[]): string | null =>
  files.map((url) => url.replace(/\?.*$/u, "").split("/").at(-1)).join(", ") || null;

/** A date in the exporter's numbers for people; null for one in words, and for none. */
function writtenTime(date: string): WrittenTime | null {
  const found = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s([AP]M))?$/u.exec(date);
  return found && matchedTime([...found].map((part: string | undefined, i) => part ?? (i === 6 ? "0" : part)));
}

function tableOf(text: string): Row[] {
  return csvCells(text, "discord.csv")
    .slice(1)
    .map(([, author = "", date = "", words = "", files = ""]) => ({
      author,
      date,
      text: words,
      files: files.split(",").filter((url) => url !== ""),
    }));
}

function linesOf(text: string): Row[] {
  const [, , body = "", end = ""] = text.split(RULE);
  const blocks = lineBlocks(end.includes("Exported ") ? body : `${body}${end}`, (line) => {
    const found = LINE.exec(line);
    return found === null ? null : { mark: [found[1] as string, found[2] as string] as const, rest: "" };
  });
  return [...blocks].flatMap(({ mark, text: said }) => {
    if (mark === null) return [];
    const below = BELOW.exec(said);
    const embeds = [
      ...said.matchAll(/^\{Embed\}\n([^]*?)(?=\n\{(?:Attachments|Embed|Stickers|Reactions)\}$|$(?![^]))/gmu),
    ];
    const words = [below === null ? said : said.slice(0, below.index), ...embeds.map(([, card]) => card as string)]
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join("\n\n");
    const files = /^\{Attachments\}\n((?:\S+\n?)+)/mu.exec(said)?.[1]?.trim().split(/\s+/u) ?? [];
    return [{ author: mark[1], date: mark[0], text: words, files }];
  });
}

/** The first millisecond of Discord's ids, which hold the time above their last 22 bits. */
const EPOCH = 1_420_070_400_000n;

const isCard = (element: Element): boolean =>
  /\bchatlog__embed-(?:author|title|description|field-name|field-value|footer-text)(?:\s|$)/u.test(
    attribute(element, "class") ?? "",
  );

/** The page: messages that follow one of the same author have no name. */
function* pageOf(html: string): Generator<Said> {
  const tree = parseTree(html, "discord.html", MAX_DEPTH);
  const entries = findElements(tree, has("preamble__entry")).map((entry) => wordsOf(entry));
  const title = entries.filter((entry) => entry !== "").join(" > ") || null;
  for (const group of findElements(tree, has("chatlog__message-group"))) {
    const author = wordsOf(findElement(group, has("chatlog__author"))) || null;
    for (const message of findElements(group, has("chatlog__message-container"))) {
      const id = attribute(message, "data-message-id") ?? "";
      const shown = findElement(message, (one) =>
        /\bchatlog__(?:short-)?timestamp\b/u.test(attribute(one, "class") ?? ""),
      );
      const isDated = /^\d{15,20}$/u.test(id);
      const time = isDated
        ? new Date(Number((BigInt(id) >> 22n) + EPOCH)).toISOString()
        : timeInWords((shown === null ? null : attribute(shown, "title")) ?? "");
      const notice = findElement(message, has("chatlog__system-notification-content"));
      if (notice !== null) {
        yield { role: "system", kind: "context", text: wordsOf(notice), time, title };
        continue;
      }
      const files = findElements(message, has("chatlog__attachment")).flatMap((attached) => {
        const file = findElement(attached, (element) => attribute(element, "href") !== null);
        return file === null ? [] : [attribute(file, "href") as string];
      });
      const content = findElement(message, has("chatlog__content"));
      const words = content === null ? null : (findElement(content, has("chatlog__markdown-preserve")) ?? content);
      yield {
        role: "user",
        kind: "message",
        author,
        time,
        text: [wordsOf(words, true), ...findElements(message, isCard).map((part) => wordsOf(part, true))]
          .filter((part) => part !== "")
          .join("\n"),
        caption: captionOf(files),
        title,
      };
    }
  }
}
