import { aider } from "./shapes/aider.ts";
import { claudeCodeScreen } from "./shapes/claude-code-screen.ts";
import { cursorExport } from "./shapes/cursor-export.ts";
import { specStory } from "./shapes/spec-story.ts";
import { telegramHtml } from "./shapes/telegram-html.ts";
import { whatsApp } from "./shapes/whats-app.ts";
import type { TextShape } from "./shapes/shape.ts";
import { type FormatReader, sessionOfFile, wholeText } from "./format-reader.ts";

/** The forms of texts, the most certain first; what none of them knows may still have `User:` and the like. */
export const TEXT_SHAPES: readonly TextShape[] = [
  specStory,
  cursorExport,
  aider,
  claudeCodeScreen,
  whatsApp,
  telegramHtml,
];

/**
 * Reads a text of one of the forms. What is said is exact but for the blank lines and rules around it.
 *
 * @param records reads what the same tool writes as JSON
 */
export function textReader(shape: TextShape, records: FormatReader | null): FormatReader {
  return async function* (input) {
    const { bundle, name, report } = input;
    const text = await wholeText(bundle, name, report);
    if (text === null) return;
    if (records !== null && /^\s*[{[]/u.test(text)) return yield* records(input);
    const file = sessionOfFile(bundle, name);
    let parent: string | null = null;
    let order = 0;
    const all = [...shape.read(text)];
    if (all.every(({ kind }) => kind === "context")) return report.problem(1, "nobody speaks");
    for (const { session = file, title = null, author = null, time = null, caption = null, ...said } of all) {
      if (said.text === "" && caption === null) continue;
      order++;
      const id = String(order);
      yield { ...said, session, title, author, time, caption, id, parent, order };
      if (said.kind === "message") parent = id;
    }
  };
}
