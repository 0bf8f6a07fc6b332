/** What a line of a document says of something: `key: value`, `key = value`, a row of a table with two columns. */
export interface DocumentLine {
  /** The words before the sign, as plain words: `STAGING_PORT` is "staging port". */
  readonly key: string;
  /** What the line stands under: an INI section, the parents of a YAML key; else empty. */
  readonly section: string;
  /** The value as it is written, without quotes, decoration and a comment behind it. */
  readonly value: string;
  /** Counted from the first line of the document, which is 1. */
  readonly line: number;
}

const SECTION = /^\s*\[([\p{L}\p{N} ._-]{1,60})\]\s*(?:[#;].*)?$/u;
const ROW = /^\s*\|?([^|]+)\|([^|]+)\|?\s*$/u;
const MARK = String.raw`(\s*)(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:export\s+|set\s+)?`;
const KEY = String.raw`[*_\x60"']{0,3}(\p{L}[\p{L}\p{N} ._'’/()-]{0,59}?)[*_\x60"']{0,3}`;
const PAIR = new RegExp(String.raw`^${MARK}${KEY}\s*[:=：][*_]{0,2}(?:\s+|(?=\S)(?!\/\/))(.*)$`, "u");
const PARENT = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]{0,59}):\s*(?:#.*)?$/u;
/** Longest value that is a fact rather than prose, in characters and in words. */
const LONGEST = 120;
const MOST_WORDS = 12;

/**
 * Reads the lines of a document's passage that state something: `key: value` lines of Markdown, text, front matter and YAML,
 * `key = value` of INI and environment files, also inside code blocks, and tables of two columns. Cost: linear.
 *
 * @param first number of the passage's first line in its document
 * @example readLines("[staging]\nport = 8443 ; TLS", 3) // [{ key: "port", section: "staging", value: "8443", line: 4 }]
 */
export function readLines(text: string, first: number): readonly DocumentLine[] {
  const found: DocumentLine[] = [];
  let section = "";
  let parents: readonly { readonly indent: number; readonly key: string }[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const opened = SECTION.exec(line);
    if (opened !== null || /^\s{0,3}(?:#{1,6}\s|```|~~~|---\s*$)/u.test(line)) {
      section = plainWords(opened?.[1] ?? "");
      parents = [];
      continue;
    }
    const parent = PARENT.exec(line);
    const pair = parent === null ? (PAIR.exec(line) ?? row(line)) : null;
    const indent = (parent?.[1] ?? pair?.[1] ?? "").length;
    if (line.trim() !== "") parents = parents.filter((one) => one.indent < indent);
    if (parent !== null) parents = [...parents, { indent, key: plainWords(parent[2] as string) }];
    const value = cleanValue(pair?.[3] ?? "");
    if (pair === null || value === null) continue;
    const under = [section, ...parents.map(({ key }) => key)].filter((one) => one !== "").join(" ");
    found.push({ key: plainWords(pair[2] as string), section: under, value, line: first + at });
  }
  return found;
}

function row(line: string): readonly (string | undefined)[] | null {
  const cells = ROW.exec(line);
  return cells === null || /^[\s:-]+$/u.test(cells[2] as string)
    ? null
    : [line, "", (cells[1] as string).replace(/[*_`]+/gu, "").trim(), cells[2]];
}

/** `STAGING_PORT`, `stagingPort` and "Staging port" are the same words. */
function plainWords(key: string): string {
  return key
    .trim()
    .replace(/['’]s(?=\s|$)/gu, "")
    .replace(/[_./]+/gu, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase();
}

/** A value as it is written; null for what is empty, or prose. */
function cleanValue(text: string): string | null {
  const bare = text.replace(/\s+[#;](?:\s.*)?$/u, "").trim();
  const value = (
    /^(["'`]|\*\*|__)(.+)\1[.,;]?$/u.exec(bare)?.[2] ?? bare.replace(/(?<=[\p{L}\p{N})])[.,;]$/u, "")
  ).trim();
  const prose =
    value.length > LONGEST || value.split(/\s+/u).length > MOST_WORDS || /[.!?]\s+\p{Lu}\p{Ll}/u.test(value);
  return value === "" || prose || /^[>|&*{[]/u.test(value) ? null : value;
}
