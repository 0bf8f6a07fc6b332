import assert from "node:assert/strict";
import { test } from "node:test";
import { runLeakTest } from "../../src/index.ts";
import { httpLeakReader } from "../../src/surfaces/http/leak-reader.ts";
import { mcpLeakReader } from "../../src/surfaces/mcp/leak-reader.ts";

test("no canary of another scope or project comes out by any way, and none changes an answer", async () => {
  const report = await runLeakTest({ readers: [httpLeakReader, mcpLeakReader] });
  assert.deepEqual(report.leaks.map(({ reader, caller, request, kind, detail }) => `${reader} as ${caller}: ${kind}: ${request}: ${detail}`), []);
  assert.ok(report.answers > 500, `${report.answers} answers`);
});
