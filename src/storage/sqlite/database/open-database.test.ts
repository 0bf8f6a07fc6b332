import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openDatabase } from "./open-database.ts";

/** Deletes a database and what stands beside it, for a second, again and again. */
const TAKE_AWAY = `const { rmSync } = require("node:fs"); const end = Date.now() + 1000; console.log("begun");
const round = () => { for (const end of ["", "-journal", "-shm", "-wal"]) rmSync(process.argv[1] + end, { force: true });
  if (Date.now() < end) setTimeout(round, Math.random() * 30); }; round();`;

test("a database that is taken away while it is opened is opened anew, and never a fault of the disk", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-open-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "a.sqlite");
  const taking = spawn(process.execPath, ["-e", TAKE_AWAY, path], { stdio: ["ignore", "pipe", "inherit"] });
  await once(taking.stdout, "data");
  let opened = 0;
  while (taking.exitCode === null) {
    (await openDatabase(path, { what: "index", pageSize: 4096, busyMilliseconds: 30_000 })).close();
    opened++;
    await new Promise(setImmediate);
  }
  assert.ok(opened > 5, String(opened));
});
