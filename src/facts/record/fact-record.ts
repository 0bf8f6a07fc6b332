import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { onFile, sealedLine, sealedText, textIfThere, unsealed } from "../../files/plain-file.ts";
import { replaceFile, writeWhole } from "../../files/write-file-atomically.ts";
import type { FactChange, FactList, FactReader, FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { isSecretFact, isAttribute } from "../grammar/attribute-keys.ts";
import { replayChanges, valuesOf } from "../lists/apply-operation.ts";
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { pluralTopic } from "../../english/nouns.ts";
import { syncFolder } from "../../files/private-folder.ts";
import { LociError } from "../../model/error.ts";
import type { Days } from "../../text/days.ts";
import { slug } from "../../text/slug.ts";

export type FactRecord = ReturnType<typeof factRecord>;

/** A line: a change, and the sequences that it took back. */
type Line = Omit<FactChange, "undoneBy"> & { readonly undoes?: readonly number[] };

/**
 * All changes of facts, one a line in the order in which they were made, in a plain file beside the catalog's. It is read only where the catalog was
 * lost or an older one put back, and gives the lists back with their history. What is secret isn't in it. It is written under the lock of the store, which
 * remembers how long it is: no two processes write the same change, and a file that was cut is noticed and written anew.
 * @param path absolute
 * @param say is told what was found wrong in the file, which is written anew then
 */
export function factRecord(path: string, say: (fault: string) => void = () => {}) {
  /** The last change that the file holds, its lines and where their end stands, and the file as this process has left it. */
  let known = { last: 0, count: 0, end: 0, file: "" };
  /** Keeps a damaged file when the record is written anew: a person may still read them. */
  const copy = `${path}.damaged`;
  const leave = (writer: FactWriter, count: number, end: number): void => {
    known = { last: writer.lastSequence(), count, end, file: stateOf(path) };
  };
  const writeAnew = (writer: FactWriter, fault: string | null = null): void => {
    if (fault !== null && existsSync(path)) copyFileSync(path, copy);
    const about = "Facts and their history, for when catalog.sqlite is lost. Written by Loci.";
    const head = sealedLine({ format: 2, about, sequence: writer.lastSequence() });
    mkdirSync(dirname(path), { recursive: true });
    const lines = linesAfter(writer, 0).map(sealedLine);
    const text = `${[head, ...lines].join("\n")}\n`;
    replaceFile(path, `${text}${endOf(lines.length)}`, { durable: true, mode: 0o600 });
    leave(writer, lines.length, Buffer.byteLength(text));
    if (fault !== null) say(fault);
  };
  return {
    /** Adds what the store has and the file doesn't, or after an erasing writes all anew. @throws LociError `STORAGE_FAILED`: the change itself is stored */
    catchUp: (store: FactStore): Promise<void> =>
      store.write((writer) => {
        if (writer.lastSequence() === 0 && !existsSync(path)) return;
        if (writer.erasing()) {
          rmSync(copy, { force: true });
          return writeAnew(writer);
        }
        if (known.file === "" || stateOf(path) !== known.file) {
          const record = readRecord(path);
          if (!record.isWhole) return writeAnew(writer, faultOf(record, writer));
          known = { ...record, file: "" };
        }
        if (writer.lastSequence() < known.last) return writeAnew(writer);
        const lines = linesAfter(writer, known.last);
        const [text, count] = [lines.map((line) => `${sealedLine(line)}\n`).join(""), known.count + lines.length];
        // In one write, over the end that stands there.
        if (lines.length > 0)
          onFile(path, "r+", (file) => writeWhole(file, Buffer.from(text + endOf(count)), known.end));
        leave(writer, count, known.end + Buffer.byteLength(text));
      }),
    /** Gives back what a store has lost, and writes anew what is cut or damaged. Cost: reads the file. */
    async restore(store: FactStore): Promise<void> {
      const found = readRecord(path);
      const isBehind = (reader: FactReader): boolean => reader.lastSequence() < found.last && !reader.erasing();
      if (found.fault === null && !(await store.read(isBehind))) return;
      await store.write((writer) => {
        // Another process may have done it meanwhile.
        const record = readRecord(path);
        // What the store has erased it doesn't lack.
        const isLost = writer.lastSequence() < record.last && !writer.erasing();
        if (isLost) replay(writer, record.lines);
        if (isLost || record.fault !== null) writeAnew(writer, faultOf(record, writer));
      });
    },
  };
}

/** What is wrong in the file of a record, as the rest of a sentence; null where nothing is. */
export const recordFault = (path: string, reader: FactReader): string | null =>
  reader.erasing() ? "may still hold what was erased" : faultOf(readRecord(path), reader);

/** What is told of a fault: nothing where a process ended while it wrote its one change, which the store has. */
const faultOf = ({ fault, isTorn, last }: ReturnType<typeof readRecord>, reader: FactReader): string | null =>
  isTorn && new Set(reader.changesAfter(last).map(({ group }) => group)).size === 1 ? null : fault;

/** Makes the changes of a record anew that a store lacks. */
function replay(writer: FactWriter, lines: readonly Line[]): void {
  const stored = writer.lastSequence();
  // Two processes of an earlier version may have written the same change.
  const missing = new Map(lines.filter(({ sequence }) => sequence > stored).map((line) => [line.sequence, line]));
  const renumbered = new Map<number, number>();
  const touched = new Map<string, Line>();
  for (const line of [...missing.values()].sort((a, b) => a.sequence - b.sequence)) {
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

/** A file as the system has it: which one, how long, and when it was last written; empty where none is there. */
function stateOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return ino === undefined ? "" : `${ino} ${size} ${mtimeMs}`;
}

/** What a line holds; null where it isn't as it was sealed, or has no seal. */
const sealed = <T extends object>(line: string): Partial<T> | null =>
  line.includes('"sha256":"') ? unsealed<T>(line) : null;

/** The last line of a record, with how many changes stand above it. The next change is written over it: a file without it was cut. */
const endOf = (count: number): string => `${sealedLine({ end: count })}\n`;

/**
 * What a record's file holds; `last` is the last change, 0 where there is none; `fault` is what is wrong in it, as the rest of a sentence, null where nothing
 * is. It is whole, and can be appended to, where it is there, nothing is wrong, and this version wrote it.
 */
function readRecord(path: string) {
  const text = textIfThere(path);
  if (text === null) return { lines: [], fault: null, last: 0, count: 0, end: 0, isTorn: false, isWhole: false };
  const [head = "", ...texts] = text.split("\n");
  const unended = texts.pop() ?? head;
  const count = sealed<{ readonly end: number }>(texts.at(-1) ?? "")?.end;
  if (count !== undefined) texts.pop();
  const lines: Line[] = [];
  const { sequence: began = 0, format } = sealed<{ readonly format: number; readonly sequence: number }>(head) ?? {};
  const damaged: number[] = format === 1 || format === 2 ? [] : [1];
  for (const [at, text] of texts.entries()) {
    const line = sealed<Line>(text);
    if (typeof line?.sequence === "number" && typeof line.key === "string") lines.push(line as Line);
    else damaged.push(at + 2);
  }
  const last = lines.reduce((highest, { sequence }) => Math.max(highest, sequence), began);
  const cut = unended !== "" || (format === 2 && count !== texts.length) ? "is shorter than it was written" : null;
  const isTorn = count === undefined && damaged.every((line) => line === texts.length + 1);
  const fault = damaged.length > 0 ? `is not as it was written in line ${damaged.join(", ")}` : cut;
  const end = Buffer.byteLength([head, ...texts, ""].join("\n"));
  return { lines, fault, last, count: texts.length, end, isTorn, isWhole: fault === null && format === 2 };
}

export type ListName = Pick<FactList, "scope" | "key">;

/** Where what stands beside the store is kept. */
export interface Beside {
  /** The folder of a Markdown file a list, for people to read; made when the first is written. Null: none are kept. */
  readonly files: string | null;
  /** The record that gives facts back where the store is lost; none by default. */
  readonly record?: FactRecord | null;
}

/**
 * Writes beside the store what people read, a file a list that changed, and what gives it back, the record of changes. Gives the names of the files.
 * @param days as the reader's clock has them
 * @throws LociError `STORAGE_FAILED`: the change itself is stored
 */
export async function writeBeside(
  store: FactStore,
  names: readonly ListName[],
  { files, record, days }: Beside & { readonly days: Pick<Days, "day"> },
): Promise<readonly string[]> {
  await kept("facts.jsonl", async () => record?.catchUp(store));
  if (files === null) return [];
  const distinct = [...new Map(names.map(({ scope, key }) => [`${scope}\n${key}`, { scope, key }])).values()];
  const lists = await store.read((reader) => distinct.map(({ scope, key }) => reader.list(scope, key)));
  const written: string[] = [];
  for (const [i, name] of distinct.entries()) {
    const list = lists[i] ?? null;
    const values = list?.items.map(({ value }) => value) ?? [];
    const isShown = list !== null && values.length > 0 && !isSecretFact(name.key, values);
    const file = mirrorName(name);
    if (await kept(`facts/${name.key}`, () => putFile(files, file, isShown ? renderList(list, days) : null)))
      written.push(file);
  }
  return written;
}

/** Writes a file as it is to be; removes it where there is nothing to show. Gives whether it was written. */
async function putFile(folder: string, file: string, text: string | null): Promise<boolean> {
  const path = join(folder, file);
  if (textIfThere(path) === text) return false;
  if (text !== null) replaceFile(path, text, { durable: true });
  else {
    await rm(path, { force: true });
    syncFolder(folder);
  }
  return text !== null;
}

async function kept<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new LociError("STORAGE_FAILED", `the change is stored, but '${name}' can't be written`, {
      hint: "check the project's folder; the next change of the list writes it, or 'loci data rebuild'",
      cause,
    });
  }
}

/** A list as Markdown, with where and when each item was said. */
function renderList(list: FactList, days: Pick<Days, "day">): string {
  const topic =
    isAttribute(list.key) || /favou?rite /u.test(list.topic) ? list.topic : `favorite ${pluralTopic(list.topic)}`;
  const lines = list.items.map(
    ({ value, source }, i) =>
      `${i + 1}. ${escaped(value)} (${days.day(source.time)}${source.chat === "" ? "" : `, chat ${escaped(source.chat)}`})`,
  );
  const title = `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`;
  return sealedText(`# ${title}\n\n${lines.join("\n")}\n\nWritten by Loci for reading; edits are not taken in.\n`);
}

/** Marks that would be formatting are escaped. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/gu, "\\$&").replace(/\s+/gu, " ");

/**
 * The file name of a list's mirror: its topic as a slug, with `.private` where it is the owner's own; with a hash when
 * the slug doesn't say all of it, so that no two lists meet in one file on any file system.
 * @example mirrorName({ scope: "kb", key: "board game" }) // "board-game.md"
 */
function mirrorName({ scope, key }: ListName): string {
  const short = slug(key);
  const whole = (scope === "kb" || scope === "admin") && short !== "" && short === key.replaceAll(" ", "-");
  const hash = createHash("sha256").update(`${scope}\n${key}`).digest("hex").slice(0, 10);
  return whole ? `${short}${scope === "kb" ? "" : ".private"}.md` : `${short === "" ? "list" : short}--${hash}.md`;
}
