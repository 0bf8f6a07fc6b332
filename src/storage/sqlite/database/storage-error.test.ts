import assert from "node:assert/strict";
import { test } from "node:test";
import { storageError } from "./storage-error.ts";

test("a disk without room is said as that, also where SQLite calls it an error of the disk", () => {
  // SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: met on a full disk as soon as a database is opened.
  for (const errcode of [13, 4874])
    assert.equal(storageError(Object.assign(new Error("disk I/O error"), { errcode }), "catalog").code, "STORAGE_FULL");
  assert.equal(
    storageError(Object.assign(new Error("disk I/O error"), { errcode: 10 }), "catalog").code,
    "STORAGE_FAILED",
  );
});
