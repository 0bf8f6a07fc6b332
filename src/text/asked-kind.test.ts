import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskedKind, askedKinds, holdsKind } from "./asked-kind.ts";

test("what a question asks for, the surest first, and the words that ask for it", () => {
  const of = (question: string): readonly string[] =>
    askedKinds(question).map(({ kind, words }) => `${kind}: ${[...words].join(" ")}`);
  assert.deepEqual(of("how much does the boiler cost?"), ["money: how much cost"]);
  assert.deepEqual(of("when was Pepper born?"), ["time: when"]);
  assert.deepEqual(of("which tracking port do we use?"), ["number: which port"]);
  assert.deepEqual(of("who built the bridge?"), ["person: who"]);
  assert.deepEqual(of("tell me of Pepper"), []);
});

test("months and weekdays are times, no persons and no places, whatever stands beside them", () => {
  const months = "January February March April May June July August September October November December".split(" ");
  const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  for (const day of [...months, ...days])
    for (const text of [`complained of slow exports in ${day}`, `closed on ${day}`]) {
      const held = (["time", "person", "place"] as const).filter((kind: AskedKind) => holdsKind(kind, text));
      assert.deepEqual(held, ["time"], text);
    }
});

test("names that begin as a month does are names; a text's first word is one before a verb", () => {
  assert.ok(holdsKind("place", "it comes from Jansson"));
  assert.ok(holdsKind("person", "call Marlene, or Octavia"));
  assert.ok(holdsKind("person", "Bettina owns the engine"));
  assert.ok(!holdsKind("person", "Cottage road is ploughed"));
  assert.ok(!holdsKind("money", "Lessons are on Tuesdays at five"));
  assert.ok(holdsKind("money", "Lessons are 40 euros"));
});
