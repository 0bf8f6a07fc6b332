import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import type { Scope } from "../../../model/scope.ts";
import {
  type FactChange,
  type FactEffect,
  type FactItem,
  type FactList,
  type FactListSummary,
  type FactOperation,
  type FactWriter,
  FOCUS_SIZE,
  MOST_MENTIONED,
} from "../../ports/fact-store.ts";
import { changeOf, itemOf, listOf, type FactRow } from "./fact-rows.ts";

/** Reads and writes facts on one connection, inside the transaction that the caller opened. */
export class SqliteFactWriter implements FactWriter {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(scope: Scope, key: string): FactList | null {
    const row = this.#first("SELECT * FROM fact_list WHERE scope = ? AND key = ?", scope, key);
    return row === null ? null : listOf(row, this.#items(scope, key));
  }

  lists(scope: Scope | null): readonly FactListSummary[] {
    const rows = this.#all(
      "SELECT scope, key, topic, count FROM fact_list WHERE ? IS NULL OR scope = ? ORDER BY scope, key",
      scope,
      scope,
    );
    return summaries(rows);
  }

  mentioned(scope: Scope, words: readonly string[], text: string): readonly FactListSummary[] {
    // Each condition is left out where it can't hold: a look at every item costs more than one at every key.
    const conditions = [
      ...words.map(() => "instr(key, ?) > 0"),
      ...(text === ""
        ? []
        : ["key IN (SELECT list FROM fact_item WHERE scope = ? AND length(key) > 2 AND instr(?, key) > 0)"]),
    ];
    if (conditions.length === 0) return [];
    const values = [...words, ...(text === "" ? [] : [scope, text])];
    const sql =
      "SELECT scope, key, topic, count FROM fact_list WHERE scope = ? AND count > 0 AND " +
      `(${conditions.join(" OR ")}) ORDER BY key LIMIT ${MOST_MENTIONED}`;
    return summaries(this.#all(sql, scope, ...values));
  }

  changes(scope: Scope, key: string): readonly FactChange[] {
    return this.#all("SELECT * FROM fact_change WHERE scope = ? AND list = ? ORDER BY sequence", scope, key).map(
      changeOf,
    );
  }

  lastSequence(): number {
    return Number(this.#first("SELECT coalesce(max(sequence), 0) AS last FROM fact_change")?.["last"]);
  }

  changesAfter(sequence: number): readonly FactChange[] {
    return this.#all("SELECT * FROM fact_change WHERE sequence > ? ORDER BY sequence", sequence).map(changeOf);
  }

  lastGroup(scope: Scope, chat: string | null): readonly FactChange[] {
    const last =
      chat === null
        ? this.#first(
            "SELECT grouped FROM fact_change WHERE scope = ? AND undoable = 1 AND undone_by IS NULL ORDER BY sequence DESC LIMIT 1",
            scope,
          )
        : this.#first(
            "SELECT grouped FROM fact_change WHERE scope = ? AND chat = ? AND undoable = 1 AND undone_by IS NULL ORDER BY sequence DESC LIMIT 1",
            scope,
            chat,
          );
    if (last === null) return [];
    return this.#all(
      "SELECT * FROM fact_change WHERE grouped = ? AND scope = ? ORDER BY sequence",
      last["grouped"] as string,
      scope,
    ).map(changeOf);
  }

  focus(scope: Scope, chat: string): readonly string[] {
    return this.#all("SELECT list FROM fact_focus WHERE scope = ? AND chat = ? ORDER BY turn DESC", scope, chat).map(
      (row) => String(row["list"]),
    );
  }

  synonym(key: string): string | null {
    const row = this.#first("SELECT target FROM fact_synonym WHERE key = ?", key);
    return row === null ? null : String(row["target"]);
  }

  synonyms(): readonly { readonly key: string; readonly target: string }[] {
    return this.#all("SELECT key, target FROM fact_synonym")
      .map((row) => ({ key: String(row["key"]), target: String(row["target"]) }))
      .sort((a, b) => ascending(a.key, b.key));
  }

  alias(scope: Scope, key: string, alias: string): string | null {
    const row = this.#first(
      "SELECT item FROM fact_alias WHERE scope = ? AND list = ? AND alias = ?",
      scope,
      key,
      alias,
    );
    return row === null ? null : String(row["item"]);
  }

  bytes(scope: Scope): { readonly current: number; readonly all: number } {
    const items = this.#first(
      "SELECT coalesce(sum(octet_length(value) + octet_length(sentence)), 0) AS bytes FROM fact_item WHERE scope = ?",
      scope,
    );
    const changes = this.#first(
      "SELECT coalesce(sum(octet_length(sentence) + octet_length(operations) + octet_length(effect)), 0) AS bytes " +
        "FROM fact_change WHERE scope = ?",
      scope,
    );
    const current = Number(items?.["bytes"]);
    return { current, all: current + Number(changes?.["bytes"]) };
  }

  putList(list: FactList): void {
    const { scope, key, topic, items, revision } = list;
    if (new Set(items.map((item) => item.key)).size < items.length)
      throw new LociError("STORAGE_FAILED", "a list would hold a value twice");
    this.#run(
      "INSERT INTO fact_list (scope, key, topic, revision, count) VALUES (?, ?, ?, ?, ?) ON CONFLICT " +
        "(scope, key) DO UPDATE SET topic = excluded.topic, revision = excluded.revision, count = " +
        "excluded.count",
      scope,
      key,
      topic,
      revision,
      items.length,
    );
    const before = this.#items(scope, key);
    const start = agreeing(before, items, (i) => i);
    // A tail keeps its rows only when no position of it moved.
    const kept =
      before.length === items.length
        ? agreeing(before.slice(start), items.slice(start), (i, length) => length - 1 - i)
        : 0;
    this.#run(
      "DELETE FROM fact_item WHERE scope = ? AND list = ? AND position > ? AND position <= ?",
      scope,
      key,
      start,
      before.length - kept,
    );
    for (let i = start; i < items.length - kept; i += 1) {
      const { value, key: itemKey, source, placedAt } = items[i] as FactItem;
      this.#run(
        "INSERT INTO fact_item (scope, list, position, value, key, message, chat, sentence, time, placed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        scope,
        key,
        i + 1,
        value,
        itemKey,
        source.messageId,
        source.chat,
        source.sentence,
        source.time,
        placedAt,
      );
    }
  }

  removeList(scope: Scope, key: string): void {
    this.#run("DELETE FROM fact_list WHERE scope = ? AND key = ?", scope, key);
  }

  eraseList(scope: Scope, key: string): void {
    this.removeList(scope, key);
    this.#run("DELETE FROM fact_change WHERE scope = ? AND list = ?", scope, key);
    this.#run("DELETE FROM fact_alias WHERE scope = ? AND list = ?", scope, key);
  }

  addChange(change: Omit<FactChange, "sequence" | "undoneBy">): number {
    const { group, scope, key, topic, source, recordedAt, reason, operations, effect } = change;
    const result = this.#statement(
      "INSERT INTO fact_change (grouped, scope, list, topic, message, chat, sentence, time, recorded_at, " +
        "reason, operations, effect, undoable) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(
      group,
      scope,
      key,
      topic,
      source.messageId,
      source.chat,
      source.sentence,
      source.time,
      recordedAt,
      reason,
      JSON.stringify(operations),
      JSON.stringify(effect),
      undoable(operations, effect),
    );
    return Number(result.lastInsertRowid);
  }

  restate(sequence: number, operations: readonly FactOperation[], effect: FactEffect): void {
    this.#run(
      "UPDATE fact_change SET operations = ?, effect = ?, undoable = ? WHERE sequence = ?",
      JSON.stringify(operations),
      JSON.stringify(effect),
      undoable(operations, effect),
      sequence,
    );
  }

  markUndone(sequences: readonly number[], by: string): void {
    for (const sequence of sequences)
      this.#run("UPDATE fact_change SET undone_by = ? WHERE sequence = ?", by, sequence);
  }

  forgetChat(
    chat: string,
    scopes?: readonly Scope[],
    messages?: readonly string[],
  ): readonly { readonly scope: Scope; readonly key: string }[] {
    const among = (column: string, values: readonly string[] | undefined): string =>
      values === undefined ? "" : ` AND ${column} IN (${values.map(() => "?").join(", ")})`;
    const within = among("scope", scopes);
    const where = `chat = ?${within}${among("message", messages)}`;
    const focusParameters = [chat, ...(scopes ?? [])];
    const parameters = [...focusParameters, ...(messages ?? [])];
    const touched = this.#all(`SELECT DISTINCT scope, list FROM fact_change WHERE ${where}`, ...parameters);
    this.#run(`DELETE FROM fact_change WHERE ${where}`, ...parameters);
    if (messages === undefined) this.#run(`DELETE FROM fact_focus WHERE chat = ?${within}`, ...focusParameters);
    return touched
      .map((row) => ({ scope: row["scope"] as Scope, key: String(row["list"]) }))
      .sort((a, b) => ascending(a.scope, b.scope) || ascending(a.key, b.key));
  }

  setFocus(scope: Scope, chat: string, key: string): void {
    // Each value stands as often as it is used: the first Node 24 counts values by place, not by the number in "?1".
    const turns = "FROM fact_focus WHERE scope = ? AND chat = ?";
    this.#run(
      `INSERT INTO fact_focus (scope, chat, list, turn) VALUES (?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 ${turns})) ` +
        "ON CONFLICT (scope, chat, list) DO UPDATE SET turn = excluded.turn",
      ...[scope, chat, key],
      ...[scope, chat],
    );
    this.#run(
      `DELETE ${turns} AND turn <= (SELECT turn ${turns} ORDER BY turn DESC LIMIT 1 OFFSET ?)`,
      ...[scope, chat],
      ...[scope, chat, FOCUS_SIZE],
    );
  }

  setSynonym(key: string, target: string | null): void {
    if (target === null) this.#run("DELETE FROM fact_synonym WHERE key = ?", key);
    else
      this.#run(
        "INSERT INTO fact_synonym (key, target) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET target = excluded.target",
        key,
        target,
      );
  }

  setAlias(scope: Scope, key: string, alias: string, itemKey: string | null): void {
    if (itemKey === null)
      this.#run("DELETE FROM fact_alias WHERE scope = ? AND list = ? AND alias = ?", scope, key, alias);
    else
      this.#run(
        "INSERT INTO fact_alias (scope, list, alias, item) VALUES (?, ?, ?, ?) ON CONFLICT (scope, list, alias) DO UPDATE SET item = excluded.item",
        scope,
        key,
        alias,
        itemKey,
      );
  }

  keepAliases(scope: Scope, key: string, itemKeys: ReadonlySet<string>): void {
    for (const row of this.#all("SELECT alias, item FROM fact_alias WHERE scope = ? AND list = ?", scope, key)) {
      if (!itemKeys.has(String(row["item"]))) this.setAlias(scope, key, String(row["alias"]), null);
    }
  }

  #items(scope: Scope, key: string): readonly FactItem[] {
    return this.#all("SELECT * FROM fact_item WHERE scope = ? AND list = ? ORDER BY position", scope, key).map(itemOf);
  }

  #all(sql: string, ...values: readonly (string | number | null)[]): readonly FactRow[] {
    return this.#statement(sql).all(...values) as FactRow[];
  }

  #first(sql: string, ...values: readonly (string | number | null)[]): FactRow | null {
    return (this.#statement(sql).get(...values) as FactRow | undefined) ?? null;
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

function summaries(rows: readonly FactRow[]): readonly FactListSummary[] {
  return rows
    .map((row) => ({
      scope: row["scope"] as Scope,
      key: String(row["key"]),
      topic: String(row["topic"]),
      count: Number(row["count"]),
    }))
    .sort((a, b) => ascending(a.scope, b.scope) || ascending(a.key, b.key));
}

/** How many items two lists share from one end; `at` gives the index of the i-th from that end. */
function agreeing(
  before: readonly FactItem[],
  after: readonly FactItem[],
  at: (i: number, length: number) => number,
): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && same(before[at(count, before.length)] as FactItem, after[at(count, after.length)] as FactItem))
    count += 1;
  return count;
}

function same(a: FactItem, b: FactItem): boolean {
  const { source: from } = a;
  const { source: to } = b;
  return (
    a.value === b.value &&
    a.key === b.key &&
    a.placedAt === b.placedAt &&
    from.messageId === to.messageId &&
    from.chat === to.chat &&
    from.time === to.time &&
    from.sentence === to.sentence
  );
}

/** 1 for a change that did something and is no undo. */
function undoable(operations: readonly FactOperation[], { added, removed, moved }: FactEffect): 0 | 1 {
  return added.length + removed.length + moved.length > 0 && operations.every((operation) => operation.op !== "undo")
    ? 1
    : 0;
}

/** By UTF-16 code units, as the reference engine sorts. */
function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
