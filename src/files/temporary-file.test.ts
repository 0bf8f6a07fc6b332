import assert from "node:assert/strict";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { scratch } from "../config/scratch.fixture.ts";
import { sweepTemporary, temporaryPath, temporaryFiles } from "./temporary-file.ts";

/** No process has this number. */
const GONE = 2 ** 30;

test("of temporary files those go whose process is gone; what a living one writes stays, however old", (t) => {
  const folder = join(scratch(t), "deep", "er");
  mkdirSync(folder, { recursive: true });
  const mine = temporaryPath(join(folder, "room.md"));
  const left = mine.replace(`.${process.pid}-`, `.${GONE}-`);
  for (const path of [mine, left, join(folder, "room.md")]) writeFileSync(path, "a whole room's text");
  utimesSync(mine, 0, 0);
  assert.deepEqual(temporaryFiles(join(folder, "..")), [left]);
  assert.equal(sweepTemporary(join(folder, "..")), 1);
  assert.deepEqual(
    [mine, left, join(folder, "room.md")].map((path) => existsSync(path)),
    [true, false, true],
  );
});

test("where nothing tells whose a file is, or another machine has it, a minute's silence decides", (t) => {
  const folder = scratch(t);
  const other = basename(temporaryPath("a")).replace(/-.{4}/u, (start) => (start === "-0000" ? "-1111" : "-0000"));
  const paths = ["b.md.0123456789ab.tmp", "telegram.json.tmp", "state.json.next", other].map((name) =>
    join(folder, name),
  );
  for (const path of paths) writeFileSync(path, "");
  assert.deepEqual(temporaryFiles(folder), []);
  for (const path of paths) utimesSync(path, 0, 0);
  assert.equal(sweepTemporary(folder), paths.length);
  assert.equal(sweepTemporary(join(folder, "not there")), 0);
});
