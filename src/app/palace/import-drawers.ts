import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { parseScope } from "../../model/scope.ts";
import { drawerFilePath, drawerFilePlace, type FilePlace, framed } from "../../palace/drawer-file/format.ts";
import { readDrawers, withPinsSaid, writeDrawer } from "../../palace/drawer-file/drawers.ts";
import { hallName } from "../../palace/halls/topical-halls.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { OpenedProject } from "../opened-project.ts";
import { recordAudit } from "../audit.ts";
import type { HeldLease } from "../../ingest/hold-lease.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { underLease } from "../exclusive.ts";
import { requireWhole, manualRoot, manualSource } from "./manual-drawers.ts";

/** A drawer of another palace. */
export interface ForeignDrawer {
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly hall: string | null;
  /** ISO 8601 with zone. */
  readonly date: string | null;
}

/** The result of an import. */
export interface ImportedDrawers {
  readonly added: number;
  /** Drawers that the room already contains, word for word. */
  readonly known: number;
  /** Drawers that no text file can contain: NUL, or half a surrogate pair. */
  readonly refused: number;
}

/**
 * Takes in drawers of another palace as if they had been added by hand, word for word, each room in its file, and indexes them once. The same
 * import again adds nothing.
 *
 * @throws LociError `SCOPE_INVALID`, `SOURCE_BUSY`, storage errors
 */
export async function importDrawers(
  project: OpenedProject,
  drawers: readonly ForeignDrawer[],
  scopeName: string,
): Promise<ImportedDrawers> {
  const scope = parseScope(scopeName);
  const source = await manualSource(project);
  const added = new Date(project.system.clock()).toISOString();
  const good = drawers.filter(({ text }) => !text.includes("\0") && text.isWellFormed());
  const byFile = Map.groupBy(good, (drawer) => drawerFilePath(drawer));
  let count = 0;
  const write = async (index: SearchIndex, lease: HeldLease): Promise<void> => {
    for (const [path, own] of byFile) {
      const { room } = drawerFilePlace(path) as FilePlace;
      const file = join(manualRoot(project), path.slice("palace/".length));
      const before = existsSync(file) ? readFileSync(file, "utf8") : "";
      requireWhole(file, before);
      const known = new Set(readDrawers(before).drawers.map(({ text }) => text));
      const said = withPinsSaid(before, room);
      const blocks: string[] = [];
      const head = `# ${room}\n`;
      for (const { text, hall, date } of own) {
        if (known.has(text)) continue;
        known.add(text);
        const id = contentHash(`${path}\n${text}`).slice(0, 32);
        const named = hall === null || hallName(hall) === "" ? null : hallName(hall);
        const drawer = { id, scope, hall: named, added, date: date ?? undefined, text };
        blocks.push(writeDrawer("", drawer, room).slice(head.length));
      }
      if (blocks.length === 0) continue;
      count += blocks.length;
      const kept = said === "" ? head : said.endsWith("\n") ? said : `${said}\n`;
      await writeFileAtomically(file, framed(kept + blocks.join("")));
    }
    if (count > 0)
      await indexSources(await project.ingest(index), { kind: "index", sources: [source], sourceLease: lease });
  };
  await project.indexHandle.use((index) =>
    underLease(project, leaseName("source", source.key), (lease) => write(index, lease)),
  );
  if (count > 0) await recordAudit(project, [{ action: "drawer.import", object: source.name, details: { scope } }]);
  return { added: count, known: good.length - count, refused: drawers.length - good.length };
}
