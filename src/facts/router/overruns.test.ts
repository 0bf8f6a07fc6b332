import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../create-facts.ts";

/** What is stored after messages of one chat. */
async function stored(...messages: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: openMemoryFactStore(),
    mirrors: null,
    clock: () => (now += 1000),
    newId: () => String((now += 1)),
  });
  for (const message of messages) await facts.tell(message, { chat: "a" });
  const lists = await facts.list(null, { kind: "all" });
  return Object.fromEntries(lists.map(({ topic, items }) => [topic, items.map(({ value }) => value)]));
}

const TEAS = "My favorite teas are 1) sencha, 2) assam";

test("a command isn't done where more than a name stands behind it", async () => {
  const before = await stored(TEAS);
  for (const more of ["asap", "everywhere", "and commit", "then push", "in README.md", "in line 4", "across the docs"])
    assert.deepEqual(await stored(TEAS, `replace assam with darjeeling ${more}`), before, more);
  for (const more of ["asap", "everywhere", "and commit", "on the slide"])
    assert.deepEqual(await stored(TEAS, `add oolong to my favorite teas ${more}`), before, more);
  const [after] = Object.values(await stored(TEAS, "replace assam with ginger ale"));
  assert.deepEqual(after, ["sencha", "ginger ale"]);
  const films = await stored("My favorite films are 1) Heat, 2) Jaws", "add Alice in Wonderland to my favorite films");
  assert.deepEqual(Object.values(films)[0], ["Heat", "Jaws", "Alice in Wonderland"]);
  assert.deepEqual(Object.values(await stored(TEAS, "add oolong to my favorite teas"))[0]?.length, 3);
});

test("a correction by context alone has the form of what it corrects, and nothing besides", async () => {
  const port = "Remember that the staging port is 8443";
  const before = await stored(port);
  for (const said of ["actually it's 12 people now", "no, 404 errors", "Actually it's 12 now, let's eat"])
    assert.deepEqual(await stored(port, said), before, said);
  const birthday = "Anna's birthday is 3 May";
  assert.deepEqual(await stored(birthday, "actually it's Monday already"), await stored(birthday));
  assert.deepEqual(Object.values(await stored(port, "Actually it's 8444"))[0], ["8444"]);
  assert.deepEqual(Object.values(await stored(birthday, "sorry, it's 4 May"))[0], ["4 May"]);
});
