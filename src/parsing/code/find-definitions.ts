import type { LineTable } from "../../text/line-table.ts";
import type { FoundHeading } from "../sections-from-headings.ts";
import type { Language } from "./languages.ts";

/** Characters of a line that are looked at. */
const READ = 300;

/**
 * The top-level definitions of a program, each from its first comment, decorator or attribute line. By lines alone: a line at column 0
 * inside a multi-line string may be taken for one, which costs a section and no text. Lines inside `/* … *\/` are not.
 * Definitions of one line behind each other (constants), with what stands between them, are one section, named after the first.
 *
 * Cost: linear.
 */
export function findDefinitions(text: string, lines: LineTable, language: Language): FoundHeading[] {
  const found: FoundHeading[] = [];
  let leadStart = -1;
  let inComment = false;
  let runOfOneLiners = false;
  for (const [i, start] of lines.starts.entries()) {
    const end = lines.starts[i + 1] ?? text.length;
    const line = text.slice(start, Math.min(end, start + READ)).trimEnd();
    const wasInComment = inComment;
    inComment = commentAfter(line, inComment);
    if (line === "") {
      leadStart = -1;
    } else if (wasInComment || language.lead.test(line)) {
      if (leadStart < 0) leadStart = start;
    } else {
      const match = language.definition.exec(line);
      const title = match?.groups?.["name"] ?? match?.groups?.["function"];
      if (title !== undefined) {
        const oneLiner = /;$/.test(line);
        if (!(oneLiner && runOfOneLiners)) found.push({ title, level: 1, start: leadStart < 0 ? start : leadStart });
        runOfOneLiners = oneLiner;
      }
      leadStart = -1;
    }
  }
  return found;
}

/** Whether a block comment is open behind a line. A `/*` behind other text on the line isn't looked for: it may stand in a string. */
function commentAfter(line: string, before: boolean): boolean {
  if (before) return !line.includes("*/");
  return /^\s*\/\*/.test(line) && !line.includes("*/");
}
