import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlacer, type PlaceInput } from "./place.ts";

const place = createPlacer({ hallKeywords: { family: ["kids"] } });
const base: PlaceInput = {
  path: "guides/auth/setup-clerk.md",
  documentType: "md",
  title: "Setting up Clerk",
  metadata: {},
  explicit: { wing: null, room: null },
  configuredWing: null,
  sourceName: "project-k",
  drawers: [
    {
      text: "You should rotate the keys. The kids are asleep.",
      heading: "Keys",
      breadcrumb: ["Setting up Clerk", "Keys"],
      speaker: null,
    },
  ],
};

test("everything inferred: source, folder, sentence form, keywords; each says how and how sure", () => {
  const [placed] = place(base);
  assert.deepEqual(placed?.wing, { value: "project-k", by: "rule" });
  assert.deepEqual(placed?.room, { value: "auth", by: "rule" });
  assert.equal(placed?.hall.value, "advice");
  assert.equal(placed?.hall.by, "inferred");
  assert.deepEqual(placed?.topicalHalls, ["family"]);
});

test("explicit beats front matter beats configuration beats rules", () => {
  const metadata = { wing: "From Matter", room: "Front Room", hall: "Events" };
  const [front] = place({ ...base, metadata, configuredWing: "configured" });
  assert.deepEqual(
    [front?.wing.value, front?.wing.by, front?.room.value, front?.room.by, front?.hall.value, front?.hall.by],
    ["from-matter", "front-matter", "front-room", "front-matter", "events", "front-matter"],
  );
  const [explicit] = place({ ...base, metadata, explicit: { wing: "Said", room: "Said Room", hall: "preference" } });
  assert.deepEqual(
    [explicit?.wing.value, explicit?.room.value, explicit?.hall.value, explicit?.hall.by],
    ["said", "said-room", "preferences", "explicit"],
  );
  assert.equal(place({ ...base, configuredWing: "Configured", project: "ignored" })[0]?.wing.value, "configured");
  assert.equal(place({ ...base, project: "Driftwood 2" })[0]?.wing.value, "driftwood-2");
});

test("a chat's wing is its one named person, else the chat", () => {
  const chat = (speakers: readonly string[]): PlaceInput => ({
    ...base,
    path: "s1",
    documentType: "chat",
    chat: "book club",
    drawers: speakers.map((speaker) => ({ text: "Hello there.", heading: speaker, breadcrumb: [], speaker })),
  });
  assert.equal(place(chat(["Kai", "assistant"]))[0]?.wing.value, "kai");
  assert.equal(place(chat(["Kai", "Riley"]))[0]?.wing.value, "book-club");
  assert.equal(place(chat(["user", "assistant"]))[0]?.wing.value, "book-club");
  assert.equal(place(chat(["user", "assistant", "summary", "tool"]))[0]?.wing.value, "book-club", "a role is nobody");
});

test("each of the five halls may be named in the singular", () => {
  const named = ["Fact", "event", "Discovery", "hall_preference", "advice"].map(
    (hall) => place({ ...base, metadata: { hall } })[0],
  );
  assert.deepEqual(
    named.map((placed) => placed?.hall.value),
    ["facts", "events", "discoveries", "preferences", "advice"],
  );
  // The text's own, and no "discovery" beside it.
  for (const placed of named) assert.deepEqual(placed?.topicalHalls, ["family"]);
});

test("a hall that is none of the five becomes topical", () => {
  const [placed] = place({ ...base, metadata: { hall: "Work" } });
  assert.deepEqual(placed?.topicalHalls, ["family", "work"]);
  assert.equal(placed?.hall.by, "inferred");
});

test("no drawers, no placements", () => {
  assert.deepEqual(place({ ...base, drawers: [] }), []);
});

test("a keyword that begins with another one, or inside one, is found in its own hall", () => {
  const place = createPlacer({
    hallKeywords: {
      art: ["art"],
      trade: ["artist", "self-aware"],
      mind: ["awareness"],
      food: ["café"],
      kin: ["child"],
    },
  });
  const halls = (text: string): readonly string[] | undefined =>
    place({ ...base, drawers: [{ text, heading: "", breadcrumb: [], speaker: null }] })[0]?.topicalHalls;
  assert.deepEqual(halls("The ARTISTS met."), ["trade"]);
  assert.deepEqual(halls("Of self-awareness."), ["mind"]);
  assert.deepEqual(halls("Her children's art, at the Café."), ["art", "food", "kin"]);
  assert.deepEqual(halls("İn İstanbul, an artist."), ["trade"]);
  assert.deepEqual(halls("Start of a party."), []);
});
