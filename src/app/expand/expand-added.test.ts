import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LociError, openLoci } from "../../index.ts";

test("what was added as one is opened as one, from any of its parts, and nothing that was added beside it", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-added-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("harbour");
  const place = { wing: "w", room: "r", scope: "kb", force: true } as const;
  const long = Array.from({ length: 180 }, (_, i) => `Sentence ${i} speaks of the harbour and of ${i} lanterns.`).join(
    " ",
  );
  await project.addDrawer({ ...place, text: "A short one before." });
  const { id } = await project.addDrawer({ ...place, text: long });
  const { id: other } = await project.addDrawer({ ...place, text: "A short one behind." });
  const { drawers, text } = await project.expand([id]);
  assert.equal(text, long);
  assert.ok(drawers.length > 3);
  for (const part of [drawers[2], drawers.at(-1)]) assert.equal((await project.expand([part?.id ?? ""])).text, long);
  assert.equal((await project.expand([other])).text, "A short one behind.");
});

test("a single file and a chat of Loci's are no wings of their own", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-wings-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("harbour");
  writeFileSync(join(home, "note1.md"), "# Boiler\n\nIt leaks again.\n");
  await project.index([join(home, "note1.md")], { scope: "kb" });
  await project.addMessage("talk1", { id: "1", role: "user", text: "The ferry leaves at nine." });
  await project.addDocument(
    { name: "upload.md", bytes: new TextEncoder().encode("# Ferry\n\nTwice a day.\n") },
    { scope: "kb" },
  );
  assert.deepEqual(
    (await project.wings()).wings.map(({ wing }) => wing),
    ["harbour"],
  );
});

test("a picture pasted into a note makes no drawer, finds nothing, and is there when the note is opened", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-picture-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("harbour");
  const picture = `data:image/png;base64,${Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * 167 + (i >> 3) * 13) % 256)).toString("base64")}`;
  const note = `# Lantern\n\nThe old lantern.\n\n![seen from the pier](${picture})\n\nIt was sold in May.\n`;
  writeFileSync(join(home, "note.md"), note);
  await project.index([join(home, "note.md")], { scope: "kb" });
  assert.equal((await project.status()).counts.drawers, 2);
  const { hits } = await project.search(picture.slice(30, 70));
  assert.ok(hits.every(({ text }) => text.length < 100));
  const { hits: found } = await project.search("when was the lantern sold");
  assert.equal((await project.expand([found[0]?.id ?? ""], { document: true })).text, note);
  await assert.rejects(project.addDrawer({ text: picture, wing: "w", room: "r", scope: "kb" }), { code: "USAGE" });
});

test("of a document longer than an answer may be a part is opened, never a part for the whole", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-long-"));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const project = await loci.project("harbour");
  const sections = Array.from(
    { length: 2_050 },
    (_, i) => `# Berth ${i}\n\n${`Berth ${i} is for ship number ${i}. `.repeat(40)}\n`,
  );
  writeFileSync(join(folder, "berths.md"), sections.join("\n"));
  await project.index([join(folder, "berths.md")], { scope: "kb" });
  const [{ id } = { id: "" }] = (await project.search("berth for ship number 1024")).hits;
  const tooLarge = (error: unknown): boolean => error instanceof LociError && error.code === "TOO_LARGE";
  await assert.rejects(project.expand([id], { document: true }), tooLarge);
  const { drawers } = await project.expand([id], { before: 900, after: 900 });
  assert.equal(drawers.length, 1_801);
  assert.equal((await project.outline(id)).entries.length, 2_000);
});
