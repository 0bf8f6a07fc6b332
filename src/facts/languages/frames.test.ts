import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGrammar } from "../grammar/grammar.ts";
import { createFacts } from "../create-facts.ts";
import { openMemoryFactStore } from "../../storage/memory/facts/open-fact-store.ts";
import { parseMessage } from "../grammar/parse-message.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";

const KINDS: Readonly<Record<string, readonly string[]>> = { make: ["place"], move: ["place"], list: ["pick"], replace: ["replace", "assign"] };

for (const language of [english, spanish]) {
  const grammar = compileGrammar(language);

  test(`${language.name}: every example of a form is read as the form means`, () => {
    for (const { form, means, examples } of language.frames) {
      for (const example of examples) {
        const kinds = parseMessage(example, [grammar]).flatMap((clause) => clause.readings.map((reading) => reading.intent.kind));
        assert.ok((KINDS[means] ?? [means]).some((kind) => kinds.includes(kind as (typeof kinds)[number])), `'${example}' of the form ${form} is read as ${kinds.join(", ") || "nothing"}`);
      }
    }
  });

  test(`${language.name}: every example holds in its context`, async () => {
    for (const { examples, given } of language.frames) {
      for (const example of examples) {
        let now = 0;
        const facts = createFacts({ store: openMemoryFactStore(), mirrors: null, clock: () => ++now, newId: () => String(++now), languages: [english, language] });
        const inOne = given !== undefined && /used to|no longer|era |#1 favorite/u.test(given);
        if (given !== undefined && !inOne) await facts.tell(given, { chat: "A" });
        if (/^undo|^deshaz/u.test(example)) await facts.tell("My favorite tea is sencha", { chat: "A" });
        const told = await facts.tell(inOne ? `${given} ${example}` : example, { chat: "A" });
        assert.notEqual(told.route, "search", `'${example}' is not understood: ${told.reason}`);
        assert.notEqual(told.kind, "not_stored", `'${example}': ${told.text}`);
      }
    }
  });

  test(`${language.name}: every form but a mention has an example`, () => {
    for (const { form, means, examples } of language.frames) assert.ok(examples.length > 0 || means === "mention", form);
  });
}
