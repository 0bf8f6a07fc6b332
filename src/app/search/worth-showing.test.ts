import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

const NOTES = [
  "Hosepipe leaks at the tap end.",
  "Leena is coeliac, so no wheat on her plate.",
  "Leena brings the dessert in autumn.",
  "Committee meets on the first Monday; Prakash chairs it.",
  "The supper club seats fourteen; sixteen with the garden table.",
  "Guests pay 45 euros, drinks not included.",
  "Dough rests overnight at four degrees.",
  "Potatoes: Charlotte and Desiree, planted on Good Friday.",
  "The big stock pot was lent to Ingrid.",
  "Wine is from Domaine Roux, twelve bottles a case.",
];

test("among few notes the one that is nearest in meaning is shown, and covers nothing; so is all that holds a name asked for", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-worth-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true });
  });
  const project = await loci.project("notes");
  for (const text of NOTES) await project.addDrawer({ text, scope: "kb", force: true });
  const shown = async (question: string): Promise<readonly string[]> => {
    const { hits, weaker } = await project.search(question);
    return hits.slice(0, weaker).map(({ text }) => text);
  };
  // Not a word of theirs.
  assert.deepEqual(await shown("what's wrong with the hose?"), ["Hosepipe leaks at the tap end."]);
  assert.ok((await shown("how many people can sit down?"))[0]?.startsWith("The supper club seats"));
  assert.equal((await project.search("what's wrong with the hose?")).covered, false);
  assert.equal((await shown("Leena")).length, 2);
  // The nearest lacks the kind of thing that is asked for, or the name.
  assert.deepEqual(await shown("what is the telephone number of the wine merchant?"), []);
  assert.deepEqual(await shown("what does Ravensburg pay?"), []);
});
