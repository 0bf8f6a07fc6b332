import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { firstFolder } from "./first-folder.ts";

test("the folder of a first index run, wherever the data folder is named; nothing else", (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "loci-first-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  for (const folder of ["notes", "used/projects", "fresh"]) mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, "a.md"), "# A\n");
  const folderOf = (line: string, environment: Readonly<Record<string, string>> = {}): string | null => firstFolder({ argv: line.split(" "), environment, userHome: cwd, cwd });
  for (const line of ["index notes --scope kb", "index --scope kb --home fresh notes", "index --home=fresh notes"]) assert.equal(folderOf(line), join(cwd, "notes"), line);
  assert.equal(folderOf("index notes", { LOCI_HOME: join(cwd, "fresh") }), join(cwd, "notes"));
  assert.equal(folderOf("index notes", { LOCI_HOME: join(cwd, "used") }), null);
  for (const line of ["index", "index a.md", "index nowhere", "index -", "search notes", "index notes --home used", "index notes --home=used", "index --home fresh", ""]) assert.equal(folderOf(line), null, line);
});
