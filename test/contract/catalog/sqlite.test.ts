import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteCatalog } from "../../../src/storage/sqlite/catalog/open-catalog.ts";
import { catalogContract } from "./suite.ts";

catalogContract("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-catalog-"));
  return {
    open: () => openSqliteCatalog(join(folder, "catalog.sqlite")),
    shared: true,
    dispose: () => rm(folder, { recursive: true }),
  };
});
