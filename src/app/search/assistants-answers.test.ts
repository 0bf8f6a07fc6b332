import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

/** What is asked, what a note says, and what an assistant once said of it without looking. */
const ASKED = [
  ["Who leads the platform team?", "Eva Holm leads the platform team.", "Sven Dahl leads the platform team."],
  [
    "When does the on-call rota start?",
    "The on-call rota starts on Tuesdays at ten.",
    "The on-call rota starts on Fridays at 18:00.",
  ],
  ["Where did our office move to?", "Our office moved to Sandviken in May.", "Our office moved to Laksevåg."],
  ["Where are the invoices stored?", "Invoices are stored in MySQL.", "The invoices are stored in MongoDB Atlas."],
] as const;

test("what an assistant answered without a source stands behind the note that holds what is asked, whatever else either says", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-assistant-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("team");
  writeFileSync(join(folder, "notes.md"), `# Team\n\n${ASKED.map(([, note]) => note).join(" ")}\n`);
  await project.index([join(folder, "notes.md")], { scope: "kb" });
  const sessionId = "10000001-aaaa-4bbb-8ccc-000000000001";
  const lines = ASKED.flatMap(([question, , answer], i) =>
    (["user", "assistant"] as const).map((role) => ({
      type: role,
      sessionId,
      uuid: `${role}-${i}`,
      parentUuid: role === "user" ? null : `user-${i}`,
      timestamp: `2026-11-20T09:${10 + i}:0${role === "user" ? 0 : 5}.000Z`,
      message: { role, content: role === "user" ? question : [{ type: "text", text: answer }] },
    })),
  );
  const transcript = join(folder, `${sessionId}.jsonl`);
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await project.mine([transcript], { scope: "admin" });
  for (const [question, note, answer] of ASKED) {
    const { hits } = await project.search(question);
    assert.ok(hits[0]?.text.includes(note), `${question}: ${hits[0]?.text}`);
    assert.ok(
      hits.some(({ text, unchecked }) => text.includes(answer) && unchecked === true),
      question,
    );
  }
});
