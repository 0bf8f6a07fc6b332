import { MilvusServer } from "../client.ts";
import { Collections } from "../collections.ts";
import type { SearchIndex } from "../../../src/storage/ports/search-index.ts";
import { milvusIndex } from "../open-index.ts";
import type { Manifest } from "../../../src/storage/ports/manifest.ts";
import { DelegatingIndex } from "../../../test/contract/search-index/delegating-index.fixture.ts";
import { openSqlManifest } from "../../../src/storage/sql/manifest.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/database/transactions.ts";

/** Indexes that use one pair of collections, one after the other; what was removed slows a server down. */
const USES = 50;

/** Collections that no index uses, by server: to make and to drop a pair takes a server in Python 200 ms, to empty it 30. */
const idle = new Map<string, Used[]>();

/** One client for all indexes of a server, as the service has it: to connect takes the SDK 70 ms. */
const servers = new Map<string, MilvusServer>();

interface Used {
  readonly collections: Collections;
  readonly uses: number;
}

/** An index on a server with a manifest of its own; when it is closed, its rows go. */
export class TemporaryIndex extends DelegatingIndex {
  readonly manifest: Manifest;
  readonly server: MilvusServer;
  readonly #collections: Collections;
  readonly #uses: number;
  #closed = false;

  constructor(index: SearchIndex, manifest: Manifest, { collections, uses }: Used) {
    super(index);
    this.manifest = manifest;
    this.server = collections.server;
    this.#collections = collections;
    this.#uses = uses + 1;
  }

  override async close(): Promise<void> {
    await super.close();
    if (this.#closed) return;
    this.#closed = true;
    const collections = this.#collections;
    if (this.#uses >= USES) await collections.drop();
    else {
      const existing = await collections.existing();
      await Promise.all(
        existing.map(async (collection_name) => {
          await this.server.call("emptying it", (client) => client.delete({ collection_name, filter: "doc >= 0" }));
          if ((await collections.count("doc >= 0", collection_name)) > 0) throw new Error(`rows in ${collection_name}`);
        }),
      );
      idleOf(this.server.address.uri).push({ collections, uses: this.#uses });
    }
    await this.manifest.close();
  }
}

/** @param unused whether its collections must not be there yet */
export async function openTemporaryIndex(uri: string, unused = false): Promise<TemporaryIndex> {
  const manifest = await openSqlManifest(await openSqliteRunner(":memory:"));
  const kept = unused ? undefined : idleOf(uri).pop();
  const used = kept ?? { collections: new Collections(serverOf(uri), nextName()), uses: 0 };
  const { collections } = used;
  const index = milvusIndex(
    manifest,
    () => collections,
    () => collections.name,
  );
  await manifest.make(collections.name);
  return new TemporaryIndex(index, manifest, used);
}

let names = 0;

function nextName(): string {
  return `loci_suite_${process.pid}_${names++}`;
}

function idleOf(uri: string): Used[] {
  let found = idle.get(uri);
  if (found === undefined) idle.set(uri, (found = []));
  return found;
}

function serverOf(uri: string): MilvusServer {
  let server = servers.get(uri);
  if (server === undefined) servers.set(uri, (server = new MilvusServer({ uri, token: "" })));
  return server;
}
