import type { Scope } from "../../../model/scope.ts";
import type { FactChange, FactItem, FactList } from "../../ports/fact-store.ts";

/** A row as it comes: columns by name. */
export type FactRow = Readonly<Record<string, string | number | null>>;

/** An item from its row. */
export function itemOf(row: FactRow): FactItem {
  return {
    value: String(row["value"]),
    key: String(row["key"]),
    source: sourceOf(row),
    placedAt: Number(row["placed_at"]),
  };
}

/** A list from its row and its items, which come in order of position. */
export function listOf(row: FactRow, items: readonly FactItem[]): FactList {
  return {
    scope: row["scope"] as Scope,
    key: String(row["key"]),
    topic: String(row["topic"]),
    items,
    revision: Number(row["revision"]),
  };
}

/** A change from its row. */
export function changeOf(row: FactRow): FactChange {
  return {
    sequence: Number(row["sequence"]),
    group: String(row["grouped"]),
    scope: row["scope"] as Scope,
    key: String(row["list"]),
    topic: String(row["topic"]),
    source: sourceOf(row),
    recordedAt: Number(row["recorded_at"]),
    reason: String(row["reason"]),
    operations: JSON.parse(String(row["operations"])) as FactChange["operations"],
    effect: JSON.parse(String(row["effect"])) as FactChange["effect"],
    undoneBy: row["undone_by"] === null ? null : String(row["undone_by"]),
  };
}

function sourceOf(row: FactRow): FactItem["source"] {
  return {
    messageId: String(row["message"]),
    chat: String(row["chat"]),
    sentence: String(row["sentence"]),
    time: Number(row["time"]),
  };
}
