import type { MilvusServer } from "../../../src/storage/milvus/client.ts";
import { Collections } from "../../../src/storage/milvus/collections.ts";
import { milvusHouse } from "../../../src/storage/milvus/open-house.ts";
import type { Manifest } from "../../../src/storage/ports/manifest.ts";
import { DelegatingIndex } from "../../../src/storage/ports/delegating-index.ts";
import type { SearchIndex } from "../../../src/storage/ports/search-index.ts";
import { openSqlManifest } from "../../../src/storage/sql/manifest.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/catalog/sql-runner.ts";

/** An index on a server with a manifest of its own; its collections go when it is closed. */
export class TemporaryIndex extends DelegatingIndex {
  readonly manifest: Manifest;
  readonly server: MilvusServer;

  constructor(index: SearchIndex, manifest: Manifest, server: MilvusServer) {
    super(index);
    this.manifest = manifest;
    this.server = server;
  }

  override async close(): Promise<void> {
    const state = await this.manifest.state().catch(() => null);
    await super.close();
    if (state !== null) await new Collections(this.server, state.name).drop();
    await this.server.close();
    await this.manifest.close();
  }
}

export async function openTemporaryIndex(uri: string): Promise<TemporaryIndex> {
  const manifest = await openSqlManifest(await openSqliteRunner(":memory:"));
  const house = milvusHouse({ uri, token: "", project: "suite", manifest: async () => manifest });
  return new TemporaryIndex(await house.open(), manifest, house.server);
}
