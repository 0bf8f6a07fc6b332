import type { OpenedProject } from "../opened-project.ts";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { manualDocuments, manualFile } from "../../ingest/manual/manual-documents.ts";
import { drawerFilePlace, type FilePlace, type FoundDrawer, CUT_HINT, isCut } from "../../palace/drawer-file/format.ts";
import { LociError } from "../../model/error.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { handRoot, handSource } from "./hand-source.ts";

/** Drawers of one file of the palace. */
export interface HandParts {
  /** Absolute. */
  readonly file: string;
  readonly place: FilePlace;
  readonly text: string;
  /** As they stand in the file. */
  readonly drawers: ReadonlySet<FoundDrawer>;
  /** As they stand in the index: several where one was too long. */
  readonly parts: readonly { readonly id: string; readonly drawer: FoundDrawer }[];
}

/** Where drawers that were added by hand stand, with all the parts that each consists of, file by file. A file that is gone by now is left out. */
export async function handParts(
  project: OpenedProject,
  drawers: readonly StoredDrawer[],
): Promise<readonly HandParts[]> {
  if (drawers.length === 0) return [];
  const source = await handSource(project);
  const { place: placing, settings } = await project.reading();
  return [...Map.groupBy(drawers, ({ document }) => manualFile(document.path))].flatMap(([path, own]) => {
    const file = join(handRoot(project), path);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
    const place = drawerFilePlace(`palace/${path}`) as FilePlace;
    const text = readFileSync(file, "utf8");
    const { found } = manualDocuments(
      { path, place, text, contentHash: "", bytes: 0, modifiedAt: 0 },
      { source, settings, place: placing },
    );
    const meant = new Set(own.flatMap(({ drawer }) => found.get(drawer.id) ?? []));
    return [
      {
        file,
        place,
        text,
        drawers: meant,
        parts: [...found].flatMap(([id, drawer]) => (meant.has(drawer) ? [{ id, drawer }] : [])),
      },
    ];
  });
}

/**
 * Before a file of drawers is written to: what is written behind a cut would pass it off as whole.
 *
 * @throws LociError `STORAGE_FAILED`
 */
export function requireWhole(file: string, text: string): void {
  if (!isCut(text)) return;
  throw new LociError("STORAGE_FAILED", `'${file}' was cut off: its last line is missing; nothing was changed`, {
    hint: CUT_HINT,
    details: { file },
  });
}
