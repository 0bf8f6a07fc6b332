import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { sealedLine, unsealed } from "../../files/plain-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { FactChange, FactList, FactReader, FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { isSecretFact } from "../grammar/attribute-keys.ts";
import { replayChanges, valuesOf } from "../lists/apply-operation.ts";

/**
 * All changes of facts, one a line in the order in which they were made, in a plain file beside the catalog's. It is read only where the catalog was
 * lost or an older one put back, and gives the lists back with their history. What is secret isn't in it.
 */
export interface FactRecord {
  /** Adds what the store has and the file doesn't. @throws LociError `STORAGE_FAILED`: the change itself is stored */
  catchUp(store: FactStore): Promise<void>;
  /** Writes all of it anew, after something was erased: a copy of a damaged one goes, too. */
  rewrite(store: FactStore): Promise<void>;
  /** Gives back what a store has lost. Gives the numbers of the lines that could not be read. Cost: reads the file. */
  restore(store: FactStore): Promise<readonly number[]>;
}

/** A line: a change, and the sequences that it took back. */
type Line = Omit<FactChange, "undoneBy"> & { readonly undoes?: readonly number[] };

/** @param path absolute */
export function factRecord(path: string): FactRecord {
  /** The last change that the file holds; null before it is read, and while it must be written anew. */
  let last: number | null = null;
  /** Keeps damaged lines when the record is written anew: a person may still read them. */
  const copy = `${path}.damaged`;
  const writeAnew = async (store: FactStore, damaged: readonly number[] = []): Promise<void> => {
    if (damaged.length > 0) copyFileSync(path, copy);
    const { lines, sequence } = await store.read((reader) => ({
      lines: linesAfter(reader, 0),
      sequence: reader.lastSequence(),
    }));
    const about = "Facts and their history, for when catalog.sqlite is lost. Written by Loci.";
    const head = sealedLine({ format: 1, about, sequence });
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, `${[head, ...lines.map(sealedLine)].join("\n")}\n`, { durable: true, mode: 0o600 });
    last = sequence;
  };
  return {
    async rewrite(store) {
      await writeAnew(store);
      rmSync(copy, { force: true });
    },
    async catchUp(store) {
      if (last === null) {
        const record = readRecord(path);
        if (!record.isWhole) return writeAnew(store, record.damaged);
        last = record.last;
      }
      if (!existsSync(path)) return writeAnew(store);
      const from = last;
      const { lines, sequence } = await store.read((reader) => {
        const now = reader.lastSequence();
        return { lines: now > from ? linesAfter(reader, from) : [], sequence: now };
      });
      if (sequence < from) return writeAnew(store);
      if (lines.length > 0) appendFileSync(path, `${lines.map(sealedLine).join("\n")}\n`);
      last = sequence;
    },
    async restore(store) {
      const { lines, damaged, ...record } = readRecord(path);
      if (record.isWhole) last = record.last;
      const stored = await store.read((reader) => reader.lastSequence());
      const missing = lines.filter(({ sequence }) => sequence > stored);
      if (stored >= record.last) return damaged;
      await store.write((writer) => {
        // Another process may have done it meanwhile.
        if (writer.lastSequence() > stored) return;
        const renumbered = new Map<number, number>();
        const touched = new Map<string, Line>();
        for (const line of missing) {
          const { sequence, undoes, ...change } = line;
          renumbered.set(sequence, writer.addChange(change));
          if (undoes !== undefined)
            writer.markUndone(
              undoes.map((one) => renumbered.get(one) ?? one),
              change.group,
            );
          touched.set(`${change.scope}\n${change.key}`, line);
        }
        for (const line of touched.values()) replayList(writer, line);
      });
      await writeAnew(store, damaged);
      return damaged;
    },
  };
}

/** Makes lists again, from their changes, that a store lacks since their rows were damaged. */
export async function replayMissing(store: FactStore): Promise<void> {
  await store.write((writer) => {
    for (const one of writer.changesAfter(0)) if (writer.list(one.scope, one.key) === null) replayList(writer, one);
  });
}

/** Makes a list again, from its changes. */
function replayList(writer: FactWriter, { scope, key, topic }: Pick<FactList, "scope" | "key" | "topic">): void {
  const changes = writer.changes(scope, key);
  writer.putList({
    scope,
    key,
    topic: writer.list(scope, key)?.topic ?? topic,
    items: replayChanges(changes),
    revision: changes.at(-1)?.sequence ?? 0,
  });
}

/** The changes of all lists after one of them, as lines. Cost: every change of the lists that changed since. */
function linesAfter(reader: FactReader, sequence: number): readonly Line[] {
  const lines = reader.changesAfter(sequence).filter((change) => !isSecretFact(change.key, valuesOf(change)));
  return lines.map(({ undoneBy: _undoneBy, ...change }): Line => {
    const undoes = change.operations.some(({ op }) => op === "undo")
      ? reader
          .changes(change.scope, change.key)
          .filter(({ undoneBy }) => undoneBy === change.group)
          .map((one) => one.sequence)
      : [];
    return undoes.length === 0 ? change : { ...change, undoes };
  });
}

/** Numbers of the lines of a record that are not as they were written; they are used for nothing. */
export const damagedLines = (path: string): readonly number[] => readRecord(path).damaged;

/**
 * What a record's file holds; `last` is the last change, 0 where there is none. It is whole, and can be appended to, where it is there, nothing is damaged,
 * and no process was killed in the middle of a line.
 */
function readRecord(path: string) {
  if (!existsSync(path)) return { lines: [], damaged: [], last: 0, isWhole: false };
  const [head = "", ...texts] = readFileSync(path, "utf8").split("\n");
  const unended = texts.pop() ?? head;
  const lines: Line[] = [];
  const { sequence: began = 0, format } = unsealed<{ readonly format: number; readonly sequence: number }>(head) ?? {};
  const damaged: number[] = format === 1 ? [] : [1];
  // Where it has a seal, all lines have one; that of an earlier version has none, and is written anew.
  const isSealedHead = head.includes('"sha256":"');
  let hasSeals = isSealedHead;
  for (const [at, text] of texts.entries()) {
    const read = unsealed<Line>(text);
    // Those of an earlier version have no seal, and stand before all that have one.
    const isSealed = text.includes('"sha256":"');
    if (typeof read?.sequence === "number" && typeof read.key === "string" && (isSealed || !hasSeals))
      lines.push(read as Line);
    else damaged.push(at + 2);
    hasSeals ||= isSealed;
  }
  // The last line of a process that was killed while it wrote is none; one whose end alone is another byte is damaged.
  if (unsealed(unended.slice(0, -1)) !== null) damaged.push(texts.length + 2);
  const last = Math.max(began, lines.at(-1)?.sequence ?? 0);
  return { lines, damaged, last, isWhole: isSealedHead && unended === "" && damaged.length === 0 };
}
