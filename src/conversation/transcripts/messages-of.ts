import { type MessageMark, type MessageRole, messageRole } from "../../model/message-role.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { TranscriptContent, TranscriptEntry } from "../../model/transcript-read.ts";
import { isMachineWritten } from "../record/machine-prompt.ts";
import type { TranscriptReading } from "./read-transcript.ts";

/**
 * A reading as ingest takes it: messages and titles of sessions, then what was left out. The kind of an entry becomes its role (tools,
 * summaries, what a tool put in) or a mark beside it (helpers, branches that were given up, prompts that a program wrote).
 */
export async function* messagesOf(reading: TranscriptReading): TranscriptContent {
  const titles = new Map<string, string>();
  for await (const entry of reading.messages) {
    const { session, title, titleBy = "tool" } = entry;
    if (title !== null && titles.get(session) !== title) {
      titles.set(session, title);
      yield { titled: { session, title, by: titleBy } };
    }
    if (entry.titleBy === undefined) yield messageOf(entry);
  }
  for (const { file, line, reason } of reading.problems)
    yield { skipped: { line, reason: file === "" ? reason : `${file}: ${reason}` } };
}

function messageOf(entry: TranscriptEntry): TranscriptMessage {
  const { session, id, author, time, text, caption, workspace } = entry;
  const marks = marksOf(entry);
  return {
    session,
    id,
    role: roleOf(entry),
    ...(marks.length > 0 && { marks }),
    author,
    time,
    text,
    caption,
    ...(workspace !== undefined && { workspace }),
  };
}

function roleOf({ kind, role }: TranscriptEntry): MessageRole {
  if (kind === "summary") return "summary";
  if (kind === "context") return "system";
  return role === "bot" ? "user" : messageRole(role);
}

function marksOf({ kind, role, text, abandoned = false, programmed = false }: TranscriptEntry): readonly MessageMark[] {
  const marks: MessageMark[] = [];
  if (kind === "sidechain" && !abandoned) marks.push("subagent");
  if (
    kind === "context" ||
    kind === "summary" ||
    programmed ||
    role === "bot" ||
    (messageRole(role) === "user" && isMachineWritten(text, null)) ||
    (role === "assistant" && MACHINE_ANSWER.test(text))
  )
    marks.push("machine");
  if (abandoned) marks.push("abandoned");
  return marks;
}

/** What a tool writes in the assistant's place when it has no answer. */
const MACHINE_ANSWER = /^\s*(?:API Error\b|No response requested\.?\s*$|\[Request interrupted)/u;
