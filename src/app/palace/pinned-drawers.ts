import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manualFile, manualText } from "../../ingest/manual/manual-documents.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import { drawerFilePlace, type FilePlace } from "../../palace/drawer-file/format.ts";
import { pinnedIn } from "../../palace/drawer-file/pins.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { manualKey, manualRoot } from "./manual-drawers.ts";

/**
 * Ids of the drawers that are pinned and visible, as their files say; of a drawer that was cut, its first part.
 *
 * Cost: the files of drawers that were added by hand are read, and documents of those that hold a pinned one.
 */
export async function pinnedDrawers(
  project: OpenedProject,
  index: SearchIndex,
  visible: VisibleScopes,
): Promise<readonly string[]> {
  const documents = await index.documents(manualKey(project));
  const ids: string[] = [];
  for (const [path, inFile] of Map.groupBy(documents, (document) => manualFile(document.path))) {
    const text = readIfThere(join(manualRoot(project), path));
    const pinned = pinnedIn(text, (drawerFilePlace(`palace/${path}`) as FilePlace).room);
    if (pinned.length === 0) continue;
    const starts = new Set(pinned.map(({ body }) => manualText(text.slice(0, body.start)).length));
    for (const document of inFile)
      for (const { drawer } of await index.documentDrawers(document, visible))
        if (starts.has(drawer.span.start)) ids.push(drawer.id);
  }
  return ids;
}

/** A file that went away since it was indexed pins nothing. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
