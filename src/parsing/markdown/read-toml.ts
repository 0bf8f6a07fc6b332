import { createRequire } from "node:module";
import type { FrontMatterReading } from "./front-matter-reading.ts";
import { startsLikeMapping } from "./starts-like-mapping.ts";

/** Loaded with the first front matter of its kind. */
let library: typeof import("smol-toml") | null = null;

/** TOML as a mapping, its dates as text. Safe on untrusted input: bounded depth. */
export function readToml(toml: string): FrontMatterReading {
  try {
    library ??= createRequire(import.meta.url)("smol-toml") as typeof import("smol-toml");
    // A CR by itself, as it is left before the closing line too, ends no line of TOML.
    const values = Object.entries(library.parse(toml.replace(/\r\n?/g, "\n"))).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
    // Behind the head of a table the keys are that table's.
    return { values: Object.fromEntries(values), broken: false, unread: false, own: toml.split(/^[ \t]*\[/m, 1)[0] as string };
  } catch (error) {
    // Broken, too deep, a number that is too large: whatever the file did, it says nothing.
    if (error instanceof Error) return { values: startsLikeMapping(toml, "=") ? {} : null, broken: true, unread: true, own: toml };
    throw error;
  }
}
