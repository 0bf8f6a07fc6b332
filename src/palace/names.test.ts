import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Correction, PalaceRow } from "../model/drawer.ts";
import { palaceNames, joinedRooms, namesOfStored } from "./names.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const row = (wing: string, room: string, count = 1): PalaceRow => ({
  wing,
  room,
  hall: "",
  count,
  first: null,
  last: null,
});

test("rooms that mean the same have one name, and each of their names finds all of them", () => {
  const names = palaceNames([row("a", "movie", 5), row("b", "movies"), row("b", "tea")], []);
  assert.deepEqual(names.shown({ wing: "b", room: "movies" }), { wing: "b", room: "movie" });
  for (const room of ["movie", "movies", "Movies"])
    assert.deepEqual(names.narrow({ rooms: [room] }), { rooms: ["movie", "movies"] });
  assert.deepEqual(palaceNames([row("a", "movies")], []).narrow({ rooms: ["movie"] }), { rooms: ["movies"] });
  assert.deepEqual(names.narrow({ rooms: ["nothing"] }), { rooms: [] });
  assert.deepEqual(names.narrow({ since: 1 }), { since: 1 });
});

test("a room in a tree is found by its own folder and by one above it; one that is called so goes first", () => {
  const rows = ["north-sales-process", "south-sales-process", "south-sales", "tea"].map((room) => row("w", room));
  const rooms = (name: string, wing?: string): unknown =>
    palaceNames([...rows, row("x", "sales")], []).narrow({
      rooms: [name],
      ...(wing !== undefined && { wings: [wing] }),
    }).rooms;
  assert.deepEqual(rooms("Process"), ["north-sales-process", "south-sales-process"]);
  assert.deepEqual(rooms("south"), ["south-sales-process", "south-sales"]);
  assert.deepEqual(rooms("south-sales"), ["south-sales"]);
  assert.deepEqual(rooms("sales"), ["sales"]);
  assert.deepEqual(rooms("sales", "w"), ["south-sales"]);
  for (const nothing of ["cess", "ou", "", "north-process"]) assert.deepEqual(rooms(nothing), [], nothing);
});

test("aliases and new names of wings and rooms, old ones too", () => {
  const corrections: Correction[] = [
    { kind: "wing", from: "kai", to: "kai-sol" },
    { kind: "room", from: "movie", to: "cinema", wing: null },
    { kind: "room", from: "tea", to: "drinks", wing: "kai-sol" },
  ];
  const names = palaceNames(
    [row("kai", "movie", 3), row("kai", "movies"), row("kai", "tea"), row("mia", "tea"), row("mia", "drinks")],
    corrections,
  );
  assert.deepEqual(names.shown({ wing: "kai", room: "tea" }), { wing: "kai-sol", room: "drinks" });
  assert.deepEqual(names.shown({ wing: "kai", room: "movies" }), { wing: "kai-sol", room: "cinema" });
  assert.deepEqual(names.narrow({ wings: ["Wing_Kai"] }), { wings: ["kai"] });
  assert.deepEqual(names.narrow({ rooms: ["cinema"] }), { rooms: ["movie", "movies"] });
  // One name, two rooms: only pairs can say it.
  assert.deepEqual(names.narrow({ rooms: ["drinks"] }), {
    places: [
      { wing: "kai", room: "tea" },
      { wing: "mia", room: "drinks" },
    ],
  });
  assert.deepEqual(names.narrow({ wings: ["kai"], rooms: ["drinks"], halls: ["hall_facts"] }), {
    halls: ["facts"],
    wings: ["kai"],
    rooms: ["tea"],
  });
});

test("a filter by a shown name finds exactly the places that are shown under it", () => {
  const name = fc.constantFrom("a", "b", "c", "movie", "movies");
  const correction: fc.Arbitrary<Correction> = fc.oneof(
    fc.record({ kind: fc.constant("wing" as const), from: name, to: name }),
    fc.record({ kind: fc.constant("room" as const), from: name, to: name, wing: fc.option(name, { nil: null }) }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, name, fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
      fc.array(correction, { maxLength: 6 }),
      fc.option(name, { nil: null }),
      name,
      (places, corrections, wing, room) => {
        const rows = places.map(([w, r, count]) => row(w, r, count));
        const names = palaceNames(rows, corrections);
        const filter = names.narrow({ rooms: [room], ...(wing !== null && { wings: [wing] }) });
        const passes = (one: PalaceRow): boolean =>
          (filter.wings?.includes(one.wing) ?? true) &&
          (filter.rooms?.includes(one.room) ?? true) &&
          (filter.places?.some((place) => place.wing === one.wing && place.room === one.room) ?? true);
        for (const one of rows) {
          const shown = names.shown(one);
          const meant = names.shown({ wing: shown.wing, room }).room;
          const wingMeant = wing === null || names.shown({ wing, room }).wing === shown.wing;
          assert.equal(passes(one), wingMeant && meant === shown.room, JSON.stringify({ one, shown, filter }));
        }
      },
    ),
    { numRuns: rounds(2000, 67) },
  );
});

test("stored places have the names that the whole palace gives them, and filters leave the same places", () => {
  const name = fc.constantFrom("a", "b", "movie", "movies", "film", "auth-tokens", "token-authentication", "");
  const wing = fc.constantFrom("a", "b", "kai");
  const correction: fc.Arbitrary<Correction> = fc.oneof(
    fc.record({
      kind: fc.constant("wing" as const),
      from: fc.constantFrom("a", "b"),
      to: fc.constantFrom("kai", "mia"),
    }),
    fc.record({
      kind: fc.constant("room" as const),
      from: fc.constantFrom("a", "movie", "film"),
      to: fc.constantFrom("b", "movies", "cinema"),
      wing: fc.option(wing, { nil: null }),
    }),
  );
  const row = fc.record({
    wing,
    room: name,
    hall: fc.constant(""),
    count: fc.integer({ min: 1, max: 9 }),
    first: fc.constant(null),
    last: fc.constant(null),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.array(correction, { maxLength: 2 }),
      fc.option(fc.array(fc.constantFrom("a", "Kai", "wing_b", "mia", "nobody")), { nil: undefined }),
      (rows: PalaceRow[], corrections, wings) => {
        const whole = palaceNames(rows, corrections);
        const quick = namesOfStored(joinedRooms(rows), corrections);
        for (const place of rows) assert.deepEqual(quick.shown(place), whole.shown(place));
        const filter = { halls: ["hall_Facts"], since: 1, ...(wings !== undefined && { wings }) };
        if (!quick.canNarrow(filter)) return;
        const keeps = (narrowed: readonly string[] | undefined): boolean[] =>
          rows.map((one) => narrowed === undefined || narrowed.includes(one.wing));
        const [ours, theirs] = [quick.narrow(filter), whole.narrow(filter)];
        assert.deepEqual({ ...ours, wings: keeps(ours.wings) }, { ...theirs, wings: keeps(theirs.wings) });
      },
    ),
  );
});

test("a filter by rooms takes all places, and so does one by wings that were renamed", () => {
  const renamed = namesOfStored(new Map(), [{ kind: "wing", from: "kai", to: "kai-sol" }]);
  assert.equal(renamed.canNarrow({ wings: ["kai"] }), false);
  assert.equal(renamed.canNarrow({ since: 1 }), true);
  assert.equal(namesOfStored(new Map(), []).canNarrow({ rooms: ["movie"] }), false);
  assert.equal(namesOfStored(new Map(), []).canNarrow({ wings: ["kai"] }), true);
});
