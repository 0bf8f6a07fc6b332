import { type TranscriptBundle, sessionOfPath } from "./format-reader.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { jsonLines } from "./json-lines.ts";

/** What the head of a rollout says of all of it. */
export interface CodexHead {
  readonly session: string;
  /** It is a helper's. */
  readonly side: boolean;
  /** The folder that it was started in. */
  readonly workspace: string | null;
  /** Offset of the first message; null where there is none, so that messages are told as events only. */
  readonly firstMessage: number | null;
}

/** Reads a rollout up to its first message. */
export async function codexHead(bundle: TranscriptBundle, name: string): Promise<CodexHead> {
  let session: string | null = null;
  let side = false;
  let workspace: string | null = null;
  for await (const { number, value, start } of jsonLines(bundle.stream(name), null)) {
    const payload = fieldsOf(value["payload"]);
    if (session === null && value["type"] === "session_meta" && payload !== null) {
      session = textOf(payload["id"]);
      workspace = textOf(payload["cwd"]);
      side = fieldsOf(payload["source"])?.["subagent"] !== undefined;
    } else if (session === null && number === 1) session = textOf(value["id"]);
    const item = value["type"] === "response_item" ? payload : payload === null ? value : null;
    if (item?.["type"] === "message")
      return { session: session ?? sessionOfPath(name), side, workspace, firstMessage: start };
  }
  return { session: session ?? sessionOfPath(name), side, workspace, firstMessage: null };
}
