import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { backUpHome, openLoci } from "../../index.ts";
import { docx, paragraph } from "../../parsing/zip/make-zip.fixture.ts";

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

test("a sentence of a page that was handed over goes alone; of what can't be rewritten it is said before how much goes", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-pages-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: root, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const told = Array.from(
    { length: 20 },
    (_, i) => `The barge of reach ${i} carries ${i * 3} tons of peat to the ${i}th lock.`,
  );
  const file = {
    "page.html": Buffer.from(
      told
        .map((one, i) => `<h2>Reach ${i}</h2><p>${one} The <b>door</b> of hut ${i} has c&#111;de ${i}93${i}.</p>`)
        .join("\n"),
    ),
    "text.docx": docx(
      told
        .map(
          (one, i) =>
            paragraph(`Reach ${i}`, "Heading1") + paragraph(`${one} The door of hut ${i} has code ${i}93${i}.`),
        )
        .join(""),
    ),
  };
  for (const [i, [name, bytes]] of Object.entries(file).entries()) {
    const project = await loci.project(`p${i}`);
    await project.addDocument({ name, bytes }, { scope: "admin" });
    const words = "the door of hut 7 has code 7937";
    const [match] = (await project.forget(words)).matches;
    assert.equal(
      match?.why,
      name === "page.html" ? "" : "its file can't be rewritten and goes whole, other passages with it: 19",
    );
    const { proof, removed } = await project.forget(words, { yes: true });
    assert.deepEqual([proof?.clean, removed.length], [true, name === "page.html" ? 1 : 20], JSON.stringify(proof));
    const { hits } = await project.search("code of the hut at reach 6");
    assert.equal(
      hits.some(({ text }) => text.includes("code 6936")),
      name === "page.html",
    );
  }
});

test("words are found whatever stands between them: links, emphasis, tags, signs by name, the ends of lines", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-between-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: root, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const words = ["the", "bittern", "of", "reach", "nine", "booms", "at", "midnight"];
  const marks = [
    (word: string) => `**${word}**`,
    (word: string) => `[${word}](https://example.org/a_(b) "birds and reeds")`,
    (word: string) => `<b class="x">${word}</b>`,
    (word: string) => `&nbsp;${word}`,
    (word: string) => `_${word}_\n`,
  ];
  for (const [i, mark] of marks.entries()) {
    const text = words.map((word, at) => (at % 3 === i % 3 ? mark(word) : word)).join(" ");
    const bytes = Buffer.from(`# Birds\n\n${text}.\n\n# Reeds\n\nThe barge stays by weir ${i}.\n`);
    await project.addDocument({ name: `${i}.md`, bytes }, { scope: "admin" });
  }
  const { removed, proof } = await project.forget(words.join(" "), { yes: true });
  assert.deepEqual([removed.length, proof?.clean], [marks.length, true]);
});

test("other projects and backups that hold what was forgotten are named to the owner, and to nobody else", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-copies-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [home, backup, gone] = [join(root, "home"), join(root, "backup"), join(root, "gone")];
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const text = "The obsidian kettle is behind the third dune.";
  const project = await loci.project("p");
  const place = { wing: "w", room: "r", text } as const;
  await project.addDrawer({ ...place, scope: "admin" });
  await (await loci.project("other")).addDrawer({ ...place, scope: "admin" });
  await (await loci.project("third")).addDrawer({ ...place, scope: "admin", text: "The barge stays in the reeds." });
  for (const to of [backup, gone]) await backUpHome(home, to);
  rmSync(gone, { recursive: true });
  const { copies, proof } = await project.forget(text, { yes: true });
  assert.equal(proof?.clean, true);
  assert.deepEqual(
    copies.map((one) => ({ ...one, files: one.files > 0 })),
    [
      { project: "other", backup: null, files: true },
      { project: null, backup: gone, files: false },
      { project: null, backup, files: true },
    ],
  );
  const users = await project.addDrawer({ ...place, scope: "user:42" }, { caller: "user:42" });
  const own = await project.forget(users.id, { yes: true, caller: "user:42" });
  assert.deepEqual([own.copies, own.proof?.clean], [[], true]);
});

test("what still stands in a file is found in each order of its bytes, whether its first letter or any is ASCII or not", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-remains-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const text of [
    "The bittern booms at midnight",
    "The bittern of Café Pré booms",
    "Été is when the bittern booms",
  ]) {
    const wide = Buffer.from(text, "utf16le");
    const forms = {
      narrow: Buffer.from(text),
      little: wide,
      big: Buffer.from(wide).swap16(),
      latin: Buffer.from(text, "latin1"),
    };
    const { id } = await project.addDrawer({ wing: "w", room: "r", scope: "kb", text });
    // At an even and at an odd place, and at the very end.
    for (const [name, bytes] of Object.entries(forms))
      for (const before of [0, 1])
        writeFileSync(join(home, "projects", "p", `${name}${before}`), Buffer.concat([Buffer.alloc(before), bytes]));
    const { proof } = await project.forget(id, { yes: true });
    const found = proof?.probes.flatMap(({ path, found }) =>
      found && path.startsWith("bytes of") ? [path.slice(9)] : [],
    );
    assert.deepEqual(
      found,
      Object.keys(forms)
        .sort()
        .flatMap((name) => [`${name}0`, `${name}1`]),
      text,
    );
  }
});

test("a passage goes out of its room alone: no run over the palace, no new record; one whose file is gone goes too", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-alone-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const texts = ["The bittern booms at midnight.", "The barge stays in the reeds.", "The heron waits by the weir."];
  const added = [];
  for (const [i, text] of texts.entries())
    added.push(await project.addDrawer({ wing: "w", room: `r${i % 2}`, scope: "kb", text }));
  const record = (): string => readFileSync(join(home, "projects", "p", "catalog.json"), "utf8");
  const runs = async (): Promise<readonly string[]> => (await project.jobs()).map(({ id }) => id);
  const [before, ran] = [record(), await runs()];
  for (const one of added.slice(0, 2)) {
    const { proof, removed } = await project.forget(one.id, { yes: true });
    assert.deepEqual([proof?.clean, removed], [true, [one.id]]);
  }
  assert.deepEqual([record(), await runs()], [before, ran]);
  assert.deepEqual(
    (await project.search("the bittern, the barge or the heron")).hits.map(({ text }) => text),
    [texts[2]],
  );
  // As where an earlier attempt ended between file and index.
  rmSync(added[2]?.file ?? "");
  await project.forget(added[2]?.id ?? "", { yes: true });
  assert.deepEqual((await project.search("the heron")).hits, []);
});

/** A project with a folder of transcripts, which says what is still found of the kettle. */
async function mined(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "loci-forget-mined-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const loci = await openLoci({ home: join(home, "loci"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const folder = join(home, "m");
  mkdirSync(folder);
  writeFileSync(join(folder, "t.txt"), `User: [mined] ${SAID}\nAssistant: I see.\n`);
  await project.mine([folder], { scope: "admin" });
  const other = join(folder, "x.jsonl");
  writeFileSync(other, JSON.stringify({ session: "j", id: "1", role: "user", text: `[jsonl] ${SAID}` }));
  const found = async () => (await project.search("obsidian kettle")).hits.length;
  return { home, project, other, found };
}

const SAID = "The obsidian kettle is behind the third dune.";

test("what a folder told and a newer file in it, mined alone, goes from both", async (t) => {
  const { project, other, found } = await mined(t);
  await project.mine([other], { scope: "admin" });
  const { proof, removed } = await project.forget(SAID, { yes: true });
  assert.equal(removed.length, 2);
  assert.ok(proof?.clean);
  assert.equal(await found(), 0);
});

test("forgetting reads no transcript that nobody has read yet", async (t) => {
  const { project, found } = await mined(t);
  const { removed, elsewhere } = await project.forget(SAID, { yes: true });
  assert.deepEqual([removed.length, elsewhere.length, await found()], [1, 0, 0]);
});

test("a forget that an unexpected error ends says how much is left of it", async (t) => {
  const { home, project, found } = await mined(t);
  await project.addDocument({ name: "text.md", bytes: Buffer.from(`# Kettle\n\n${SAID}\n`) }, { scope: "admin" });
  const [file] = readdirSync(join(home, "loci"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("text.md"),
  );
  const path = join(home, "loci", file as string);
  rmSync(path);
  mkdirSync(path);
  await assert.rejects(project.forget(SAID, { yes: true }), /1 of 2 passages are still there/u);
  rmSync(path, { recursive: true });
  writeFileSync(path, SAID);
  await project.forget(SAID, { yes: true });
  assert.equal(await found(), 0);
});

test("with a passage that was changed its earlier versions go, and no other's", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-versions-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: root, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("versions");
  const place = { wing: "w", room: "r", scope: "admin", force: true } as const;
  const change = async (words: readonly string[]): Promise<void> => {
    let supersedes: readonly string[] = [];
    for (const text of words) supersedes = [(await project.addDrawer({ ...place, text, supersedes })).id];
  };
  await change(["The sluice opens at 0500.", "The sluice opens at 0615.", "The sluice opens at 0730."]);
  await change(["The ferry leaves at 0810.", "The ferry leaves at 0925."]);
  const held = (): string => readFileSync(join(root, "projects/versions/memory/palace/w/r.md"), "utf8");
  assert.match(held(), /0500[^]*0615[^]*0730[^]*0810[^]*0925/u);
  const { removed } = await project.forget("The sluice opens", { yes: true });
  assert.equal(removed.length, 1);
  assert.doesNotMatch(held(), /sluice/u);
  assert.match(held(), /0810[^]*0925/u);
});

test("a passage that is changed for other readers is found by those alone, and its earlier words by nobody", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "loci-readers-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const loci = await openLoci({ home: root, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const scopes = ["kb", "admin", "user:42"];
  for (const [i, [from, to]] of scopes.flatMap((one) => scopes.map((other) => [one, other] as const)).entries()) {
    const project = await loci.project(`p${i}`);
    const place = { wing: "w", room: "r", force: true } as const;
    const { id } = await project.addDrawer({ ...place, text: "The winch is oiled on Mondays.", scope: from });
    await project.addDrawer({ ...place, text: "The winch is oiled on Tuesdays.", scope: to, supersedes: [id] });
    for (const caller of ["owner", "user:42", "public"] as const) {
      const { hits } = await project.search("when is the winch oiled?", { caller });
      const sees = caller === "owner" || to === "kb" || to === caller;
      assert.deepEqual(
        hits.map(({ text }) => text),
        sees ? ["The winch is oiled on Tuesdays."] : [],
        `${from} to ${to}: ${caller}`,
      );
    }
  }
});
