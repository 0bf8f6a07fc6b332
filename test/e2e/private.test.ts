import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { storedDrawers } from "../stored-drawers.fixture.ts";

test("what is marked as private is stored by no way in", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-private-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" }, security: { redact: "off" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const said = (way: string): string =>
    `The heron came by ${way}. <private>The quokka\n\nhides here.</private> It left.`;
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs", "a.md"), `# Birds\n\n${said("file")}\n\nAnd "<private>" alone hides nothing.\n`);
  await project.index([join(root, "docs")], { scope: "kb" });
  const session = { type: "user", uuid: "1", sessionId: "s1", timestamp: "2026-11-02T10:00:00.000Z" };
  const transcript = join(root, "s1.jsonl");
  writeFileSync(transcript, JSON.stringify({ ...session, message: { role: "user", content: said("transcript") } }));
  await project.mine([transcript], { scope: "admin" });
  const shouted = said("shout").replaceAll("private>", "PRIVATE>");
  await project.recordSession({
    agent: "cursor",
    session: "s3",
    messages: [{ id: "m2", role: "user", text: shouted }],
  });
  const lines = join(root, "chat.jsonl");
  writeFileSync(lines, `${JSON.stringify({ session: "c", id: "1", role: "user", text: said("line") })}\n`);
  await project.mine([lines], { scope: "admin" });
  await project.recordSession({
    agent: "cursor",
    session: "s2",
    messages: [{ id: "m1", role: "user", text: said("hook") }],
  });
  await project.addMessage("terminal", { id: "m1", role: "user", text: said("chat") });
  await project.addDrawer({ text: said("hand"), wing: "birds", room: "reeds", scope: "admin" });
  await project.indexText({ name: "piped", text: said("pipe") }, { scope: "admin" });
  await project.addDocument({ name: "up.md", bytes: Buffer.from(said("upload")) }, { scope: "admin" });
  const wide = Buffer.from(`\uFEFF${said("wide upload")}`, "utf16le");
  await project.addDocument({ name: "wide.md", bytes: wide }, { scope: "admin" });
  await project.addDocument(
    { name: "older.txt", bytes: Buffer.from(`Pré. ${said("older upload")}`, "latin1") },
    { scope: "admin" },
  );
  const texts = (await storedDrawers(home, "p")).map(({ text }) => text);
  for (const way of [
    "file",
    "transcript",
    "line",
    "hook",
    "chat",
    "hand",
    "pipe",
    "shout",
    "upload",
    "wide upload",
    "older upload",
  ])
    assert.ok(
      texts.some((text) => text.includes(`by ${way}. [redacted:private] It left.`)),
      `${way}: ${texts.join("\n")}`,
    );
  assert.ok(texts.every((text) => !text.includes("quokka")));
  assert.ok(texts.some((text) => text.includes("alone hides nothing")));
  await loci.close();
  for (const name of readdirSync(join(home, "projects/p"), { recursive: true, encoding: "utf8" })) {
    const path = join(home, "projects/p", name);
    const bytes = readdirSync(join(path, ".."), { withFileTypes: true }).find((one) => path.endsWith(`/${one.name}`));
    if (bytes?.isFile() === true)
      for (const encoding of ["utf8", "utf16le"] as const)
        assert.ok(!readFileSync(path, encoding).includes("quokka"), name);
  }
});
