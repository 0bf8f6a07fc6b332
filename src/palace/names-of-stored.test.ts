import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Correction } from "../model/palace-edits.ts";
import type { PalaceRow } from "../model/placement.ts";
import { joinedRooms, palaceNames } from "./names.ts";
import { namesOfStored } from "./names-of-stored.ts";

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
