import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { fileBundle } from "./bundles.ts";
import { contentParts } from "./content-parts.ts";
import { epochTime, type Fields, isoTime, objectsOf, textOf, timeInWords } from "../../text/fields.ts";
import { type FormatReader, sessionOfFile, type TranscriptBundle, wholeJson, wholeText } from "./format-reader.ts";
import { jsonLines } from "./json-lines.ts";
import { AGENT_SHAPES } from "./shapes/agents.ts";
import { aider, claudeCodeScreen, cursorExport, cursorText, kimiExport } from "./shapes/session-logs.ts";
import { CHAT_SHAPES } from "./shapes/chats.ts";
import { discordExports } from "./shapes/discord-exports.ts";
import type { RecordShape, Talk, TextShape } from "./shapes/shape.ts";
import { specStory } from "./shapes/spec-story.ts";
import { telegramHtml } from "./shapes/telegram-html.ts";
import { geminiPage } from "./shapes/gemini-app.ts";
import { ircLogs } from "./shapes/irc-logs.ts";
import { whatsApp } from "./shapes/whats-app.ts";

/** The forms of records, the most certain first. */
export const RECORD_SHAPES: readonly RecordShape[] = [...CHAT_SHAPES, ...AGENT_SHAPES];

export function recordReader(shape: RecordShape): FormatReader {
  return async function* ({ bundle, name, report }) {
    const whole = await wholeJson(bundle, name);
    const lines = whole === undefined ? jsonLines(bundle.stream(name), report) : [];
    const records = [...objectsOf([whole].flat()), ...(await Array.fromAsync(lines, ({ value }) => value))];
    const beside = shape.beside === undefined ? [] : await recordsBeside(bundle, shape.beside);
    for (const talk of shape.talks(records, report, beside))
      yield* talkEntries(talk, sessionOfFile(bundle, name), shape.people === true);
  };
}

/** The records of a file in the folder of another one, on disk or in an archive: lines, or a list. */
async function recordsBeside(bundle: TranscriptBundle, name: string): Promise<Fields[]> {
  const { file, around } = bundle;
  const own = file ?? bundle.path;
  const path = `${own.slice(0, -basename(own).length)}${name}`;
  if (path === own || !(around?.includes(path) ?? (file !== undefined && existsSync(path)))) return [];
  const beside = around === undefined ? await fileBundle(path, path) : bundle;
  if (name.endsWith(".json")) return objectsOf([await wholeJson(beside, path)].flat());
  return await Array.fromAsync(jsonLines(beside.stream(path), null), ({ value }) => value);
}

/** The messages of a conversation as entries, each of its parts one. */
export function* talkEntries(talk: Talk, file: string, people: boolean): Generator<TranscriptEntry> {
  let count = 0;
  for (const { role, content, id, author = null, time, caption = null, kind } of talk.messages) {
    const own = typeof id === "string" && id !== "" ? id : `message-${count + 1}`;
    const isUser = role === "user";
    const parts =
      people || (typeof content === "string" && (caption !== null || kind === "context"))
        ? [{ text: String(content), caption, kind: "message" as const, role }]
        : contentParts(content, isUser);
    let n = 0;
    for (const part of parts) {
      if (part.text === "" && part.caption === null) continue;
      yield {
        session: talk.session ?? file,
        title: talk.title ?? null,
        ...(talk.workspace !== undefined && talk.workspace !== null && { workspace: talk.workspace }),
        id: n === 0 ? own : `${own}#${n}`,
        author,
        time: timeOf(time),
        role: kind === "context" ? "system" : (part.role ?? role),
        text: part.text,
        caption: part.caption,
        kind: talk.side === true ? "sidechain" : (kind ?? part.kind),
      };
      n++;
      count++;
    }
  }
}

/** A time of any kind: ISO 8601, with a space too; seconds or milliseconds since the epoch. Without a zone it counts as UTC. */
function timeOf(value: unknown): string | null {
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,}(?:\.\d+)?$/u.test(value))) {
    const number = Number(value);
    return epochTime(number > 1e11 ? number / 1000 : number);
  }
  const text = textOf(value)
    ?.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/u, "$1T")
    .replace(/^(\d{4}-\d{2}-\d{2}T[\d:.]+)$/u, "$1Z");
  return isoTime(text) ?? timeInWords(text ?? "");
}

/** The forms of texts, the most certain first; what none of them knows may still have `User:` and the like. */
export const TEXT_SHAPES: readonly TextShape[] = [
  specStory,
  cursorExport,
  cursorText,
  aider,
  claudeCodeScreen,
  kimiExport,
  ircLogs,
  geminiPage,
  whatsApp,
  telegramHtml,
  discordExports,
];

/**
 * Reads a text of one of the forms. What is said is exact but for the blank lines and rules around it.
 * @param records reads what the same tool writes as JSON
 */
export function textReader(
  shape: Partial<TextShape> & Pick<TextShape, "read">,
  records: FormatReader | null,
): FormatReader {
  return async function* (input) {
    const { bundle, name, report } = input;
    const text = await wholeText(bundle, name, report);
    if (text === null) return;
    if (records !== null && /^\s*[{[]/u.test(text)) return yield* records(input);
    const file = sessionOfFile(bundle, name);
    let count = 0;
    // A tool may have had several forms.
    const own = TEXT_SHAPES.find(({ format, knows }) => format === shape.format && knows(text)) ?? shape;
    const all = [...own.read(text, file)];
    if (all.every(({ kind }) => kind === "context")) return report.problem(1, "nobody speaks");
    for (const { session = file, title = null, author = null, time = null, caption = null, ...said } of all) {
      if (said.text === "" && caption === null) continue;
      yield { ...said, session, title, author, time, caption, id: String(++count) };
    }
  };
}
