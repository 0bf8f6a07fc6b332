import assert from "node:assert/strict";
import { test } from "node:test";
import { openItems } from "./open-item.ts";

test("boxes and marks are open, wherever they stand, until they are done", () => {
  for (const said of [true, false]) {
    assert.deepEqual(openItems("- [x] done\n- [ ] rotate the keys\n", said), ["rotate the keys"]);
    assert.deepEqual(openItems("Shipped it.\nTODO: tell Kai.", said), ["TODO: tell Kai."]);
    assert.deepEqual(openItems("## Meeting\n\n- Next steps: invite the auditors\n", said), [
      "Next steps: invite the auditors",
    ]);
    assert.deepEqual(openItems("**Open question:** who pays?", said), ["Open question:** who pays?"]);
    assert.deepEqual(openItems("TODO: this was fixed already.", said), []);
    assert.deepEqual(openItems("```js\n// TODO: not ours\n```\n", said), []);
  }
});

test("all that a text leaves open is named, in its order", () => {
  const items = ["call the plumber", "renew the passport", "order chairs"];
  for (const mark of ["-", "*", "+", "1.", "2)", "> -", "  -"]) {
    const list = items.map((item) => `${mark} [ ] ${item}\n${mark} [x] I still have to pay the rent.`).join("\n");
    assert.deepEqual(openItems(`# Todo\n\n${list}\n`, true), items, mark);
  }
  assert.deepEqual(openItems("TODO: call Kai.\nIt rained.\nFIXME: a leak.", false), [
    "TODO: call Kai.",
    "FIXME: a leak.",
  ]);
  assert.deepEqual(openItems("- [ ] \n- [ ]\n", true), []);
});

test("what a person means to do is open", () => {
  for (const text of [
    "I still have to call the bank.",
    "We need to renew the certificate.",
    "I've got to pay the invoice.",
    "Kai promised to send the contract by Friday.",
    "We'll have the report ready by next week.",
    "I'm waiting for the landlord's answer.",
    "The tax return is due on Monday.",
    "Please remind me to water the plants.",
    "The deploy is blocked by the audit.",
  ])
    assert.deepEqual(openItems(text, true), [text]);
});

test("rules, manuals, wishes, advice and sayings are not", () => {
  for (const text of [
    "Do we need to ask Kai?",
    "You need to be 18 to enter.",
    "Moments like this remind me why I'm chasing my dream.",
    "Don't forget, believe in yourself.",
    "Everything I need to check is in the list.",
    "If we need to call a lawyer, it gets expensive.",
    "I had to call the bank.",
    "I have to admit it was fun.",
    "We don't have to pay.",
    "This is due to the fact that it rained.",
    "It would be great if we must meet.",
  ])
    assert.deepEqual(openItems(text, true), [], text);
  for (const text of [
    "Now we need to add a type.",
    "All fixes need to be made in src.",
    "The thread is waiting for the lock.",
    "Pending reviews are listed below.",
  ])
    assert.deepEqual(openItems(text, false), [], text);
});
