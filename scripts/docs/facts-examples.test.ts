import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFacts } from "../../src/facts/memory-facts.fixture.ts";
import { EXAMPLES } from "./facts-examples.ts";

for (const [title, examples] of EXAMPLES)
  for (const { given, said, holds, answers } of examples)
    test(`${title}: ${said}`, async () => {
      const facts = memoryFacts();
      if (given !== undefined) await facts.tell(given, { chat: "a" });
      if (answers !== undefined) {
        const asked = await facts.ask(said, { chat: "a" });
        assert.deepEqual(
          asked.items.map(({ value }) => value),
          answers,
        );
        return;
      }
      const told = await facts.tell(said, { chat: "a" });
      const lists = await facts.list(null, { kind: "all" });
      assert.equal(told.changed, holds !== undefined);
      assert.deepEqual(
        lists.flatMap(({ items }) => items.map(({ value }) => value)),
        holds ?? [],
      );
    });
