import assert from "node:assert/strict";
import { test } from "node:test";
import { saidLater, spokenFact } from "./said-later.ts";

test("what asks to be shown a list is nothing said later about it", () => {
  const asked = {
    fact: spokenFact("color", "color", ["Blue"]),
    key: "color",
    since: Date.parse("2026-05-01T10:00:00Z"),
    read: new Set<string>(),
    unread: [],
  };
  const later = (text: string): number =>
    saidLater(asked, [{ text, time: "2026-05-02T10:00:00Z", chat: "c", messageId: "m" }]).length;
  for (const text of ["list my favorite colors", "show me my favorite colors", "give me my favorite colors please"])
    assert.equal(later(text), 0, text);
  assert.equal(later("My favorite colors have changed to beige and tan."), 1);
});
