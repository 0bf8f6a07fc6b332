/** What a line of a document says of something: `key: value`, `key = value`, a cell of a table. */
export interface DocumentLine {
  /** The words before the sign, or the heading of the column, as plain words: `STAGING_PORT` is "staging port". */
  readonly key: string;
  /** What it stands under, outermost first: the table or section, the parents of a key, the first cell of its row. */
  readonly under: readonly string[];
  /** The value as it is written, without quotes, decoration and a comment behind it. */
  readonly value: string;
  /** Counted from the first line of the document, which is 1. */
  readonly line: number;
}

/** A value of a data file, as its parser reads it. */
export interface DataLine {
  /** As they are written, outermost first. */
  readonly keys: readonly string[];
  readonly value: string;
  readonly line: number;
}

/** What the values of a data file state; none that is empty, or prose. */
export function fromData(data: readonly DataLine[]): readonly DocumentLine[] {
  return data.flatMap(({ keys, value, line }) => {
    const plain = keys.map(plainWords);
    return stated(value.trim()) === null
      ? []
      : [{ key: plain.at(-1) ?? "", under: plain.slice(0, -1), value: value.trim(), line }];
  });
}

/** A key that others stand under, by indentation. */
interface Parent {
  readonly indent: number;
  readonly key: string;
}

const SECTION = /^\s*\[{1,2}([\p{L}\p{N}"'._ -]{1,60})\]{1,2}\s*(?:[#;].*)?$/u;
const HEADING = /^\s{0,3}(?:#{1,6}\s|```|~~~|---\s*$)/u;
const MARK = String.raw`(\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?)(?:export\s+|set\s+)?`;
const KEY = String.raw`[*_\x60"']{0,3}(\p{L}[\p{L}\p{N} ._'’/()-]{0,59}?)[*_\x60"']{0,3}`;
const PAIR = new RegExp(String.raw`^${MARK}${KEY}\s*[:=：][*_]{0,2}(?:\s+|(?=\S)(?!\/\/))(.*)$`, "u");
const PARENT = /^(\s*(?:-\s+)?)["']?([\p{L}_][\p{L}\p{N}_.-]{0,59})["']?\s*:\s*(?:[{[]\s*)?(?:#.*)?$/u;
/** Keys whose value names what the other keys beside them are of: `- name: staging`. */
const NAMING = /^(?:name|id|key|title|env|environment|service|host)$/u;
/** Longest value that is a fact rather than prose, in characters and in words; longest line that is taken apart. */
const LONGEST = 120;
const MOST_WORDS = 12;
const LONGEST_LINE = 2_000;

/**
 * Reads the lines of a document's passage that state something: `key: value` lines of Markdown, text, front matter,
 * YAML and JSON, `key = value` of INI, TOML and environment files, also inside code blocks, and tables: a row of two
 * columns, and each cell of a wider one under the first of its row. Cost: linear.
 *
 * @param first number of the passage's first line in its document
 * @example readLines("[staging]\nport = 8443 ; TLS", 3)
 * // [{ key: "port", under: ["staging"], value: "8443", line: 4 }]
 */
export function readLines(text: string, first: number): readonly DocumentLine[] {
  const found: DocumentLine[] = [];
  let section: readonly string[] = [];
  let parents: readonly Parent[] = [];
  let columns: readonly string[] | null = null;
  const lines = text.split("\n");
  const blocks = linesOfBlocks(lines);
  for (const [at, line] of lines.entries()) {
    if (line.length > LONGEST_LINE || blocks.has(at)) continue;
    const opened = SECTION.exec(line);
    if (opened !== null || HEADING.test(line)) {
      section = opened?.[1]?.split(".").map(plainWords) ?? [];
      parents = [];
      columns = null;
      continue;
    }
    const add = (key: string, under: readonly string[], written: string): void => {
      const value = cleanValue(written);
      if (value !== null && key !== "") found.push({ key, under, value, line: first + at });
    };
    const cells = cellsOf(line);
    if (cells !== null) {
      columns = isRule(lines[at + 1] ?? "") ? cells.map(plainWords) : columns;
      for (const { key, under, value } of rowOf(cells, columns)) add(key, [...section, ...under], value);
      continue;
    }
    // A row of one cell says nothing, and the table goes on behind it.
    if (columns !== null && line.includes("|")) continue;
    columns = null;
    const parent = PARENT.exec(line);
    const pair = parent === null ? PAIR.exec(line) : null;
    const indent = (parent?.[1] ?? pair?.[1] ?? /^\s*/u.exec(line)?.[0] ?? "").length;
    const outer = /^\s*/u.exec(line)?.[0].length ?? 0;
    if (line.trim() !== "") parents = parents.filter((one) => one.indent < (indent > outer ? outer : indent));
    if (parent !== null) parents = [...parents, { indent, key: plainWords(parent[2] as string) }];
    if (pair === null) continue;
    const [key, value] = [plainWords(pair[2] as string), pair[3] as string];
    const under = [...section, ...parents.map((one) => one.key)];
    for (const inner of insideBraces(value)) add(inner.key, [...under, key], inner.value);
    add(key, under, value);
    const named = NAMING.test(key) && (indent > outer || section.length > 0) ? cleanValue(value) : null;
    if (named !== null) parents = [...parents, { indent: outer - (indent > outer ? 0 : 1), key: plainWords(named) }];
  }
  return found;
}

/** Lines inside a text of several: indented below a key with `|` or `>`, or between three quotes. What looks like a key there is none. */
function linesOfBlocks(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let quotes = "";
  let block = -1;
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/u);
    if (quotes !== "" || (block >= 0 && (indent > block || indent < 0))) inside.add(at);
    else block = /(?::|-)\s+[|>][-+0-9]{0,2}\s*(?:#.*)?$/u.test(line) ? indent : -1;
    for (const [mark] of block >= 0 ? [] : line.matchAll(/"""|'''/gu))
      if (quotes === "" || quotes === mark) quotes = quotes === "" ? mark : "";
  }
  return inside;
}

/** The cells of a row of a table; null where the line is none. */
function cellsOf(line: string): readonly string[] | null {
  if (!line.includes("|") || /^\s*[\p{L}_"'][^|]{0,60}?\s*[:=]\s/u.test(line)) return null;
  const inner = line.trim().replace(/^\||(?<!\\)\|$/gu, "");
  const cells = inner.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll("\\|", "|").trim());
  return cells.length < 2 || (cells.length === 2 && cells.includes("")) ? null : cells;
}

/** Whether a line is the rule below the headings of a table. */
function isRule(line: string): boolean {
  return line.includes("-") && /^[\s|:-]+$/u.test(line);
}

/** What a row states: of two columns the first is the key; of more, each heading is, under the first cell. */
function rowOf(
  cells: readonly string[],
  columns: readonly string[] | null,
): readonly { readonly key: string; readonly under: readonly string[]; readonly value: string }[] {
  const [head = "", second = ""] = cells;
  const name = plainWords(head);
  if (name === "" || cells.every(isRule) || (columns !== null && columns.length !== cells.length)) return [];
  const plain = cells.length === 2 ? [{ key: name, under: [], value: second }] : [];
  return columns !== null && columns[0] !== name
    ? [...plain, ...cells.slice(1).map((value, i) => ({ key: columns[i + 1] as string, under: [name], value }))]
    : plain;
}

/** The pairs of an object on one line: `{ port: 8443, host: "a" }`. */
function insideBraces(value: string): readonly { readonly key: string; readonly value: string }[] {
  const inner = /^\{\s*([^{}]*?)\s*\}[,;]?\s*$/u.exec(value)?.[1];
  const pieces = inner?.split(/,(?=\s*["']?[\p{L}_][\p{L}\p{N}_.-]*["']?\s*[:=])/u) ?? [];
  // A comma inside a quoted text: what belongs to what isn't sure.
  if (pieces.some((one) => /["'\\]/u.test(one.replace(/"[^"'\\]*"|'[^"'\\]*'/gu, "")))) return [];
  return pieces.flatMap((one) => {
    const pair = PAIR.exec(one.trim());
    return pair === null ? [] : [{ key: plainWords(pair[2] as string), value: pair[3] as string }];
  });
}

/** `STAGING_PORT`, `stagingPort`, `**Staging port**` and "Staging port" are the same words. */
function plainWords(key: string): string {
  return key
    .replace(/[*`"]+/gu, "")
    .trim()
    .replace(/['’]s(?=\s|$)/gu, "")
    .replace(/[_./]+/gu, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .trim()
    .toLowerCase();
}

/** A value as it is written; null for what is empty, prose, or quoted in a way that a line alone doesn't say what it means. */
function cleanValue(text: string): string | null {
  const bare = text.replace(/^\*\*(.+)\*\*([.,;]?)$/u, "$1$2").replace(/^__(.+)__([.,;]?)$/u, "$1$2");
  const open = /^["'`]/u.exec(bare)?.[0];
  if (open === undefined) {
    const value = bare.replace(/\s+[#;](?:\s.*)?$/u, "").trim();
    return stated(value.replace(/(?<=[\p{L}\p{N})])[.,;]$/u, ""));
  }
  const end = bare.indexOf(open, 1);
  const inner = bare.slice(1, Math.max(1, end));
  const closed = /^[.,;]?(?:\s+[#;](?:\s.*)?)?$/u.test(bare.slice(end + 1).trimEnd());
  return end < 0 || !closed || (open !== "`" && inner.includes("\\")) ? null : stated(inner.trim());
}

/** The value, unless it is empty or prose. */
function stated(value: string): string | null {
  const prose =
    value.length > LONGEST || value.split(/\s+/u).length > MOST_WORDS || /[.!?]\s+\p{Lu}\p{Ll}/u.test(value);
  return value === "" || prose || /^[>|&*{[]|^[-–—]$|^(?:null|n\/a)$/iu.test(value) ? null : value;
}
