import type { OpenedProject } from "../opened-project.ts";
import { join } from "node:path";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";

/** The folder of drawers that were added by hand: `memory/palace` in the project's own folder. */
export function manualRoot({ folder }: Pick<OpenedProject, "folder">): string {
  return join(folder.memory, "palace");
}

/** The key of their source. */
export function manualKey(project: Pick<OpenedProject, "folder" | "keyOf">): string {
  return project.keyOf("hand", manualRoot(project));
}

/** The source of drawers that were added by hand, remembered when the first one is. */
export async function manualSource(project: OpenedProject): Promise<Source> {
  const root = manualRoot(project);
  const key = manualKey(project);
  const stored = await project.catalog.sources.get(key);
  if (stored !== null) return stored;
  return {
    key,
    name: "palace",
    kind: "hand",
    root,
    options: { scope: null, wing: null, room: null, include: [], exclude: [], format: null },
    addedAt: new Date(project.system.clock()).toISOString(),
    ...BEFORE_RUNS,
  };
}
