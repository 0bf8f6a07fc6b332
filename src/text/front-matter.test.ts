import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, onlyNames } from "./answering.ts";
import { frontMatterLength } from "./snippet.ts";

const HEAD = "---\ntags: [port]\nstatus: active\n---\n";

test("front matter ends with its second line of dashes; a rule in a text begins none, and a text of nothing else is all there is", () => {
  assert.equal(frontMatterLength(`${HEAD}# Ports\n\n---\nStaging listens on 8099.`), HEAD.length);
  assert.equal(frontMatterLength(HEAD), 0);
  assert.equal(frontMatterLength("Ports.\n\n---\nStaging listens on 8099.\n---\n"), 0);
  assert.equal(frontMatterLength("---\nno end"), 0);
  assert.equal(frontMatterLength("+++\r\na = 1\r\n+++\r\nx"), 17);
});

test("a setting of the front matter proves less than a sentence", () => {
  const text = `${HEAD}The port of staging is 8099.`;
  const [pieces = []] = answering("is the port of staging active?", [{ text, heading: "" }]);
  const best = pieces.toSorted((a, b) => b.score - a.score)[0];
  assert.equal(text.slice(best?.start, best?.end).trim(), "The port of staging is 8099.");
});

const NOTE =
  "---\ntitle: Office printer\nip: 10.0.0.12\ntags: [printer]\n---\n# Office printer\n\nToner comes from Halberd.\n";

test("what holds but headings and settings that name or sort only names what stands below it", () => {
  for (const text of ["# Dentist\n\n", "---\ntitle: Dentist\naliases: [teeth]\n---\n# Dentist\n", "title: Cake\n\n"])
    assert.ok(onlyNames(text), text);
  const stating = [
    "# The staging port is 8443\n",
    "# Dentist\n\n## 14 May at nine\n",
    "# the hose lies behind the shed\n",
  ];
  for (const text of [...stating, NOTE, "# Dentist\n\nThe 14th of May.", "ip: 10.0.0.12\n", "Dentist"])
    assert.ok(!onlyNames(text), text);
});
