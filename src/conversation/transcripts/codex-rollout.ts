import { type LinesStart, sessionOfPath, type TranscriptBundle } from "./format-reader.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { jsonLines, parseLine, byteLines } from "./json-lines.ts";

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

const MARK = Buffer.from('"thread_rolled_back"');

/** Whether a rollout takes turns back behind an offset. Cost: looks for one word, parses nothing. */
export async function hasRollback(bundle: TranscriptBundle, name: string, from: LinesStart): Promise<boolean> {
  for await (const { bytes } of byteLines(bundle.stream(name, from.offset), undefined, from))
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(MARK)) return true;
  return false;
}

/**
 * The lines of a rollout that were taken back: an event `thread_rolled_back` drops the last `num_turns` turns, each from what a person
 * typed to the next; as many as there are when it says more. What a rollback left can be rolled back again.
 *
 * @param startsTurn whether a record is what a person typed
 * @returns numbers of lines; empty, after one look, for a file without a rollback
 */
export async function rolledBackLines(
  bundle: TranscriptBundle,
  name: string,
  startsTurn: (record: Readonly<Record<string, unknown>>) => boolean,
): Promise<ReadonlySet<number>> {
  const rolledBack = new Set<number>();
  if (!(await hasRollback(bundle, name, { offset: 0, lines: 0 }))) return rolledBack;
  const turns: number[] = [];
  for await (const { number, bytes } of byteLines(bundle.stream(name))) {
    const value = parseLine(bytes, number);
    if (typeof value === "string") continue;
    const payload = fieldsOf(value["payload"]);
    if (value["type"] === "event_msg" && payload?.["type"] === "thread_rolled_back") {
      const count = Math.max(0, Math.floor(Number(payload["num_turns"]) || 0));
      const first = turns.splice(Math.max(0, turns.length - count))[0];
      if (count > 0 && first !== undefined) for (let line = first; line < number; line++) rolledBack.add(line);
    } else if (startsTurn(value)) turns.push(number);
  }
  return rolledBack;
}
