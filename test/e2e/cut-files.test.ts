import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const SENTENCES = [
  "The harbour crane was painted green in May.",
  "Nobody has wound the station clock since the flood.",
  "Our baker keeps sourdough older than his daughter.",
  "The lighthouse keeper collects Bulgarian stamps.",
];

test("a file of drawers that was cut off is refused and said; what was edited or deleted in an editor is taken", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  let file = "";
  for (const text of SENTENCES)
    ({ file } = await project.addDrawer({ wing: "w", room: "r", scope: "kb", text, force: true }));
  const whole = readFileSync(file, "utf8");
  const found = async (): Promise<number> => (await project.status()).counts.drawers;

  for (const marker of ["<!-- loci:drawer", "<!-- /loci:drawer", "<!-- /loci:room"]) {
    const cut = whole.slice(0, whole.lastIndexOf(marker));
    writeFileSync(file, cut);
    const job = await project.index([]);
    assert.equal(job.status, "failed");
    assert.match(job.failed[0]?.message ?? "", /was cut off/u);
    assert.equal(await found(), SENTENCES.length, "what was indexed stays");
    assert.equal((await project.doctor()).filter(({ what }) => what.includes("was cut off")).length, 1);
    await assert.rejects(project.addDrawer({ wing: "w", room: "r", scope: "kb", text: "One more thing to keep." }), {
      code: "STORAGE_FAILED",
    });
    assert.equal(readFileSync(file, "utf8"), cut, "and the file is left as it is");
  }

  for (const [was, is] of [
    ["scope=kb", "scope=kc"],
    ["scope=", "scppe="],
    ["loci:drawer", "loci:drawes"],
  ] as const) {
    writeFileSync(file, whole.replace(was, is));
    const job = await project.index([]);
    assert.match(job.failed[0]?.message ?? "", /the mark of a drawer in or before line \d+ was changed/u);
    assert.equal(await found(), SENTENCES.length, "what was indexed stays");
    assert.equal((await project.doctor()).filter(({ what }) => what.includes("the mark of a drawer")).length, 1);
  }

  writeFileSync(file, whole.replace("painted green", "painted red"));
  assert.equal((await project.index([])).status, "done");
  assert.equal((await project.search('"painted red"', { mode: "lexical" })).hits.length, 1);
  const [start, end] = [whole.indexOf("<!-- loci:drawer"), whole.indexOf("<!-- /loci:drawer -->\n")];
  writeFileSync(file, whole.slice(0, start) + whole.slice(end + "<!-- /loci:drawer -->\n".length));
  assert.equal((await project.index([])).status, "done");
  assert.equal(await found(), SENTENCES.length - 1, "a drawer that somebody deleted is gone");
});

test("a file of drawers or an upload that became empty, or NULs, is damage: said, and nothing of it leaves the index", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const open = async (): Promise<Project> => {
    const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
    t.after(() => loci.close());
    return await loci.project("p");
  };
  let project = await open();
  const { file } = await project.addDrawer({ wing: "w", room: "r", scope: "kb", text: SENTENCES[0] as string });
  await project.addDocument({ name: "a.md", bytes: Buffer.from(SENTENCES[1] as string) }, { scope: "kb" });
  const uploads = join(home, "projects", "p", "uploads");
  const upload = join(
    uploads,
    readdirSync(uploads, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".md")) ?? "",
  );
  for (const path of [file, upload]) {
    const whole = readFileSync(path);
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(whole.length), Buffer.alloc(9), Buffer.from(" \n")])
      for (const isLost of [false, true]) {
        writeFileSync(path, bytes);
        if (isLost) {
          await project.close();
          rmSync(join(home, "projects", "p", "index.sqlite"));
          project = await open();
        }
        const job = await project.index([]);
        const about = `${path} ${bytes.length} ${isLost}: ${JSON.stringify(job)}`;
        assert.equal((await project.status()).counts.drawers, isLost ? 1 : 2, about);
        assert.ok(
          [...job.failed, ...job.skipped].some((one) => path.endsWith(one.path)),
          about,
        );
        const findings = await project.doctor();
        assert.ok(
          findings.some(({ severity, what }) => severity !== "ok" && what.includes(path)),
          `${about} ${JSON.stringify(findings)}`,
        );
        writeFileSync(path, whole);
        await project.index([]);
        assert.equal((await project.status()).counts.drawers, 2, about);
      }
  }
});

test("a file of an earlier version has no marks and is taken as it is; the next drawer gives it some", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const add = async (text: string): Promise<string> =>
    (await project.addDrawer({ wing: "w", room: "r", scope: "kb", text, force: true })).file;
  const file = await add(SENTENCES[0] as string);
  const old = readFileSync(file, "utf8").replace(/^<!-- \/?loci:room(?: form=2)? -->\n/gmu, "");
  writeFileSync(file, `${old}\nA line of somebody's own.\n`);
  assert.equal((await project.index([])).status, "done");
  await add(`${SENTENCES[1]}\n<!-- /loci:room -->`);
  const text = readFileSync(file, "utf8");
  assert.match(text, /^# r\n<!-- loci:room form=2 -->\n/u);
  assert.match(text, /A line of somebody's own\.\n[^]*\n<!-- \/loci:room -->\n$/u);
  const { hits } = await project.search('"station clock"', { mode: "lexical" });
  assert.equal(hits[0]?.text, `${SENTENCES[1]}\n<!-- /loci:room -->`, "word for word");
});
