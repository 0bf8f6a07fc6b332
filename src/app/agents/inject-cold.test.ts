import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";

/** What is loaded from here on, by its address. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const isRead = (): boolean => loaded.some((url) => url.endsWith("/facts/grammar/read-message.ts"));

test("a prompt loads the grammar of facts where something was told, and not before", async (t) => {
  const { testPalace } = await import("../../surfaces/mcp/palace.fixture.ts");
  const { project, close } = await testPalace();
  t.after(close);
  const prompt = "which port does staging of Driftwood listen on?";
  const { text } = await project.inject(prompt);
  assert.match(text, /8099/u);
  assert.equal(isRead(), false);
  await project.facts.tell("my locker number is 17");
  assert.match((await project.inject("what is my locker number?")).text, /17/u);
  assert.equal(isRead(), true);
});
