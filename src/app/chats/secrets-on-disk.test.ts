import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../../test/rounds.fixture.ts";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { openLoci } from "../../index.ts";

const KEYS = ["the netflix password", "my alarm code", "our wifi password", "the safe code", "my bank pin"];
/** What people do with a secret: `A` is the first value, `B` the second. */
const SAID: readonly (readonly string[])[] = [
  ["K is A", "Change K to B", "What was K before?"],
  ["K is A", "Is K A?", "What is K?", "Forget K"],
  ["K is A", "K isn't A any more, it's B", "Undo that", "What is K?"],
  ["K is A.", "K is now B.", "Was it A?", "Forget K", "So A is gone?"],
  ["Remember that K is A", "K: B", "Is K B?", "no, it's A"],
  ["K is A", "A is what I typed.", "What are all my facts?", "Erase K"],
];

const secret = fc.oneof(
  fc
    .tuple(fc.constantFrom("Umbrella", "Quitte", "Tulpe", "Nelke"), fc.constantFrom("-", "!", "#"), fc.nat(9999))
    .map(([word, sign, number]) => `${word}${sign}${1000 + number}`),
  fc.nat(899_999).map((number) => String(100_000 + number)),
);

/** Files of a folder that hold a text; the catalog alone may. */
function holding(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      !/catalog\.sqlite(?:-wal|-shm)?$/u.test(path) &&
      statSync(join(folder, path)).isFile() &&
      readFileSync(join(folder, path)).includes(text),
  );
}

test("whatever is done with a secret in a chat, it stands in no file but the catalog", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...KEYS), fc.constantFrom(...SAID), secret, secret, async (key, said, a, b) => {
      const home = temporaryFolder(t);
      const loci = await openLoci({ home });
      const project = await loci.project("p");
      const texts = said.map((one) => one.replaceAll("K", key).replaceAll(/\bA\b/gu, a).replaceAll(/\bB\b/gu, b));
      for (const text of texts) await project.ask(text, { chat: "c" });
      await loci.close();
      assert.deepEqual([...holding(home, a), ...holding(home, b)], [], texts.join(" | "));
    }),
    { numRuns: rounds(200, 9), seed: 7 },
  );
});

test("a secret said in any language stands in no file but the catalog, by whatever way it comes", async (t) => {
  const home = temporaryFolder(t);
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  const project = await loci.project("p");
  const place = { wing: "home", room: "kitchen", scope: "admin", force: true } as const;
  const ways: readonly ((id: string, text: string) => Promise<unknown>)[] = [
    async (id, text) => await project.addMessage("c", { id, role: "user", text }),
    async (id, text) => await project.tellFacts(text, { chat: "d", messageId: id }),
    async (_, text) => await project.ask(`Remember: ${text}`, { chat: "e" }),
    async (_, text) => await project.ask(text, { chat: "f" }),
    async (id, text) =>
      await project.recordSession({ agent: "cursor", session: "s", messages: [{ id, role: "user", text }] }),
    async (_, text) => await project.addDrawer({ ...place, text, pin: true }),
  ];
  const said = [
    "Meine PIN ist #",
    "mot de passe : Tulpe#x",
    "la clave del wifi es Tulpe#x",
    "密码是#",
    "senha: Tulpe#x",
  ];
  const numbers: number[] = [];
  for (const [i, way] of ways.entries())
    for (const [j, text] of said.entries()) {
      const number = 731_000 + 10 * i + j;
      numbers.push(number);
      await way(`m${i}-${j}`, text.replace("#", String(number)));
    }
  const brief = JSON.stringify(await project.wakeUp({ caller: "owner" }));
  await loci.close();
  for (const number of numbers) {
    assert.deepEqual(holding(home, String(number)), [], String(number));
    assert.ok(!brief.includes(String(number)), brief);
  }
});

test("of a chat that is deleted nothing stands in any file, while the project is open", async (t) => {
  const home = temporaryFolder(t);
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (let n = 0; n < 6; n++)
    await project.addMessage("c", { id: `m${n}`, role: "user", text: `The zephyrquilt number ${n} is in the shed.` });
  await project.addMessage("d", { id: "m", role: "user", text: "The kettle is in the kitchen." });
  assert.notDeepEqual(holding(home, "zephyrquilt"), []);
  await project.deleteChat("c");
  assert.deepEqual(holding(home, "zephyrquilt"), []);
  assert.match((await project.search("kettle")).hits[0]?.text ?? "", /kitchen/u);
});

test("keys, serials and numbers of papers are the owner's alone, in whatever scope they are said", async (t) => {
  const said: readonly (readonly [said: string, value: string, asked: string])[] = [
    ["The licence key for Sketchbook is QX7-99-ALPHA", "QX7-99-ALPHA", "What is the licence key for Sketchbook?"],
    ["The product key is ZZ9-PLURAL", "ZZ9-PLURAL", "What is the product key?"],
    ["The Adobe serial number is AA-11-BB", "AA-11-BB", "What is the Adobe serial number?"],
    ["My driving licence number is DL-99-1", "DL-99-1", "What is my driving licence number?"],
    ["The boiler code is 88-12", "88-12", "What is the boiler code?"],
  ];
  const home = temporaryFolder(t);
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const [text, value, question] of said) {
    await project.tellFacts(text, { scope: "kb" });
    assert.ok((await project.askFacts(question)).text.includes(value), question);
    for (const scope of ["kb", "user:1"] as const)
      assert.ok(!(await project.askFacts(question, { scope })).text.includes(value), question);
    assert.deepEqual(holding(home, value), [], value);
  }
  await project.changeFacts({ op: "put", topic: "the Acrobat licence key", value: "PT-77-Q", scope: "kb" });
  assert.deepEqual(holding(home, "PT-77-Q"), []);
});
