import type { TranscriptEntry } from "../../model/transcript.ts";
import { readWhole } from "./bundle.ts";
import { type ReaderInput, sessionOfPath } from "./format-reader.ts";

const ROLES: Readonly<Record<string, string>> = {
  user: "user", human: "user", you: "user", me: "user", prompt: "user", question: "user",
  assistant: "assistant", ai: "assistant", bot: "assistant", model: "assistant", claude: "assistant", chatgpt: "assistant", gpt: "assistant", gemini: "assistant", codex: "assistant", copilot: "assistant", cursor: "assistant", agent: "assistant", llm: "assistant", grok: "assistant", deepseek: "assistant", answer: "assistant",
  system: "system", tool: "tool",
};
const NAMES = Object.keys(ROLES).join("|");
/** `User:`, `**User:**`, `[User]:`, `User (10:03):`, `[10:03] User:`, `You said:` and the text on the same line or below. */
const LABEL = new RegExp(`^(?:\\[[\\d][^\\]\\n]{1,40}\\] )?(?:\\*\\*|__|\\[)?(${NAMES})(?: said)?(?:\\]|\\*\\*|__)?(?: ?[([][^)\\]\\n]{1,40}[)\\]])? ?:(?:\\*\\*|__)?(?=\\s|$)[ \\t]?`, "iu");
/** `## User`, `### Assistant (10:03)`, `# **Human**:`, `**User**`, `_**User (10:03)**_` */
const HEADING = new RegExp(`^(?:#{1,6}\\s+|(?=_?\\*\\*))_?(?:\\*\\*)?(?:\\p{Emoji_Presentation}\\s*)?(${NAMES})(?:\\*\\*)?(?: ?\\([^)\\n]{1,40}\\))?\\s*:?(?:\\*\\*)?_?\\s*$`, "iu");

interface Mark {
  readonly role: string;
  /** What it calls who speaks, in lower case; null for a quotation. */
  readonly name: string | null;
  /** Offset of its line, and of what is said behind it. */
  readonly start: number;
  readonly text: number;
}

/**
 * A plain transcript with marks: `User:` and `Assistant:` (and their like), headings with those names, or `> ` before what the user
 * typed. What is said is the text from behind a mark to the next one, exact but for blank lines around it. Marks inside code fences
 * are text. Text before the first mark is kept as context.
 */
export async function* readMarkedText({ bundle, name, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const bytes = await readWhole(bundle, name);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    report.problem(1, "broken UTF-8");
    return;
  }
  const marks = findMarks(text);
  if (marks.length === 0) {
    if (text.trim() !== "") report.problem(1, "no marks of who speaks");
    return;
  }
  const session = sessionOfPath(name);
  const base = { session, author: null, time: null, caption: null, title: null };
  let order = 0;
  let parent: string | null = null;
  const before = text.slice(0, (marks[0] as Mark).start).trim();
  if (before !== "") yield { ...base, id: "0", role: "system", text: before, kind: "context", parent: null, order: order++ };
  for (const [i, mark] of marks.entries()) {
    const said = text.slice(mark.text, marks[i + 1]?.start ?? text.length).replace(/^(?:[ \t]*\r?\n)+|\s+$/gu, "");
    const content = text.startsWith("> ", mark.start) ? said.replaceAll(/^> ?/gmu, "") : said;
    if (content === "") continue;
    const id = String(i + 1);
    yield { ...base, id, role: mark.role, text: content, kind: mark.role === "tool" ? "tool" : mark.role === "system" ? "context" : "message", parent, order: order++ };
    parent = id;
  }
}

/** The marks of a text, by the first style that has two speakers; none when no style has. */
export function findMarks(text: string): Mark[] {
  const lines = linesOf(text);
  const styles = [
    lines.flatMap((line) => markOf(line, HEADING)),
    lines.flatMap((line) => markOf(line, LABEL)),
    quoteMarks(lines),
  ];
  return styles.find((marks) => marks.some(({ role }) => role === "user") && marks.some(({ role }) => role === "assistant")) ?? [];
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** Lines outside code fences. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let fence: string | null = null;
  let start = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
    if (fence === null) lines.push({ text: line.replace(/\r$/u, ""), start });
    if (mark !== undefined && fence === null) fence = mark;
    else if (fence !== null && mark !== undefined && mark.startsWith(fence)) fence = null;
    start += line.length + 1;
  }
  return lines;
}

function markOf({ text, start }: Line, pattern: RegExp): Mark[] {
  const found = pattern.exec(text);
  const name = found?.[1]?.toLowerCase() ?? "";
  return found === null ? [] : [{ role: ROLES[name] as string, name, start, text: start + found[0].length }];
}

/** Names that only a talk with a model has; a list of questions and answers, or of prompts, is no talk. */
const SPEAKERS: ReadonlySet<string> = new Set(Object.keys(ROLES).filter((name) => !["prompt", "question", "answer", "tool", "system", "me"].includes(name)));
/** Whether a text that nobody said to be a transcript is one, beyond reasonable doubt. @param quotes how many `> ` it must have when that is its only mark */
export function looksMarked(text: string, quotes: number): boolean {
  const marks = findMarks(text);
  const named = new Set(marks.filter(({ name }) => name !== null && SPEAKERS.has(name)).map(({ role }) => role));
  if (named.has("user") && named.has("assistant")) return true;
  return marks.length > 0 && marks.every(({ name }) => name === null) && text.trimStart().startsWith("> ") && marks.filter(({ role }) => role === "user").length >= quotes;
}

/** Runs of `> ` are the user's; what follows is the assistant's. At least two of them, or a quotation would make a talk. */
function quoteMarks(lines: readonly Line[]): Mark[] {
  const marks: Mark[] = [];
  let quoted = false;
  for (const { text, start } of lines) {
    const quote = text.startsWith("> ");
    if (quote && !quoted) marks.push({ role: "user", name: null, start, text: start });
    else if (!quote && text.trim() !== "" && quoted) marks.push({ role: "assistant", name: null, start, text: start });
    if (quote) quoted = true;
    else if (text.trim() !== "") quoted = false;
  }
  return marks.filter(({ role }) => role === "user").length < 2 ? [] : marks;
}
