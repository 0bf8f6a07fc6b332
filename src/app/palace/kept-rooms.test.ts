import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { joinedRooms } from "../../palace/names.ts";
import { GENERIC_WORDS } from "../../palace/rooms/plain-words.ts";
import WORDS from "../../palace/rooms/same-words.json" with { type: "json" };
import { keptRooms } from "./kept-rooms.ts";

test("what was kept of one state of one index is given for that state only", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-kept-rooms-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const index = join(folder, "index.sqlite");
  const file = join(folder, "joined-rooms.json");
  writeFileSync(index, "one");
  const kept = keptRooms(file, index);
  assert.equal(kept.read(7), null);
  kept.write(7, new Map([["movies", "movie"]]));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(kept.read(7), new Map([["movies", "movie"]]));
  // Another sequence: gone, so that no name outlives its drawers.
  assert.equal(kept.read(8), null);
  assert.equal(existsSync(file), false);
  kept.write(8, new Map());
  rmSync(index);
  assert.equal(kept.read(8), null);
  writeFileSync(file, "{ half");
  assert.equal(kept.read(8), null);
});

test("a folder that can't be written to is no error", () => {
  const kept = keptRooms(join(import.meta.filename, "joined-rooms.json"), import.meta.filename);
  kept.write(1, new Map());
  assert.equal(kept.read(1), null);
});

test("the number of the rules is raised when they join other rooms", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-kept-rooms-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "joined-rooms.json");
  keptRooms(file, import.meta.filename).write(1, new Map());
  const rules = Number((JSON.parse(readFileSync(file, "utf8")) as { state: string }).state.split(" ")[0]);
  const words = [
    ...Object.values<Readonly<Record<string, readonly string[]>>>(WORDS.same).flatMap((groups) =>
      Object.entries(groups).flat(2),
    ),
    ...Object.entries(WORDS.joined).flatMap(([two, one]) => [two.replaceAll(" ", "-"), one]),
    ...GENERIC_WORDS,
  ];
  const rooms = [
    ...new Set(words.flatMap((word) => [word, `${word}s`, `${word}ly`, `auth-${word}`, `2024-${word}-2`])),
  ];
  const joined = joinedRooms(rooms.map((room, i) => ({ room, count: 1 + (i % 7) })));
  const seen = createHash("sha256")
    .update(JSON.stringify([...joined].sort()))
    .digest("hex")
    .slice(0, 16);
  assert.deepEqual(
    { rules, seen },
    { rules: 7, seen: "f82a452c8ea3cc38" },
    "rooms are joined otherwise: raise JOINING_RULES, then write down what was seen",
  );
});
