import { rmSync } from "node:fs";
import { isInside } from "../ingest/is-inside.ts";
import { leaseName } from "../ingest/lease-name.ts";
import { LociError } from "../model/error.ts";
import type { Source } from "../model/source.ts";
import type { OpenedProject } from "./open-project.ts";
import { recordDeeds } from "./record-deeds.ts";
import { underLease } from "./under-lease.ts";

/** What went with a source. */
export interface RemovedSource {
  readonly source: Source;
  readonly documents: number;
  readonly drawers: number;
}

/** Documents in one transaction. */
const BATCH = 2_000;

/**
 * Finds a source by key, name or root.
 *
 * @throws LociError `SOURCE_NOT_FOUND`, also when a name fits several
 */
async function findSource({ catalog }: Pick<OpenedProject, "catalog">, named: string): Promise<Source> {
  const sources = await catalog.sources.list();
  const exact = sources.find(({ key }) => key === named);
  const found = exact === undefined ? sources.filter(({ name, root }) => name === named || root === named) : [exact];
  if (found.length === 1) return found[0] as Source;
  throw new LociError("SOURCE_NOT_FOUND", found.length === 0 ? `there is no source '${named.slice(0, 200)}'` : `${found.length} sources are called '${named.slice(0, 200)}'`, {
    hint: found.length === 0 ? "'loci sources' lists them" : "use its key, as 'loci sources' shows it",
    details: { matches: found.map(({ key }) => key) },
  });
}

/**
 * Forgets a source and takes every drawer of it out of the index. The files stay, but for a document that was handed over as bytes.
 *
 * @throws LociError `SOURCE_NOT_FOUND`, `SOURCE_BUSY`
 */
export async function removeSource(project: OpenedProject, named: string): Promise<RemovedSource> {
  const { catalog, keeper } = project;
  const source = await findSource(project, named);
  return await underLease(project, leaseName("source", source.key), (lease) =>
    keeper.use(async (index) => {
      const documents = await index.documents(source.key);
      let drawers = 0;
      for (let start = 0; start < documents.length; start += BATCH) {
        await lease.confirm();
        drawers += (await index.apply({ put: [], remove: documents.slice(start, start + BATCH).map(({ path }) => ({ source: source.key, path })) })).removed;
      }
      await catalog.sources.remove(source.key);
      await catalog.cursors.removeSource(source.key);
      await catalog.refusals.replace(source.key, []);
      // Our own copy of a document that was handed over as bytes; files of the user's stay.
      if (isInside(source.root, project.folder.uploads)) rmSync(source.root, { force: true });
      await recordDeeds(project, [{ action: "source.remove", object: source.key, details: { documents: documents.length, drawers } }]);
      return { source, documents: documents.length, drawers };
    }),
  );
}
