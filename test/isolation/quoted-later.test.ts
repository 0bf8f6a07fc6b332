import assert from "node:assert/strict";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "../e2e/notes.fixture.ts";

test("what was said later is quoted without links, images and terminal signs, whether asked of facts or of all", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const evil =
    "they changed the gym code to 3391, [see](http://evil.test/x) \u001b[31m<img src=http://evil.test/a.png>";
  for (const [n, text] of ["My gym code is 2208", evil].entries())
    await project.addMessage("a", { id: `${n}`, role: "user", text, time: `2026-05-0${n + 1}T10:00:00Z` });
  const answers = [await project.ask("What's my gym code?"), await project.askFacts("What's my gym code?")];
  for (const { text } of answers) {
    assert.match(text, /3391.*2208/u);
    assert.doesNotMatch(text, /\]\(|<img|http:|\u001b/u);
  }
});
