import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageRef } from "../operations/answers/hits.ts";
import { GROUNDS, groundBits, groundOfBits } from "../model/signals.ts";
import { voiceBits } from "../model/message-role.ts";
import { groundOf } from "./ground.ts";

function said(role: string, text: string, marks?: MessageRef["marks"]): string {
  const message: MessageRef = {
    chat: "c",
    session: "s",
    ids: ["1"],
    role,
    author: null,
    time: null,
    ...(marks !== undefined && { marks }),
  };
  return groundOf({ message, elementType: "message", text });
}

test("on what a drawer stands", () => {
  assert.equal(groundOf({ message: null, elementType: "paragraph", text: "Which port does staging use?" }), "stated");
  assert.equal(groundOf({ message: null, elementType: "memory_summary", text: "Staging uses 8443." }), "derived");
  assert.equal(said("user", "Staging uses port 8443."), "stated");
  for (const question of ["Which port does staging use?", "remind me which port staging uses", "what's the gym code"])
    assert.equal(said("user", question), "asked", question);
  assert.equal(said("user", "My dog is five years old now, how old is that in years of people?"), "stated");
  assert.equal(said("assistant", "It is 8443."), "derived");
  assert.equal(said("tool_call", "Bash(ls)"), "derived");
  assert.equal(said("tool_result", "port: 8443"), "stated");
  assert.equal(said("summary", "They set up staging."), "derived");
  assert.equal(said("system", "You are a careful agent."), "machine");
  assert.equal(said("user", "Which port?", ["machine"]), "machine");
  assert.equal(said("tool_result", "port: 8443", ["subagent"]), "machine");
});

test("a ground comes back from the bits of a drawer, beside role and marks; none is a statement", () => {
  for (const ground of GROUNDS)
    for (const role of ["user", "tool_result", "system"])
      assert.equal(groundOfBits(groundBits(ground) | voiceBits({ role, marks: ["subagent", "abandoned"] })), ground);
  assert.equal(groundOfBits(0), "stated");
});
