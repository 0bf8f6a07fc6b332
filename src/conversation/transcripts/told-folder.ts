import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";

/** Records of Codex that say in which folder it works; others name folders too, such as that of a command. */
const CODEX_RECORDS: ReadonlySet<unknown> = new Set(["session_meta", "turn_context"]);

/**
 * The folder that the tool works in from a record on: a field of the record's own, what Codex says of a session or a turn, or tells the model
 * before one. What stands in an answer, or in what a tool was called with, says nothing: who writes there could move a session to another project.
 */
export function toldFolder(record: Fields): string | null {
  const payload = fieldsOf(record["payload"]);
  if (payload !== null && CODEX_RECORDS.has(record["type"])) return textOf(payload["cwd"]);
  const item = payload ?? record;
  if (item["type"] !== "message" || item["role"] !== "user") return payload === null ? textOf(record["cwd"]) : null;
  const text = textOf(fieldsOf(listOf(item["content"])[0])?.["text"]) ?? "";
  return /^\s*<environment_context>[^]*?<cwd>([^<]+)<\/cwd>/u.exec(text)?.[1] ?? null;
}
