import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { NO_EDITS } from "../../model/drawer.ts";
import { catalogPlace, recordFile, requireCatalogPlace } from "./record-file.ts";

const SERVER = "postgresql://me:secret@db:5432/loci";

test("a catalog is opened only where the project's is, and no password is kept", async (t) => {
  const root = temporaryFolder(t);
  const folder = { catalog: join(root, "catalog.sqlite"), record: join(root, "catalog.json") };
  const open = (uri: string): void => requireCatalogPlace(folder, uri, recordFile(folder.record, catalogPlace(uri)));
  const refused = (uri: string): void =>
    assert.throws(
      () => open(uri),
      (thrown: { code: string; message: string }) =>
        thrown.code === "CONFIG_INVALID" && !thrown.message.includes("secret"),
      uri,
    );
  const write = async (uri: string): Promise<void> =>
    await recordFile(folder.record, catalogPlace(uri)).write({ revision: 1, sources: [], palace: NO_EDITS });
  // Nothing is there yet.
  open("");
  open(SERVER);

  await write(SERVER);
  open(SERVER);
  refused("");
  refused("postgresql://me:secret@other:5432/loci");

  await write("");
  writeFileSync(folder.catalog, "");
  open("");
  refused(SERVER);
  // Lost: it is made again from the record here, and nowhere else.
  rmSync(folder.catalog);
  open("");
  refused(SERVER);
});
