import { renderText } from "../../../parsing/html/render-text.ts";
import { attribute, findElements, parseTree } from "../../../parsing/html/tree.ts";
import { timeInWords } from "../../../text/fields.ts";
import type { Said, TextShape } from "./shape.ts";
import { MAX_DEPTH } from "./telegram-html.ts";

/** What Google tells of Gemini as a page: a cell for each prompt, with its time and the answer below. The newest stands first. */
export const geminiPage: TextShape = {
  format: "gemini-app",
  knows: (head) =>
    /<div class="content-cell\b/u.test(head) && /<p class="mdl-typography--title">(?:Gemini|Bard)\b/u.test(head),
  *read(text) {
    const cells = findElements(parseTree(text, "MyActivity.html", MAX_DEPTH), (element) =>
      /^content-cell\b.*body-1$/u.test(attribute(element, "class") ?? ""),
    );
    for (const cell of cells.reverse()) {
      const lines = renderText(cell).text.trim().split("\n");
      const found = lines.findIndex((line) => line.length < 60 && timeInWords(line) !== null);
      const at = found < 0 ? 1 : found;
      const [title, answer] = [lines.slice(0, at), lines.slice(at + 1)].map((part) => part.join("\n").trim());
      yield* activity(title as string, timeInWords(lines[at] ?? ""), answer as string);
    }
  },
};

/** What was asked of Gemini and what it said; without an answer something that was done, or a prompt that has none. A session is a day. */
export function* activity(title: string, time: string | null, answer: string): Generator<Said> {
  const asked = /^(?:Prompted|Asked|Said)\s+/u.exec(title)?.[0] ?? "";
  const about = { time, session: `gemini-${time?.slice(0, 10)}` };
  if (asked === "" && answer === "") return yield { ...about, role: "system", kind: "context", text: title };
  yield { ...about, role: "user", kind: "message", text: title.slice(asked.length) };
  yield { ...about, role: "assistant", kind: "message", text: answer };
}
