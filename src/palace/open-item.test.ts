import assert from "node:assert/strict";
import { test } from "node:test";
import { openItem } from "./open-item.ts";

test("boxes and marks are open, wherever they stand, until they are done", () => {
  for (const said of [true, false]) {
    assert.equal(openItem("- [x] done\n- [ ] rotate the keys\n", said), "rotate the keys");
    assert.equal(openItem("Shipped it.\nTODO: tell Kai.", said), "TODO: tell Kai.");
    assert.equal(
      openItem("## Meeting\n\n- Next steps: invite the auditors\n", said),
      "Next steps: invite the auditors",
    );
    assert.equal(openItem("**Open question:** who pays?", said), "Open question:** who pays?");
    assert.equal(openItem("TODO: this was fixed already.", said), null);
    assert.equal(openItem("```js\n// TODO: not ours\n```\n", said), null);
  }
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
    assert.equal(openItem(text, true), text);
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
    assert.equal(openItem(text, true), null, text);
  for (const text of [
    "Now we need to add a type.",
    "All fixes need to be made in src.",
    "The thread is waiting for the lock.",
    "Pending reviews are listed below.",
  ])
    assert.equal(openItem(text, false), null, text);
});
