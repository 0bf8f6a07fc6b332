import { createRequire } from "node:module";
import type { Document } from "yaml";
import type { FrontMatterReading } from "./front-matter-reading.ts";
import { startsLikeMapping } from "./starts-like-mapping.ts";

/** Loaded with the first front matter: it takes 30 ms, which many folders don't need. */
let library: typeof import("yaml") | null = null;

/** Each is looked for in all that stands before it: 5,000 took 21 s. */
const MOST_ALIASES = 50;

/** YAML as a mapping. Safe on untrusted input: no tags, at most 50 aliases. */
export function readYaml(yaml: string): FrontMatterReading {
  if (yaml.trim() === "") return { values: {}, broken: false, own: yaml };
  try {
    library ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const document = library.parseDocument(yaml, { uniqueKeys: false, logLevel: "silent", schema: "core", customTags: [] });
    if (aliasesIn(document, library) > MOST_ALIASES) throw new RangeError("too many aliases");
    // As a map: an object would have the text of each key that is a mapping itself, which took 234 s for 750 such keys in each other.
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES, mapAsMap: true });
    return { values: value instanceof Map ? Object.fromEntries([...value].filter(([key]) => typeof key === "string")) : null, broken: document.errors.length > 0, own: yaml };
  } catch (error) {
    // Too many aliases, too deep (RangeError), what else YAML can't make a value of: whatever the file did, it says nothing.
    if (error instanceof Error) return { values: startsLikeMapping(yaml, ":") ? {} : null, broken: true, own: yaml };
    throw error;
  }
}

function aliasesIn(document: Document.Parsed, { visit }: typeof import("yaml")): number {
  let count = 0;
  visit(document, { Alias: () => void count++ });
  return count;
}
