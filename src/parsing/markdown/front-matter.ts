import { createRequire } from "node:module";
import type { DocumentMetadata } from "../../model/section.ts";
import { isoDate } from "../iso-date.ts";

/** Front matter as it was found. */
export interface FrontMatter {
  /** Offset behind its closing line. */
  readonly end: number;
  readonly metadata: DocumentMetadata;
}

/** Loaded with the first front matter: it takes 30 ms, which many folders don't need. */
let yamlParser: typeof import("yaml") | null = null;

/** Longer front matter is none: whoever wrote `---` meant a line. */
const LONGEST = 65_536;
const OPENED = /^---[ \t]*(?:\r\n|\n|\r)/;
const CLOSED = /(?:^|[\n\r])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/;

/**
 * The YAML front matter at the head of a text: between a first line `---` and a line `---` or `...`. Null when there is none, when
 * it isn't closed, or when what stands between is no mapping (then it is text between two lines). Broken YAML that starts like a
 * mapping is still front matter, with nothing in it but the scope: better no metadata than a heading made of it, but who may see the
 * document is never overheard.
 *
 * Safe on untrusted input: no tags, few aliases, at most 64 KB; of the values only strings, numbers and lists of them are read.
 */
export function frontMatter(text: string): FrontMatter | null {
  const opened = OPENED.exec(text.slice(0, 256));
  if (opened === null) return null;
  const start = opened[0].length;
  const closed = CLOSED.exec(text.slice(start, start + LONGEST));
  if (closed === null) return null;
  const end = start + closed.index + closed[0].length;
  const yaml = text.slice(start, start + closed.index);
  const { values, broken } = readYaml(yaml);
  const scope = saidScope(yaml, values, broken);
  if (values === null && scope === undefined) return null;
  const metadata = values === null ? {} : metadataOf(values);
  return { end, metadata: { ...metadata, ...(scope !== undefined && { scope }) } };
}

/**
 * The scope as it was written, wherever the YAML is broken, names it twice, or gives something else than a word: it is for the reader of the document
 * to refuse what is none. Undefined: not a word of it.
 *
 * @param values null: it is no mapping
 */
function saidScope(yaml: string, values: Mapping | null, broken: boolean): string | undefined {
  const read = values !== null && Object.hasOwn(values, "scope") ? scalar(values["scope"]) : undefined;
  const anywhere = broken || values === null;
  const said = [...yaml.matchAll(SCOPE_LINE)]
    // In good YAML what is indented belongs to something else.
    .filter(([, indentation]) => anywhere || indentation === "")
    .map(([, , key, value]) => ({ key, value: (value as string).replace(/(?:^|\s)#.*$/, "").trim().replace(/^(["'])(.*)\1$/, "$2") }))
    // "Scope: what this page is about" is somebody's own; "Scope: admin" is not.
    .filter(({ key, value }) => key === "scope" || SCOPE.test(value))
    .map(({ value }) => value);
  return said.length === 0 || (said.length === 1 && read !== undefined) ? read : [...new Set(said)].join(" and ");
}

const SCOPE_LINE = /^([ \t]*)["']?(scope)["']?[ \t]*:(.*)$/gim;
const SCOPE = /^(?:kb|admin|user:\S+)$/i;

type Mapping = Readonly<Record<string, unknown>>;

/** The mapping, as far as it can be read; empty for none; null for what is none. */
function readYaml(yaml: string): { readonly values: Mapping | null; readonly broken: boolean } {
  if (yaml.trim() === "") return { values: {}, broken: false };
  try {
    yamlParser ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const document = yamlParser.parseDocument(yaml, { uniqueKeys: false, logLevel: "silent", schema: "core", customTags: [] });
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    const mapping = typeof value === "object" && value !== null && !Array.isArray(value);
    return { values: mapping ? (value as Mapping) : null, broken: document.errors.length > 0 };
  } catch (error) {
    // Too many aliases (ReferenceError), too deep (RangeError), what else YAML can't make a value of: whatever the file did, it says nothing.
    if (error instanceof Error) return { values: /^\s*(?:#.*\s+)*["']?[\w -]+["']?[ \t]*:/.test(yaml) ? {} : null, broken: true };
    throw error;
  }
}

function metadataOf(values: Mapping): DocumentMetadata {
  const text = (key: string): string | undefined => (Object.hasOwn(values, key) ? scalar(values[key]) : undefined);
  const [title, wing, room, hall] = [text("title"), text("wing"), text("room"), text("hall")];
  const date = isoDate(text("date"));
  const list = (key: string, separator: RegExp): string[] => (Object.hasOwn(values, key) ? listOf(values[key], separator) : []);
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
  };
}

function scalar(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A list, or a text that is one. */
function listOf(value: unknown, separator: RegExp): string[] {
  const list = Array.isArray(value) ? value.map(scalar) : (scalar(value) ?? "").split(separator).map((item) => item.trim());
  return list.filter((item) => item !== undefined && item !== "") as string[];
}
