import { option, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { SkippedMessage } from "../../model/transcript-message.ts";
import type { TranscriptContent, TranscriptReader } from "../../model/transcript-read.ts";
import type { TranscriptFormat } from "../../model/transcript-read.ts";
import { fileBundle } from "./bundles.ts";
import { messagesOf } from "./messages-of.ts";
import { readTranscript } from "./read-transcript.ts";
import { recognise } from "./detect-format.ts";

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">([
  "auto",
  "claude-code",
  "codex",
  "gemini",
  "chatgpt",
  "claude",
  "slack",
  "text",
]);

/**
 * The reader for a format, or null when there is none of that name. See `messagesOf` for the roles.
 *
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
      content:
        format === "auto" || reading.continued ? messagesOf(reading) : withMessages(path, messagesOf(reading), format),
      continued: reading.continued,
      rewritten: reading.rewritten,
      position() {
        const reached = reading.cursor();
        return reached === null ? null : { offset: reached.offset, lastId: reached.lastId, hash: reached.hash };
      },
    };
  };
}

/** The error for a named format of which the file contains nothing: another format rather than a damaged file. */
async function* withMessages(path: string, content: TranscriptContent, format: string): TranscriptContent {
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
  if (messages > 0 || skipped.length === 0) {
    yield* skipped;
    return;
  }
  throw new LociError(
    "TRANSCRIPT_UNRECOGNISED",
    `'${path}' holds no message in the ${format} form (${skipped[0]?.skipped.reason ?? ""})`,
    {
      hint: step`leave ${option("format")} out, and it is looked at what it is`,
      details: { path, format, entries: skipped.length },
    },
  );
}
