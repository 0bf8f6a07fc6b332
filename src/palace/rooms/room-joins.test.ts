import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { joinedRooms } from "../names.ts";
import { RoomJoins } from "./room-joins.ts";

/** Names that are joined with one another in several ways: by stems, as one word and two, by other words for the same. */
const ROOMS = [
  "movies", "movie", "films", "bee-keeping", "beekeeping", "bee-keepers", "login", "sign-in", "signin", "auth", "authentication",
  "job-search", "job-hunting", "database", "data-base", "databases", "set-up", "setup", "harbour", "notes", "2024", "back-up", "backup",
  "backups", "road-map", "roadmap", "roadmaps", "e-mail", "email",
]; // prettier-ignore

test("from state to state the same rooms are joined as over all rooms at once", () => {
  const row = fc.record({
    wing: fc.constantFrom("a", "b", "c"),
    room: fc.constantFrom(...ROOMS),
    count: fc.integer({ min: 1, max: 4 }),
  });
  const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 3 }), put: fc.array(row, { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(edit, { maxLength: 12 }), (first, edits) => {
      const joins = new RoomJoins();
      let rows = first;
      for (const change of [null, ...edits]) {
        if (change !== null) rows = rows.toSpliced(change.at % (rows.length + 1), change.remove, ...change.put);
        const sorted = (map: ReadonlyMap<string, string>) => [...map].sort();
        assert.deepEqual(sorted(joins.of(rows)), sorted(joinedRooms(rows)));
      }
    }),
    { numRuns: 300 },
  );
});

test("a state that was given out stays as it is", () => {
  const joins = new RoomJoins();
  const before = joins.of([{ room: "movies", count: 2 }, { room: "movie", count: 9 }]); // prettier-ignore
  const after = joins.of([{ room: "movies", count: 20 }, { room: "movie", count: 9 }]); // prettier-ignore
  assert.deepEqual([[...before], [...after]], [[["movies", "movie"]], [["movie", "movies"]]]);
});
