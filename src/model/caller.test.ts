import assert from "node:assert/strict";
import { test } from "node:test";
import { type Caller, callerOf, visibleScopes } from "./caller.ts";

test("only a call that names nobody is the owner's: a null from JavaScript is an error", () => {
  assert.equal(visibleScopes(callerOf(undefined)), "all");
  assert.deepEqual(visibleScopes(callerOf("user:a")), ["kb", "user:a"]);
  for (const said of [null, 5, {}])
    assert.throws(() => callerOf(said as unknown as Caller), { code: "CALLER_INVALID" });
});
