import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci, type Project } from "../../index.ts";

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

/** A session of an agent, on a day of November, in which everything is asked and answered. */
async function mineSession(
  project: Project,
  folder: string,
  { day, answers }: { readonly day: number; readonly answers: readonly string[] },
): Promise<void> {
  const sessionId = `1000000${day}-aaaa-4bbb-8ccc-000000000001`.slice(-36);
  const lines = ASKED.flatMap(([question], i) =>
    (["user", "assistant"] as const).map((role) => ({
      type: role,
      sessionId,
      uuid: `${role}-${i}`,
      parentUuid: role === "user" ? null : `user-${i}`,
      timestamp: `2026-11-${day}T09:${10 + i}:0${role === "user" ? 0 : 5}.000Z`,
      message: { role, content: role === "user" ? question : [{ type: "text", text: answers[i] }] },
    })),
  );
  const transcript = join(folder, `${sessionId}.jsonl`);
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await project.mine([transcript], { scope: "admin" });
}

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
  await mineSession(project, folder, { day: 20, answers: ASKED.map(([, , answer]) => answer) });
  for (const [question, note, answer] of ASKED) {
    const { hits } = await project.search(question);
    assert.ok(hits[0]?.text.includes(note), `${question}: ${hits[0]?.text}`);
    assert.ok(
      hits.some(({ text, unchecked }) => text.includes(answer) && unchecked === true),
      question,
    );
  }
});

test("what notes answer stays covered however often it was asked and answered, rightly or not", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-again-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, "notes.md"), `# Team\n\n${ASKED.map(([, note]) => note).join(" ")}\n`);
  for (const told of [1, 2] as const) {
    const project = await loci.project(`team${told}`);
    await project.index([join(folder, "notes.md")], { scope: "kb" });
    const answers = ASKED.map((row) => row[told]);
    for (let day = 20; day < 25; day++) {
      await mineSession(project, folder, { day, answers });
      for (const [i, [question]] of ASKED.entries()) {
        await project.addMessage(`talk${day}`, { id: `q${i}`, role: "user", text: question });
        await project.addMessage(`talk${day}`, { id: `a${i}`, role: "assistant", text: answers[i] as string });
      }
    }
    for (const [question, note] of ASKED) {
      const { hits, covered, probability } = await project.search(question);
      assert.ok(hits[0]?.text.includes(note), `${question}: ${hits[0]?.text}`);
      assert.ok(covered, `${question} ${probability}`);
    }
  }
});

test("a reply that tells nothing itself comes before no passage when the same is asked again", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-pointing-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("team");
  writeFileSync(join(folder, "notes.md"), "# Yard\n\nThe crane is greased by Olga.\n\nSlings hang beside the forge.\n");
  await project.index([join(folder, "notes.md")], { scope: "kb" });
  const questions = [
    "how often is the crane of the yard looked at by somebody?",
    "in which cupboard of the forge are the slings?",
  ];
  const told = "It stands in the notes, see the passage above.";
  const session = questions.flatMap((question, i) =>
    (["user", "assistant"] as const).map((role) => ({
      type: role,
      sessionId: "10000000-aaaa-4bbb-8ccc-000000000001",
      uuid: `${role}-${i}`,
      parentUuid: role === "user" ? null : `user-${i}`,
      timestamp: `2026-11-2${i}T09:10:0${role === "user" ? 0 : 5}.000Z`,
      message: { role, content: role === "user" ? question : [{ type: "text", text: told }] },
    })),
  );
  writeFileSync(join(folder, "s.jsonl"), session.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await project.mine([join(folder, "s.jsonl")], { scope: "admin" });
  for (const question of questions) {
    const [first] = (await project.search(question)).hits;
    assert.equal(first?.message, null, `${question}: ${first?.text}`);
  }
});
