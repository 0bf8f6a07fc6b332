import { existsSync, renameSync } from "node:fs";
import { isAbsolute } from "node:path";
import { cannotOpen, sealedJson, unsealed, textIfThere } from "../../files/plain-file.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { isInside } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import { NO_EDITS, type PalaceEdits } from "../../model/drawer.ts";
import { isScope } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import type { ProjectFolder } from "../project-folder.ts";

export type SourceDefinition = Pick<Source, "key" | "name" | "kind" | "root" | "options" | "addedAt">;

/** What a catalog knows that can't be read from other files, but for facts (which have their own) and the past: jobs, accesses, audit. */
interface CatalogRecord {
  /** Rises by one each time it is written. The catalog remembers it: an older catalog is one that was lost or put back. */
  readonly revision: number;
  /** Sorted by key. Roots as the catalog keeps them; see `projectOrigin`. */
  readonly sources: readonly SourceDefinition[];
  readonly palace: PalaceEdits;
  /** The server on which the catalog is; empty: in the project's folder. Absent in a record of an older version. */
  readonly catalog?: string;
}

export function definitionOf({ key, name, kind, root, options, addedAt }: Source): SourceDefinition {
  return { key, name, kind, root, options, addedAt };
}

const SCHEMA = 1;
const ABOUT =
  "What catalog.sqlite knows that can't be read from other files. Loci writes it; when the " +
  "catalog is lost, or an older one is put back, it is read. Whoever edits it takes the line sha256 out.";

export type RecordFile = ReturnType<typeof recordFile>;

/**
 * @param path absolute
 * @param place of the catalog that it is written from; see `catalogPlace`
 */
export function recordFile(path: string, place = "") {
  const text = (): string | null => textIfThere(path, cannotOpen);
  return {
    /** Null when it isn't there, or holds nothing that can be read: it is written again then. @throws LociError `STORAGE_FAILED` when it may not be read */
    read(): CatalogRecord | null {
      const found = text();
      return found === null ? null : parse(found);
    },
    /** @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` with the old one intact */
    async write({ revision, sources, palace }: CatalogRecord): Promise<void> {
      const before = text();
      // Not overwritten: a file broken by a slip in an editor may contain what exists nowhere else.
      if (before !== null && before.trim() !== "" && parse(before) === null) renameSync(path, `${path}.damaged`);
      // A source a line: small differences stay small in a backup.
      const lines = sources.map((source) => `    ${JSON.stringify(source)}`).join(",\n");
      const head =
        `{\n  "schema": ${SCHEMA},\n  "about": ${JSON.stringify(ABOUT)},\n  "revision": ${revision}` +
        `,\n  "catalog": ${JSON.stringify(place)}` +
        `,\n  "sources": [${lines === "" ? "" : `\n${lines}\n  `}],\n`;
      const edits = (list: readonly object[]): string =>
        list.length === 0 ? "[]" : `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`;
      await writeFileAtomically(
        path,
        sealedJson(
          `${head}  "corrections": ${edits(palace.corrections)},\n  "tunnels": ${edits(palace.tunnels)}` +
            `${palace.deeds === undefined ? "" : `,\n  "deeds": ${edits(palace.deeds)}`}\n}\n`,
        ),
      );
    },
  };
}

function parse(text: string): CatalogRecord | null {
  const read = unsealed<Omit<CatalogRecord, "palace"> & CatalogRecord["palace"] & { readonly schema: number }>(text);
  if (
    read === null ||
    read.schema !== SCHEMA ||
    !Number.isSafeInteger(read.revision) ||
    !Array.isArray(read.sources) ||
    !read.sources.every(isDefinition)
  )
    return null;
  const { revision, sources, catalog, corrections = NO_EDITS.corrections, tunnels = NO_EDITS.tunnels, deeds } = read;
  return {
    revision: revision as number,
    sources,
    palace: { corrections, tunnels, ...(deeds !== undefined && { deeds }) },
    ...(typeof catalog === "string" && { catalog }),
  };
}

const KINDS: ReadonlySet<string> = new Set<SourceDefinition["kind"]>(["folder", "file", "chat", "stdin", "hand"]);

/** People may have edited the file, and its scopes decide who sees what. */
function isDefinition(read: unknown): read is SourceDefinition {
  const { key, name, kind, root, addedAt, options } = (read ?? {}) as Partial<SourceDefinition>;
  if (
    typeof key !== "string" ||
    typeof name !== "string" ||
    typeof root !== "string" ||
    !isAbsolute(root) ||
    typeof addedAt !== "string"
  )
    return false;
  if (kind === undefined || !KINDS.has(kind) || typeof options !== "object" || options === null) return false;
  const { scope, wing, room, include, exclude, format } = options;
  return (
    (scope === null || (typeof scope === "string" && isScope(scope))) &&
    [wing, room, format].every(isTextOrNull) &&
    [include, exclude].every((list) => Array.isArray(list) && list.every((one) => typeof one === "string"))
  );
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";

/**
 * A catalog that stores paths inside the project's folder relative to where the folder was first made, and reads and writes them as paths of where it is now.
 * @param origin where the folder stood when the project was made
 * @param root where it is
 */
export function portableCatalog(catalog: Catalog, origin: string, root: string): Catalog {
  if (origin === root) return catalog;
  const { sources } = catalog;
  const here = (source: Source): Source => ({ ...source, root: moved(source.root, origin, root) });
  /** Moved sources by the list they were made from: a search gets the same object until somebody writes. */
  const movedSources = new WeakMap<readonly Source[], readonly Source[]>();
  return {
    ...catalog,
    sources: {
      ...sources,
      list: async () => (await sources.list()).map(here),
      async get(key) {
        const source = await sources.get(key);
        return source === null ? null : here(source);
      },
      put: (source) => sources.put({ ...source, root: moved(source.root, root, origin) }),
    },
    async forSearch() {
      const found = await catalog.forSearch();
      const known = movedSources.get(found.sources) ?? found.sources.map(here);
      movedSources.set(found.sources, known);
      return { sources: known, palace: found.palace };
    },
  };
}

/** A path inside one folder as the path at the same place inside another; any other path as it is. */
export const moved = (path: string, from: string, to: string): string =>
  isInside(path, from) ? to + path.slice(from.length) : path;

/** The server that an address of a catalog names, without its password; empty: the project's folder. */
export function catalogPlace(uri: string): string {
  if (uri === "") return "";
  const url = URL.parse(uri);
  return url === null ? "a server" : `${url.host}${url.pathname}`;
}

/**
 * Refuses a catalog elsewhere than where the project's is: two of them would each take the other's sources for lost ones, and bring
 * back what was removed.
 * @throws LociError `CONFIG_INVALID`
 * Cost: a system call; where the folder holds no catalog, its record is read.
 */
export function requireCatalogPlace(
  { catalog, record }: Pick<ProjectFolder, "catalog" | "record">,
  uri: string,
  recorded: Pick<RecordFile, "read">,
): void {
  const place = catalogPlace(uri);
  const isHere = existsSync(catalog);
  if (uri === "" && isHere) return;
  const known = isHere ? "" : recorded.read()?.catalog;
  if (known === undefined || known === place) return;
  const named = (where: string): string => (where === "" ? "in the project's folder" : `on the server ${where}`);
  throw new LociError(
    "CONFIG_INVALID",
    `the project's catalog is ${named(known)}, and this process was told that it is ${named(place)}; nothing was written`,
    {
      hint:
        `give every process the same LOCI_CATALOG_URI (catalog.uri); to move the catalog for good, stop them all and ` +
        (isHere ? `move '${catalog}' aside` : `take the lines "catalog" and "sha256" out of '${record}'`),
    },
  );
}
