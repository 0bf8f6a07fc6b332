import type { Tool } from "./tool.ts";

/** What stands before the names of MemPalace's tools. */
const PREFIX = /^mempalace_/u;

/** Tools of MemPalace that have no counterpart of their own, by what does their work here. */
const INSTEAD: readonly (readonly [names: RegExp, instead: string])[] = [
  [/^kg_/u, "there is no knowledge graph: 'facts' keeps what was told, with its history"],
  [/^diary_/u, "there is no diary: 'add_drawer' keeps words under a wing and a room, 'wake_up' shows the newest"],
];

/**
 * The name of a tool, given with MemPalace's prefix or without.
 *
 * @example ownToolName("mempalace_search") // "search"
 */
export function ownToolName(name: string): string {
  return name.replace(PREFIX, "");
}

/** What an agent of MemPalace does here instead of calling a tool that isn't offered; null for a name that isn't one of those. */
export function insteadOf(name: string): string | null {
  return INSTEAD.find(([names]) => names.test(ownToolName(name)))?.[1] ?? null;
}

/** What agents of MemPalace call parameters, by what they are called here. */
const NAMES: Readonly<Record<string, string>> = {
  content: "text",
  drawer_id: "id",
  start_room: "room",
  max_hops: "hops",
  n_results: "limit",
};

/**
 * Arguments under the names of MemPalace as a tool of ours takes them. Only names that the tool doesn't have itself are read so, and only
 * where its own isn't given beside.
 *
 * @example ownNames(addDrawerTool, { content: "…", wing: "w", room: "r" }) // { text: "…", wing: "w", room: "r" }
 */
export function ownNames({ input }: Pick<Tool, "input">, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const has = (name: string): boolean => Object.hasOwn(input, name);
  const args: Record<string, unknown> = { ...given };
  for (const [theirs, ours] of Object.entries(NAMES)) {
    if (!(theirs in args) || has(theirs) || !has(ours) || ours in args) continue;
    args[ours] = args[theirs];
    delete args[theirs];
  }
  const { wing_a: first, wing_b: second, ...rest } = args;
  const wings = [first, second].filter((wing) => typeof wing === "string");
  return wings.length > 0 && has("wings") && !("wings" in args) ? { ...rest, wings } : args;
}
