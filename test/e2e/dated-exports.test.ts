import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const SCREEN = "❯ Which gate does the heron use?\n\n⏺ The heron uses the northern gate of the sluice.\n";
const NAMED = "User: Which boat does Ada take?\n\nAssistant: Ada takes the yellow ferry.\n";

test("a chat whose text has no time is of the day in its file's name; a time of a message comes before it", async (t) => {
  const folder = temporaryFolder(t);
  const exports = join(folder, "exports");
  mkdirSync(exports);
  writeFileSync(join(exports, "2026-03-02-fix-the-gate.txt"), SCREEN);
  writeFileSync(join(exports, "talk 2026-04-05 14.30.txt"), NAMED);
  writeFileSync(join(exports, "undated.txt"), NAMED.replaceAll("Ada", "Bea").replace("yellow", "green"));
  writeFileSync(
    join(exports, "2026-05-06.jsonl"),
    `${JSON.stringify({ session: "s", id: "1", role: "user", time: "2025-01-02T03:04:05Z", text: "The otter eats eels." })}\n`,
  );
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const paths of [[exports], [join(exports, "2026-03-02-fix-the-gate.txt")]])
    await project.mine(paths, { scope: "admin" });
  const dateOf = async (query: string) => (await project.search(query)).hits[0]?.date;
  assert.equal(await dateOf("northern gate"), "2026-03-02");
  await project.rebuild();
  assert.equal(await dateOf("northern gate"), "2026-03-02");
  assert.equal(await dateOf("yellow ferry"), "2026-04-05T14:30:00Z");
  assert.equal(await dateOf("green ferry"), null);
  assert.equal(await dateOf("otter eels"), "2025-01-02T03:04:05Z");
});
