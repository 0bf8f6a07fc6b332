import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tokenEstimate } from "../text/token-estimate.ts";
import { wakeUp, type WakeUpDrawer, type WakeUpInput } from "./wake-up.ts";

const drawer = (id: string, text: string, more: Partial<WakeUpDrawer> = {}): WakeUpDrawer => ({
  id,
  text,
  wing: "driftwood",
  room: "auth",
  hall: null,
  date: null,
  day: more.date?.slice(0, 10) ?? null,
  byPerson: true,
  ...more,
});
const input: WakeUpInput = {
  sessions: [],
  kept: [],
  noted: [],
  facts: [],
  notes: [],
  identity: [drawer("aaaaaaaa1", "I am Kai's assistant. More about me.")],
  pinned: [drawer("bbbbbbbb1", "# Rule\n\nNever deploy on Fridays.")],
  rooms: [
    { wing: "driftwood", room: "billing", count: 9, recent: 0, last: null, drawer: "cccccccc1" },
    { wing: "driftwood", room: "auth", count: 4, recent: 2, last: "2024-03-01", drawer: "cccccccc2" },
  ],
  open: [drawer("dddddddd1", "All good here."), drawer("dddddddd2", "We talked. TODO: tell Kai about the keys.")],
  events: [
    drawer("eeeeeeee1", "We shipped 2.4.", { hall: "events", date: "2024-01-02" }),
    drawer("eeeeeeee2", "Clerk went down.", { hall: "events", date: "2024-02-02T10:00:00Z" }),
    drawer("eeeeeeee3", "A fact.", { hall: "facts" }),
  ],
};

test("the brief: sections in order, each line with its drawer", () => {
  const brief = wakeUp(input);
  assert.equal(
    brief.text,
    `## Identity
- I am Kai's assistant. [aaaaaaaa]

## Pinned
- Never deploy on Fridays. [bbbbbbbb]

## Open items
- TODO: tell Kai about the keys. [dddddddd]

## Active rooms
- driftwood/auth: 4, 2 new, last 2024-03-01 [cccccccc]
- driftwood/billing: 9 [cccccccc]

## Recent events
- 2024-02-02 Clerk went down. [eeeeeeee]
- 2024-01-02 We shipped 2.4. [eeeeeeee]`,
  );
  assert.equal(brief.tokens, tokenEstimate(brief.text));
  assert.deepEqual(brief.left, {
    identity: 0,
    pinned: 0,
    sessions: 0,
    kept: 0,
    facts: 0,
    rooms: 0,
    open: 0,
    noted: 0,
    events: 0,
  });
});

test("every open item of a drawer is told, the first of each drawer before the others", () => {
  const open = [drawer("a", "- [ ] one\n- [ ] two\n- [ ] three"), drawer("b", "- [ ] four\n- [x] five\n- [ ] six")];
  const told = wakeUp({ ...input, open }).lines.filter(({ section }) => section === "open");
  assert.deepEqual(
    told.map(({ text, drawer }) => `${drawer} ${text}`),
    ["a one", "b four", "a two", "a three", "b six"],
  );
});

test("a drawer stands once", () => {
  const twice = wakeUp({
    ...input,
    sessions: [],
    kept: [],
    noted: [],
    facts: [],
    identity: [],
    pinned: [drawer("x", "TODO: water the plants")],
    open: [drawer("x", "TODO: water the plants")],
  });
  assert.deepEqual(
    twice.lines.filter(({ drawer }) => drawer === "x").map(({ section }) => section),
    ["pinned"],
  );
});

test("the budget is kept, whatever it is, and the order of candidates changes nothing", () => {
  const any = fc
    .record({ id: fc.stringMatching(/^[0-9a-f]{8,12}$/), text: fc.string({ unit: "grapheme", maxLength: 400 }) })
    .map(({ id, text }) => drawer(id, text, { hall: "events" }));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.array(any, { maxLength: 12 }), fc.nat(400), (one, two, budget) => {
      const candidates = {
        sessions: [],
        kept: [],
        noted: [],
        facts: [],
        notes: [],
        identity: one,
        pinned: two,
        rooms: input.rooms,
        open: two,
        events: one,
      };
      const brief = wakeUp(candidates, budget);
      assert.ok(brief.tokens <= budget, `${brief.tokens} > ${budget}`);
      assert.deepEqual(
        wakeUp(
          {
            ...candidates,
            sessions: [],
            kept: [],
            noted: [],
            facts: [],
            notes: [],
            identity: [...one].reverse(),
            pinned: [...two].reverse(),
            rooms: [...input.rooms].reverse(),
          },
          budget,
        ),
        brief,
      );
    }),
  );
  assert.equal(wakeUp(input, 0).text, "");
  assert.ok(wakeUp(input, 100).lines.length <= wakeUp(input, 200).lines.length);
});

test("facts: the last said first, each with the drawer or the topic that leads to what was said", () => {
  const fact = (topic: string, values: readonly string[], date: string, of: string | null = null) => ({
    topic,
    values,
    date,
    drawer: of,
  });
  const { text, lines } = wakeUp({
    ...input,
    facts: [
      fact("favourite tea", ["Sencha", "Assam"], "2024-01-01T00:00:00Z", "ffffffff1"),
      fact("staging port", ["8443"], "2024-03-01T00:00:00Z"),
    ],
  });
  assert.match(
    text,
    /## Facts\n- staging port: 8443 \[fact staging port\]\n- favourite tea: Sencha, Assam \[ffffffff\]/,
  );
  assert.deepEqual(
    lines.filter(({ section }) => section === "facts").map(({ fact }) => fact),
    ["staging port", "favourite tea"],
  );
});
