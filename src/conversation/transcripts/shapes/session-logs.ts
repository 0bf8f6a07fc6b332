import { contentParts, typedIn, withoutThoughts } from "../content-parts.ts";
import { isoTime, matchedTime, minutesWest, timeIn, timeInText, type WrittenTime } from "../../../text/fields.ts";
import { lineBlocks, type Said, type TextShape, trimLines, withoutRules } from "./shape.ts";

const STARTED = /^# aider chat started at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\s*$/u;
/** Commands that only work Aider; others take a prompt behind them. */
const COMMAND = /^\/(?!(?:ask|code|architect|chat-mode|context|help)\s+\S)[a-z][a-z-]*\b/u;

/** What Aider tells in several lines, of which the first alone has its mark and the last its two spaces: a commit, how it was called. */
const LONG = /^> (?:Commit [\da-f]{7} |\S*aider(?:\.exe)? )/u;

type Kind = "prompt" | "command" | "own" | "answer";

/** What was typed is what its first line is: a command may name its files below it, a prompt have lines that begin with a slash. */
function kindTyped(line: string, before: string, kind: Kind): Kind {
  if (before.startsWith("#### ")) return kind;
  return COMMAND.test(line.slice(5)) ? "command" : "prompt";
}

/**
 * Aider's `.aider.chat.history.md`: a session for each start, `#### ` before what was typed, `> ` before what Aider itself says, and the
 * model's words as they are. Aider ends its lines with two spaces; a quotation or a heading in an answer has none. What stands above the first
 * start, as where somebody cut the file, is a session without a time.
 */
export const aider: TextShape = {
  format: "aider",
  knows: (head) =>
    /^# aider chat started at \d{4}-/mu.test(head) || (/^#### .+ {2}\r?$/mu.test(head) && /^> .+ {2}\r?$/mu.test(head)),
  *read(text) {
    const isKept = /^> .* {2}\r?$/mu.test(text);
    const ends = isKept ? /^>(?: .*)? {2}$/u : /^>(?: |$)/u;
    let time: string | null = null;
    let lines: string[] = [];
    let kind: Kind = "own";
    let asked = false;
    let before = "";
    let isRest = false;
    const said = function* (): Generator<Said> {
      const body = (kind === "answer" ? withoutThoughts(lines.join("\n")) : lines.join("\n")).trim();
      lines = [];
      if (body === "") return;
      const session = time === null ? {} : { session: `aider-${time}` };
      asked ||= kind === "prompt";
      const role = kind === "prompt" ? "user" : kind === "answer" && asked ? "assistant" : "system";
      yield { ...session, time, role, kind: role === "system" ? "context" : "message", text: body };
    };
    for (const raw of text.split("\n")) {
      const line = raw.replace(/\r$/u, "");
      const started = STARTED.exec(line);
      const typed = line.startsWith("#### ") && (!isKept || line.endsWith("  "));
      isRest = isKept && started === null && !typed && (LONG.test(line) || (isRest && !before.endsWith("  ")));
      const now: Kind = isRest || ends.test(line) ? "own" : typed ? kindTyped(line, before, kind) : "answer";
      before = line;
      if (started !== null) {
        yield* said();
        time = `${started[1]}T${started[2]}Z`;
        kind = "own";
        asked = false;
      } else if (line.trim() === "") lines.push(line);
      else {
        if (now !== kind) yield* said();
        kind = now;
        lines.push(now === "answer" ? raw : line.replace(/^(?:####|>) ?/u, "").replace(/ {2}$/u, ""));
      }
    }
    yield* said();
  },
};

/** `⏺ Bash(ls)`, `⏺ loci - search (MCP)(query: "x")`, `⏺ Update Todos` has none. */
const CALL = /^([A-Z][A-Za-z]*|\S+ - \S+ \(MCP\))\((?=.)/u;
const MARK = /^([❯>⏺●✻∴⎿]) ?(?=\S)/u;

/** Claude Code's `/export`: its screen as text, `❯` before what was typed, `⏺` before answers and calls, `⎿` before what those gave. */
export const claudeCodeScreen: TextShape = {
  format: "claude-code-screen",
  knows: (head) => (/^⏺ \S/mu.test(head) || /Claude Code v?\d[\s\S]*^● \S/mu.test(head)) && /^[❯>] \S/mu.test(head),
  *read(text) {
    for (const { mark, text: body } of lineBlocks(text, begins)) {
      const said = body.replaceAll(/^ {2}/gmu, "").trim();
      yield mark === null ? { role: "system", kind: "context", text: said } : saidOf(mark, said);
    }
  },
};

function begins(line: string): { readonly mark: string; readonly rest: string } | null {
  const found = MARK.exec(line);
  return found === null ? null : { mark: found[1] as string, rest: line.slice(found[0].length) };
}

function saidOf(mark: string, text: string): Said {
  if (mark === "❯" || mark === ">")
    return text.startsWith("/") ? { role: "system", kind: "context", text } : { role: "user", kind: "message", text };
  if (mark === "✻" || mark === "∴") return { role: "system", kind: "context", text };
  const call = CALL.exec(text)?.[1];
  if (call === undefined && mark !== "⎿") return { role: "assistant", kind: "message", text };
  // As the agent's own files call them.
  return { role: "tool_call", kind: "tool", text: text.replace(/^(\S+) - (\S+) \(MCP\)/u, "mcp__$1__$2\n") };
}

const EXPORTED =
  /^_Exported on (\d{1,4})[/.-] ?(\d{1,2})[/.-] ?(\d{1,4})\.? at (\d{1,2})[:.](\d{2})[:.](\d{2})(?:\s([AaPp])\.?\s?[Mm]\.?)?(?: (\S+))? from Cursor\b/mu;
const SPEAKER = /^\*\*(User|Cursor)\*\*[ \t]*$/u;

/** When a chat was exported: the one time that it tells. Cursor writes the month first, unless there is no such month. */
function exportedAt(text: string): string | null {
  const found = EXPORTED.exec(text);
  if (found === null) return null;
  const written: WrittenTime = { ...matchedTime(found), west: minutesWest(found[8] ?? "") };
  return timeIn(written.date[0] > 31 ? "ymd" : "mdy", written) ?? timeIn("dmy", written);
}

/** What Cursor's agent wrote down until 2026: `user:` and `assistant:` on lines of their own; of thoughts, nothing says where they end. */
export const cursorText: TextShape = {
  format: "cursor",
  knows: (head) =>
    /^user:\s*$/mu.test(head) && /^(?:user:\s*<user_query>|assistant:\s*\[(?:Thinking|Tool call)\] )/mu.test(head),
  *read(text) {
    let last = "";
    const blocks = lineBlocks(text, (line) => {
      const own = last === "user" ? null : /^\[(Thinking|Tool (?:call|result))\](?= |$)/u.exec(line);
      const [found = "", mark = last === "Thinking" ? "assistant" : ""] =
        /^(user|assistant|A):\s*$/u.exec(line) ?? own ?? [];
      if (mark === "") return null;
      last = mark;
      return { mark, rest: line.slice(found.length).trimStart() };
    });
    for (const { mark, text: body } of blocks) {
      if (mark === null || mark === "Thinking") yield { role: "system", kind: "context", text: body };
      else if (mark.startsWith("Tool")) yield { role: mark.toLowerCase().replace(" ", "_"), kind: "tool", text: body };
      else if (mark === "user") yield { role: "user", kind: "message", text: typedIn(body)?.typed ?? body };
      else yield { role: "assistant", kind: "message", text: body };
    }
  },
};

/** A chat that Cursor exported as Markdown: `**User**` and `**Cursor**` on lines of their own, rules between them. */
export const cursorExport: TextShape = {
  format: "cursor",
  knows: (head) => EXPORTED.test(head) && /^\*\*User\*\*[ \t]*\r?$/mu.test(head),
  *read(text) {
    const time = exportedAt(text);
    const title = /^# (.+?)\s*$/mu.exec(text)?.[1] ?? null;
    const blocks = lineBlocks(text, (line, before) => {
      const name = SPEAKER.exec(line)?.[1];
      // In an answer the same words are text; a rule stands before a speaker, or the line of the export.
      return name === undefined || !/^(?:---$|_Exported )/u.test(before) ? null : { mark: name, rest: "" };
    });
    for (const { mark, text: body } of blocks)
      yield mark === null
        ? { role: "system", kind: "context", text: withoutRules(body), time, title }
        : { role: mark === "User" ? "user" : "assistant", kind: "message", text: withoutRules(body), time, title };
  },
};

const TURN_SPEAKER = /^### (User|Assistant|System|Developer)\s*$/u;
const TURN_CALL = /^#### Tool Call: (.+?)(?: \(`.*`\))?\s*$/u;
const FOLDED = /^<details><summary>(?:(Thinking)|Tool Result: .*)<\/summary>\s*$/u;
const CALL_ID = /^<!-- call_id: .* -->\s*$/u;
/** Instructions that a skill puts in the user's place. */
const SKILL = /^[^\n<]*\s*<kimi-skill-loaded\b/u;

/**
 * Kimi's export as Markdown: numbered turns, headings with who speaks, calls as a fence below their name, results and thoughts in folded blocks.
 * The one time that it tells is that of the export.
 */
export const kimiExport: TextShape = {
  format: "kimi",
  knows: (head) => /^# Kimi Session Export\s*$/mu.test(head) && /^session_id: \S/mu.test(head),
  *read(text) {
    const [first = [], ...turns] = kimiTurns(text.split(/\r?\n/u));
    const [session, exported, workspace] = ["session_id", "exported_at", "work_dir"].map((name) =>
      first.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2),
    );
    const about = {
      ...(session !== undefined && { session }),
      ...(workspace !== undefined && { workspace }),
      time: isoTime(exported) ?? timeInText(exported ?? ""),
    };
    yield { ...about, role: "system", kind: "context", text: trimLines(first.join("\n")) };
    for (const turn of turns) for (const said of kimiParts(turn)) if (said.text !== "") yield { ...about, ...said };
  },
};

/** What stands above the turns, and the lines of each. A number that comes next tells a turn from one that a tool's result quotes. */
function kimiTurns(lines: readonly string[]): readonly string[][] {
  const turns: string[][] = [[]];
  for (const [at, line] of lines.entries())
    if (line.trimEnd() === `## Turn ${turns.length}` && TURN_SPEAKER.test(nextLine(lines, at + 1))) turns.push([]);
    else turns.at(-1)?.push(line);
  return turns;
}

/** The first line from one on that isn't empty. */
const nextLine = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 8).find((line) => line.trim() !== "") ?? "";

/** A turn: what a person typed, then words, calls and results of the model, each a part. */
function* kimiParts(lines: readonly string[]): Generator<Said> {
  let who = "";
  let words: string[] = [];
  const spoken = function* (): Generator<Said> {
    const text = trimLines(words.join("\n"));
    words = [];
    if (who === "Assistant") yield { role: "assistant", kind: "message", text };
    else if (who !== "User" || SKILL.test(text)) yield { role: "system", kind: "context", text };
    else
      for (const { role = "user", kind, text: own } of contentParts(text, true))
        yield { role: kind === "context" ? "system" : role, kind, text: own };
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const speaker = TURN_SPEAKER.exec(line)?.[1];
    const call = who === "Assistant" ? TURN_CALL.exec(line)?.[1] : undefined;
    if (speaker !== undefined && (who === "" || (speaker === "Assistant" && who !== speaker))) {
      yield* spoken();
      who = speaker;
    } else if (call !== undefined || (who === "Assistant" && FOLDED.test(line))) {
      yield* spoken();
      const end = call === undefined ? foldEnd(lines, at) : fenceEnd(lines, at);
      const inside = lines
        .slice(at + 1, end)
        .filter((one) => !CALL_ID.test(one) && (call === undefined || !/^`{3}/u.test(one)));
      const body = trimLines(inside.join("\n"));
      at = end;
      if (call !== undefined) yield { role: "tool_call", kind: "tool", text: `${call}\n${body}` };
      else if (!line.includes("<summary>Thinking<")) yield { role: "tool_result", kind: "tool", text: body };
    } else words.push(line);
  }
  yield* spoken();
}

/** The line that ends a folded block: of several that could, the one that the next mark stands behind, else by counting. */
function foldEnd(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (/^<details\b/u.test(line)) depth++;
    else if (line.trim() === "</details>") {
      depth--;
      const next = nextLine(lines, at + 1);
      if (depth === 0 || FOLDED.test(next) || TURN_CALL.test(next)) return at;
    }
  }
  return lines.length;
}

/** The line that ends the fence below a call. */
function fenceEnd(lines: readonly string[], from: number): number {
  const start = lines.findIndex((line, at) => at > from && /^`{3}/u.test(line));
  const fence = /^`+/u.exec(lines[start] ?? "")?.[0];
  const end = lines.findIndex((line, at) => at > start && line.trimEnd() === fence);
  return end < 0 ? from : end;
}
