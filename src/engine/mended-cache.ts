import { rmSync } from "node:fs";
import { LociError } from "../model/error.ts";
import type { EmbeddingCache } from "../storage/ports/embedding-cache.ts";

/** What a mended cache is made of. */
export interface MendedCacheOptions {
  readonly path: string;
  readonly open: (path: string) => Promise<EmbeddingCache>;
  /** Told why the file was put away. */
  readonly onLoss: (detail: string) => void;
}

/**
 * The embedding cache of a project. All that it holds can be computed again, so a damaged file is put away and begun anew, whenever the damage
 * shows: it is no reason to refuse a run, and none to doubt the index.
 */
export async function openMendedCache({ path, open, onLoss }: MendedCacheOptions): Promise<EmbeddingCache> {
  const putAway = (thrown: unknown): void => {
    if (!(thrown instanceof LociError) || thrown.code !== "INDEX_DAMAGED") throw thrown;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    onLoss(thrown.message);
  };
  const opened = async (): Promise<EmbeddingCache> => {
    try {
      return await open(path);
    } catch (thrown) {
      putAway(thrown);
      return await open(path);
    }
  };
  let cache = await opened();
  const mending = async <T>(work: (cache: EmbeddingCache) => Promise<T>): Promise<T> => {
    try {
      return await work(cache);
    } catch (thrown) {
      const broken = cache;
      putAway(thrown);
      await broken.close();
      cache = await opened();
      return await work(cache);
    }
  };
  return {
    get: (model, hashes) => mending((current) => current.get(model, hashes)),
    put: (model, vectors) => mending((current) => current.put(model, vectors)),
    close: () => cache.close(),
  };
}
