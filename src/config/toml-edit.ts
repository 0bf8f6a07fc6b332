import { endOfLine, type TomlEntry, tomlEntries } from "./toml-entries.ts";

/**
 * The text with `section.field` set to a literal, everything else, comments included, byte for byte as it was. Where the
 * key is new it goes to the end of its table, or into a new table at the end.
 *
 * The caller parses the result again and compares: layouts that can't be edited so (a section written as an inline
 * table) come out wrong and must not be written.
 */
export function setInToml(text: string, section: string, field: string, literal: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const entries = tomlEntries(text);
  const existing = entries.find((entry) => entry.kind === "value" && isPath(entry, section, field));
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
export function removeFromToml(text: string, section: string, field: string): string {
  const entry = tomlEntries(text).find((each) => each.kind === "value" && isPath(each, section, field));
  if (entry === undefined) return text;
  const start = text.lastIndexOf("\n", entry.start - 1) + 1;
  return text.slice(0, start) + text.slice(Math.min(endOfLine(text, entry.valueEnd) + 1, text.length));
}

function isPath(entry: TomlEntry, section: string, field: string): boolean {
  return entry.path.length === 2 && entry.path[0] === section && entry.path[1] === field;
}

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
