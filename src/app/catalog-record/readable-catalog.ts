import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/note.ts";
import { BEFORE_RUNS, type Source } from "../../model/source.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import { commitMemory, INDEX_FILE } from "./catalog-mark.ts";
import { definitionOf, type RecordFile } from "./record-file.ts";

/** A catalog to read from, and the damage of the original if this is a substitute. */
export interface ReadableCatalog {
  readonly catalog: Catalog;
  /** Null: it is the catalog itself. */
  readonly damage: LociError | null;
}

/**
 * Opens a catalog and looks at what every search reads of it. In the place of one that is damaged stands its record, a file of its own: sources with
 * their scopes and the corrections of the palace are read from there, who may see a passage stands with the passage in the index, and everything else
 * (jobs, leases, all writing) is refused with the error that tells how to repair it. Without a record the error is thrown: nobody knows the scopes.
 * @throws LociError as opening does
 * Cost: a few rows more than opening.
 */
export async function openReadableCatalog(open: () => Promise<Catalog>, file: RecordFile): Promise<ReadableCatalog> {
  let catalog: Catalog | null = null;
  try {
    catalog = await open();
    await catalog.forSearch();
    await catalog.cursors.get("", "");
    await catalog.leases.list();
    await catalog.jobs.unfinished();
    await catalog.accesses.last([""], "all");
    return { catalog, damage: null };
  } catch (thrown) {
    const committed = isDamage(thrown) && catalog !== null ? await committedIn(catalog) : 0;
    await catalog?.close();
    const substitute = isDamage(thrown) ? recordAsCatalog(file, thrown, committed) : null;
    if (substitute === null) throw thrown;
    return { catalog: substitute, damage: thrown as LociError };
  }
}

/** The note given with the first answer from a substitute. */
export function catalogDamaged({ message, hint }: LociError): Note {
  return {
    code: "CATALOG_DAMAGED",
    message: `${message}: answers come from the index, nothing can be written, jobs and accesses are not known`,
    hint,
  };
}

function isDamage(thrown: unknown): thrown is LociError {
  return thrown instanceof LociError && thrown.cause instanceof LociError && thrown.cause.code === "INDEX_DAMAGED";
}

/** The last commit of the index that a damaged catalog knows of, as far as it can be read. It shows whether an older copy of the index was put back. */
async function committedIn(catalog: Catalog): Promise<number> {
  try {
    return await commitMemory(catalog).read();
  } catch {
    return 0;
  }
}

/** @param committed see `CommitMemory` */
function recordAsCatalog(file: RecordFile, fault: LociError, committed: number): Catalog | null {
  const record = file.read();
  if (record === null) return null;
  // One document at least, so that an index which is lost, too, is missed.
  const known = { ...BEFORE_RUNS, documents: 1, status: "ready" } as const;
  const sources = record.sources.map((source): Source => ({ ...known, ...source }));
  const palace = { version: record.revision, edits: record.palace };
  const searchRead = { sources, palace };
  return refusing<Catalog>(fault, {
    sources: refusing<Catalog["sources"]>(fault, {
      list: async () => sources,
      get: async (key) => sources.find((source) => source.key === key) ?? null,
    }),
    palace: refusing<Catalog["palace"]>(fault, { read: async () => palace }),
    jobs: refusing<Catalog["jobs"]>(fault, { list: async () => [], unfinished: async () => [], get: async () => null }),
    leases: refusing<Catalog["leases"]>(fault, { list: async () => [] }),
    cursors: refusing<Catalog["cursors"]>(fault, {
      get: async (source, path) =>
        source === "" && path === INDEX_FILE && committed > 0
          ? { source, path, offset: committed, lastId: null, hash: "" }
          : null,
    }),
    accesses: refusing<Catalog["accesses"]>(fault, { last: async () => new Map() }),
    refusals: refusing<Catalog["refusals"]>(fault, {}),
    audit: refusing<Catalog["audit"]>(fault, { list: async () => [] }),
    spend: refusing<Catalog["spend"]>(fault, {}),
    readsOnly: true,
    forSearch: async () => searchRead,
    check: async () => [String(fault.details["reason"] ?? fault.cause)],
    close: async () => undefined,
  });
}

/** An object that answers the given calls and refuses every other one. */
function refusing<T extends object>(fault: LociError, answered: Partial<T>): T {
  return new Proxy(answered, {
    get: (target, name) => Reflect.get(target, name) ?? (() => Promise.reject(fault)),
  }) as T;
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
      list: () => sources.list(),
      get: (key) => sources.get(key),
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
      read: () => palace.read(),
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

function isOther(before: Source, after: Source): boolean {
  return JSON.stringify(definitionOf(before)) !== JSON.stringify(definitionOf(after));
}
