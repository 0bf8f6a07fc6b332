import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceKey, sourceName, toolOf } from "./source-key.ts";

test("a source's key depends on kind and root alone, is plain, and never clashes for another root", () => {
  assert.equal(sourceKey("folder", "/home/me/My Notes!"), sourceKey("folder", "/home/me/My Notes!"));
  assert.match(sourceKey("folder", "/home/me/My Notes!"), /^my-notes-[0-9a-f]{12}$/);
  assert.notEqual(sourceKey("folder", "/a/notes"), sourceKey("folder", "/b/notes"));
  assert.notEqual(sourceKey("folder", "/a/notes"), sourceKey("chat", "/a/notes"));
  assert.match(sourceKey("folder", "/"), /^[0-9a-f]{12}$/);
  assert.equal(sourceName("/"), "/");
});

test("a tool's own place is called by the tool, and keeps its key", () => {
  const places = {
    "/home/me/.gemini/tmp": "gemini",
    "/home/me/.claude/projects": "claude",
    "/home/me/.codex/sessions/": "codex",
    "/home/me/.local/share/opencode/opencode.db": "opencode",
    "/Users/me/Library/Application Support/Cursor/User/globalStorage/state.vscdb": "cursor",
    "/home/me/.pi/agent/sessions": "pi",
    "/home/me/.local/share/amp/threads": "amp",
    "/home/me/.copilot/session-state": "copilot",
  };
  for (const [root, name] of Object.entries(places)) assert.equal(sourceName(root), name);
  assert.match(sourceKey("chat", "/home/me/.gemini/tmp"), /^tmp-/u);
  for (const root of ["/home/me/tmp", "/home/me/.claude/projects/-work-shop", "/home/me/gemini/tmp", "/work/sessions"])
    assert.equal(toolOf(root), null, root);
});
