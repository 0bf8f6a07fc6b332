import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

/** What a message stores, and what it is answered with. */
async function told(
  ...messages: readonly string[]
): Promise<{ values: readonly string[]; text: string; reason: string }> {
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: openMemoryFactStore(),
    mirrors: null,
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  let last = { text: "", reason: "" };
  for (const message of messages) last = await facts.tell(message, { chat: "A" });
  const values = (await facts.list()).flatMap(({ items }) => items.map(({ value }) => value));
  return { values, text: last.text, reason: last.reason };
}

test("where a name may hold the comma, both readings are said and nothing is stored", async () => {
  for (const [message, joined] of [
    [
      "My favorite bands are Earth, Wind & Fire, Simon & Garfunkel and U2",
      "1. Earth, Wind & Fire, 2. Simon & Garfunkel, 3. U2",
    ],
    [
      "My favorite groups are Crosby, Stills, Nash and Young, and America",
      "1. Crosby, Stills, Nash and Young, 2. America",
    ],
    [
      "My favorite films are The Good, the Bad and the Ugly, Alien and Heat",
      "1. The Good, the Bad and the Ugly, 2. Alien, 3. Heat",
    ],
    ["My favorite cities are Portland, Oregon, Paris and Rome", "1. Portland, Oregon, 2. Paris, 3. Rome"],
    ["My favorite band is Crosby, Stills, Nash and Young.", "“Crosby, Stills, Nash and Young”"],
    ["One of my favorite bands is Emerson, Lake & Palmer", "“Emerson, Lake & Palmer”"],
    ["Add Earth, Wind & Fire to my favorite bands", "“Earth, Wind & Fire”"],
  ] as const) {
    const { values, text, reason } = await told(message);
    assert.deepEqual([values, reason], [[], "unsure"], message);
    assert.ok(text.includes(joined), text);
  }
});

test("where only one reading is left, it is stored: quotes, lines, numbers, the singular, small letters", async () => {
  for (const [message, expected] of [
    [
      'My favorite bands are "Earth, Wind & Fire", "Simon & Garfunkel" and U2',
      ["Earth, Wind & Fire", "Simon & Garfunkel", "U2"],
    ],
    ["My favorite bands:\n- Earth, Wind & Fire\n- Chicago", ["Earth, Wind & Fire", "Chicago"]],
    ["My favorite bands are 1) Earth, Wind & Fire 2) Toto", ["Earth, Wind & Fire", "Toto"]],
    ["My favorite band is Earth, Wind & Fire", ["Earth, Wind & Fire"]],
    ["Emerson, Lake & Palmer is my favorite band", ["Emerson, Lake & Palmer"]],
    ["My favorite film is The Good, the Bad and the Ugly", ["The Good, the Bad and the Ugly"]],
    [
      "My favorite duos are Simon & Garfunkel, Hall & Oates and Daft Punk",
      ["Simon & Garfunkel", "Hall & Oates", "Daft Punk"],
    ],
    ["My favorite bands are Toto, Chicago & Boston", ["Toto", "Chicago", "Boston"]],
    ["my favorite snacks are chips, mac and cheese, and nuts", ["chips", "mac and cheese", "nuts"]],
  ] as const)
    assert.deepEqual((await told(message)).values, expected, message);
});

test("of what isn't sure no part is stored: names with commas, jokes, fillers, others' tastes, half statements", async () => {
  for (const message of [
    "My favorite movies are The Good, the Bad and the Ugly, Lock, Stock and Two Smoking Barrels and Heat",
    "My favorite composer is Bach, Johann Sebastian",
    "My favorite authors are Tolkien, J.R.R., and Le Guin, Ursula K.",
    "My favorite authors are Le Guin, Ursula K., and Tolkien, J.R.R.",
    "My flight is LH 123 on Monday",
    "My favorite film is, um, Brazil",
    "My favorite film according to Anna is Up",
    "My favorite film is Up /s",
    "My favorite film is Up. /s",
    "The staging port is 8443 on Mondays",
    "Remember that the staging port is 8443 on Mondays",
  ])
    assert.deepEqual((await told(message)).values, [], message);
  for (const message of [
    "Bob's birthday is 4 June and Eve's is 5 July",
    "My email is ann@x.org, Bob's is bob@x.org",
    "Bob's email is bob@x.org and mine is ann@x.org",
  ]) {
    const { values, text } = await told(message);
    assert.deepEqual(values, [], message);
    assert.match(text, /only a part was understood.*nothing was changed/u, message);
  }
  const both = await told("Bob's birthday is 4 June and Eve's birthday is 5 July");
  assert.match(both.text, /4 June[^]*5 July/u);
});

test("an item with a comma is called by its whole name", async () => {
  const bands = "My favorite bands:\n1. Earth, Wind & Fire\n2. Toto";
  assert.deepEqual((await told(bands, "Remove Earth, Wind & Fire from my favorite bands")).values, ["Toto"]);
  assert.match((await told(bands, "Is Earth, Wind & Fire one of my favorite bands?")).text, /^Yes: /u);
});

test("the mark behind a secret may be its last character: nothing is stored", async () => {
  assert.equal((await told("The wifi password is Sommer2024!")).reason, "unsure");
  assert.equal((await told("The wifi password is Sommer2024.")).reason, "states_attribute");
});
