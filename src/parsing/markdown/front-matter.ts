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
 * mapping is still front matter, with nothing in it: better no metadata than a heading made of it.
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
  const values = readYaml(yaml);
  return values === null ? null : { end, metadata: metadataOf(values) };
}

/** The mapping; empty for none and for broken ones; null for what is no mapping. */
function readYaml(yaml: string): Readonly<Record<string, unknown>> | null {
  if (yaml.trim() === "") return {};
  try {
    yamlParser ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const value: unknown = yamlParser.parse(yaml, { maxAliasCount: 50, uniqueKeys: false, logLevel: "silent", schema: "core", customTags: [] });
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch (error) {
    // YAML's own errors, too many aliases (ReferenceError), too deep (RangeError): whatever the file did, it says nothing.
    if (error instanceof Error) return /^\s*(?:#.*\s+)*["']?[\w -]+["']?[ \t]*:/.test(yaml) ? {} : null;
    throw error;
  }
}

function metadataOf(values: Readonly<Record<string, unknown>>): DocumentMetadata {
  const text = (key: string): string | undefined => (Object.hasOwn(values, key) ? scalar(values[key]) : undefined);
  const [title, wing, room, hall, scope] = [text("title"), text("wing"), text("room"), text("hall"), text("scope")];
  const date = isoDate(text("date"));
  const tags = Object.hasOwn(values, "tags") ? tagList(values["tags"]) : [];
  return {
    ...(title !== undefined && { title }),
    ...(wing !== undefined && { wing }),
    ...(room !== undefined && { room }),
    ...(hall !== undefined && { hall }),
    ...(scope !== undefined && { scope }),
    ...(date !== undefined && { date }),
    ...(tags.length > 0 && { tags }),
  };
}

function scalar(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function tagList(value: unknown): string[] {
  const list = Array.isArray(value) ? value.map(scalar) : (scalar(value) ?? "").split(/[,\s]+/);
  return list.flatMap((tag) => (tag === undefined || tag === "" ? [] : [tag.replace(/^#/, "")]));
}
