import { rmSync } from "node:fs";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { LociError } from "../../model/error.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { catalogMark } from "../catalog-record/catalog-mark.ts";
import type { OpenedProject } from "../opened-project.ts";
import { damagedCatalogs } from "../project-folder.ts";
import { underLease } from "../under-lease.ts";

/** That something is being forgotten: its note holds the hashes of the texts, as JSON, until no trace of them is left. */
const MARK = catalogMark("forgetting");
const LEASE = "forgetting";

/**
 * Forgets, and takes what was forgotten out of the pages of the index, its log, temporary files and the cache of vectors; damaged catalogs that a repair
 * has kept go whole. That it was begun is kept until
 * all of it is done: where the process ends or the disk fails in between, the next `finishForgetting` goes on.
 *
 * @param texts of all that may go
 * @param erase takes it out of files and index
 */
export async function leavingNoTrace<T>(
  project: OpenedProject,
  index: SearchIndex,
  texts: readonly string[],
  erase: () => Promise<T>,
): Promise<T> {
  return await underLease(project, LEASE, async () => {
    const begun = await pending(project);
    const hashes = [...new Set([...begun, ...texts.map(contentHash)])];
    await MARK.write(project.catalog, { count: 1, note: JSON.stringify(hashes) });
    const erased = await erase();
    await clean(project, index, hashes);
    return erased;
  });
}

/**
 * Ends what an interrupted `leavingNoTrace` has left to do; another process that is at it is left alone.
 *
 * Cost: a row of the catalog where nothing is left.
 */
export async function finishForgetting(project: OpenedProject, index: SearchIndex): Promise<void> {
  if (!(await isForgettingUnfinished(project))) return;
  try {
    await underLease(project, LEASE, async () => await clean(project, index, await pending(project)), 0);
  } catch (thrown) {
    if (!(thrown instanceof LociError && thrown.code === "SOURCE_BUSY")) throw thrown;
  }
}

/** Whether something was forgotten whose traces may still stand in the index or its log. */
export async function isForgettingUnfinished({ catalog }: Pick<OpenedProject, "catalog">): Promise<boolean> {
  return ((await MARK.read(catalog))?.count ?? 0) > 0;
}

async function pending({ catalog }: OpenedProject): Promise<readonly string[]> {
  const mark = await MARK.read(catalog);
  return mark === null || mark.count === 0 || mark.note === null ? [] : (JSON.parse(mark.note) as readonly string[]);
}

async function clean(project: OpenedProject, index: SearchIndex, hashes: readonly string[]): Promise<void> {
  await index.purge();
  sweepTemporary(project.folder.root);
  // Nobody can tell what stands in a damaged file: a text may be cut by its pages.
  for (const path of damagedCatalogs(project.folder)) rmSync(path, { force: true });
  // Sources that a lost catalog no longer knows.
  const sources = await project.catalog.sources.list();
  (await project.parsed()).keepSources(new Set(sources.map(({ key }) => key)));
  const model = await index.modelIdentity();
  if (model !== null && hashes.length > 0) await (await project.embeddingCache()).remove(model, hashes);
  await MARK.write(project.catalog, { count: 0, note: null });
}
