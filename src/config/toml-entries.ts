/** One `key = value` or `[table]` of a TOML text, and where it stands. */
export interface TomlEntry {
  readonly kind: "value" | "table";
  /** Full path, the table's included. */
  readonly path: readonly string[];
  /** 1-based. */
  readonly line: number;
  /** Offset at which the line's statement starts. */
  readonly start: number;
  /** For a value: the literal's span. For a table: the header's. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A string in any of TOML's four forms (up to two quotes may come right before the closing three), a comment, a bare word, or another sign. */
const TOKEN =
  /"""(?:\\[^]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[^])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[A-Za-z0-9_-]+|[^]/g;

/**
 * Where everything stands in a TOML text that a parser has accepted: parsers give values, not places, and errors and
 * edits need places. Not a validator: on text that isn't TOML the answer is meaningless.
 */
export function tomlEntries(text: string): readonly TomlEntry[] {
  const entries: TomlEntry[] = [];
  let table: readonly string[] = [];
  let open: { -readonly [Part in keyof TomlEntry]: TomlEntry[Part] } | null = null;
  let inKey = true;
  let depth = 0;
  let line = 1;
  for (const { 0: token, index } of `${text}\n`.matchAll(TOKEN)) {
    if (token === "\n" && depth === 0) {
      if (open !== null) entries.push(open);
      if (open?.kind === "table") table = open.path;
      open = null;
      inKey = true;
    } else if (!token.startsWith("#") && token.trim() !== "") {
      open ??=
        token === "["
          ? { kind: "table", path: [], line, start: index, valueStart: index, valueEnd: index }
          : { kind: "value", path: table, line, start: index, valueStart: -1, valueEnd: index };
      if (inKey && /^["'\w-]/.test(token)) open.path = [...open.path, nameIn(token)];
      if (inKey && open.kind === "value") inKey = token !== "=";
      else {
        if (open.valueStart < 0) open.valueStart = index;
        open.valueEnd = index + token.length;
        if (token === "[" || token === "{") depth++;
        if (token === "]" || token === "}") depth--;
      }
    }
    line += token.split("\n").length - 1;
  }
  return entries;
}

/** Offset of the next line break, or of the text's end. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** A part of a key. A basic string as JSON has it; TOML's own escapes (`\UXXXXXXXX`, `\e`) stay as they are, they only name keys. */
function nameIn(token: string): string {
  if (!token.startsWith('"')) return token.startsWith("'") ? token.slice(1, -1) : token;
  return token
    .slice(1, -1)
    .replace(/\\u([0-9a-fA-F]{4})|\\(["\\])/g, (_, hex?: string, plain?: string) =>
      hex === undefined ? (plain ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
