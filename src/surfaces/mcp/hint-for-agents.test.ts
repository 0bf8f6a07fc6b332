import assert from "node:assert/strict";
import { test } from "node:test";
import { hintForAgents } from "./hint-for-agents.ts";

test("commands and flags become tools and parameters; everything else stays", () => {
  assert.equal(hintForAgents("'loci wings' lists them"), "browse with view: wings lists them");
  assert.equal(hintForAgents("ids come from 'loci search'; they change when the text changes"), "ids come from 'search'; they change when the text changes");
  assert.equal(hintForAgents("use that one, or add it all the same with --force"), "use that one, or add it all the same with force");
  assert.equal(hintForAgents("give --budget-tokens 800"), "give budgetTokens 800");
  assert.equal(hintForAgents("leave out --as"), "ask the owner to do it");
  assert.equal(hintForAgents("loci facts list shows what is"), "'facts' with op: list shows what is");
  assert.equal(hintForAgents("'loci doctor' says what is missing"), "'loci doctor' says what is missing");
  assert.equal(hintForAgents("more with 'loci mcp --profile palace'"), "more with 'loci mcp --profile palace'");
  assert.equal(hintForAgents("in the folder a--b, 2026-05-31"), "in the folder a--b, 2026-05-31");
});
