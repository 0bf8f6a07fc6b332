import assert from "node:assert/strict";
import { test } from "node:test";
import { openLoci } from "../../index.ts";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";

/** A note, what it answers, and what it says nothing of though it speaks of the subject. */
const NOTES = [
  ["The kiln is fired every second Saturday.", "when is the kiln fired?", "what does the kiln cost?"],
  ["Oleander pays its invoices in Danish kroner.", "in which currency does Oleander pay?", "who founded Oleander?"],
  ["The ferry to Vinga leaves at 7:40.", "when does the ferry to Vinga leave?", "who steers the ferry to Vinga?"],
  ["Tomasz is allergic to walnuts.", "what is Tomasz allergic to?", "which school does Tomasz attend?"],
  ["Backups of the archive run at midnight.", "when do backups run?", "what is the password of the archive?"],
] as const;

test("a short question is answered by what speaks of its matter, not by what speaks of its subject alone", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("notes");
  for (const [text] of NOTES) await project.addDrawer({ text, scope: "kb", force: true });
  const best = async (question: string): Promise<number> =>
    Math.max(0, ...(await project.search(question)).hits.map(({ relevance }) => relevance));
  const unmet: number[] = [];
  for (const [, question, twin] of NOTES) {
    const [answered, twins] = [await best(question), await best(twin)];
    assert.ok(answered > twins, `${question} ${answered}, ${twin} ${twins}`);
    unmet.push(twins);
  }
  assert.ok(unmet.filter((one) => one <= 0.3).length >= 3, unmet.join(" "));
});
