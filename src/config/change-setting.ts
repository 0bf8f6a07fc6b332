import { isDeepStrictEqual } from "node:util";
import { LociError } from "../model/error.ts";
import { type FoundKey, checkValue, findKey, parseText } from "./check-value.ts";
import { fileLayer, parseToml, readConfigFile } from "./config-file.ts";
import { type ConfigValue, variableOfKey } from "./key-definition.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { endOfLine, tomlEntries, type TomlEntry } from "./toml-entries.ts";

export interface ChangedSetting {
  readonly key: string;
  readonly file: string;
  /** Null when the key was taken out. */
  readonly value: ConfigValue | null;
  readonly changed: boolean;
}

/**
 * Sets a key in a TOML file, or takes it out (`text: null`), keeping every other byte. The file is made when it's missing.
 * @param text the value as typed: see `parseText`.
 * @throws LociError `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID` (also for a secret, which Loci never writes, and for a layout
 *   that can't be edited in place), `CONFIG_UNREADABLE`, `STORAGE_FAILED`.
 */
export async function changeSetting(file: string, key: string, text: string | null): Promise<ChangedSetting> {
  const found = findKey(key);
  if (found.definition.secret === true && text !== null) throw refuseSecret(found);
  const value =
    text === null ? null : checkValue(found, parseText(found.definition, text), { text: "the value given" });

  const before = (await readConfigFile(file)) ?? "";
  const layer = file.endsWith("config.toml") ? "home" : "tree";
  const isSet = (await fileLayer(layer, file, before)).values.has(key);
  const after = value === null ? removeFromToml(before, found) : setInToml(before, found, tomlLiteral(value));
  await verify(found, { before, after, value, file });
  const changed = after !== before && (value !== null || isSet);
  if (changed) await writeFileAtomically(file, after);
  return { key, file, value, changed };
}

const refuseSecret = (found: FoundKey): LociError =>
  new LociError("CONFIG_INVALID", `${found.key} is a secret, and Loci writes no secrets to files`, {
    hint: `set the variable ${variableOfKey(found.key)} instead`,
    details: { key: found.key },
  });

/** Checks that the new text parses to the old settings with only this key changed. */
async function verify(
  found: FoundKey,
  { before, after, value, file }: { before: string; after: string; value: ConfigValue | null; file: string },
): Promise<void> {
  const wanted = await parseToml(before, file);
  const section = { ...(wanted[found.section] as Record<string, unknown> | undefined) };
  if (value === null) delete section[found.field];
  else section[found.field] = value;
  if (value !== null || found.section in wanted) wanted[found.section] = section;

  const got = await parseToml(after, file).catch((error: unknown) => {
    if (error instanceof LociError) return null;
    throw error;
  });
  if (got !== null && isDeepStrictEqual(plain(got), plain(wanted))) return;
  throw new LociError(
    "CONFIG_INVALID",
    `${found.key} can't be changed in place in ${file}, because of how [${found.section}] is written there`,
    { hint: "change it in an editor", details: { key: found.key, file } },
  );
}

/** Prototypes don't count (the parser's tables may have none), and an empty table means the same as none. */
function plain(value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(copy).filter(([, fields]) => JSON.stringify(fields) !== "{}"));
}

/**
 * A value as TOML.
 * @example tomlLiteral(["a", "b\n"]) // '["a", "b\\n"]'
 */
export function tomlLiteral(value: ConfigValue): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(quote).join(", ")}]`;
  const fields = Object.entries(value).map(([name, items]) => `${bareOrQuoted(name)} = ${tomlLiteral(items)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

const isList = (value: readonly string[] | Readonly<Record<string, readonly string[]>>): value is readonly string[] =>
  Array.isArray(value);

const bareOrQuoted = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : quote(name));

/** JSON's escapes are TOML's, but for DEL, which TOML wants escaped, and lone surrogates, which it can't hold. */
const quote = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll("\x7f", "\\u007F");

/**
 * The text with `section.field` set to a literal, everything else, comments included, byte for byte as it was. Where the
 * key is new it goes to the end of its table, or into a new table at the end.
 *
 * The caller parses the result again and compares: layouts that can't be edited so (a section written as an inline
 * table) come out wrong and must not be written.
 */
export function setInToml(text: string, { section, field }: KeyPlace, literal: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const entries = tomlEntries(text);
  const existing = entries.find((entry) => entry.kind === "value" && isPath(entry, { section, field }));
  if (existing !== undefined) return text.slice(0, existing.valueStart) + literal + text.slice(existing.valueEnd);

  const anchor = lastOfTable(entries, section);
  if (anchor !== null) {
    const dotted = anchor.kind === "value" && !belowHeader(entries, anchor, section);
    const end = contentEnd(text, anchor.valueEnd);
    return `${text.slice(0, end)}${newline}${dotted ? `${section}.` : ""}${field} = ${literal}${text.slice(end)}`;
  }
  const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
  return `${text}${gap}[${section}]${newline}${field} = ${literal}${newline}`;
}

/** The text without the lines of `section.field`, or the same text when it isn't there. */
function removeFromToml(text: string, key: KeyPlace): string {
  const entry = tomlEntries(text).find((each) => each.kind === "value" && isPath(each, key));
  if (entry === undefined) return text;
  const start = text.lastIndexOf("\n", entry.start - 1) + 1;
  return text.slice(0, start) + text.slice(Math.min(endOfLine(text, entry.valueEnd) + 1, text.length));
}

type KeyPlace = Pick<FoundKey, "section" | "field">;

const isPath = ({ path }: TomlEntry, { section, field }: KeyPlace): boolean =>
  path.length === 2 && path[0] === section && path[1] === field;

/** The last statement that belongs directly to `[section]`: its header, or a value. */
function lastOfTable(entries: readonly TomlEntry[], section: string): TomlEntry | null {
  let last: TomlEntry | null = null;
  for (const entry of entries) {
    const header = entry.kind === "table" && entry.path.length === 1 && entry.path[0] === section;
    const value = entry.kind === "value" && entry.path.length === 2 && entry.path[0] === section;
    if (header || value) last = entry;
  }
  return last;
}

/** Whether the value stands under the `[section]` header rather than as `section.field` at the top. */
function belowHeader(entries: readonly TomlEntry[], anchor: TomlEntry, section: string): boolean {
  const before = entries.filter((entry) => entry.kind === "table" && entry.start < anchor.start).at(-1);
  return before !== undefined && before.path.length === 1 && before.path[0] === section;
}

/** End of the line, without its carriage return. */
function contentEnd(text: string, from: number): number {
  const end = endOfLine(text, from);
  return text[end - 1] === "\r" ? end - 1 : end;
}
