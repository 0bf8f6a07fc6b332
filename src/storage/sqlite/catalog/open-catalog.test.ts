import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../../test/e2e/notes.fixture.ts";
import { SOURCES } from "../../../../test/formats/catalog-v1.ts";
import type { Source } from "../../../model/source.ts";
import { openSqliteCatalog } from "./open-catalog.ts";

test("what a search asks for is read again after a write of it, and after no other of this process", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-catalog-"));
  const catalog = await openSqliteCatalog(join(folder, "catalog.sqlite"));
  t.after(async () => {
    await catalog.close();
    rmSync(folder, { recursive: true });
  });
  const first = await catalog.forSearch();
  await catalog.accesses.record([{ drawer: "a", kind: "shown", caller: "owner", queryHash: null, time: 1 }]);
  await catalog.leases.take("s", { pid: 7, host: "here", token: "A" }, 1);
  assert.equal(await catalog.forSearch(), first);
  await catalog.palace.change((edits) => ({ ...edits, corrections: [{ kind: "wing", from: "a", to: "b" }] }));
  assert.notEqual(await catalog.forSearch(), first);
});

test("one wrong byte of a row is damage, and no other scope, path or seal", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-catalog-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "catalog.sqlite");
  const source = SOURCES[0] as Source;
  const written = await openSqliteCatalog(path);
  await written.sources.put(source);
  await written.close();
  const bytes = readFileSync(path);
  const start = bytes.indexOf('{"key":');
  const end = start + JSON.stringify(source).length + "#01234567".length;
  assert.ok(start > 0 && bytes.toString("latin1", end - 9, end - 8) === "#");
  for (let at = start; at < end; at++)
    for (const flip of [0x01, 0x20]) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] as number) ^ flip;
      writeFileSync(path, other);
      const catalog = await openSqliteCatalog(path);
      await assert.rejects(
        catalog.sources.list(),
        { code: "STORAGE_FAILED", message: "the catalog is damaged" },
        `${at}`,
      );
      assert.deepEqual(await catalog.check(), [`the source "${source.key}" is not as it was written`]);
      await catalog.close();
    }
});

test("a wrong bit in the name of any column is found by a check", async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "catalog.sqlite");
  const made = await openSqliteCatalog(path);
  assert.deepEqual(await made.check(), []);
  await made.close();
  const whole = readFileSync(path);
  for (const column of ["kind", "grouped", "came", "body", "part", "version", "sequence"]) {
    const bytes = Buffer.from(whole);
    const at = bytes.indexOf(`${column} TEXT`) + 1 || bytes.indexOf(`${column} BIGINT`) + 1;
    bytes[at] = (bytes[at] as number) ^ 1;
    const trial = join(folder, `${column}.sqlite`);
    writeFileSync(trial, bytes);
    const found = await openSqliteCatalog(trial).then(async (catalog) => {
      const problems = await catalog.check().finally(() => catalog.close());
      return problems.join();
    }, String);
    assert.match(found, /schema|damaged/u, column);
  }
});

test("leases of a file that was copied while it was in use are nobody's in the copy", async (t) => {
  const folder = temporaryFolder(t);
  const [path, copy] = [join(folder, "catalog.sqlite"), join(folder, "copy.sqlite")];
  const owner = { pid: process.pid, host: "here", token: "a" };
  const used = await openSqliteCatalog(path);
  await used.leases.take("source:a", owner, 1);
  for (const end of ["", "-wal"]) copyFileSync(path + end, copy + end);
  const copied = await openSqliteCatalog(copy);
  assert.deepEqual(await copied.leases.list(), []);
  assert.deepEqual(await copied.leases.take("source:a", { ...owner, token: "b" }, 2), { held: true });
  assert.deepEqual(
    (await copied.leases.list()).map(({ owner: { token } }) => token),
    ["b"],
  );
  // Wherever it goes itself, they stay.
  const again = await openSqliteCatalog(path);
  assert.equal((await again.leases.list()).length, 1);
  for (const catalog of [used, copied, again]) await catalog.close();
});
