import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceKey, sourceName } from "./source-key.ts";

test("a source's key depends on kind and root alone, is plain, and never clashes for another root", () => {
  assert.equal(sourceKey("folder", "/home/me/My Notes!"), sourceKey("folder", "/home/me/My Notes!"));
  assert.match(sourceKey("folder", "/home/me/My Notes!"), /^my-notes-[0-9a-f]{12}$/);
  assert.notEqual(sourceKey("folder", "/a/notes"), sourceKey("folder", "/b/notes"));
  assert.notEqual(sourceKey("folder", "/a/notes"), sourceKey("chat", "/a/notes"));
  assert.match(sourceKey("folder", "/"), /^[0-9a-f]{12}$/);
  assert.equal(sourceName("/"), "/");
});
