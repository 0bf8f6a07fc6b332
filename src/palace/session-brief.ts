import { type MessageMark, messageRole } from "../model/message-role.ts";
import type { SessionLine } from "../operations/answers/palace.ts";
import { isPlainQuestion, isUnchecked } from "../text/evidence.ts";
import { isPreparing, LONE_COMMAND, remarkKind } from "../text/remark.ts";
import { sentences } from "../text/sentences.ts";
import { openItems } from "./open-item.ts";
import { jsonFields } from "../text/fields.ts";

export interface SessionDrawer {
  readonly id: string;
  readonly text: string;
  readonly role: string;
  /** Who wrote it, where its chat tells people apart. */
  readonly author?: string | null;
  readonly marks: readonly MessageMark[];
  /** `YYYY-MM-DD`, in the zone of who reads it; null when unknown. */
  readonly day: string | null;
}

/** Files that a session's line names; more are counted. */
const MAX_FILES = 4;
/** Number of last drawers searched for open items. */
const LOOKED_THROUGH = 60;

/** Last requests that a session's lines tell. */
const REQUESTS = 3;

/**
 * Where a session stopped: what it is called, what a person asked last and how each of these ended, what was left open, which files were touched.
 * Of a chat between people the last words. Empty where nobody said anything. What a tool itself wrote over the session has no line, nor what is blank.
 * @param title of its document
 * @param drawers in order
 * Cost: linear in the drawers.
 */
export function sessionBrief(title: string, drawers: readonly SessionDrawer[]): readonly SessionLine[] {
  const spoken = drawers.filter((one) => one.marks.length === 0 && one.role !== "summary" && /\S/u.test(one.text));
  const requests = spoken.filter(({ role, text }) => messageRole(role) === "user" && !LONE_COMMAND.test(text));
  // Who thanks at the end asks for nothing more.
  const wanting = requests.filter(({ text }) => remarkKind(text) === null);
  const said = wanting.filter(({ text }) => !isPreparing(text));
  const telling = said.length === 0 ? requests.slice(0, 1) : said;
  const [first] = telling;
  if (first === undefined) return [];
  const day = drawers.findLast((drawer) => drawer.day !== null)?.day ?? "";
  // A title that ends with a day was given it where the session was recorded.
  const bare = day === "" ? title : title.replace(/ \(\d{4}-\d\d-\d\d\)$/u, "");
  const dated = day === "" || bare.includes(day) ? bare : `${bare} (${day})`;
  // What people say to each other is no request, and nobody owes it an answer.
  if (spoken.every(({ role, author = null }) => messageRole(role) === "user" && author !== null)) {
    const { id, author, text } = telling.at(-1) as SessionDrawer;
    const last = { text: `  last said: ${condensed(`${author}: ${text}`)}`, drawer: id };
    return [{ text: dated, drawer: first.id }, last];
  }
  const lines = telling.slice(-REQUESTS).flatMap((request, i, last) => {
    const next = last[i + 1];
    const asked =
      request === first
        ? []
        : [{ text: `  asked${next === undefined ? " last" : ""}: ${condensed(request.text)}`, drawer: request.id }];
    const turns = spoken.slice(spoken.indexOf(request), next === undefined ? undefined : spoken.indexOf(next));
    return [
      ...asked,
      ...(next === undefined ? ending(drawers, spoken, wanting.at(-1) ?? request) : endOf(turns, "answered")),
    ];
  });
  return [{ text: dated, drawer: first.id }, ...lines, ...touched(drawers)];
}

/** Whether in a session somebody only asked, and was answered without a look at anything: it is no work, and tells nothing. */
export function onlyAsks(drawers: readonly SessionDrawer[]): boolean {
  const requests = drawers.filter(
    ({ role, marks, text }) => messageRole(role) === "user" && marks.length === 0 && !isPreparing(text),
  );
  const isAsked = requests.every(({ text }) => isPlainQuestion(text) || remarkKind(text) !== null);
  return isAsked && drawers.every(({ role }) => role !== "tool_call");
}

/** The last words of an assistant, and that nobody checked them where they cite nothing; none where he had none. */
function endOf(turns: readonly SessionDrawer[], label: string): readonly SessionLine[] {
  const answers = turns.filter(({ role }) => messageRole(role) === "assistant");
  const end = answers.findLast(({ text }) => remarkKind(text) === null) ?? answers.at(-1);
  if (end === undefined) return [];
  const unchecked = isUnchecked({ message: end, text: end.text }, "derived") ? " (not checked)" : "";
  return [{ text: `  ${label}${unchecked}: ${condensed(end.text)}`, drawer: end.id }];
}

/** What is still to be done: the agent's own list, an open item; else how it ended. */
function ending(
  drawers: readonly SessionDrawer[],
  spoken: readonly SessionDrawer[],
  lastRequest: SessionDrawer,
): readonly SessionLine[] {
  const todo = drawers.findLast(({ role, text }) => role === "tool_call" && TODO_LIST.test(text));
  if (todo !== undefined) {
    const left = openTodos(todo.text);
    if (left.length > 0) return [{ text: `  left open: ${left.map(plain).join("; ")}`, drawer: todo.id }];
  }
  const answers = spoken.filter(({ role }) => messageRole(role) === "assistant");
  const end = answers.at(-1);
  if (end === undefined || drawers.indexOf(lastRequest) > drawers.indexOf(end))
    return [{ text: "  left open: this request has no answer", drawer: lastRequest.id }];
  for (const { id, role, text } of spoken.slice(-LOOKED_THROUGH).reverse()) {
    const open = openItems(text, messageRole(role) === "user");
    if (open.length > 0) return [{ text: `  left open: ${open.map(plain).join("; ")}`, drawer: id }];
  }
  return endOf(spoken, "ended with");
}

const TODO_LIST = /^(?:TodoWrite|update_plan|write_todos|todowrite)\n/;

/** What isn't done of a list that an agent keeps, as its tool was called with it. */
function openTodos(call: string): readonly string[] {
  // Of a part of a longer call the list can't be read.
  const given = jsonFields(call.slice(call.indexOf("\n") + 1)) ?? {};
  const lists = Object.values(given).filter((value) => Array.isArray(value));
  return lists.flat().flatMap((item: unknown) => {
    const { status, content, step, description } = (item ?? {}) as Readonly<Record<string, unknown>>;
    const text = [content, step, description].find((one) => typeof one === "string");
    return text !== undefined && (status === "pending" || status === "in_progress") ? [text] : [];
  });
}

const EDIT =
  /^(?:Edit|Write|MultiEdit|NotebookEdit|write_file|replace|str_replace_based_edit_tool|apply_patch|edit|write)\n/;
const NAMED_FILE =
  /"(?:file_path|filePath|path|notebook_path)"\s*:\s*"((?:[^"\\]|\\.)+)"|^\*\*\* (?:Update|Add) File: (.+)$/gm;

/** Files that were written, the last ones first, below the folder that they have in common. */
function touched(drawers: readonly SessionDrawer[]): readonly SessionLine[] {
  const files = new Map<string, string>();
  for (const { id, role, text } of drawers) {
    if (role !== "tool_call" || !EDIT.test(text)) continue;
    for (const [, path, patched] of text.matchAll(NAMED_FILE)) {
      const file = (path ?? patched ?? "").replaceAll("\\\\", "\\").trim();
      files.delete(file);
      files.set(file, id);
    }
  }
  if (files.size === 0) return [];
  const names = [...files.keys()].reverse();
  const common = commonFolder(names);
  const shown = names.slice(0, MAX_FILES).map((name) => name.slice(common.length));
  const more = names.length - shown.length;
  return [
    {
      text: `  files: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
      drawer: [...files.values()].at(-1) as string,
    },
  ];
}

function commonFolder(names: readonly string[]): string {
  let common = (names[0] as string).replace(/[^/\\]*$/, "");
  for (const name of names) while (!name.startsWith(common)) common = common.slice(0, -1).replace(/[^/\\]*$/, "");
  return common;
}

/** The first sentence, one line. */
function plain(text: string): string {
  const body = condensed(text);
  const [first] = sentences(body);
  return first === undefined ? body : body.slice(first.start, first.end).trim();
}

/** A text without code and marks of Markdown, one line; whoever shows it cuts it. */
function condensed(text: string): string {
  const bare = text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/^\s*(?:#+|[-*+]|\d+\.)\s+/gm, "")
    .replace(/\*\*|__|`/g, "")
    .trim();
  return (bare === "" ? text : bare).replace(/\s+/g, " ").trim();
}
