import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { makeIdentity, readIdentity, storedProjects, writeIdentity } from "./identity.ts";
import { claimProjectOf, joinFolder } from "./project-of-folder.ts";

const REPOSITORY = { roots: ["/code/alder/web"], store: null, borrows: [], remotes: [], firstCommits: [], head: null };

test("one wrong byte in an identity changes nothing; in both its files the project is nobody's until its owner says whose", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-identity-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const code = join(home, "code");
  const folder = join(home, "projects", "web");
  for (const path of [folder, code]) mkdirSync(path, { recursive: true });
  writeFileSync(join(code, "package.json"), '{ "name": "web" }');
  makeIdentity(home, "web", { repositories: [{ ...REPOSITORY, roots: [code] }] });
  const before = readIdentity(home, "web");
  const [first, second] = ["identity.json", "identity.copy.json"].map((name) => join(folder, name)) as [string, string];
  const good = readFileSync(first);
  const damage = (file: string, at: number, by: number): void => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] as number) ^ by;
    writeFileSync(file, bytes);
  };
  const byte = fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 127 }));
  fc.assert(
    fc.property(byte, fc.constantFrom(first, second), ([at, by], file) => {
      damage(file, at, by);
      assert.deepEqual(readIdentity(home, "web"), before);
      writeFileSync(file, good);
    }),
  );

  const root = good.indexOf("alder") === -1 ? good.indexOf("code") : good.indexOf("alder");
  for (const file of [first, second]) damage(file, root, 1);
  assert.equal(readIdentity(home, "web")?.damaged, true);
  const where = { home, userHome: home };
  const other = await claimProjectOf(code, where);
  assert.notEqual(other.name, "web");
  rmSync(join(home, "projects", other.name), { recursive: true });

  assert.equal(await joinFolder(code, "web", where), null);
  assert.equal((await claimProjectOf(code, where)).name, "web");
  assert.equal(storedProjects(home).length, 1);
  const healed = readIdentity(home, "web");
  assert.ok(healed !== null && healed.damaged === undefined);
  writeIdentity(home, "web", healed);
  assert.deepEqual(readIdentity(home, "web"), healed);
});
