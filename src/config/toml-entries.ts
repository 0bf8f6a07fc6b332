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

/**
 * Where everything stands in a TOML text that a parser has accepted: parsers give values, not places, and errors and
 * edits need places. Not a validator: on text that isn't TOML the answer is meaningless (but always given, in O(n)).
 */
export function tomlEntries(text: string): readonly TomlEntry[] {
  const entries: TomlEntry[] = [];
  let table: readonly string[] = [];
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  let counted = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted++) if (text[counted] === "\n") line++;
    return line;
  };

  while (position < text.length) {
    const character = text[position];
    if (character === "#") position = endOfLine(text, position);
    else if (character === undefined || /\s/.test(character)) position++;
    else if (character === "[") {
      const start = position;
      while (text[position] === "[") position++;
      const { path, end } = readPath(text, position, "]");
      position = end;
      while (text[position] === "]") position++;
      table = path;
      entries.push({ kind: "table", path, line: lineAt(start), start, valueStart: start, valueEnd: position });
    } else {
      const start = position;
      const { path, end } = readPath(text, position, "=");
      const valueStart = skipBlanks(text, end + 1);
      position = Math.max(skipValue(text, valueStart), start + 1);
      entries.push({
        kind: "value",
        path: [...table, ...path],
        line: lineAt(start),
        start,
        valueStart,
        valueEnd: position,
      });
    }
  }
  return entries;
}

/** Offset of the next line break, or of the text's end. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** A dotted key, quoted parts included, up to `stop`. */
function readPath(
  text: string,
  from: number,
  stop: "=" | "]",
): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let position = from;
  while (position < text.length && text[position] !== stop && text[position] !== "\n") {
    const character = text[position];
    if (character === '"' || character === "'") {
      const end = skipString(text, position);
      const inside = text.slice(position, end);
      path.push(character === '"' ? unescape(inside) : inside.slice(1, -1));
      position = end;
    } else if (character !== undefined && /[A-Za-z0-9_-]/.test(character)) {
      const start = position;
      while (/[A-Za-z0-9_-]/.test(text[position] ?? "")) position++;
      path.push(text.slice(start, position));
    } else position++;
  }
  return { path, end: position };
}

/** A basic string as JSON has it; TOML's own escapes (`\UXXXXXXXX`, `\e`) stay as they are, they only name keys. */
function unescape(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\u([0-9a-fA-F]{4})|\\(["\\])/g, (_, hex?: string, plain?: string) =>
      hex === undefined ? (plain ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function skipBlanks(text: string, from: number): number {
  let position = from;
  while (text[position] === " " || text[position] === "\t") position++;
  return position;
}

/** The offset after the value that starts here: a string, an array, an inline table, or a bare word. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  let position = from;
  while (position < text.length) {
    const character = text[position];
    if (character === '"' || character === "'") position = skipString(text, position);
    else if (character === "#") {
      if (depth === 0) break;
      position = endOfLine(text, position);
    } else if (character === "\n" && depth === 0) break;
    else {
      if (character === "[" || character === "{") depth++;
      if (character === "]" || character === "}") depth--;
      position++;
    }
  }
  while (position > from && /\s/.test(text[position - 1] ?? "")) position--;
  return position;
}

/** The offset after the string that starts here, in any of TOML's four forms. */
function skipString(text: string, from: number): number {
  const quote = text[from] ?? "";
  const long = text.startsWith(quote.repeat(3), from);
  let position = from + (long ? 3 : 1);
  while (position < text.length) {
    const character = text[position];
    if (character === "\\" && quote === '"') position += 2;
    else if (long && text.startsWith(quote.repeat(3), position)) {
      position += 3;
      // Up to two quotes may come right before the closing three.
      while (text[position] === quote) position++;
      return position;
    } else if (!long && (character === quote || character === "\n")) return position + 1;
    else position++;
  }
  return text.length;
}
