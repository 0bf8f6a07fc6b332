import { readFileSync } from "node:fs";
import { join } from "node:path";

interface RecordedSource {
  readonly kind?: unknown;
  readonly root?: unknown;
}

/** How many sources a project has, as its record tells. */
export function sourceCount(home: string, key: string): number {
  return recordedSources(home, key).length;
}

/** Roots of the folders that a project indexes, as its record tells them. Empty where there is none, or a damaged one. */
export function sourceRoots(home: string, key: string): readonly string[] {
  return recordedSources(home, key).flatMap(({ kind, root }) =>
    kind === "folder" && typeof root === "string" ? [root] : [],
  );
}

function recordedSources(home: string, key: string): readonly RecordedSource[] {
  try {
    const { sources } = JSON.parse(readFileSync(join(home, "projects", key, "catalog.json"), "utf8")) as {
      readonly sources?: readonly RecordedSource[];
    };
    return sources ?? [];
  } catch {
    // Absent or damaged: whoever opens the project is told what is wrong with it.
    return [];
  }
}
