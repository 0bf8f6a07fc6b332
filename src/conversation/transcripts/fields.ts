/** An object of somebody else's format: any field may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** The value as a text that isn't empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The value as a list; empty when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The objects among the values of a list. */
export function objectsOf(value: unknown): Fields[] {
  return listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== null);
}

/** An ISO 8601 time with a zone, as it stands; null for anything else. */
export function isoTime(value: unknown): string | null {
  return typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/u.test(value) &&
    !Number.isNaN(Date.parse(value))
    ? value
    : null;
}

/** Seconds since the epoch, as a number or digits, as ISO 8601 to the millisecond; null for anything else. */
export function epochTime(value: unknown): string | null {
  const seconds = typeof value === "string" && /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0 || seconds > 8.64e12) return null;
  return new Date(Math.round(seconds * 1000)).toISOString();
}

/**
 * The text of a call of a tool: its name, and below it what it was given; text as it is, anything else as JSON.
 * @example toolText("Bash", { command: "ls" }) // 'Bash\n{"command":"ls"}'
 */
export function toolText(name: string | null, input: unknown): string {
  const given = input === undefined || input === null ? "" : typeof input === "string" ? input : jsonText(input);
  return [name ?? "", given].filter((part) => part !== "").join("\n");
}

/**
 * A value that was read from JSON as JSON, however deep it is nested: `JSON.parse` reads any depth, `JSON.stringify` ends at some thousand levels.
 * Cost: linear.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepText(value);
  }
}

/** As `JSON.stringify`, with a stack of its own. */
function deepText(root: unknown): string {
  const pieces: string[] = [];
  // What is still to be written, last first: texts as they are, values alone in a list.
  const left: (string | readonly [unknown])[] = [[root]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const [value] = next;
    if (typeof value !== "object" || value === null) {
      pieces.push(JSON.stringify(value));
      continue;
    }
    const isList = Array.isArray(value);
    left.push(isList ? "]" : "}");
    for (const [i, [key, child]] of [...Object.entries(value).entries()].reverse())
      left.push([child], `${i === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(key)}:`}`);
    left.push(isList ? "[" : "{");
  }
  return pieces.join("");
}
