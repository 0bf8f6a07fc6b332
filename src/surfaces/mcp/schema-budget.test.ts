import assert from "node:assert/strict";
import { test } from "node:test";
import { listedTool } from "./tool.ts";
import { toolsOf } from "./served-project.ts";

/**
 * What stands in the context of every conversation of an agent that has Loci; MemPalace's 47 tools take 36 KB. Catches a tool or an option
 * that was added with a long description; raise it only with the issue that asks for it.
 */
const DEFAULT_BUDGET_BYTES = 6 * 1024;

test("the tools of the default profile, as they are listed, take at most 6 KB together", async () => {
  const tools = (await toolsOf("default")).map(listedTool);
  const bytes = Buffer.byteLength(JSON.stringify(tools).replaceAll(/[,:](?=["[{\dtf])/g, "$& "));
  assert.ok(
    bytes <= DEFAULT_BUDGET_BYTES,
    `${bytes} bytes: ${tools.map((tool) => `${tool.name} ${Buffer.byteLength(JSON.stringify(tool))}`).join(", ")}`,
  );
});

test("every tool has a name, a description, a strict input of one type a field, and no schema of answers", async () => {
  const tools = (await toolsOf("palace")).map(listedTool);
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
  for (const { name, description, inputSchema, ...others } of tools) {
    assert.match(name, /^[a-z][a-z_]*$/);
    assert.ok(description.length > 20, name);
    assert.equal(inputSchema["additionalProperties"], false, name);
    assert.deepEqual(Object.keys(others), ["annotations"], name);
    assert.doesNotMatch(JSON.stringify(inputSchema), /"type":\[|anyOf|oneOf|allOf|"null"/, name);
  }
});
