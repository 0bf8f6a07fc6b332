import type { Document, Node, Pair, Scalar, YAMLMap } from "yaml";

/** A value that a data file gives, with the keys that lead to it. */
export interface DataLine {
  /** As they are written, outermost first; an item of a list that has a name stands under it: `services`, `billing`, `owner`. */
  readonly keys: readonly string[];
  readonly value: string;
  /** Counted from the first line of the document, which is 1. */
  readonly line: number;
}

type Library = typeof import("yaml");
/** Keys whose value names the mapping around them: `- name: staging`. */
const NAMING = /^(?:name|id|key|title|env|environment|service|host)$/iu;
/** Longest text that is read, in characters: of half a million, YAML is read in about a second, once. */
const LONGEST = 500_000;
/** Deepest mapping that is looked into. */
const DEEPEST = 20;

/** Whether a file is data: JSON, YAML or TOML, by its name. */
export function isData(path: string): boolean {
  return /\.(?:json|ya?ml|toml)$/iu.test(path);
}

/**
 * Reads the values of a data file on single lines, by parsers of its format, with the lines that they stand on. What isn't sure says
 * nothing: a text with an error or a key twice, a piece out of the middle of a file, aliases, tags, blocks of text, lists of values.
 *
 * Cost: linear in the text, one of more than 500,000 characters says nothing.
 *
 * @param path says the format, by its extension
 * @param first number of the passage's first line in its document
 * @example await readData("[staging]\nport = 8443 # TLS", "a.toml", 1) // [{ keys: ["staging", "port"], value: "8443", line: 2 }]
 */
export async function readData(text: string, path: string, first: number): Promise<readonly DataLine[]> {
  if (first !== 1 || text.length > LONGEST) return [];
  try {
    if (/\.toml$/iu.test(path)) return readToml(text, (await import("smol-toml")).parse(text));
    // YAML reads more than JSON allows.
    if (/\.json$/iu.test(path)) JSON.parse(text);
    return readYaml(text, await import("yaml"));
  } catch {
    // An error of the format, or nested too deep: such a file says nothing.
    return [];
  }
}

function readYaml(text: string, library: Library): readonly DataLine[] {
  const counter = new library.LineCounter();
  const documents: readonly Document.Parsed[] = [
    ...library.parseAllDocuments(text, { lineCounter: counter, logLevel: "silent" }),
  ];
  if (documents.some(({ errors }) => errors.length > 0)) return [];
  const found: DataLine[] = [];
  const walk = (node: Node | null, keys: readonly string[], depth: number, item: boolean): void => {
    if (depth > DEEPEST || node === null || library.isAlias(node)) return;
    if (library.isSeq(node)) for (const one of node.items) walk(one as Node | null, keys, depth + 1, true);
    if (!library.isMap(node)) return;
    const pairs = (node as YAMLMap<Node, Node | null>).items;
    const naming = item ? pairs.find((pair) => NAMING.test(keyOf(pair) ?? "")) : undefined;
    const name = naming === undefined ? null : scalarOf(naming.value, text, library);
    for (const pair of pairs) {
      const key = keyOf(pair);
      if (key === null || key === "<<") continue;
      const under = pair === naming || name === null ? keys : [...keys, name];
      const value = scalarOf(pair.value, text, library);
      const { line } = counter.linePos(pair.key.range?.[0] ?? 0);
      if (value !== null) found.push({ keys: [...under, key], value, line });
      else walk(pair.value, [...under, key], depth + 1, false);
    }
  };
  const keyOf = ({ key }: Pair<Node, Node | null>): string | null => scalarOf(key, text, library);
  for (const { contents } of documents) walk(contents, [], 0, false);
  return found;
}

/** A scalar on one line: quoted, what it means, else as it is written; null for what is none. */
function scalarOf(node: Node | null, text: string, { isScalar }: Library): string | null {
  if (!isScalar(node) || node.tag !== undefined || /^BLOCK/u.test(node.type ?? "")) return null;
  const { value, source, type, range } = node as Scalar;
  if (value === null || value === undefined || /[\r\n]/u.test(text.slice(range?.[0], range?.[1]))) return null;
  const written = /^QUOTE/u.test(type ?? "") ? String(value) : (source ?? String(value));
  return /[\r\n]/u.test(written) ? null : written;
}

const TABLE = /^\s*(\[\[?)\s*([^[\]"'#]+?)\s*\]\]?\s*(?:#.*)?$/u;
const TOML_KEY = /^\s*([\w-]+(?:\s*\.\s*[\w-]+)*|"[^"\\]+"|'[^']+')\s*=(.*)$/u;

/** Each line with a key is looked up in what the parser made of the whole. */
function readToml(text: string, parsed: unknown): readonly DataLine[] {
  // Inside a text of several lines a line may look like any other.
  if (/"""|'''/u.test(text)) return [];
  const found: DataLine[] = [];
  const tables = new Map<string, number>();
  let table: unknown = parsed;
  let keys: readonly string[] = [];
  for (const [at, line] of text.split(/\r?\n/u).entries()) {
    const [, open = "", named = ""] = TABLE.exec(line) ?? [];
    if (open !== "") {
      const path = named.split(".").map((key) => key.trim());
      const nth = (tables.get(named) ?? -1) + 1;
      if (open === "[[") tables.set(named, nth);
      table = inside(parsed, path);
      if (open === "[[") table = Array.isArray(table) ? (table as unknown[])[nth] : undefined;
      const name = open === "[[" ? Object.entries(table ?? {}).find(([key]) => NAMING.test(key))?.[1] : undefined;
      keys = typeof name === "string" ? [...path, name] : path;
      continue;
    }
    // A table whose name isn't plain: what stands under it isn't known.
    if (/^\s*\[/u.test(line)) table = undefined;
    const [, key = "", rest = ""] = TOML_KEY.exec(line) ?? [];
    if (key === "") continue;
    const path = /^["']/u.test(key) ? [key.slice(1, -1)] : key.split(".").map((part) => part.trim());
    const under = keys.at(-1) === inside(table, path) ? keys.slice(0, -1) : keys;
    const add = (value: unknown, own: readonly string[], depth: number): void => {
      const written = scalar(value, rest);
      if (written !== null) found.push({ keys: [...under, ...own], value: written, line: at + 1 });
      else if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < DEEPEST)
        for (const [inner, one] of Object.entries(value)) add(one, [...own, inner], depth + 1);
    };
    add(inside(table, path), path, 0);
  }
  return found;
}

function inside(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === "object" && parent !== null && Object.hasOwn(parent, key)
        ? (parent as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/** A value as it is told: a text as it means, anything else as it is written behind its key. */
function scalar(value: unknown, rest: string): string | null {
  if (typeof value === "string") return /[\r\n]/u.test(value) ? null : value;
  if (typeof value === "boolean") return String(value);
  const bare = /^\s*([^\s#"'{[,][^#"'{[,]*?)\s*(?:#.*)?$/u.exec(rest)?.[1];
  // Of 1.10 the parser keeps 1.1.
  if (typeof value === "number" || typeof value === "bigint")
    return bare ?? (Number.isSafeInteger(value) ? String(value) : null);
  return value instanceof Date ? (bare ?? null) : null;
}
