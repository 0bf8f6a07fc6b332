import { operation, step } from "../../src/model/next-step.ts";
import { LociError } from "../../src/model/error.ts";
import { MAX_ROWS, type MilvusRow, type MilvusServer, type SdkClient } from "./client.ts";
import { all } from "./filter.ts";

const SCHEMA = 1;
/** Hash buckets that scopes are spread over: the server looks only into those of the scopes that are asked. */
const PARTITIONS = 16;
const TEXT_BYTES = 65_535;
/** Rows and bytes of one insert at most; a message of the server's may have 64 MB. */
const INSERT_ROWS = 2_000;

/** Columns of both collections, by which one is known where the server keeps no description (Milvus Lite). */
const COLUMNS = ["place", "doc", "scope", "id", "source", "path", "type", "wing", "room", "halls", "terms", "date"];

/** What tells our collections from others': kept as their description. */
interface Mark {
  readonly loci: number;
  readonly index: string;
}

/**
 * The two collections of an index: `words` holds every drawer with its sparse weights and all columns, `vectors` those that have a vector, with
 * the columns that filters read. A vector's length is fixed when its collection is made, which is when the first vector comes.
 */
export class Collections {
  readonly server: MilvusServer;
  readonly name: string;
  readonly #ready = new Map<string, Promise<void>>();

  /** @param name letters, digits and `_` */
  constructor(server: MilvusServer, name: string) {
    this.server = server;
    this.name = name;
  }

  get words(): string {
    return this.name;
  }

  vectors(dimension: number): string {
    return `${this.name}_v${dimension}`;
  }

  /** Makes a collection where it isn't there, and has it loaded. @throws LociError `STORAGE_FAILED` where one of that name is somebody else's */
  async ensure(collection: string, dimension: number | null): Promise<void> {
    await this.#once(collection, () => this.#make(collection, dimension));
  }

  /** Searches a collection. Gives places, best first. */
  async search(
    {
      collection,
      field,
      data,
    }: {
      readonly collection: string;
      readonly field: "words" | "embedding";
      readonly data: Readonly<Record<number, number>> | readonly number[];
    },
    expression: string,
    limit: number,
  ): Promise<readonly number[]> {
    const { results } = await this.#read<{ results: readonly MilvusRow[] }>("a search", collection, (client) =>
      client.search({
        ...this.#strong(collection, expression, ["place"]),
        anns_field: field,
        data: data as number[],
        limit: Math.min(limit, MAX_ROWS),
        metric_type: field === "words" ? "IP" : "COSINE",
        // As exact as the index of the server can be asked to be.
        params: field === "words" ? { drop_ratio_search: 0 } : { ef: Math.min(MAX_ROWS, Math.max(256, 2 * limit)) },
      } as never),
    );
    return results.map(({ place }) => Number(place));
  }

  /** Rows of the words collection, in no order; at most `MAX_ROWS`. */
  async query(expression: string, fields: readonly string[], limit = MAX_ROWS): Promise<readonly MilvusRow[]> {
    return await this.#rows("a query", this.words, { ...this.#strong(this.words, expression, fields), limit });
  }

  async count(expression: string, collection = this.words): Promise<number> {
    const [row] = await this.#rows("a count", collection, this.#strong(collection, expression, ["count(*)"]));
    return Number(row?.["count(*)"] ?? 0);
  }

  async #rows(what: string, collection: string, request: object): Promise<readonly MilvusRow[]> {
    const read = (client: SdkClient): Promise<unknown> => client.query(request as never);
    return (await this.#read<{ data: readonly MilvusRow[] }>(what, collection, read)).data;
  }

  async #read<T>(what: string, collection: string, work: (client: SdkClient) => Promise<unknown>): Promise<T> {
    return (await this.#loaded(collection, () => this.server.call(what, work, true))) as T;
  }

  /** What every read asks for: rows under an expression, as they are after the last write. */
  #strong(collection: string, expression: string, fields: readonly string[]): object {
    return {
      collection_name: collection,
      filter: expression,
      output_fields: [...fields],
      consistency_level: "Strong",
    };
  }

  async insert(collection: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    for (let start = 0; start < rows.length; start += INSERT_ROWS) {
      const data = rows.slice(start, start + INSERT_ROWS);
      const answer: { insert_cnt?: string; err_index?: readonly unknown[]; succ_index?: readonly unknown[] } =
        await this.server.call("an upload", (client) => client.insert({ collection_name: collection, data } as never));
      if ((answer.err_index?.length ?? 0) > 0 || (answer.succ_index?.length ?? data.length) !== data.length)
        throw new LociError("STORAGE_FAILED", `the Milvus server took ${answer.insert_cnt} of ${data.length} drawers`, {
          hint: "run the command again: what was not complete is undone first",
        });
    }
  }

  /** Takes versions of documents off, and sees that they are gone. */
  async remove(collections: readonly string[], versions: readonly number[]): Promise<void> {
    for (let start = 0; start < versions.length; start += INSERT_ROWS) {
      const expression = `doc in [${versions.slice(start, start + INSERT_ROWS).join(", ")}]`;
      await Promise.all(
        collections.map(async (collection) => {
          await this.#loaded(collection, () =>
            this.server.call("a removal", (client) =>
              client.delete({ collection_name: collection, filter: expression }),
            ),
          );
          const left = await this.count(expression, collection);
          if (left > 0)
            throw new LociError("STORAGE_FAILED", `${left} drawers are still on the server after they were removed`, {
              hint: "run the command again: they are not found meanwhile",
            });
        }),
      );
    }
  }

  /** Our collections of this index that are there. */
  async existing(): Promise<readonly string[]> {
    const answer = await this.server.call("its collections", (client) => client.showCollections({}), true);
    const data = (answer as unknown as { data: readonly { name: string }[] }).data;
    return data.map(({ name }) => name).filter((name) => name === this.name || name.startsWith(`${this.name}_v`));
  }

  async drop(): Promise<void> {
    this.#ready.clear();
    for (const collection of await this.existing()) {
      await this.#requireOurs(collection, null);
      await this.server.call("dropping a collection", (client) =>
        client.dropCollection({ collection_name: collection }),
      );
    }
  }

  /** Runs a call once the collection is loaded; after a restart of the server it no longer is. */
  async #loaded<T>(collection: string, work: () => Promise<T>): Promise<T> {
    try {
      await this.#once(collection, () => this.#load(collection));
      return await work();
    } catch (thrown) {
      if (
        !(thrown instanceof LociError) ||
        !/not (?:been )?loaded|'released'|not found|can't be reached/i.test(thrown.message)
      )
        throw thrown;
      this.#ready.delete(collection);
      await this.#once(collection, () => this.#load(collection));
      return await work();
    }
  }

  #once(collection: string, work: () => Promise<void>): Promise<void> {
    let ready = this.#ready.get(collection);
    if (ready === undefined) {
      ready = work();
      this.#ready.set(collection, ready);
      ready.catch(() => this.#ready.delete(collection));
    }
    return ready;
  }

  async #make(collection: string, dimension: number | null): Promise<void> {
    const { value } = (await this.server.call("a collection", (client) =>
      client.hasCollection({ collection_name: collection }),
    )) as unknown as { value: boolean };
    if (value) await this.#requireOurs(collection, dimension);
    else {
      const T = this.server.types;
      const text = (name: string, max_length = TEXT_BYTES) => ({ name, data_type: T.VarChar, max_length });
      const number = (name: string) => ({ name, data_type: T.Int64 });
      const shared = [
        { ...number("place"), is_primary_key: true },
        number("doc"),
        { ...text("scope", 600), is_partition_key: true },
        text("id", 32),
        ...["source", "path", "type", "wing", "room"].map(number),
        { name: "halls", data_type: T.Array, element_type: T.Int64, max_capacity: 64 },
        { name: "terms", data_type: T.Array, element_type: T.Int64, max_capacity: 4_096 },
        { name: "date", data_type: T.Double },
      ];
      const own =
        dimension === null
          ? [
              ...["head", "bag", "vector", "body"].map((name) => text(name)),
              { name: "words", data_type: T.SparseFloatVector },
            ]
          : [{ name: "embedding", data_type: T.FloatVector, dim: dimension }];
      await unlessThere(
        this.server
          .call("making a collection", (client) =>
            client.createCollection({
              collection_name: collection,
              description: JSON.stringify({ loci: SCHEMA, index: this.name } satisfies Mark),
              num_partitions: PARTITIONS,
              fields: [...shared, ...own],
              consistency_level: "Strong" as never,
            } as never),
          )
          .catch((thrown: unknown) => {
            throw withoutSparse(thrown, this.server) ?? thrown;
          }),
      );
    }
    await this.#index(collection, dimension);
    await this.#load(collection);
  }

  async #index(collection: string, dimension: number | null): Promise<void> {
    const [field_name, index_type, metric_type] =
      dimension === null
        ? ["words", "SPARSE_INVERTED_INDEX", "IP"]
        : ["embedding", this.server.version.startsWith("milvus_lite") ? "FLAT" : "HNSW", "COSINE"];
    await unlessThere(
      this.server.call("an index", (client) =>
        client.createIndex({
          collection_name: collection,
          field_name: field_name as string,
          index_type: index_type as string,
          metric_type: metric_type as string,
          params: index_type === "HNSW" ? { M: 32, efConstruction: 360 } : {},
        } as never),
      ),
    );
  }

  async #load(collection: string): Promise<void> {
    await this.server.call("loading a collection", (client) =>
      client.loadCollectionAsync({ collection_name: collection }),
    );
    for (let tries = 0; tries < 600; tries++) {
      const state = (await this.server.call("a collection's state", (client) =>
        client.getLoadState({ collection_name: collection }),
      )) as unknown as { state: string };
      if (state.state === "LoadStateLoaded") return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(200, 5 + tries * 5)));
    }
    throw new LociError("UNAVAILABLE", `the Milvus server is still loading '${collection}'`, {
      hint: "try again later",
    });
  }

  /** @param dimension of its vectors; null: any, or none */
  async #requireOurs(collection: string, dimension: number | null): Promise<void> {
    const { schema } = (await this.server.call("a collection", (client) =>
      client.describeCollection({ collection_name: collection }),
    )) as unknown as { schema: Schema };
    let mark: Partial<Mark> | null = null;
    try {
      mark = JSON.parse(schema.description) as Mark;
    } catch {
      // Somebody else's, or a server that keeps no descriptions.
    }
    const isOurs = mark?.loci === SCHEMA && mark.index === this.name;
    if (isOurs) requireDimension(collection, schema, dimension);
    if (isOurs) return;
    if (typeof mark?.loci === "number" && mark.loci > SCHEMA)
      throw new LociError("INDEX_FORMAT", `the collection '${collection}' was made by a newer version of Loci`, {
        hint: step`update Loci, or run ${operation("data rebuild")}`,
      });
    const names = new Set(schema.fields.map(({ name }) => name));
    if (schema.description === "" && COLUMNS.every((name) => names.has(name)))
      return requireDimension(collection, schema, dimension);
    throw new LociError("STORAGE_FAILED", `the server has a collection '${collection}' that Loci did not make`, {
      hint: "rename it, or use another server; nothing was changed",
    });
  }
}

interface Schema {
  readonly description: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type_params?: readonly { readonly key: string; readonly value: string }[];
  }[];
}

/** @throws LociError `STORAGE_FAILED` where the collection holds vectors of another length */
function requireDimension(collection: string, { fields }: Schema, dimension: number | null): void {
  if (dimension === null) return;
  const found = fields.find(({ name }) => name === "embedding")?.type_params?.find(({ key }) => key === "dim")?.value;
  if (found === undefined || Number(found) === dimension) return;
  throw new LociError(
    "STORAGE_FAILED",
    `the collection '${collection}' holds vectors of ${found} components, not of ${dimension}`,
    { hint: "rename it, or use another server; nothing was changed" },
  );
}

/** What to say of a server that knows no sparse vectors; null: the failure is another one. */
function withoutSparse(thrown: unknown, { address, version }: MilvusServer): LociError | null {
  if (!(thrown instanceof LociError) || thrown.code !== "STORAGE_FAILED") return null;
  if (!/sparse|data ?type/i.test(thrown.message)) return null;
  return new LociError("UNAVAILABLE", `the server at ${address.uri} (Milvus ${version}) takes no sparse vectors`, {
    hint: "use Milvus 2.4 or newer, or leave store.uri empty to keep the index in the project's folder",
    cause: thrown,
  });
}

export function placesExpression(places: readonly number[], versions: readonly number[]): string {
  const parts = [
    ...(places.length > 0 ? [`place in [${places.join(", ")}]`] : []),
    ...(versions.length > 0 ? [`doc in [${versions.join(", ")}]`] : []),
  ];
  return parts.length === 0 ? "place < 0" : parts.length === 1 ? all(parts) : `(${parts.join(" or ")})`;
}

export function versionsExpression(versions: readonly { readonly number: number }[]): string {
  const numbers = versions.map(({ number }) => number);
  return placesExpression([], numbers);
}

/** What is being made may be there: made by another process at the same moment, or by one that was killed before it said so. */
async function unlessThere(making: Promise<unknown>): Promise<void> {
  try {
    await making;
  } catch (thrown) {
    if (!(thrown instanceof LociError) || !/already exist|at most one (?:distinct )?index/i.test(thrown.message))
      throw thrown;
  }
}
