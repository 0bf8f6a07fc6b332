import type { Said, TextShape } from "./shape.ts";
import { lineBlocks } from "./line-blocks.ts";

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
  const mcp = /^(\S+) - (\S+) \(MCP\)/u.exec(text);
  // As the agent's own files call them.
  return {
    role: "tool_call",
    kind: "tool",
    text: mcp === null ? text : `mcp__${mcp[1]}__${mcp[2]}\n${text.slice(mcp[0].length)}`,
  };
}
