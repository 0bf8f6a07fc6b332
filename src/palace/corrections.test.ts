import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Correction } from "../model/drawer.ts";
import { addCorrection, readyCorrections, removeCorrection, followNames } from "./corrections.ts";

const room = (from: string, to: string, wing: string | null = null): Correction => ({ kind: "room", from, to, wing });
const wing = (from: string, to: string): Correction => ({ kind: "wing", from, to });
const all = (...list: readonly Correction[]) => readyCorrections(list.reduce<readonly Correction[]>(addCorrection, []));
/** Where a drawer of this place stands: the wing first, then the drawer's own move, then the room. */
const placed = (corrections: ReturnType<typeof all>, w: string, r: string, id = "d1") => {
  const wing = corrections.wing(w);
  return { wing, room: corrections.room(wing, corrections.moved({ id }) ?? r) };
};
const after = (...given: Parameters<typeof placed>) => Object.values(placed(...given)).join("/");

test("renames chain in either order, and an alias of a wing is found by room corrections", () => {
  assert.equal(after(all(room("a", "b"), room("b", "c")), "w", "a"), "w/c");
  assert.equal(after(all(room("b", "c"), room("a", "b")), "w", "a"), "w/c");
  assert.equal(after(all(room("a", "b", "old"), wing("old", "new")), "old", "a"), "new/b");
  assert.equal(after(all(wing("old", "new"), room("a", "b", "new")), "old", "a"), "new/b");
});

test("a correction of one wing leaves the others, and wins over one for all", () => {
  const corrections = all(room("a", "b"), room("a", "c", "w1"));
  assert.equal(after(corrections, "w1", "a"), "w1/c");
  assert.equal(after(corrections, "w2", "a"), "w2/b");
});

test("a moved drawer follows later renames of its room, by id or by content", () => {
  const corrections = all(
    { kind: "move", drawer: "d9", contentHash: "h9", room: "Kitchen Table" },
    room("kitchen-table", "dining"),
  );
  assert.equal(after(corrections, "w", "x", "d9"), "w/dining");
  assert.equal(corrections.moved({ id: "other", contentHash: "h9" }), "kitchen-table");
  assert.equal(after(corrections, "w", "x"), "w/x");
});

test("a later word about the same thing replaces the earlier, and can be taken back", () => {
  const list = [room("a", "b"), room("A", "c")].reduce<readonly Correction[]>(addCorrection, []);
  assert.equal(list.length, 1);
  assert.equal(after(readyCorrections(list), "w", "a"), "w/c");
  assert.deepEqual(removeCorrection(list, room("a", "whatever")), []);
});

test("circles, empty names and names of their own are refused", () => {
  const refused = (list: readonly Correction[], correction: Correction) =>
    assert.throws(() => addCorrection(list, correction), { code: "USAGE" });
  refused([], room("a", "A!"));
  refused([], room("!!!", "a"));
  refused([room("a", "b"), room("b", "c")], room("c", "a"));
  refused([wing("a", "b")], wing("b", "a"));
});

test("a circle of rooms says where the name is given back", () => {
  assert.throws(() => all(room("a", "b"), room("b", "a", "orion")), { hint: /: loci palace rename b a$/ });
  assert.throws(() => all(room("b", "a", "orion"), room("a", "b")), {
    hint: /: loci palace rename a b --wing orion$/,
  });
});

test("rooms joined by meaning give way to what a person said about them", () => {
  const joined = new Map([
    ["movies", "movie"],
    ["films", "movie"],
  ]);
  assert.equal(after(readyCorrections([], joined), "w", "movies"), "w/movie");
  const said = readyCorrections([room("movie", "movies")], joined);
  assert.deepEqual(
    ["movie", "movies", "films"].map((name) => after(said, "w", name)),
    ["w/movies", "w/movies", "w/movies"],
  );
});

test("whatever was accepted: applying twice is applying once, and a fixed point is reached", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e");
  const correction: fc.Arbitrary<Correction> = fc.oneof(
    fc.record({ kind: fc.constant("room" as const), from: name, to: name, wing: fc.option(name) }),
    fc.record({ kind: fc.constant("wing" as const), from: name, to: name }),
    fc.record({ kind: fc.constant("move" as const), drawer: name, contentHash: fc.constant(null), room: name }),
  );
  fc.assert(
    fc.property(fc.array(correction, { maxLength: 12 }), name, name, name, (list, w, r, id) => {
      let kept: readonly Correction[] = [];
      for (const one of list) {
        try {
          kept = addCorrection(kept, one);
        } catch (error) {
          assert.equal((error as { code: string }).code, "USAGE");
        }
      }
      const ready = readyCorrections(kept);
      const once = placed(ready, w, r, id);
      assert.deepEqual(placed(ready, once.wing, once.room, id), once);
    }),
  );
});

test("names are followed to their end; a circle ends at one of its names, wherever it is entered", () => {
  const next: Readonly<Record<string, string>> = { a: "b", b: "c", itself: "itself", in: "y", y: "z", z: "x", x: "y" };
  const end = (name: string): string => followNames(name, (at) => next[at]);
  assert.deepEqual(["a", "b", "c", "unknown", "itself"].map(end), ["c", "c", "c", "unknown", "itself"]);
  assert.deepEqual(["in", "x", "y", "z"].map(end), ["x", "x", "x", "x"]);
});
