import { createHash } from "node:crypto";
import { closeSync, globSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LociError, systemHint } from "../model/error.ts";
import { contentHash } from "../text/content-hash.ts";

/**
 * Sees to it that a file of ours can be one: a folder in its place can't be read, and a pipe would be waited for without end.
 * @throws LociError `STORAGE_FAILED`, also where it may not be looked at
 * Cost: one system call.
 */
export function requirePlainFile(path: string): void {
  let plain: boolean;
  try {
    plain = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  } catch (thrown) {
    throw cannotOpen(path, thrown);
  }
  if (!plain)
    throw new LociError("STORAGE_FAILED", `'${path}' is no file, and Loci keeps one there`, {
      hint: "move it away, and put back the file from a backup; an index or a cache is made again by itself",
    });
}

/** What the system said when a file of ours could not be opened, as an error of ours. */
export const cannotOpen = (path: string, thrown: unknown): LociError =>
  new LociError(
    "STORAGE_FAILED",
    `'${path}' can't be opened (${(thrown as NodeJS.ErrnoException).code ?? "unknown"})`,
    {
      hint: systemHint(thrown) ?? "check the permissions of the data folder, and whether the disk is full",
      cause: thrown,
    },
  );

/** A part of a file, from one byte to another; less where the file ends before. */
export function readPart(path: string, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  if (bytes.length === 0) return bytes;
  return onFile(path, "r", (file) => bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)));
}

/** Opens a file, works on it and closes it. @param flags as `openSync` takes them @param mode of one that is made: by default its owner's only */
export function onFile<T>(path: string, flags: string | number, work: (file: number) => T, mode = 0o600): T {
  const file = openSync(path, flags, mode);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes an empty file for its owner only, where none is there, so that the database which grows in it is his alone; its log inherits that.
 * @throws LociError `STORAGE_FAILED`
 */
export function makePrivateFile(path: string): void {
  requirePlainFile(path);
  // An existing file isn't opened: closing it would release locks that this process may hold on it.
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (thrown) {
    throw cannotOpen(path, thrown);
  }
}

/**
 * Deletes the file of a database with the log and the index of the log that SQLite keeps beside it; what isn't there is no fault.
 * @throws LociError `STORAGE_FAILED` for a folder, which somebody made and which may hold what is his
 */
export function deleteDatabase(path: string): void {
  requirePlainFile(path);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

/**
 * Replaces a database by a closed one. Processes that have the old one open go on with it. A crash in between loses what the old one had only
 * in its log, which is noticed by its count of commits.
 * @param from has no log of its own
 * @throws LociError `STORAGE_FAILED` for a folder
 */
export function replaceDatabase(from: string, to: string): void {
  requirePlainFile(to);
  // A remaining log would be taken for the new file's.
  for (const suffix of ["-wal", "-shm"]) rmSync(to + suffix, { force: true });
  renameSync(from, to);
}

/**
 * A JSON object with a last field that says the hash of the others, so that one wrong byte is noticed before it is believed.
 * @param text an object, as it is to be spelt
 * @example sealedJson('{ "uri": "" }\n') // '{ "uri": "",\n  "sha256": "5f…"\n}\n'
 */
export function sealedJson(text: string): string {
  const open = text.slice(0, text.lastIndexOf("}")).trimEnd();
  return `${open},\n  "sha256": "${sealOf(JSON.parse(text) as object)}"\n}\n`;
}

/** An object on a line of its own, sealed the same way. */
export const sealedLine = (value: object): string => JSON.stringify({ ...value, sha256: sealOf(value) });

/** The name of a seal with one wrong byte: what was sealed is not what has no seal. */
const MISSPELT_SEAL = /^(?:.ha256|s.a256|sh.256|sha.56|sha2.6|sha25.)$/u;

/** What a sealed text holds; null where it isn't as it was sealed. What an older version wrote, or a person, has no seal and is taken as it is. */
export function unsealed<T extends object>(text: string): Partial<T> | null {
  try {
    const { sha256, ...rest } = JSON.parse(text) as Partial<T> & { readonly sha256?: unknown };
    const isWhole =
      sha256 === undefined ? !Object.keys(rest).some((name) => MISSPELT_SEAL.test(name)) : sha256 === sealOf(rest);
    return isWhole ? (rest as Partial<T>) : null;
  } catch {
    return null;
  }
}

const sealOf = (value: object): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** The last line of a file as Loci wrote it: a checksum of all above. Also with a wrong byte in it, one half is as it was. */
const SEAL = /^(?:[^\n]*loci:seal[^\n]{0,14}|[^\n]{15}[0-9a-f]{8} -->[^\n]?)(?:\n|$(?![^]))/m;

/** A file's text with its seal, which tells whether a byte of it has changed since. */
export function sealedText(text: string): string {
  if (text === "") return "";
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  return `${whole}<!-- loci:seal ${contentHash(whole).slice(0, 8)} -->\n`;
}

export const unsealedText = (text: string): string => text.replace(SEAL, "");

/** Whether a file is other than Loci wrote it. One of an earlier version has no seal, and isn't. */
export const isOther = (text: string): boolean => SEAL.test(text) && sealedText(unsealedText(text)) !== text;

/** Removes the pages of a folder that Loci wrote, whatever they hold; what a person put there stays. */
export function removeSealed(folder: string): void {
  for (const file of globSync(join(folder, "*.md"))) if (SEAL.test(textIfThere(file) ?? "")) rmSync(file);
}

/**
 * What a look at the disk gives; null where nothing is there.
 * @param fault what is thrown of another failure
 * @example ifThere(() => readFileSync(file, "utf8"), (thrown) => writeFault(file, thrown))
 */
export function ifThere<T>(look: () => T, fault = (thrown: unknown): unknown => thrown): T | null {
  try {
    return look();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault(thrown);
  }
}

/** The text of a file; null where nothing is there. @param fault what is thrown of another failure */
export const textIfThere = (file: string, fault?: (file: string, thrown: unknown) => unknown): string | null =>
  ifThere(() => readFileSync(file, "utf8"), fault && ((thrown) => fault(file, thrown)));

/** The lines of a text file, but for empty ones; none where it isn't there. @param fault what is thrown of another failure */
export const wholeLines = (file: string, fault?: (file: string, thrown: unknown) => unknown): readonly string[] =>
  (textIfThere(file, fault) ?? "").split("\n").filter((line) => line !== "");
