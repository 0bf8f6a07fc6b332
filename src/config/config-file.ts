import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { LociError, systemHint } from "../model/error.ts";
import { checkValue, findKey, isSection } from "./check-value.ts";
import { tomlEntries } from "./toml-entries.ts";
import type { LayerName } from "./configuration.ts";
import type { ConfigValue } from "./key-definition.ts";

/** The name of a tree's own configuration. */
export const TREE_FILE_NAME = ".loci.toml";

/** What marks the root of a tree: nothing above it is looked at. */
const ROOT_MARKS = [".git", ".hg", ".svn", ".jj"];

/**
 * The nearest `.loci.toml` from a folder upwards to the root of its tree, that is the first folder with a `.git` (or
 * `.hg`, `.svn`, `.jj`), else the user's own folder or the file system's root; null when there is none.
 * @returns the real path, symlinks resolved: what trust is recorded for.
 */
export async function findTreeFile(folder: string): Promise<string | null> {
  const home = homedir();
  for (let current = resolve(folder); ; current = dirname(current)) {
    const candidate = join(current, TREE_FILE_NAME);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (current === home || dirname(current) === current || isRoot(current)) return null;
  }
}

/** The folder that `loci config set --local` writes to: the tree's root, else the folder itself. */
export async function treeRootOf(folder: string): Promise<string> {
  const start = resolve(folder);
  for (let current = start; ; current = dirname(current)) {
    if (isRoot(current)) return current;
    if (dirname(current) === current) return start;
  }
}

const isRoot = (folder: string): boolean => ROOT_MARKS.some((mark) => existsSync(join(folder, mark)));

/** A configuration is written by hand: more than this is something else. */
const MAX_BYTES = 1_000_000;

/**
 * The text of a configuration file, or null when there is none.
 * @throws LociError `CONFIG_UNREADABLE` for a folder, a file that may not be read, is over 1 MB or isn't UTF-8.
 */
export async function readConfigFile(path: string): Promise<string | null> {
  try {
    const found = statSync(path);
    // Reading a pipe could block for ever.
    if (!found.isFile()) throw unreadable(path, "it is no file");
    const { size } = found;
    if (size > MAX_BYTES) throw unreadable(path, `it holds ${size} bytes; at most ${MAX_BYTES} are read`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof LociError) throw error;
    if (isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    if (error instanceof TypeError) throw unreadable(path, "it is not UTF-8 text", error);
    throw unreadable(path, isSystemError(error) ? (error.code ?? error.message) : String(error), error);
  }
}

const unreadable = (path: string, why: string, cause?: unknown): LociError =>
  new LociError("CONFIG_UNREADABLE", `${path} can't be read: ${why}`, {
    hint: systemHint(cause) ?? "check the file and its permissions, or move it away",
    details: { file: path },
    cause,
  });

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && "code" in error;

/**
 * A TOML text as plain values.
 * @throws LociError `CONFIG_INVALID` with file and line for what is not TOML. The parser is loaded on first use.
 */
export async function parseToml(text: string, file: string): Promise<Record<string, unknown>> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message continues with a block of source lines, which may hold secrets: only its first line is kept.
    const reason = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw new LociError("CONFIG_INVALID", `${file}:${error.line} is not TOML: ${reason}`, {
      hint: "correct that line",
      details: { file, line: error.line, column: error.column },
      cause: error,
    });
  }
}

/**
 * The values of a configuration file.
 * @throws LociError `CONFIG_UNKNOWN_KEY` and `CONFIG_INVALID`, both with `details: { file, line, layer, key }`.
 */
export async function fileLayer(name: "home" | "tree", file: string, text: string): Promise<Layer> {
  const values = new Map<string, LayerValue>();
  const content = await parseToml(text, file);
  const places = tomlEntries(text);
  const lineOf = (...path: readonly string[]): number => {
    const exact = places.find((entry) => path.every((part, index) => entry.path[index] === part));
    const section = places.find((entry) => entry.path[0] === path[0]);
    return (exact ?? section)?.line ?? 1;
  };

  for (const [section, fields] of Object.entries(content)) {
    const line = lineOf(section);
    const details = { file, line, layer: name };
    if (!isSection(section)) findKey(section, `${file}:${line}`, details);
    if (!isTable(fields)) {
      const message = `${section} must be a table, [${section}] (${file}:${line})`;
      throw new LociError("CONFIG_INVALID", message, {
        hint: "change it there",
        details: { key: section, ...details },
      });
    }
    for (const [field, raw] of Object.entries(fields)) {
      const line = lineOf(section, field);
      const details = { file, line, layer: name };
      const found = findKey(`${section}.${field}`, `${file}:${line}`, details);
      values.set(found.key, {
        value: checkValue(found, raw, { text: `${file}:${line}`, details }),
        where: `${file}:${line}`,
      });
    }
  }
  return { name, values };
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

export interface LayerValue {
  readonly value: ConfigValue;
  /** `file:line`, the variable's name, the flag; empty for a default. */
  readonly where: string;
}

export interface Layer {
  readonly name: LayerName;
  readonly values: ReadonlyMap<string, LayerValue>;
}
