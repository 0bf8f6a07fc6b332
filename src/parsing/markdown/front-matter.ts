import { createRequire } from "node:module";
import type { Document, DocumentOptions, ParseOptions, SchemaOptions } from "yaml";
import type { DocumentMetadata } from "../../model/section.ts";
import { statedDate } from "../../text/iso-date.ts";

const SCOPE_LINE = {
  ":": /^([ \t]*)["']?(scope)["']?[ \t]*:(.*)$/gim,
  "=": /^([ \t]*)["']?(scope)["']?[ \t]*=(.*)$/gim,
} as const;
const SCOPE = /^(?:kb|admin|user:\S+)$/i;

/**
 * The scope as it was written, wherever the front matter is broken, names it twice, or gives something else than a word: it is for the reader of the
 * document to refuse what is none. Undefined: not a word of it.
 * @param sign what stands between a key and its value
 */
function statedScope({ values, broken, own }: FrontMatterReading, sign: keyof typeof SCOPE_LINE): string | undefined {
  const read = values !== null && Object.hasOwn(values, "scope") ? (scalar(values["scope"]) ?? "") : undefined;
  const anywhere = broken || values === null;
  const stated = [...own.matchAll(SCOPE_LINE[sign])]
    // In what can be read, a line that is indented belongs to something else.
    .filter(([, indentation]) => anywhere || indentation === "")
    .map(([, , key, value]) => ({
      key,
      value: (value as string)
        .replace(/(?:^|\s)#.*$/, "")
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2"),
    }))
    // "Scope: what this page is about" is somebody's own; "Scope: admin" is not.
    .filter(({ key, value }) => key === "scope" || SCOPE.test(value))
    .map(({ value }) => value);
  return stated.length === 0 || (stated.length === 1 && read !== undefined) ? read : [...new Set(stated)].join(" and ");
}

/** Loaded with the first front matter of its kind. */
let tomlLibrary: typeof import("smol-toml") | null = null;

/** TOML as a mapping, its dates as text. Safe on untrusted input: bounded depth. */
function readToml(toml: string): FrontMatterReading {
  try {
    tomlLibrary ??= createRequire(import.meta.url)("smol-toml") as typeof import("smol-toml");
    // A CR by itself, as it is left before the closing line too, ends no line of TOML.
    const values = Object.entries(tomlLibrary.parse(toml.replace(/\r\n?/g, "\n"))).map(([key, value]) => [
      key,
      value instanceof Date ? value.toISOString() : value,
    ]);
    // Behind the head of a table the keys are that table's.
    return {
      values: Object.fromEntries(values),
      broken: false,
      unread: false,
      own: toml.split(/^[ \t]*\[/m, 1)[0] as string,
    };
  } catch (error) {
    // Broken, too deep, a number that is too large: whatever the file did, it says nothing.
    if (error instanceof Error)
      return { values: startsLikeMapping(toml, "=") ? {} : null, broken: true, unread: true, own: toml };
    throw error;
  }
}

export interface FrontMatter {
  /** Offset behind its closing line. */
  readonly end: number;
  readonly metadata: DocumentMetadata;
}

/** Maximum length of front matter; in a longer one `---` was meant as a line. */
const LONGEST = 65_536;

/** How front matter is written: its first line, the line that closes it, and what stands between. */
const KINDS = [
  {
    opened: /^---[ \t]*(?:\r\n|\n|\r)/,
    closed: /(?:^|[\n\r])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/,
    read: readYaml,
    sign: ":",
  },
  {
    opened: /^\+\+\+[ \t]*(?:\r\n|\n|\r)/,
    closed: /(?:^|[\n\r])\+\+\+[ \t]*(?:\r\n|\n|\r|$)/,
    read: readToml,
    sign: "=",
  },
] as const;

/**
 * The front matter at the head of a text: YAML between a first line `---` and a line `---` or `...`, or TOML between two lines `+++`. Null when there
 * is none, when it isn't closed, or when what stands between is no mapping (then it is text between two lines). What can't be read and starts like a
 * mapping is still front matter, with nothing in it but the scope: better no metadata than a heading made of it, but who may see the
 * document is never overheard.
 *
 * Safe on untrusted input: at most 64 KB are read; see `readYaml` and `readToml`.
 */
export function frontMatter(text: string): FrontMatter | null {
  const head = text.slice(0, 256);
  for (const { opened, closed, read, sign } of KINDS) {
    const start = opened.exec(head)?.[0].length;
    if (start === undefined) continue;
    const close = closed.exec(text.slice(start, start + LONGEST));
    if (close === null) return null;
    const reading = read(text.slice(start, start + close.index));
    const scope = statedScope(reading, sign);
    if (reading.values === null && scope === undefined) return null;
    return {
      end: start + close.index + close[0].length,
      metadata: {
        ...frontMatterMetadata(reading.values ?? {}),
        ...(scope !== undefined && { scope }),
        ...(reading.unread && { unread: true }),
      },
    };
  }
  return null;
}

/** Keys that say when a note was written, as `plainKey` has them, the surer first. */
const DATE_KEYS = "date created createdat creationdate datecreated pubdate publishdate published publishedat".split(
  " ",
);
/** One key, however its words are joined: `created_at`, `created-at`, `Created At`, `createdAt`. */
const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[\s_-]/gu, "");
/** Properties at the head of a note, as Logseq and Dataview write them, each on a line of its own: `created-at:: 1715680800000`. */
const PROPERTIES = /^(?:\s*(?:[-*] )?[\w-]+::[^\r\n]*)+/u;
const PROPERTY = /([\w-]+)::([^\r\n]*)$/gmu;

/** The date that the properties at the head of a note's text give it; undefined where there are none. */
export function dateOfProperties(text: string): string | undefined {
  const head = PROPERTIES.exec(text.slice(0, LONGEST))?.[0] ?? "";
  const values = new Map([...head.matchAll(PROPERTY)].map(([, key = "", value]) => [plainKey(key), value]));
  return firstDate((key) => values.get(key));
}

const firstDate = (valueOf: (key: string) => string | undefined): string | undefined =>
  DATE_KEYS.map((key) => statedDate(valueOf(key) ?? "")).find((one) => one !== undefined);

/** What front matter says of its document, but for the scope. Of the values only strings, numbers and lists of them are read. */
function frontMatterMetadata(values: Mapping): Omit<DocumentMetadata, "scope"> {
  const byKey = new Map(Object.entries(values).map(([key, value]) => [plainKey(key), value]));
  const text = (key: string): string | undefined => scalar(byKey.get(key));
  const [title, wing, room, hall] = [text("title"), text("wing"), text("room"), text("hall")];
  // Obsidian and others say when a note was written, not when it was touched.
  // To YAML a link without quotation marks is a list in a list.
  const date = firstDate((key) => [byKey.get(key)].flat(3).map(scalar).join(", "));
  const list = (key: string, separator: RegExp): string[] => listOf(byKey.get(key), separator);
  const tags = list("tags", /[,\s]+/).map((tag) => tag.replace(/^#/, ""));
  const aliases = list("aliases", /,/);
  return {
    ...(title !== undefined && { title }),
    ...(wing !== undefined && { wing }),
    ...(room !== undefined && { room }),
    ...(hall !== undefined && { hall }),
    ...(date !== undefined && { date }),
    ...(tags.length > 0 && { tags }),
    ...(aliases.length > 0 && { aliases }),
    ...(text("generated") !== undefined && { generated: true }),
  };
}

function listOf(value: unknown, separator: RegExp): string[] {
  const list = Array.isArray(value)
    ? value.map(scalar)
    : (scalar(value) ?? "").split(separator).map((item) => item.trim());
  return list.filter((item) => item !== undefined && item !== "") as string[];
}

/** The text of a value of front matter; undefined for what is no text or number, or blank. */
function scalar(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Keys and values, as they were written. */
type Mapping = Readonly<Record<string, unknown>>;

/** What stands between the marks of front matter, as far as it can be read. */
interface FrontMatterReading {
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
 * @param sign what stands between a key and its value
 */
function startsLikeMapping(text: string, sign: keyof typeof KEY): boolean {
  const first = text.split(/[\r\n]+/).find((line) => /^\s*[^\s#]/.test(line));
  return first !== undefined && KEY[sign].test(first.trimStart());
}

const LINE = /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>#].*)$/gm;

/**
 * YAML whose plain values on lines of their own are quoted: what people write after a colon is often no YAML, a title with another colon ("title: Tea: a
 * guide"), a star, an at sign. Lists, blocks and what is quoted stay as they are.
 * @example quoteValues("title: Tea: a guide # new") // "title: 'Tea: a guide'"
 */
const quoteValues = (yaml: string): string =>
  yaml.replace(
    LINE,
    (_, key: string, value: string) =>
      `${key}: '${value
        .replace(/\s#.*$/, "")
        .trim()
        .replaceAll("'", "''")}'`,
  );

/** Loaded with the first front matter: it takes 30 ms, which many folders don't need. */
let yamlLibrary: typeof import("yaml") | null = null;

/** Maximum number of aliases: each is searched for in all text before it, and 5,000 took 21 s. */
const MAX_ALIASES = 50;
const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  uniqueKeys: false,
  logLevel: "silent",
  schema: "core",
  customTags: [],
};

/** YAML as a mapping; where it is none for what stands behind a colon, as it was meant. Safe on untrusted input: no tags, at most 50 aliases. */
function readYaml(yaml: string): FrontMatterReading {
  if (yaml.trim() === "") return { values: {}, broken: false, unread: false, own: yaml };
  try {
    yamlLibrary ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const asWritten = yamlLibrary.parseDocument(yaml, OPTIONS);
    const broken = asWritten.errors.length > 0;
    const repaired = broken ? yamlLibrary.parseDocument(quoteValues(yaml), OPTIONS) : asWritten;
    const unread = repaired.errors.length > 0;
    const values = valuesOf(repaired, yamlLibrary);
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
