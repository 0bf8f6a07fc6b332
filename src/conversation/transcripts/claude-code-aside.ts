import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { jsonLines } from "./json-lines.ts";

/** What Claude Code tells the model of a question beside the work, before the question. */
const TOLD = /^\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*(?=\S)/u;

/** Whether a record is of a question beside the work (`/btw`): a person asked it, though a helper answers. */
export function isAside({ agentId }: Fields): boolean {
  return typeof agentId === "string" && agentId.startsWith("aside_question");
}

/** The line on which the question stands; what comes before it in its file is the session's talk once more. 0 for another file. */
export async function askedAside(bundle: TranscriptBundle, name: string): Promise<number> {
  let asked = 0;
  if (!/(?:^|[\\/])agent-aside_question-[^\\/]*\.jsonl$/u.test(name)) return asked;
  for await (const { number, value } of jsonLines(bundle.stream(name), null))
    if (value["type"] === "user" && promptOf(value) !== "") asked = number;
  return asked;
}

/** A record without what the model is told before the question. */
export function withoutTold(value: Fields): Fields {
  const text = promptOf(value).replace(TOLD, "");
  return value["type"] === "user" && text !== "" ? { ...value, message: { content: text } } : value;
}

function promptOf(value: Fields): string {
  const content = fieldsOf(value["message"])?.["content"];
  if (typeof content === "string") return content;
  return listOf(content)
    .flatMap((block) => (fieldsOf(block)?.["type"] === "text" ? (textOf(fieldsOf(block)?.["text"]) ?? []) : []))
    .join("\n");
}
