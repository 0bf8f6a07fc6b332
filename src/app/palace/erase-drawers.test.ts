import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

const TEXT = "# Reeds\n\nThe barge stays.\n\n# Birds\n\nThe bittern of Café Pré booms at midnight.\n";
const WIDE = Buffer.from(TEXT, "utf16le");
const MARKED = Buffer.from(`\uFEFF${TEXT}`, "utf16le");

/** The same text as programs save it. */
const ENCODED: Readonly<Record<string, Buffer>> = {
  "utf-8": Buffer.from(TEXT),
  "utf-8 with its mark": Buffer.from(`\uFEFF${TEXT}`),
  "utf-16le": MARKED,
  "utf-16be": Buffer.from(MARKED).swap16(),
  "utf-16le without a mark": WIDE,
  "windows-1252": Buffer.from(TEXT, "latin1"),
};

test("a passage of a document that was handed over goes, whatever its file is encoded in, and the rest stays", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-encoded-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: root, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  for (const [i, [encoding, bytes]] of Object.entries(ENCODED).entries()) {
    const project = await loci.project(`p${i}`);
    for (const name of ["text.md", "text.txt"]) await project.addDocument({ name, bytes }, { scope: "admin" });
    const { proof, removed } = await project.forget("The bittern of Café Pré", { yes: true });
    assert.equal(proof?.clean, true, `${encoding}: ${JSON.stringify(proof)}`);
    assert.ok(removed.length >= 2, encoding);
    const files = readdirSync(join(root, "projects", `p${i}`), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    for (const form of [
      Buffer.from("bittern"),
      Buffer.from("bittern", "utf16le"),
      Buffer.from("bittern", "utf16le").swap16(),
    ])
      assert.ok(
        files.every((file) => !file.includes(form)),
        encoding,
      );
    assert.ok(
      (await project.search("barge")).hits.some(({ text }) => text.includes("The barge stays.")),
      encoding,
    );
  }
});
