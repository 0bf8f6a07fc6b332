import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type LociError, openLoci, openServiceTokens, recordHomeAudit } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { temporaryFolder, writeMemory } from "./notes.fixture.ts";

/** What is made again from other files and checked where it is read, and a chat's days, which are written for people alone. */
const DERIVED =
  /\/(?:index|embeddings)\.sqlite|\/parsed\/|^spool\/|\/log\/|\/joined-rooms\.json$|\/(?:state|recent)\.json$/u;

test("a wrong bit anywhere in a file of the data folder is named by the doctor, or put right", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const docs = join(folder, "docs");
  mkdirSync(docs);
  writeFileSync(join(docs, "oars.md"), "# Oars\n\nThe oars lie by gate 4.\n");
  const talk = { session: "s", id: "1", role: "user", text: "The weir froze in the night of the fair." };
  writeFileSync(join(docs, "talk.jsonl"), `${JSON.stringify(talk)}\n`);
  const loci = await openLoci({ home });
  const project = await loci.project("p");
  await project.index([join(docs, "oars.md")], { scope: "kb" });
  await project.mine([join(docs, "talk.jsonl")], { scope: "admin" });
  await project.indexText({ name: "piped", text: "A falcon was heard over the mill." }, { scope: "kb" });
  await project.addDocument(
    { name: "berths.md", bytes: new TextEncoder().encode("# Berths\n\nBerth 3 is free.\n") },
    { scope: "kb" },
  );
  await project.addDrawer({ text: "The lantern needs oil on Mondays.", wing: "harbour", room: "lights", pin: true });
  await project.addDrawer({ text: "The rope is by the door.", wing: "harbour", room: "lights" });
  await project.addMessage("c", { id: "m1", role: "user", text: "Kai is allergic to nuts." });
  writeMemory(join(home, "projects", "p"), "admin", ["The boat is called Ünda."]);
  for (const text of ["The ferry's berth is number 3", "My favorite fonts are 1) Inter, 2) Lora"])
    await project.tellFacts(text, { chat: "c" });
  await project.forget("rope is by the door", { yes: true });
  await project.recordAccess("shown", ["00112233445566778899aabbccddeeff"], { query: "oars", client: "cli" });
  recordHomeAudit(home, { action: "token.add", object: "a1", details: { caller: "user:4" } });
  openServiceTokens(home).issue("user:4", { projects: "all" });
  assert.deepEqual(
    (await project.doctor()).filter(({ severity }) => severity === "error" || severity === "warning"),
    [],
  );
  await loci.close();
  const files = readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(home, path)).isFile() && !DERIVED.test(path))
    .sort();
  const unseen: string[] = [];
  for (const path of files) {
    const bytes = readFileSync(join(home, path));
    // Pages of a database are mostly empty.
    const filled = [...bytes.keys()].filter((at) => bytes[at] !== 0);
    const places = rounds(path.endsWith(".sqlite") ? 96 : 24, 1);
    for (let place = 0; place < places; place++) {
      const at = filled[Math.floor(((place + 0.5) * filled.length) / places)] as number;
      const trial = join(folder, `trial-${files.indexOf(path)}-${place}`);
      // Times to the nanosecond, which Node can't set: by its time alone nothing is to be noticed.
      execFileSync("cp", ["-a", home, trial]);
      const file = join(trial, path);
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] as number) ^ (1 << (at % 7));
      writeFileSync(file, wrong);
      execFileSync("touch", ["-r", join(home, path), file]);
      if (path.endsWith(".sqlite") && rowsOf(file) === rowsOf(join(home, path))) continue;
      const said = await doctorOf(trial);
      if (
        !said.includes(relative(trial, file)) &&
        !(path.endsWith("catalog.sqlite") && said.startsWith("the catalog is damaged")) &&
        !readFileSync(file).equals(bytes)
      )
        unseen.push(`${path} at ${at}: ${said}`);
      rmSync(trial, { recursive: true });
    }
  }
  assert.deepEqual(unseen, []);
});

/** All that a database holds; null where it can't be read. */
function rowsOf(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name, sql FROM sqlite_master ORDER BY name").all();
    const names = tables.flatMap(({ name, sql }) => (/^CREATE TABLE/u.test(String(sql)) ? [String(name)] : []));
    const rows = names.map((name) => database.prepare(`SELECT * FROM "${name}"`).all().map(Object.values));
    return JSON.stringify([tables, rows], (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** What the doctor finds wrong, or what keeps it from looking. */
async function doctorOf(home: string): Promise<string> {
  const loci = await openLoci({ home });
  try {
    const findings = await (await loci.project("p")).doctor();
    return findings.flatMap(({ severity, what }) => (severity === "ok" ? [] : [what])).join("\n");
  } catch (thrown) {
    return `${(thrown as LociError).message} ${(thrown as LociError).hint}`;
  } finally {
    await loci.close();
  }
}
