import { keeping } from "../../src/caches/bounded-cache.ts";
import { randomBytes } from "node:crypto";
import type { IndexHouse } from "../../src/storage/ports/search-index.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import { type MilvusAddress, MilvusServer, parseMilvusUri } from "./client.ts";
import { Collections } from "./collections.ts";
import { milvusIndex } from "./open-index.ts";

export interface MilvusHouseOptions extends MilvusAddress {
  readonly project: string;
  /** What the names of its collections begin with; absent or empty: the project's name. */
  readonly collection?: string;
  /** Opens it, when it is first needed. */
  readonly manifest: () => Promise<Manifest>;
}

/** Letters of a given name that stand in that of its collections. */
const NAME_LETTERS = 45;

/**
 * The house of an index on a Milvus server. Its identity is a random name that the manifest keeps: two projects of one name, of two homes, never
 * meet in one collection, and one that was reset is another one.
 * @throws LociError `CONFIG_INVALID` for an address that is none
 */
export function openIndexHouse(options: MilvusHouseOptions): IndexHouse & { readonly server: MilvusServer } {
  const { project, collection = "" } = options;
  let opened: Promise<Manifest> | null = null;
  const manifest = (): Promise<Manifest> =>
    (opened ??= options.manifest().catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    }));
  const stateOf = async () => await (await manifest()).state();
  const server = new MilvusServer({ ...options, uri: parseMilvusUri(options.uri) });
  const collections = keeping((name: string) => new Collections(server, name));
  const newName = (): string => `${beginning(collection || `loci_${project}`)}_${randomBytes(6).toString("hex")}`;
  return {
    server,

    identity: async () => (await stateOf())?.name ?? null,

    async state() {
      // Before anything that it is told of: where nothing was ever uploaded, only this says that the server is away.
      await server.call("its version", (client) => client.getVersion(), true);
      const state = await stateOf();
      return state === null
        ? { is: "absent", detail: "no server was given anything of this project" }
        : { is: "present", detail: "" };
    },

    async open() {
      // Named before it holds anything, so that it is the same index before and after the first upload.
      const kept = await manifest();
      await kept.make(newName());
      return milvusIndex(kept, collections, newName);
    },

    async lost(index) {
      const state = await stateOf();
      if (state === null || state.sequence === 0) return { why: "missing", detail: "it holds nothing" };
      const { drawers } = await index.counts("all");
      if (drawers === 0) return null;
      const existing = await collections(state.name).existing();
      return existing.includes(state.name)
        ? null
        : { why: "damaged", detail: `the server has no collection '${state.name}' any more` };
    },

    async reset() {
      const state = await stateOf();
      if (state === null) return;
      await collections(state.name).drop();
      await (await manifest()).clear();
    },

    bytes: async () => 0,

    async close() {
      await server.close();
      await (await opened)?.close();
    },
  };
}

/** As Milvus takes a name: letters, digits and `_`, none of the digits first. */
const beginning = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(?=[0-9])/, "_")
    .slice(0, NAME_LETTERS);
