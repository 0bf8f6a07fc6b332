import { option, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { SkippedMessage } from "../../model/transcript-message.ts";
import type { TranscriptContent, TranscriptReader } from "../../model/transcript-read.ts";
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from "../../model/transcript-read.ts";
import { fileBundle } from "./bundles.ts";
import { messagesOf } from "./messages-of.ts";
import { readTranscript, type TranscriptReading } from "./read-transcript.ts";
import { recognise } from "./detect-format.ts";

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">(["auto", ...TRANSCRIPT_FORMATS]);

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
      content: reading.continued ? messagesOf(reading) : withMessages(path, messagesOf(reading), reading),
      continued: reading.continued,
      rewritten: reading.rewritten,
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
