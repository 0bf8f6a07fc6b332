import { timeInText } from "../../text/fields.ts";
import { type TextShape, trimLines } from "./shapes/shape.ts";

const ROLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    user: "user human you me prompt question",
    assistant: "assistant ai bot model claude chatgpt gpt gemini codex copilot cursor agent llm grok deepseek answer",
    system: "system",
    tool_result: "tool",
  }).flatMap(([role, names]) => names.split(" ").map((name) => [name, role])),
);
const NAMES = Object.keys(ROLES).join("|");
/** `User:`, `**User:**`, `[User]:`, `User (10:03):`, `[10:03] User:`, `You said:` and the text on the same line or below. */
const LABEL = new RegExp(
  `^(?:\\[[\\d][^\\]\\n]{1,40}\\] )?(?:\\*\\*|__|\\[)?(?:GitHub )?(${NAMES})(?: said)?(?:\\]|\\*\\*|__)?` +
    `(?: ?[([][^)\\]\\n]{1,40}[)\\]])? ?:(?:\\*\\*|__)?(?=\\s|$)[ \\t]?`,
  "iu",
);
/** `## User`, `### Assistant (10:03)`, `# **Human**:`, `**User**`, `_**User (10:03)**_` */
const HEADING = new RegExp(
  `^(?:#{1,6}\\s+|(?=_?\\*\\*))_?(?:\\*\\*)?(?:\\p{Emoji_Presentation}\\s*)?(?:GitHub )?(${NAMES}` +
    `)(?:\\*\\*)?(?: ?\\([^)\\n]{1,40}\\))?\\s*(?:(?::(?:\\*\\*)?_?|\\*\\*_?|_)\\s*)?$`,
  "iu",
);

/** `Kay: …`, perhaps behind a time: `[10:03] Kay: …`, `12/03/2024, 10:03 - Kay: …` */
const SPEAKER =
  /^(?:\[\d[^\]\n]{3,30}\] |\d[\d./:, -]{3,22}(?: ?[AaPp][Mm])? ?[-–] )?(\p{Lu}[\p{L}\p{N} .'’_-]{0,30}?):[ \t]+(?=\S)/u;
/** What begins lines like a name and is none. */
const NOBODY = new RegExp(
  String.raw`^(?:.|note|notes|tip|tips|warning|hint|example|examples|input|output|question|answer|step|before` +
    String.raw`|after|pros|cons|date|time|title|name|from|to|subject|todo|done|problem|solution|prompt|re|cc)$`,
  "iu",
);
/** How often each of at least two people must speak for their names to be marks; a list of keys names each once. */
const TURNS = 2;
/** Of so few names, one that speaks once is a person too. */
const MAX_PEOPLE = 8;

interface Mark {
  readonly role: string;
  /** Who speaks, where the mark is a person's name. */
  readonly author: string | null;
  /** What it calls who speaks, in lower case; null for a quotation. */
  readonly name: string | null;
  /** Offset of its line, and of what is said behind it. */
  readonly start: number;
  readonly text: number;
}

/**
 * A plain transcript with marks: `User:` and `Assistant:` (and their like), headings with those names, `> ` before what the user typed, or the names
 * of people who speak in turn. What is said is the text from behind a mark to the next one, exact but for blank lines around it. Marks inside code
 * fences are text. Text before the first mark is kept as context.
 */
export const markedText: Pick<TextShape, "read"> = {
  *read(text) {
    const marks = findMarks(text);
    yield { role: "system", kind: "context", text: text.slice(0, marks[0]?.start ?? 0).trim() };
    for (const [i, mark] of marks.entries()) {
      const body = trimLines(text.slice(mark.text, marks[i + 1]?.start ?? text.length));
      yield {
        author: mark.author,
        time: timeInText(text.slice(mark.start, mark.text)),
        role: mark.role,
        text: text.startsWith("> ", mark.start) ? body.replaceAll(/^> ?/gmu, "") : body,
        kind: mark.role === "tool_result" ? "tool" : mark.role === "system" ? "context" : "message",
      };
    }
  },
};

/** The marks of a text, by the first style that has two speakers; none when no style has. */
function findMarks(text: string): Mark[] {
  const lines = linesOf(text);
  const styles = [
    lines.flatMap((line) => markOf(line, HEADING)),
    lines.flatMap((line) => markOf(line, LABEL)),
    quoteMarks(lines),
  ];
  return (
    styles.find(
      (marks) => marks.some(({ role }) => role === "user") && marks.some(({ role }) => role === "assistant"),
    ) ?? speakerMarks(lines)
  );
}

/** Lines that begin with a person's name, where at least two people speak more than once. */
function speakerMarks(lines: readonly Line[]): Mark[] {
  const marks = lines.flatMap(({ text, start }): Mark[] => {
    const found = SPEAKER.exec(text);
    return found === null || NOBODY.test(found[1] as string)
      ? []
      : [{ role: "user", author: found[1] as string, name: null, start, text: start + found[0].length }];
  });
  const turns = Map.groupBy(marks, ({ author }) => author);
  const people = new Set([...turns].flatMap(([author, own]) => (own.length >= TURNS ? [author] : [])));
  return people.size < 2 ? [] : marks.filter(({ author }) => turns.size <= MAX_PEOPLE || people.has(author));
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
  return found === null
    ? []
    : [{ role: ROLES[name] as string, name, author: null, start, text: start + found[0].length }];
}

/** Names that only a talk with a model has; a list of questions and answers, or of prompts, is no talk. */
const SPEAKERS: ReadonlySet<string> = new Set(
  Object.keys(ROLES).filter((name) => !["prompt", "question", "answer", "tool", "system", "me"].includes(name)),
);
/** Whether a text that nobody said to be a transcript is one, beyond reasonable doubt. @param quotes how many `> ` it must have when that is its only mark */
export function looksMarked(text: string, quotes: number): boolean {
  const marks = findMarks(text);
  const named = new Set(marks.filter(({ name }) => name !== null && SPEAKERS.has(name)).map(({ role }) => role));
  if (named.has("user") && named.has("assistant")) return true;
  if (marks.some(({ author }) => author !== null)) return looksSpoken(text, marks);
  return (
    marks.length > 0 &&
    marks.every(({ name, author }) => name === null && author === null) &&
    text.trimStart().startsWith("> ") &&
    marks.filter(({ role }) => role === "user").length >= quotes
  );
}

/** Share of the lines that names begin, at least, for what nobody said to be a talk. */
const SPOKEN = 0.5;

/** It begins with somebody who speaks, and much of it is said so: minutes and settings have other lines too. */
function looksSpoken(text: string, marks: readonly Mark[]): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  return (
    text.slice(0, (marks[0] as Mark).start).trim() === "" &&
    marks.length >= 2 * TURNS &&
    marks.length >= SPOKEN * lines &&
    new Set(marks.map(({ author }) => author)).size * TURNS <= marks.length
  );
}

/** Runs of `> ` are the user's; what follows is the assistant's. At least two of them, or a quotation would make a talk. */
function quoteMarks(lines: readonly Line[]): Mark[] {
  const marks: Mark[] = [];
  let quoted = false;
  for (const { text, start } of lines) {
    const quote = text.startsWith("> ");
    if (quote && !quoted) marks.push({ role: "user", name: null, author: null, start, text: start });
    else if (!quote && text.trim() !== "" && quoted)
      marks.push({ role: "assistant", name: null, author: null, start, text: start });
    if (quote) quoted = true;
    else if (text.trim() !== "") quoted = false;
  }
  return marks.filter(({ role }) => role === "user").length < 2 ? [] : marks;
}
