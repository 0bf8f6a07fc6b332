import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../memory-facts.fixture.ts";

/** Statements that are read, with the value that they state. */
const STATED = [
  ["The rent is", "980 euros"],
  ["The Vermilion haul-out is on", "4 March"],
  ["My dentist is", "Dr. Weiss"],
  ["The NAS address is", "10.0.0.5"],
  ["My locker is", "214"],
  ["Our gate code is", "4471"],
  ["Anna's birthday is", "3 May"],
] as const;
const JOINED = [" and ", ", and ", " but ", ", but ", " plus "];
/** Clauses of which no form makes a fact. */
const UNREAD =
  "is due on the 3rd|costs 310 euros|his phone is 555-0172|the backup runs at 3|I lost the key|needs a new lock".split(
    "|",
  );
/** Clauses that are facts of their own. */
const FACTS = [
  ["the staging port is", "8443"],
  ["my plumber is", "Gregor"],
  ["Tom's birthday is", "9 June"],
] as const;

const told = async (text: string) => {
  const facts = memoryFacts();
  const result = await facts.tell(text);
  return { ...result, values: (await facts.list()).flatMap(({ items }) => items.map(({ value }) => value)) };
};

test("a second clause is a fact of its own or handed on, and takes nothing from the first", async () => {
  for (const [head, value] of STATED)
    for (const joined of JOINED) {
      for (const clause of UNREAD) {
        const said = `${head} ${value}${joined}${clause}`;
        const { changed, rest, values } = await told(said);
        // "But" may limit what stands before it: then nothing is stored, and the reply says that.
        if (!changed && joined.includes("but")) {
          assert.deepEqual([values, rest], [[], said]);
          continue;
        }
        assert.deepEqual([values, rest], [[value], clause], said);
      }
      for (const [other, further] of FACTS) {
        const said = `${head} ${value}${joined}${other} ${further}`;
        const { changed, values } = await told(said);
        if (changed || !joined.includes("but")) assert.deepEqual(values.toSorted(), [value, further].toSorted(), said);
      }
    }
});

test("the sentences of a judge are stored by their first clause, each with what was not read", async () => {
  for (const [said, value, unread] of [
    ["The rent is 980 euros and is due on the 3rd", "980 euros", "is due on the 3rd"],
    ["The Vermilion haul-out is on 4 March and costs 310 euros", "4 March", "costs 310 euros"],
    ["My dentist is Dr. Weiss and his phone is 555-0172", "Dr. Weiss", "his phone is 555-0172"],
    ["The NAS address is 10.0.0.5 and the backup runs at 3", "10.0.0.5", "the backup runs at 3"],
    ["My locker is 214 but I lost the key", "214", "I lost the key"],
    ["My gym is called Ironhouse, 29 quid a month", "Ironhouse", "29 quid a month"],
  ] as const) {
    const { values, rest } = await told(said);
    assert.deepEqual([values, rest], [[value], unread], said);
  }
});
