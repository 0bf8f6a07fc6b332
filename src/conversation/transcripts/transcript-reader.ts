import { LociError } from "../../model/error.ts";
import { type MessageMark, type MessageRole, messageRole } from "../../model/message-role.ts";
import { option, step } from "../../model/next-step.ts";
import {
  type SkippedMessage,
  TRANSCRIPT_FORMATS,
  type TranscriptContent,
  type TranscriptEntry,
  type TranscriptFormat,
  type TranscriptMessage,
  type TranscriptReader,
} from "../../model/transcript-read.ts";
import { isMachineWritten } from "../provenance/own-words.ts";
import { fileBundle } from "./bundles.ts";
import { recognise } from "./detect-format.ts";
import { readTranscript, type TranscriptReading } from "./read-transcript.ts";

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">(["auto", ...TRANSCRIPT_FORMATS]);

/**
 * The reader for a format, or null when there is none of that name. See `messagesOf` for the roles.
 * @param jsonl reads the generic form, which `auto` recognises too
 */
export function transcriptReader(format: string, jsonl: TranscriptReader): TranscriptReader | null {
  if (format === "jsonl") return jsonl;
  if (!FORMATS.has(format)) return null;
  return async (path, file, since) => {
    const bundle = await fileBundle(path, file);
    const known = (await recognise(bundle, format as TranscriptFormat | "auto"))?.format ?? null;
    if (known === "jsonl" && !bundle.many) return await jsonl(path, file, since);
    const reading = await readTranscript(
      bundle,
      known ?? "auto",
      since === null || known === null ? null : { ...since, format: known },
    );
    return {
      format: reading.format,
      content: reading.continued ? messagesOf(reading) : withMessages(path, messagesOf(reading), reading),
      continued: reading.continued,
      rewritten: reading.rewritten,
      leftOut: reading.ignored,
      position() {
        const reached = reading.cursor();
        return reached === null ? null : { offset: reached.offset, lastId: reached.lastId, hash: reached.hash };
      },
    };
  };
}

/** The error for a file that holds no message of its format: it only looks so, is damaged, or was begun and left. */
async function* withMessages(
  path: string,
  content: TranscriptContent,
  { format, ignored }: Pick<TranscriptReading, "format" | "ignored">,
): TranscriptContent {
  let messages = 0;
  const skipped: { readonly skipped: SkippedMessage }[] = [];
  for await (const item of content) {
    if ("titled" in item) {
      yield item;
      continue;
    }
    if (!("skipped" in item)) messages++;
    else if (messages === 0) {
      skipped.push(item);
      continue;
    }
    yield item;
  }
  if (messages > 0) {
    yield* skipped;
    return;
  }
  const why = skipped[0]?.skipped.reason ?? (ignored.size === 0 ? "" : `only ${[...ignored.keys()].join(", ")}`);
  throw new LociError(
    "TRANSCRIPT_UNRECOGNISED",
    `'${path}' holds no message in the ${format} form${why === "" ? "" : ` (${why})`}`,
    {
      hint: step`where it is of another form, name that with ${option("format")}`,
      details: { path, format, entries: skipped.length },
    },
  );
}

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
