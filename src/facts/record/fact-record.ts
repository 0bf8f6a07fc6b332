import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
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
  /** Writes all of it anew, after something was erased. */
  rewrite(store: FactStore): Promise<void>;
  /** Gives back what a store has lost. Gives how many changes that were. Cost: where nothing is missing, the last line. */
  restore(store: FactStore): Promise<number>;
}

/** A line: a change, and the sequences that it took back. */
type Line = Omit<FactChange, "undoneBy"> & { readonly undoes?: readonly number[] };

/** @param path absolute */
export function factRecord(path: string): FactRecord {
  let last: number | null = null;
  const lastKept = (): number => (last ??= lastSequence(path));
  const rewrite = async (store: FactStore): Promise<void> => {
    const { lines, sequence } = await store.read((reader) => ({
      lines: linesAfter(reader, 0),
      sequence: reader.lastSequence(),
    }));
    const head = JSON.stringify({
      format: 1,
      about: "Facts and their history, for when catalog.sqlite is lost. Written by Loci.",
      sequence,
    });
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, `${[head, ...lines.map(sealedLine)].join("\n")}\n`, {
      durable: true,
      mode: 0o600,
    });
    last = sequence;
  };
  return {
    rewrite,
    async catchUp(store) {
      if (!existsSync(path)) return rewrite(store);
      const from = lastKept();
      const { lines, sequence } = await store.read((reader) => {
        const now = reader.lastSequence();
        return { lines: now > from ? linesAfter(reader, from) : [], sequence: now };
      });
      if (sequence < from) return rewrite(store);
      if (lines.length > 0) appendFileSync(path, `${lines.map(sealedLine).join("\n")}\n`);
      last = sequence;
    },
    async restore(store) {
      if (!existsSync(path)) return 0;
      const stored = await store.read((reader) => reader.lastSequence());
      if (stored >= lastKept()) return 0;
      const missing = readLines(path).filter(({ sequence }) => sequence > stored);
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
      await rewrite(store);
      return missing.length;
    },
  };
}

/** Makes lists again, from their changes, that a store lacks since their rows were damaged. */
export async function replayMissing(store: FactStore): Promise<void> {
  await store.write((writer) => {
    for (const one of writer.changesAfter(0)) if (writer.list(one.scope, one.key) === null) replayList(writer, one);
  });
}

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

function readLines(path: string): readonly Line[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(1)
    .flatMap((line): readonly Line[] => {
      // The last line of a process that was killed while it wrote is none, nor is one that has changed since.
      const read = unsealed<Line>(line);
      return typeof read?.sequence === "number" && typeof read.key === "string" ? [read as Line] : [];
    });
}

/** The last change that a file holds; 0 where it isn't there. */
function lastSequence(path: string): number {
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, "utf8");
  const head = /"sequence":(\d+)\}/u.exec(text.slice(0, text.indexOf("\n")))?.[1];
  const line = readLines(path).at(-1)?.sequence ?? 0;
  return Math.max(Number(head ?? 0), line);
}
