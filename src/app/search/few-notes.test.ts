import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

/** Two notes hold the word that is asked about, and a third the other word of the question: what they share isn't common for that. */
const PALACES = [
  [
    "passport",
    "My passport was issued in Leeds.",
    "Take the passport and the tickets to Oslo.",
    "The TLS certificate of the shop expires in March.",
    "when does my passport expire?",
  ],
  [
    "boiler",
    "The boiler stands in the cellar.",
    "Bleed the boiler before winter.",
    "The roof was repaired by Nolan in May.",
    "who repaired the boiler?",
  ],
] as const;

test("in a project of few notes a word that half of them hold counts as any other", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-few-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true });
  });
  for (const [name, ...texts] of PALACES) {
    const question = texts.pop() as string;
    const project = await loci.project(name);
    for (const text of texts) await project.addDrawer({ text, scope: "kb", wing: "notes" });
    const { covered, probability } = await project.search(question);
    assert.equal(covered, false, `${question} ${probability}`);
  }
});
