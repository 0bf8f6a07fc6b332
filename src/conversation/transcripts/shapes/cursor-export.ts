import { matchedTime, minutesWest, timeIn, type WrittenTime } from "../local-time.ts";
import type { TextShape } from "./shape.ts";
import { lineBlocks, withoutRules } from "./line-blocks.ts";

const EXPORTED =
  /^_Exported on (\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4}) at (\d{1,2}):(\d{2}):(\d{2})(?: ([AP]M))?(?: (\S+))? from Cursor\b/mu;
const SPEAKER = /^\*\*(User|Cursor)\*\*[ \t]*$/u;

/** When a chat was exported: the one time that it tells. Cursor writes the month first, unless there is no such month. */
function exportedAt(text: string): string | null {
  const found = EXPORTED.exec(text);
  if (found === null) return null;
  const written: WrittenTime = { ...matchedTime(found), west: minutesWest(found[8] ?? "") };
  return timeIn(written.date[0] > 31 ? "ymd" : "mdy", written) ?? timeIn("dmy", written);
}

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
