import { createRequire } from "node:module";
import type { Document, DocumentOptions, ParseOptions, SchemaOptions } from "yaml";

/** Keys and values, as they were written. */
export type Mapping = Readonly<Record<string, unknown>>;

/** What stands between the marks of front matter, as far as it can be read. */
export interface FrontMatterReading {
  /** Empty where nothing is said; null for what is no mapping. */
  readonly values: Mapping | null;
  /** Whether it isn't what its marks say, YAML or TOML. */
  readonly broken: boolean;
  /** Whether something of it is lost by that. */
  readonly unread: boolean;
  /** The text that may say the mapping's own keys. */
  readonly own: string;
}

const KEY = { ":": /^["']?[\w -]{1,100}["']?[ \t]*:/, "=": /^["']?[\w.-]{1,100}["']?[ \t]*=/ } as const;

/**
 * Whether the first line that isn't blank or a comment begins with a key.
 *
 * @param sign what stands between a key and its value
 */
export function startsLikeMapping(text: string, sign: keyof typeof KEY): boolean {
  const first = text.split(/[\r\n]+/).find((line) => /^\s*[^\s#]/.test(line));
  return first !== undefined && KEY[sign].test(first.trimStart());
}

const LINE = /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>#].*)$/gm;

/**
 * YAML whose plain values on lines of their own are quoted: what people write after a colon is often no YAML, a title with another colon ("title: Tea: a
 * guide"), a star, an at sign. Lists, blocks and what is quoted stay as they are.
 *
 * @example quoteValues("title: Tea: a guide # new") // "title: 'Tea: a guide'"
 */
function quoteValues(yaml: string): string {
  return yaml.replace(
    LINE,
    (_, key: string, value: string) =>
      `${key}: '${value
        .replace(/\s#.*$/, "")
        .trim()
        .replaceAll("'", "''")}'`,
  );
}

/** Loaded with the first front matter: it takes 30 ms, which many folders don't need. */
let library: typeof import("yaml") | null = null;

/** Each is looked for in all that stands before it: 5,000 took 21 s. */
const MAX_ALIASES = 50;
const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  uniqueKeys: false,
  logLevel: "silent",
  schema: "core",
  customTags: [],
};

/** YAML as a mapping; where it is none for what stands behind a colon, as it was meant. Safe on untrusted input: no tags, at most 50 aliases. */
export function readYaml(yaml: string): FrontMatterReading {
  if (yaml.trim() === "") return { values: {}, broken: false, unread: false, own: yaml };
  try {
    library ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const asWritten = library.parseDocument(yaml, OPTIONS);
    const broken = asWritten.errors.length > 0;
    const repaired = broken ? library.parseDocument(quoteValues(yaml), OPTIONS) : asWritten;
    const unread = repaired.errors.length > 0;
    const values = valuesOf(repaired, library);
    // What is read beyond an error is no value that anybody wrote.
    return { values: unread && values !== null ? {} : values, broken, unread, own: yaml };
  } catch (error) {
    // Too many aliases, too deep (RangeError), what else YAML can't make a value of: whatever the file did, it says nothing.
    if (error instanceof Error)
      return { values: startsLikeMapping(yaml, ":") ? {} : null, broken: true, unread: true, own: yaml };
    throw error;
  }
}

/** Null where it is no mapping. */
function valuesOf(document: Document.Parsed, yaml: typeof import("yaml")): Mapping | null {
  if (aliasesIn(document, yaml) > MAX_ALIASES) throw new RangeError("too many aliases");
  // As a map: an object would have the text of each key that is a mapping itself, which took 234 s for 750 such keys in each other.
  const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES, mapAsMap: true });
  return value instanceof Map ? Object.fromEntries([...value].filter(([key]) => typeof key === "string")) : null;
}

function aliasesIn(document: Document.Parsed, { visit }: typeof import("yaml")): number {
  let count = 0;
  visit(document, { Alias: () => void count++ });
  return count;
}
