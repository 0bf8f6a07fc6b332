import { hash as digest } from "node:crypto";
import { LociError } from "../../model/error.ts";
import { inverseNormOf, type QuantisedVector } from "../../model/vector.ts";
import type { Waiting } from "../ports/catalog.ts";
import type { EmbeddingCache } from "../ports/search-index.ts";
import { openDatabase, truncateLog } from "./database/open-database.ts";
import { damaged, storageError } from "./database/storage-error.ts";
import { transactions } from "./database/transactions.ts";
import { deleteDatabase, makePrivateFile } from "../../files/plain-file.ts";

const WHAT = "embedding cache";
const FORMAT_VERSION = 1;
/** Bytes of a key; two of a million texts share one with probability 10⁻²⁷. */
const KEY_BYTES = 16;
const BUSY_MILLISECONDS = 60_000;

/**
 * Keys and vectors apart: keys come in random order, which leaves a tree's pages a third empty, vectors in the order of writing.
 * A vector is its components, one byte each, and the inverse norm as f32.
 */
const SCHEMA = `
  CREATE TABLE vectors (number INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE keys (key BLOB PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${FORMAT_VERSION};
`;

/**
 * Opens or creates the cache of vectors in the file `path`.
 * @throws LociError `INDEX_FORMAT` for a file of a newer Loci, `INDEX_DAMAGED`, `STORAGE_BUSY`, `STORAGE_FAILED`
 * Cost: about 4 µs a vector read, 8 µs a vector written; some 300 bytes of disk for a vector of 256.
 */
export async function openSqliteEmbeddingCache(path: string, waiting?: Waiting): Promise<EmbeddingCache> {
  const options = { what: WHAT, pageSize: 4096, busyMilliseconds: BUSY_MILLISECONDS, waiting };
  const database = await openDatabase(path, options);
  const locks = transactions(database, options);
  const format = (): number => (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  try {
    if (locks.read(format) === 0)
      await locks.write(() => {
        if (format() === 0) database.exec(SCHEMA);
      });
    const found = locks.read(format);
    if (found > FORMAT_VERSION)
      throw new LociError(
        "INDEX_FORMAT",
        `the embedding cache has format ${found}; this version of Loci reads up to ${FORMAT_VERSION}`,
        {
          hint: "update Loci, or delete embeddings.sqlite: it is only a cache",
          details: { found, supported: FORMAT_VERSION },
        },
      );
    const select = database.prepare("SELECT body FROM keys JOIN vectors USING (number) WHERE key = ?");
    const selectKey = database.prepare("SELECT 1 FROM keys WHERE key = ?");
    const insertVector = database.prepare("INSERT INTO vectors (body) VALUES (?)");
    const insertKey = database.prepare("INSERT INTO keys (key, number) VALUES (?, ?)");
    const deleteVector = database.prepare("DELETE FROM vectors WHERE number = (SELECT number FROM keys WHERE key = ?)");
    const deleteKey = database.prepare("DELETE FROM keys WHERE key = ?");
    let closed = false;
    const checkOpen = (): void => {
      if (closed)
        throw new LociError("STORAGE_FAILED", "the embedding cache is closed", { hint: "open the project again" });
    };
    return {
      async get(model, hashes) {
        checkOpen();
        return locks.read(() => {
          const vectors = new Map<string, QuantisedVector>();
          for (const hash of hashes) {
            const row = select.get(keyOf(model, hash)) as { body: Uint8Array } | undefined;
            if (row !== undefined) vectors.set(hash, unpack(row.body));
          }
          return vectors;
        });
      },
      async put(model, vectors) {
        checkOpen();
        const rows = vectors.map(({ hash, vector }) => ({ key: keyOf(model, hash), body: pack(vector) }));
        await locks.write(() => {
          for (const { key, body } of rows) {
            if (selectKey.get(key) === undefined) insertKey.run(key, insertVector.run(body).lastInsertRowid);
          }
        });
      },
      async remove(model, hashes) {
        checkOpen();
        await locks.write(() => {
          for (const key of hashes.map((hash) => keyOf(model, hash))) {
            deleteVector.run(key);
            deleteKey.run(key);
          }
        });
        await truncateLog(database, WHAT);
      },
      async close() {
        if (closed) return;
        closed = true;
        await locks.idle();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw storageError(error, WHAT);
  }
}

const keyOf = (model: string, hash: string): Uint8Array =>
  digest("sha256", `${model}\n${hash}`, "buffer").subarray(0, KEY_BYTES);

function pack({ components, inverseNorm }: QuantisedVector): Uint8Array {
  const body = Buffer.alloc(components.length + 4);
  body.set(new Uint8Array(components.buffer, components.byteOffset, components.length));
  body.writeFloatLE(inverseNorm, components.length);
  return body;
}

/** @throws LociError `INDEX_DAMAGED` for components that the norm is not of */
function unpack(body: Uint8Array): QuantisedVector {
  const length = body.length - 4;
  const components = new Int8Array(length);
  components.set(body.subarray(0, length));
  const inverseNorm = Buffer.from(body.buffer, body.byteOffset, body.length).readFloatLE(length);
  if (inverseNorm !== inverseNormOf(components)) throw damaged(WHAT, "a vector is not as it was written");
  return { components, inverseNorm };
}

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
