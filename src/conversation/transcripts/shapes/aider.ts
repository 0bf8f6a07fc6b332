import type { Said, TextShape } from "./shape.ts";

const STARTED = /^# aider chat started at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\s*$/u;
/** Commands that only work Aider; others take a prompt behind them. */
const COMMAND = /^\/(?!(?:ask|code|architect|chat-mode|context|help)\s+\S)[a-z][a-z-]*\b/u;

/** What lines are. */
type Kind = "prompt" | "command" | "own" | "answer";

/** What was typed is what its first line is: a command may name its files below it, a prompt have lines that begin with a slash. */
function kindTyped(line: string, before: string, kind: Kind): Kind {
  if (before.startsWith("#### ")) return kind;
  return COMMAND.test(line.slice(5)) ? "command" : "prompt";
}

/**
 * Aider's `.aider.chat.history.md`: a session for each start, `#### ` before what was typed, `> ` before what Aider itself says, and the
 * model's words as they are. Aider ends its lines with two spaces; a quotation in an answer has none.
 */
export const aider: TextShape = {
  format: "aider",
  knows: (head) => /^# aider chat started at \d{4}-/mu.test(head),
  *read(text) {
    const ends = /^> .* {2}\r?$/mu.test(text) ? /^>(?: .*)? {2}$/u : /^>(?: |$)/u;
    let time: string | null = null;
    let lines: string[] = [];
    let kind: Kind = "own";
    let asked = false;
    let before = "";
    const said = function* (): Generator<Said> {
      const body = lines.join("\n").trim();
      lines = [];
      if (body === "" || time === null) return;
      const session = `aider-${time}`;
      if (kind === "prompt") asked = true;
      if (kind === "prompt") yield { session, time, role: "user", kind: "message", text: body };
      else if (kind === "answer" && asked) yield { session, time, role: "assistant", kind: "message", text: body };
      else yield { session, time, role: "system", kind: "context", text: body };
    };
    for (const raw of text.split("\n")) {
      const line = raw.replace(/\r$/u, "");
      const started = STARTED.exec(line);
      const typed = line.startsWith("#### ");
      const now: Kind = typed ? kindTyped(line, before, kind) : ends.test(line) ? "own" : "answer";
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
