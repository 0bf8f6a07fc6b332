import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../memory-facts.fixture.ts";

const THINGS = ["snack", "carol", "hiking trail", "show tune", "pizza place", "picnic spot"];
const OF_WHAT = ["", " for the train", " in the old town", " of the nineties", " with the kids"];

test("each list is found by its own name, however it is asked for", async () => {
  for (const thing of THINGS)
    for (const ofWhat of OF_WHAT) {
      const facts = memoryFacts();
      const name = `favorite ${thing}s${ofWhat}`;
      const { items } = await facts.tell(`My ${name} are Ash, Birch and Cedar`, { chat: "a" });
      assert.equal(items.length, 3, name);
      for (const asked of [`${name}?`, `my ${name}?`, `what are my ${name}?`, `list my ${name}`, `show me my ${name}`])
        assert.equal((await facts.ask(asked)).items.length, 3, asked);
      for (const asked of ["", "what's "].map((lead) => `${lead}my second favorite ${thing}${ofWhat}?`))
        assert.equal((await facts.ask(asked)).items[0]?.value, "Birch", asked);
    }
});

const WHOSE = [
  "my ",
  "our ",
  "Dr Okafor's ",
  "Dr. Moss's ",
  "Mrs Kilbride's ",
  "Prof. Anna Lund's ",
  "Uncle Bo's ",
  "uncle Bo's ",
  "Anna's ",
];
const OWNED = ["gate code", "locker", "dentist", "extension", "badge number", "code for the annex"];

test("each fact is found by its own key, whatever the case and the full stop of a title", async () => {
  for (const whose of WHOSE)
    for (const owned of OWNED) {
      const facts = memoryFacts();
      const value = owned === "dentist" ? "Ingrid Moss" : "40417";
      const { topic } = await facts.tell(`${whose}${owned} is ${value}`, { chat: "a" });
      assert.notEqual(topic, null, whose + owned);
      const said = `${whose}${owned}`;
      const stop = said.replace(/^(Dr|Mrs|Prof) /u, "$1. ");
      const names = [topic ?? "", said, stop, said.replace(/^(Dr|Mrs|Prof)\. /u, "$1 ")];
      for (const name of names.flatMap((one) => [one, one.toLowerCase()]))
        for (const asked of [`${name}?`, `what is ${name}?`, `what's ${name}`])
          assert.equal((await facts.ask(asked)).items[0]?.value, value, asked);
    }
});
