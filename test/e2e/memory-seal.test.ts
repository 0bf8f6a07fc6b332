import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { isOther } from "../../src/conversation/chats/memory-file.ts";
import { temporaryFolder } from "./notes.fixture.ts";

test("a wrong byte anywhere in the notes of a chat is noticed, and the doctor names the file", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const chats = await project.liveChats();
  const remembered = await chats.remember("c", "Kai is allergic to nuts.");
  await chats.remember("c", "The boat is called Ünda.");
  const file = join(home, "projects", "p", "chats", "memory.md");
  const named = async (): Promise<boolean> =>
    (await project.doctor()).some(({ what, severity }) => severity === "warning" && what.includes(file));
  const bytes = readFileSync(file);
  assert.equal(await named(), false);
  assert.equal(isOther(bytes.toString()), false);
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [1, 4, 32]) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ bit;
      assert.equal(isOther(wrong.toString()), true, `bit ${bit} of byte ${at}`);
    }
  writeFileSync(file, bytes.toString().replace("nuts", "nut5"));
  assert.equal(await named(), true);
  // What a person wrote stays, and is sealed with the next note.
  const after = await chats.remember("c", "Eva rows on Mondays.");
  assert.match(after.text, /nut5/u);
  assert.doesNotMatch(`${remembered.text}${after.text}${after.shown}`, /seal/u);
  assert.equal(await named(), false);
  assert.equal(readFileSync(file, "utf8").match(/loci:seal/gu)?.length, 1);
});
