import type { System } from "../opened-project.ts";
import type { Note } from "../../model/note.ts";
import { example, hintOf, operation, step } from "../../model/next-step.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import { catalogMark } from "./catalog-mark.ts";
import { underLease } from "../exclusive.ts";
import { definitionOf, type SourceDefinition, type RecordFile } from "./record-file.ts";

export interface RecordParts {
  readonly catalog: Catalog;
  readonly file: RecordFile;
  readonly system: Pick<System, "lease" | "clock">;
}

/** The note given with the first answer after a restore. @param sources how many were taken back */
export function catalogRestored(sources: number): Note {
  const many = `${sources} ${sources === 1 ? "source" : "sources"}`;
  return {
    code: "CATALOG_RESTORED",
    message:
      `the catalog was lost, or an older one put back: ${many}` +
      ` and the corrections of the palace were taken from catalog.json; jobs and accesses are not ` +
      `known any more`,
    ...hintOf(step`run ${operation("index")}: it reads the sources again and embeds nothing anew`),
  };
}

const FILE = "catalog.json";
/** The revision of the record; its note says when the catalog was taken back. */
const MARK = catalogMark(FILE);
const LEASE = "catalog-record";

/** Writes the record from the catalog, one process at a time. After a crash in the middle, the next `restore` writes it. */
export async function saveRecord(parts: RecordParts): Promise<void> {
  await underLease(parts, LEASE, () => writeNext(parts));
}

/**
 * Brings catalog and record together when a project is opened. A catalog that is older than its record was lost, or is a copy that was put back: the
 * record's sources and edits are put in place of its own, to be read again by the next run. A record that is missing or older is written anew.
 * @returns how many sources were taken back; null when nothing was lost
 * Cost: a small file and a row.
 */
export async function restoreRecord(parts: RecordParts): Promise<number | null> {
  if ((await stateOf(parts)) === "same") return null;
  return await underLease(parts, LEASE, async () => {
    // Another process may have done it meanwhile.
    const state = await stateOf(parts);
    if (state === "same") return null;
    const { catalog, file } = parts;
    if (state === "record-behind") {
      await writeNext(parts);
      return null;
    }
    const record = state === "new" ? null : file.read();
    if (record === null) return null;
    const kept = new Set(record.sources.map(({ key }) => key));
    for (const { key } of await catalog.sources.list()) if (!kept.has(key)) await catalog.sources.remove(key);
    for (const source of record.sources) await restoreSource(catalog, source);
    const { palace } = record;
    await catalog.palace.change((edits) => (JSON.stringify(edits) === JSON.stringify(palace) ? edits : palace));
    const time = new Date(parts.system.clock()).toISOString();
    await catalog.audit.append([
      { time, caller: "owner", action: "catalog.restore", object: FILE, details: { sources: record.sources.length } },
    ]);
    // Written last: a process killed before this repeats the work.
    await write(parts, record.revision + 1, time);
    return record.sources.length;
  });
}

/** `new`: neither knows of anything. */
async function stateOf(parts: RecordParts): Promise<"same" | "record-behind" | "catalog-behind" | "new"> {
  const { catalog, file } = parts;
  const known = (await MARK.read(catalog))?.count ?? null;
  const written = file.read()?.revision ?? null;
  if (known === written && known !== null) return "same";
  if (written !== null && written > (known ?? -1)) return "catalog-behind";
  if (known !== null) return "record-behind";
  const isNew =
    (await catalog.sources.list()).length === 0 &&
    (await catalog.jobs.list(1)).length === 0 &&
    (await catalog.palace.read()).version === 0;
  return isNew ? "new" : "record-behind";
}

/** Under the lease. */
async function writeNext(parts: RecordParts): Promise<void> {
  const known = await MARK.read(parts.catalog);
  await write(parts, (known?.count ?? 0) + 1, known?.note ?? null);
}

async function write({ catalog, file }: RecordParts, revision: number, restored: string | null): Promise<void> {
  // The catalog is written first. A record older than the catalog is written again, but a newer one would overrule the catalog.
  await MARK.write(catalog, { count: revision, note: restored });
  await file.write({
    revision,
    sources: (await catalog.sources.list()).map(definitionOf),
    palace: (await catalog.palace.read()).edits,
  });
}

async function restoreSource(catalog: Catalog, definition: SourceDefinition): Promise<void> {
  const stored = await catalog.sources.get(definition.key);
  // One document at least, so that an index which is lost, too, is missed; the next run counts.
  const fresh = { ...BEFORE_RUNS, documents: 1 };
  const source: Source = stored === null ? { ...fresh, ...definition } : { ...stored, ...definition };
  await catalog.sources.put(source);
}

/** A note that the catalog was lost and restored, until the sources have been read again; else null. */
export async function catalogLoss(catalog: Pick<Catalog, "cursors" | "sources">): Promise<Note | null> {
  const time = (await MARK.read(catalog))?.note ?? null;
  if (time === null) return null;
  const waiting = (await catalog.sources.list()).filter(({ lastRun }) => lastRun === null).length;
  if (waiting === 0) return null;
  return {
    code: "CATALOG_RESTORED",
    message:
      `the catalog was lost, or an older one put back, and was taken from files at ${time}: ${waiting} ` +
      `${waiting === 1 ? "source waits" : "sources wait"}` +
      ` to be read again; jobs and accesses before are not known`,
    ...hintOf(step`${example("index")}`),
  };
}

/**
 * A catalog whose record is written after each change of what the record holds: which sources there are and what was said of them, and the edits of
 * the palace. How sources stand changes with every run, and isn't recorded.
 * @param save writes the record from the catalog
 */
export function recordedCatalog(catalog: Catalog, save: () => Promise<void>): Catalog {
  const { sources, palace } = catalog;
  return {
    ...catalog,
    sources: {
      ...sources,
      async put(source) {
        const before = await sources.get(source.key);
        await sources.put(source);
        if (before === null || isOther(before, source)) await save();
      },
      async remove(key) {
        const removed = await sources.remove(key);
        if (removed) await save();
        return removed;
      },
    },
    palace: {
      ...palace,
      async change(work) {
        let changed = false;
        const edits = await palace.change((before) => {
          const next = work(before);
          changed = next !== before;
          return next;
        });
        if (changed) await save();
        return edits;
      },
    },
  };
}

const isOther = (before: Source, after: Source): boolean =>
  JSON.stringify(definitionOf(before)) !== JSON.stringify(definitionOf(after));
