import { createRequire } from "node:module";
import type { FrontMatterReading, Mapping } from "./front-matter-reading.ts";

/** Loaded with the first front matter: it takes 30 ms, which many folders don't need. */
let library: typeof import("yaml") | null = null;

/** YAML as a mapping. Safe on untrusted input: no tags, few aliases. */
export function readYaml(yaml: string): FrontMatterReading {
  if (yaml.trim() === "") return { values: {}, broken: false, own: yaml };
  try {
    library ??= createRequire(import.meta.url)("yaml") as typeof import("yaml");
    const document = library.parseDocument(yaml, { uniqueKeys: false, logLevel: "silent", schema: "core", customTags: [] });
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    const mapping = typeof value === "object" && value !== null && !Array.isArray(value);
    return { values: mapping ? (value as Mapping) : null, broken: document.errors.length > 0, own: yaml };
  } catch (error) {
    // Too many aliases (ReferenceError), too deep (RangeError), what else YAML can't make a value of: whatever the file did, it says nothing.
    if (error instanceof Error) return { values: /^\s*(?:#.*\s+)*["']?[\w -]+["']?[ \t]*:/.test(yaml) ? {} : null, broken: true, own: yaml };
    throw error;
  }
}
