import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rule } from "./chart.ts";
import { RULES } from "./grammar.ts";
import { readMessage } from "./read-message.ts";
import { assertLinear } from "../../text/linear.fixture.ts";
import { memoryFacts } from "../memory-facts.fixture.ts";

const asks = new Set<Rule>([
  ...RULES.questions,
  ...RULES.attributes.filter(({ name }) => /^(?:what|which|attribute-before|attribute-as|since|who|is)/u.test(name)),
]);

for (const rule of Object.values(RULES).flat()) {
  for (const example of rule.examples) {
    test(`${rule.name}: ${example.replaceAll("\n", " ⏎ ")}`, async () => {
      const facts = memoryFacts();
      if (rule.given !== undefined)
        assert.equal((await facts.tell(rule.given, { chat: "A" })).changed, true, rule.given);
      if (asks.has(rule)) {
        const asked = await facts.ask(example, { chat: "A" });
        assert.ok(
          asked.kind !== undefined && asked.kind !== "not_stored",
          `${asked.route} ${asked.reason} ${asked.text}`,
        );
      } else {
        const told = await facts.tell(example, { chat: "A" });
        assert.equal(told.changed, true, `${told.route} ${told.reason} ${told.text}`);
      }
      assert.deepEqual(await facts.check(), []);
    });
  }
}

test("every rule has a name of its own", () => {
  const names = Object.values(RULES)
    .flat()
    .map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test("reading takes bounded time, whatever the message", async () => {
  for (const text of [
    "my favorite ".repeat(2_000),
    "a, ".repeat(5_000),
    `My favorite teas are ${"x, ".repeat(3_000)}y`,
    "(".repeat(5_000),
    "and ".repeat(5_000),
    "move ".repeat(2_000),
    "is my favorite is ".repeat(500),
    `"${"x".repeat(10_000)}`,
    "1. ".repeat(3_000),
  ]) {
    await assertLinear(text.slice(0, 20), text.length, (n) => readMessage(text.slice(0, n)));
  }
});
