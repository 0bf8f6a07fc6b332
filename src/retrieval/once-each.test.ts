import assert from "node:assert/strict";
import { test } from "node:test";
import { onceEach } from "./collapse-duplicates.ts";

test("what is worked out of an object is worked out once, for equal objects each", () => {
  let calls = 0;
  const length = onceEach(({ text }: { text: string }) => {
    calls++;
    return text === "" ? null : text.length;
  });
  const [one, other, empty] = [{ text: "tea" }, { text: "tea" }, { text: "" }];
  assert.deepEqual([length(one), length(one), length(other), length(empty), length(empty)], [3, 3, 3, null, null]);
  assert.equal(calls, 3);
});
