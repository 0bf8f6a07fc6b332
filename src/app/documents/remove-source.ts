import type { Asked, ONE_SOURCE } from "../../model/requests/index.ts";
import { forgetWords } from "../today/today.ts";
import type { OpenedProject } from "../opened-project.ts";
import { nearOrListed, operation, step } from "../../model/next-step.ts";
import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isInside } from "../../ingest/source-key.ts";
import { keptFolder } from "../../ingest/kept/kept-sessions.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { LociError } from "../../model/error.ts";
import type { Source } from "../../model/source.ts";
import { MAX_JOBS } from "../../storage/ports/catalog.ts";
import type { DocumentRef, SearchIndex } from "../../storage/ports/search-index.ts";
import { MESSAGES } from "../chats/chat-files.ts";
import { underLease } from "../exclusive.ts";

export interface RemovedSource {
  readonly source: Source;
  readonly documents: number;
  readonly drawers: number;
}

const BATCH = 2_000;

/**
 * Finds a source by key, name or root.
 * @throws LociError `SOURCE_NOT_FOUND`, also when a name fits several
 */
export async function findSource({ catalog }: Pick<OpenedProject, "catalog">, named: string): Promise<Source> {
  const sources = await catalog.sources.list();
  const exact = sources.find(({ key }) => key === named);
  const found = exact === undefined ? sources.filter(({ name, root }) => name === named || root === named) : [exact];
  if (found.length === 1) return found[0] as Source;
  throw new LociError(
    "SOURCE_NOT_FOUND",
    found.length === 0
      ? `there is no source '${named.slice(0, 200)}'`
      : `${found.length} sources are called '${named.slice(0, 200)}'`,
    {
      hint:
        found.length === 0
          ? nearOrListed(named, sources, "sources")
          : step`use its key, as ${operation("sources")} shows it`,
      details: { matches: found.map(({ key }) => key) },
    },
  );
}

/**
 * Forgets a source and takes every drawer of it out of the index. The user's files stay; those that Loci wrote itself go: a document that was
 * handed over as bytes, the messages of a chat that goes on here, the sessions that were kept of transcripts.
 * @throws LociError `SOURCE_NOT_FOUND`, `SOURCE_BUSY`
 */
export async function removeSource(project: OpenedProject, named: string): Promise<RemovedSource> {
  const { catalog, indexHandle } = project;
  const source = await findSource(project, named);
  forgetWords(project);
  const own = [project.folder.recorded, project.folder.uploads, project.folder.piped];
  const isOwn = own.some((folder) => isInside(source.root, folder));
  const removed = await indexHandle.use((index) =>
    underLease(project, leaseName("source", source.key), async (lease) => {
      const documents = await index.documents(source.key);
      const isLiveChat = isInside(source.root, project.folder.chats);
      if (isLiveChat) {
        await forgetAccesses(project, index, documents);
        // Before the index: what is left of it after a crash is taken out when this is called again, and nothing is read back.
        if (basename(source.root) === MESSAGES) rmSync(dirname(source.root), { recursive: true, force: true });
        else rmSync(source.root, { force: true });
      }
      let drawers = 0;
      for (let start = 0; start < documents.length; start += BATCH) {
        await lease.confirm();
        drawers += (
          await index.apply({
            put: [],
            remove: documents.slice(start, start + BATCH).map(({ path }) => ({ source: source.key, path })),
          })
        ).removed;
      }
      rmSync(keptFolder(project.folder.sessions, source.key), { recursive: true, force: true });
      await catalog.sources.remove(source.key);
      // What others left to its sessions is to be theirs with their next run. A chat that goes on here has none of theirs.
      for (const other of source.kind === "chat" && !isLiveChat ? await catalog.sources.list() : [])
        if (other.kind === "chat") await catalog.sources.put({ ...other, recipe: null });
      await catalog.cursors.removeSource(source.key);
      await catalog.refusals.replace(source.key, []);
      // Our own copy of what was handed over or came through a pipe; files of the user's stay.
      if (isOwn) rmSync(source.root, { recursive: true, force: true });
      return { source, documents: documents.length, drawers };
    }),
  );
  // Behind the lease, which is called by its key.
  if (isOwn) await forgetName(project, source);
  return removed;
}

/** A name may say what its document said: no run is of it any more. */
async function forgetName({ catalog }: Pick<OpenedProject, "catalog">, { key }: Source): Promise<void> {
  for (const job of await catalog.jobs.list(MAX_JOBS))
    if (job.sources.includes(key))
      await catalog.jobs.put({ ...job, sources: job.sources.filter((one) => one !== key) });
  await catalog.purge();
}

/** Drops who was shown the drawers of documents, and when. */
async function forgetAccesses(
  { catalog }: Pick<OpenedProject, "catalog">,
  index: SearchIndex,
  documents: readonly DocumentRef[],
): Promise<void> {
  for (const { source, path } of documents) {
    const drawers = await index.documentDrawers({ source, path }, "all");
    await catalog.accesses.forget(drawers.map(({ drawer }) => drawer.id));
  }
}

/**
 * Removes a document that was handed over as bytes. Every other source is the owner's to forget, with `removeSource`.
 * @param key of its source, as its upload answered it
 * @throws LociError `SOURCE_NOT_FOUND`, also when it is not the caller's; `SOURCE_BUSY`
 */
export async function removeDocument(
  project: OpenedProject,
  { key, caller }: Asked<typeof ONE_SOURCE>,
): Promise<RemovedSource> {
  const source = await project.catalog.sources.get(key);
  if (
    source === null ||
    !isInside(source.root, project.folder.uploads) ||
    (caller !== "owner" && source.options.scope !== caller)
  )
    throw new LociError("SOURCE_NOT_FOUND", `there is no document '${key.slice(0, 200)}'`, {
      hint: "its key came with the answer to its upload",
    });
  return await removeSource(project, key);
}
