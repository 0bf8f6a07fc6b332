import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const SCAN = fileURLToPath(new URL("raw-bytes.py", import.meta.url));

/** Files in which a word stands, as it is or in a compressed stream that begins at any byte; read by a foreign tool. */
function filesWith(folder: string, word: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync("python3", [SCAN, folder, word], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.split("\n").filter((line) => line !== "");
}

test("no byte of what is forgotten stays in any file of the home, compressed or not", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const say = (word: string): string => `The vault in the old harbour opens with ${word}, which nobody else knows.`;
  for (const word of ["quetzalcoatlus", "marzipanimoose", "zanzibaritone"])
    await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: say(word), force: true });
  assert.notDeepEqual(filesWith(home, "marzipanimoose"), [], "it is found where it stands");
  const killed = join(home, "projects", "p", "memory", "palace", "w", "r.md.0123456789ab.tmp");
  writeFileSync(killed, say("marzipanimoose"));
  utimesSync(killed, 0, 0);

  const { proof, removed } = await project.forget("marzipanimoose", { yes: true });
  assert.equal(removed.length, 1);
  assert.equal(proof?.clean, true, JSON.stringify(proof));
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
  assert.notDeepEqual(filesWith(home, "quetzalcoatlus"), [], "the others stay");
  assert.equal((await project.search("zanzibaritone")).hits.length > 0, true);
});

test("of a text that Loci keeps itself, forgetting names the step that takes it out", async (t) => {
  const loci = await openLoci({
    home: join(temporaryFolder(t), "home"),
    settings: { embedding: { provider: "none" } },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const text = "The vault opens with zanzibaritone.\n";
  await project.addDocument({ name: "vault.md", bytes: new TextEncoder().encode(text) }, { scope: "admin" });
  await project.indexText({ name: "piped", text: `${text}So it says.\n` }, { scope: "admin" });
  const { matches } = await project.forget("opens with zanzibaritone", { yes: true });
  assert.equal(matches.length, 2);
  for (const { goes, why } of matches) {
    assert.equal(goes, false);
    const key = /forget the whole source: loci sources rm (\S+)$/u.exec(why)?.[1] ?? "";
    await project.removeSource(key);
  }
  assert.deepEqual((await project.search("zanzibaritone", { mode: "lexical" })).hits, []);
});
