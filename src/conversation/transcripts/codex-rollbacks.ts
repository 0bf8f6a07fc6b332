import type { TranscriptBundle } from "./format-reader.ts";
import { fieldsOf } from "./fields.ts";
import { parseLine } from "./json-lines.ts";
import { byteLines, type LinesStart } from "./lines.ts";

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
  const gone = new Set<number>();
  if (!(await hasRollback(bundle, name, { offset: 0, lines: 0 }))) return gone;
  const turns: number[] = [];
  for await (const { number, bytes } of byteLines(bundle.stream(name))) {
    const value = parseLine(bytes, number);
    if (typeof value === "string") continue;
    const payload = fieldsOf(value["payload"]);
    if (value["type"] === "event_msg" && payload?.["type"] === "thread_rolled_back") {
      const count = Math.max(0, Math.floor(Number(payload["num_turns"]) || 0));
      const first = turns.splice(Math.max(0, turns.length - count))[0];
      if (count > 0 && first !== undefined) for (let line = first; line < number; line++) gone.add(line);
    } else if (startsTurn(value)) turns.push(number);
  }
  return gone;
}
