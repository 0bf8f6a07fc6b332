import { LociError } from "../../model/error.ts";
import type { EmbeddingCache } from "../ports/embedding-cache.ts";
import { deleteDatabase, makePrivateFile } from "../../files/plain-file.ts";

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
  const anew = async (damage: LociError): Promise<EmbeddingCache> => {
    deleteDatabase(path);
    onLoss(damage.message);
    makePrivateFile(path);
    return await open(path);
  };
  makePrivateFile(path);
  let cache = open(path).catch((thrown: unknown) => anew(damageOf(thrown)));
  await cache;
  const mending = async <T>(work: (cache: EmbeddingCache) => Promise<T>): Promise<T> => {
    const used = cache;
    try {
      return await work(await used);
    } catch (thrown) {
      const damage = damageOf(thrown);
      // Of several that fail at once, the first begins it anew for all.
      if (cache === used) cache = used.then((broken) => broken.close()).then(() => anew(damage));
      return await work(await cache);
    }
  };
  return {
    get: (model, hashes) => mending((current) => current.get(model, hashes)),
    put: (model, vectors) => mending((current) => current.put(model, vectors)),
    remove: (model, hashes) => mending((current) => current.remove(model, hashes)),
    close: async () => await (await cache).close(),
  };
}

/** @throws whatever else was thrown */
function damageOf(thrown: unknown): LociError {
  if (thrown instanceof LociError && thrown.code === "INDEX_DAMAGED") return thrown;
  throw thrown;
}
