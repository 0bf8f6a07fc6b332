import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Job, openLoci, type Project } from "../../src/index.ts";
import { makePdf, makeFontPdf, numberedFont, show } from "../../src/parsing/pdf/make-pdf.fixture.ts";
import { makeZip } from "../../src/parsing/zip/make-zip.fixture.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";
import { runScript } from "./run-process.fixture.ts";

async function setUp(
  t: TestContext,
): Promise<{ readonly project: Project; readonly notes: string; readonly folder: string }> {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  mkdirSync(notes);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  return { project: await loci.project("p"), notes, folder };
}

/** Without what a reason says in words. */
const reasons = (job: Job): Record<string, string> =>
  Object.fromEntries(job.skipped.map(({ path, reason }) => [path, reason.replace(/: .*/u, "")]));
const failures = (job: Job): Record<string, string> =>
  Object.fromEntries(job.failed.map(({ path, code }) => [path, code]));

test("an empty path is none: it is not the current folder", async (t) => {
  const { project } = await setUp(t);
  await assert.rejects(project.index([""], { scope: "kb" }), { code: "PATH_NOT_FOUND" });
});

test("a missing path and a missing scope are errors before anything is written", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": note(1) });
  await assert.rejects(project.index([join(notes, "nowhere")], { scope: "kb" }), { code: "PATH_NOT_FOUND" });
  await assert.rejects(
    project.index([notes]),
    (error: { code: string; hint: string }) =>
      error.code === "SOURCE_SCOPE_REQUIRED" && error.hint.includes("--scope kb"),
  );
  await assert.rejects(project.index([notes], { scope: "everyone" }), { code: "SCOPE_INVALID" });
  await assert.rejects(project.index([]), { code: "NOTHING_TO_INDEX" });
  await assert.rejects(project.mine([]), { code: "USAGE" });
  await assert.rejects(project.expand(["0123456789abcdef0123456789abcdef"]), { code: "DRAWER_NOT_FOUND" });
  await assert.rejects(project.expand(["../../etc/passwd"]), { code: "DRAWER_NOT_FOUND" });
  await assert.rejects(project.removeSource("nothing"), { code: "SOURCE_NOT_FOUND" });
  assert.deepEqual(await project.sources(), []);
  assert.deepEqual(await project.jobs(), []);
});

test("without a scope, a file that can't be read isn't what is complained of", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "b.md": `---\nscope: kb\n---\n${note(1)}` });
  writeFileSync(join(notes, "a.md"), Buffer.from([0x61, 0xff]));
  const { status, files } = await project.index([notes]);
  assert.deepEqual([status, files.indexed, files.skipped], ["done", 1, 1]);
  writeFileSync(join(notes, "a.pdf"), "%PDF-1.7 and no more");
  await assert.rejects(project.index([join(notes, "a.pdf")]), { code: "SOURCE_SCOPE_REQUIRED" });
});

test("a report says in words what was found in a file that isn't read, and what to do", async (t) => {
  const { project, notes } = await setUp(t);
  const pdf = makePdf({ pages: [[{ x: 72, y: 700, text: "Text" }]] });
  const docx = makeZip([{ name: "word/document.xml", content: "<w:document/>" }]);
  const kinds: readonly [file: string | Uint8Array, found: RegExp][] = [
    [pdf, /^wrong-type: it holds a PDF \(\.pdf\); /u],
    [docx, /^wrong-type: it holds a Word document \(\.docx\); /u],
    ["{\\rtf1 hello}", /^wrong-type: it holds RTF/u],
    ["<!DOCTYPE html><p>x", /^wrong-type: it holds a web page/u],
    [Buffer.from("\x89PNG\r\n", "latin1"), /^wrong-type: it holds a picture/u],
    ["version https://git-lfs.github.com/spec/v1\noid sha256:1\n", /^wrong-type: it holds a pointer of Git LFS/u],
    ["", /^empty: it has no bytes; /u],
    ["just some text", /^wrong-type: it holds plain text/u],
  ];
  for (const type of ["docx", "xlsx", "epub", "odt", "pptx", "pdf", "rtf"])
    kinds.forEach(([content], i) => writeFileSync(join(notes, `${i}.${type}`), content));
  const parts = ["_rels/.rels", "[Content_Types].xml", "word/document.xml"];
  const locked = makeZip(parts.map((name) => ({ name, content: "<a/>", encrypted: true })));
  writeFileSync(join(notes, "locked.docx"), locked);
  writeFileSync(join(notes, "cut.pdf"), pdf.subarray(0, pdf.length >> 1));
  const job = await project.index([notes], { scope: "kb" });
  const own = /^(?:0\.pdf|1\.docx|2\.rtf)$/u;
  for (const { path, reason } of job.skipped) {
    assert.match(reason, /^[a-z0-9-]+: \S.* \S.*; \S+ \S/u, path);
    const kind = kinds[Number.parseInt(path, 10)];
    if (kind !== undefined && !own.test(path)) assert.match(reason, kind[1], path);
  }
  const all = Object.fromEntries(job.skipped.map(({ path, reason }) => [path, reason]));
  assert.equal(all["locked.docx"], "encrypted: it is encrypted; save a copy without a password");
  assert.equal(all["cut.pdf"], "truncated: its end is missing; fetch or copy it again");
  assert.ok(job.skipped.length >= 7 * kinds.length - 3, String(job.skipped.length));
});

test("a folder with exports of chats says that they are chats, whatever their language", async (t) => {
  const { project, notes } = await setUp(t);
  const line = "12/03/2024, 20:14 - Ana: the skiff is dry\n12/03/2024, 20:15 - Bo: good\n";
  for (const name of [
    "_chat.txt",
    "WhatsApp Chat with Ana.txt",
    "Chat de WhatsApp con Ana.txt",
    "chat about paint.txt",
  ])
    writeFileSync(join(notes, name), line);
  const exported = {
    "chat.json": { name: "Ana", type: "personal_chat", id: 1 },
    "all.json": { about: "Here", chats: {} },
  };
  for (const [name, value] of Object.entries({ ...exported, "data.json": { name: "a", type: "module" } }))
    writeFileSync(join(notes, name), JSON.stringify(value, null, 1));
  const { skipped, notes: told } = await project.index([notes], { scope: "kb" });
  assert.deepEqual(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason])), {
    "all.json": "an export of chats; read by mining it",
    "chat.json": "an export of chats; read by mining it",
    "data.json": "unknown type",
  });
  const [note] = told.filter(({ code }) => code === "CHAT_AS_TEXT");
  assert.match(note?.message ?? "", /: Chat de WhatsApp con Ana\.txt, WhatsApp Chat with Ana\.txt, _chat\.txt$/u);
});

test("a file that no parser takes is remembered: not read again until it changes, forgotten with its source", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": note(1) });
  writeFileSync(join(notes, "scan.pdf"), makePdf({ pages: [[]], picture: true }));
  writeFileSync(join(notes, "bad.docx"), "PK no archive");
  const expected = { "scan.pdf": "image-only", "bad.docx": "truncated" };
  const first = await project.index([notes], { scope: "kb" });
  assert.deepEqual([reasons(first), first.bytes > 0], [expected, true]);
  const again = await project.index([]);
  assert.deepEqual([reasons(again), again.bytes, again.files.skipped, again.status], [expected, 0, 2, "done"]);
  utimesSync(join(notes, "scan.pdf"), 1_700_000_000, 1_700_000_000);
  assert.deepEqual([reasons(await project.index([])), (await project.index([])).bytes], [expected, 0], "touched only");
  writeFileSync(
    join(notes, "scan.pdf"),
    makePdf({ pages: [[{ x: 72, y: 700, text: "The letters of the clavichord." }]] }),
  );
  const mended = await project.index([]);
  assert.deepEqual([reasons(mended), mended.files.indexed], [{ "bad.docx": "truncated" }, 1]);
  writeFileSync(join(notes, "scan.pdf"), makePdf({ pages: [[]], picture: true }));
  assert.deepEqual(
    [
      reasons(await project.index([])),
      (await project.search("clavichord", { mode: "lexical" })).hits,
      (await project.index([])).bytes,
    ],
    [expected, [], 0],
  );
  assert.ok((await project.rebuild()).bytes > 500, "a rebuild reads everything");
  await project.removeSource("notes");
  assert.ok((await project.index([notes], { scope: "kb" })).bytes > 500);
});

test("a file inside of a source may be a source of its own: said, one hit, and gone by itself", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": "# Port\n\nThe zither listens on port 8443.\n", "b.md": note(2) });
  await project.index([notes], { scope: "kb" });
  const job = await project.index([join(notes, "a.md")], { scope: "admin" });
  assert.deepEqual(
    job.notes.map(({ code, hint }) => [code, hint]),
    [["SOURCE_OVERLAPS", `the outer one leaves it out now; to have it there again: loci sources rm ${job.sources[0]}`]],
  );
  const { hits } = await project.search("zither port");
  assert.deepEqual(
    hits.filter(({ text }) => text.includes("zither")).map(({ duplicates }) => duplicates),
    [0],
  );
  assert.deepEqual((await project.index([])).notes, [], "said once");
  await project.removeSource(job.sources[0] as string);
  await project.index([]);
  assert.deepEqual(
    (await project.search("zither port")).hits
      .filter(({ text }) => text.includes("zither"))
      .map(({ duplicates }) => duplicates),
    [0],
  );
});

test("a project's name is no path", async (t) => {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  for (const name of [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "A",
    "a b",
    "-a",
    "a-",
    "a..b",
    "a\0",
    "x".repeat(65),
    "con:",
  ]) {
    await assert.rejects(loci.project(name), { code: "PROJECT_INVALID" }, JSON.stringify(name));
  }
  assert.equal((await loci.project("notizen-2")).name, "notizen-2");
});

test("scope may come from front matter, where every document has one", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, {
    "a.md": "---\nscope: kb\n---\n# Open\n\nFor everyone.\n",
    "b.md": "---\nscope: user:7\n---\n# Mine\n\nFor seven.\n",
  });
  assert.equal((await project.index([notes])).status, "done");
  const seen = async (caller: "public" | "user:7" | "owner"): Promise<number> =>
    (await project.status({ caller })).counts.drawers;
  assert.deepEqual([await seen("public"), await seen("user:7"), await seen("owner")], [1, 2, 2]);
  writeNotes(notes, { "c.md": "# Silent\n\nWho may see it?\n" });
  const job = await project.index([notes], { scope: "admin" });
  assert.equal(job.status, "done");
  assert.deepEqual(
    job.notes.map(({ code }) => code),
    ["SCOPE_IGNORED"],
    "front matter may not widen",
  );
  assert.deepEqual([await seen("public"), await seen("user:7"), await seen("owner")], [0, 0, 3]);
  writeNotes(notes, { "d.md": "---\nscope: everybody\n---\n# Odd\n\nText.\n" });
  assert.deepEqual(Object.keys(reasons(await project.index([]))), ["d.md"]);
  writeNotes(notes, { "c.md": "---\nscope: nobody\n---\n# Broken\n\nWhose is it?\n" });
  const skipped = await project.index([]);
  assert.deepEqual(
    [skipped.status, Object.keys(reasons(skipped)).sort(), skipped.drawers.total],
    ["done", ["c.md", "d.md"], 2],
  );
  assert.ok(!(await project.search("who may see it")).hits.some(({ source }) => source.path === "c.md"));
});

test("front matter that can't be read is said by the run that reads it, and the file is indexed", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, {
    "meant.md": "---\ntitle: Tea: a guide\nwing: kai\n---\n# Tea\n\nSteep it.\n",
    "lost.md": "---\nwing: kai\ntags: [unclosed\n---\n# Soup\n\nStir it.\n",
  });
  const job = await project.index([notes], { scope: "kb" });
  assert.deepEqual(
    [job.files.indexed, job.notes.map(({ code, message }) => [code, message.split(": ").at(-1)])],
    [2, [["FRONT_MATTER_UNREADABLE", "lost.md"]]],
  );
  assert.deepEqual(
    (await project.search("steep", { wing: "kai" })).hits.map(({ source }) => source.path),
    ["meant.md"],
  );
  assert.deepEqual((await project.index([notes])).notes, []);
});

test("Windows-1252 is indexed with a note, found by its words and expanded", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "old.md": Buffer.from("# Caf\xE9\n\nThe caf\xE9 is \x93closed\x94 on Mondays.\n", "latin1") });
  const job = await project.index([notes], { scope: "kb" });
  assert.deepEqual(
    [job.files.indexed, job.notes.map(({ code, message }) => [code, message.split(": ").at(-1)])],
    [1, [["ENCODING_ASSUMED", "old.md (windows-1252)"]]],
  );
  const [hit] = (await project.search("café closed")).hits;
  assert.ok(hit);
  const { text, drawers } = await project.expand([hit.id]);
  assert.match(text, /The café is “closed” on Mondays\./u);
  assert.equal(drawers[0]?.fresh, true);
});

test("pages whose fonts name no characters are said with their numbers", async (t) => {
  const { project, notes } = await setUp(t);
  const pdf = makeFontPdf({
    fonts: {
      F: () => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      N: numberedFont,
    },
    pages: [
      show("F", Buffer.from("The ferry leaves at noon.").toString("hex")),
      show("N", "0037004B004C0056"),
      show("N", "0037"),
    ],
  });
  writeNotes(notes, { "ferry.pdf": pdf as Buffer });
  const job = await project.index([notes], { scope: "kb" });
  assert.deepEqual(
    [job.files.indexed, job.notes.map(({ code, message }) => [code, message.split(": ").at(-1)])],
    [1, [["PAGES_UNREADABLE", "ferry.pdf (pages 2, 3)"]]],
  );
  assert.deepEqual((await project.search("ferry")).hits[0]?.pages, { start: 1, end: 1 });
});

test("files that can't take part are skipped with their reason; the others are indexed", async (t) => {
  const { project, notes, folder } = await setUp(t);
  writeNotes(notes, {
    "good.md": note(1),
    "nul.md": "# Text\n\nwith a \0 in it\n",
    "picture.txt": Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) % 256),
    "broken.md": Uint8Array.from([0x23, 0x20, 0xc3, 0x28, 0x0a]),
    "movie.mp4": "not read",
    "empty.md": "",
    "blank.md": " \n\n\t\n",
    ".hidden.md": note(2),
    ".git/config.md": note(3),
    "ignored/x.md": note(4),
    ".gitignore": "ignored/\n*.log.md\n!keep.log.md\n",
    "a.log.md": note(5),
    "keep.log.md": note(6),
    "sub/.lociignore": "/draft.md\n",
    "sub/draft.md": note(7),
    "sub/deep/draft.md": note(8),
    "loop/a.md": note(9),
  });
  writeNotes(folder, { "outside/secret.md": note(10) });
  symlinkSync(join(folder, "outside"), join(notes, "leaves"));
  symlinkSync(join(folder, "outside", "secret.md"), join(notes, "leaves.md"));
  symlinkSync(notes, join(notes, "loop", "up"));
  symlinkSync(join(notes, "nowhere"), join(notes, "dangling.md"));
  const job = await project.index([notes], { scope: "kb" });
  assert.equal(job.status, "done");
  assert.deepEqual(reasons(job), {
    "broken.md": "broken-utf8",
    "dangling.md": "broken symlink",
    leaves: "symlink leaves the source",
    "leaves.md": "symlink leaves the source",
    "movie.mp4": "unknown type",
    "nul.md": "binary",
    "picture.txt": "binary",
  });
  const paths = new Set((await project.search("note", { limit: 100 })).hits.map(({ source }) => source.path));
  assert.deepEqual([...paths].sort(), ["good.md", "keep.log.md", "loop/a.md", "sub/deep/draft.md"]);
  assert.deepEqual([job.files.indexed, job.files.skipped, job.files.seen], [6, 7, 13]);
});

test("an unreadable file fails by name and keeps its earlier drawers; so does an unreadable folder", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  // Root reads everything, so it is somebody else who indexes.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const index = async (): Promise<Job> => {
    const { code, output, errors } = await runScript(
      "index-process.fixture.ts",
      [join(folder, "home"), "p", notes],
      user,
    ).ended;
    assert.equal(code, 0, errors);
    return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as Job;
  };
  writeNotes(notes, { "a.md": note(1), "in/b.md": note(2), "c.md": note(3) });
  assert.equal((await index()).drawers.total, 9);
  writeNotes(notes, { "a.md": note(1, 1), "c.md": note(3, 1) });
  chmodSync(join(notes, "a.md"), 0o000);
  chmodSync(join(notes, "in"), 0o000);
  const job = await index();
  chmodSync(join(notes, "a.md"), 0o644);
  chmodSync(join(notes, "in"), 0o755);
  assert.deepEqual(
    [job.status, failures(job), job.files.indexed],
    ["failed", { "a.md": "PATH_UNREADABLE", "in/": "PATH_UNREADABLE" }, 1],
  );
  assert.equal(job.drawers.total, 9, "what couldn't be read stays as it was");
  const repaired = await index();
  assert.deepEqual([repaired.status, repaired.files.indexed, repaired.files.unchanged], ["done", 1, 2]);
});

test("huge and odd files end: a line of 100 MB, ten thousand headings, deep nesting", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, {
    "good.md": note(1),
    "line.txt": Buffer.alloc(100_000_000, "word "),
    "headings.md": Array.from({ length: 10_000 }, (_, i) => `${"#".repeat(1 + (i % 6))} Heading ${i}\n`).join("\n"),
    "nested.md": `${"> ".repeat(5_000)}deep\n\n${"- ".repeat(3_000)}deeper\n`,
    "long.md": "x".repeat(2_000_000),
    "brackets.md": "[".repeat(100_000),
  });
  const job = await project.index([notes], { scope: "kb" });
  assert.deepEqual(reasons(job), { "line.txt": "larger than 50000000 bytes" });
  assert.deepEqual(failures(job), {});
  const { hits } = await project.search("heading 4711", { limit: 3 });
  assert.ok(hits.some(({ text }) => text.includes("Heading 4711")));
});

test("an edit is one exact change; a move, a touch and a rename embed nothing", async (t) => {
  const { project, notes } = await setUp(t);
  for (let i = 0; i < 6; i++) writeNotes(notes, { [`n${i}.md`]: note(i) });
  const first = await project.index([notes], { scope: "kb" });
  assert.deepEqual(
    [first.files.indexed, first.drawers.added, first.drawers.total, first.embeddings.computed],
    [6, 18, 18, 18],
  );
  const again = await project.index([]);
  assert.deepEqual(
    [again.files.unchanged, again.files.indexed, again.drawers.kept, again.embeddings.computed],
    [6, 0, 18, 0],
  );
  writeNotes(notes, { "n0.md": `A line above.\n\n${note(0)}` });
  const above = await project.index([]);
  assert.deepEqual(
    [above.files.indexed, above.drawers.added, above.drawers.kept, above.drawers.removed],
    [1, 1, 18, 0],
    "text put in above changes no id",
  );
  writeNotes(notes, { "moved/n1.md": note(1) });
  unlinkSync(join(notes, "n1.md"));
  const moved = await project.index([]);
  assert.deepEqual(
    [
      moved.files.removed,
      moved.drawers.added,
      moved.drawers.removed,
      moved.embeddings.computed,
      moved.embeddings.reused,
    ],
    [1, 3, 3, 0, 3],
  );
  rmSync(join(notes, "n2.md"));
  const job = await project.index([]);
  assert.deepEqual([job.files.removed, job.drawers.removed, job.drawers.total], [1, 3, 16]);
  const wing = await project.index([notes], { wing: "Kay's Notes" });
  assert.deepEqual(
    [wing.files.indexed, wing.drawers.added, wing.drawers.removed, wing.embeddings.computed],
    [5, 0, 0, 0],
    "another wing, the same drawers",
  );
  assert.equal((await project.search("falcon")).hits[0]?.wing, "kays-notes");
});

test("expand reads the file again: fresh while it holds the text, wherever it went; stale when it doesn't", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": note(1), "b.md": note(2) });
  await project.index([notes], { scope: "kb" });
  const hit = (await project.search("the falcon came back later")).hits[0];
  assert.ok(hit !== undefined);
  const opened = async () => (await project.expand([hit.id])).drawers[0];
  assert.deepEqual(
    [(await opened())?.fresh, (await opened())?.text, (await opened())?.lines],
    [true, hit.text, hit.lines],
  );
  const number = hit.source.path === "a.md" ? 1 : 2;
  writeNotes(notes, { [hit.source.path]: `One\n\ntwo\n\n${note(number)}` });
  assert.deepEqual([(await opened())?.fresh, (await opened())?.lines?.start], [true, (hit.lines?.start ?? 0) + 4]);
  writeNotes(notes, { [hit.source.path]: "# Something else\n" });
  assert.deepEqual([(await opened())?.fresh, (await opened())?.text], [false, hit.text]);
  rmSync(join(notes, hit.source.path));
  assert.equal((await opened())?.fresh, false);
  const whole = await project.expand([hit.id], { document: true });
  assert.equal(whole.text, note(number));
  assert.equal((await project.drawerSource(hit.id)).fresh, false);
});

test("a cancelled run says so, keeps what it wrote, and goes on later", async (t) => {
  const { notes, folder } = await setUp(t);
  for (let i = 0; i < 40; i++) writeNotes(notes, { [`n${i}.md`]: note(i) });
  const loci = await openLoci({ home: join(folder, "slow"), batch: { drawers: 12, bytes: 1_000_000 } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const controller = new AbortController();
  const job = await project.index([notes], {
    scope: "kb",
    signal: controller.signal,
    onProgress: ({ drawers }) => drawers >= 36 && controller.abort(),
  });
  assert.equal(job.status, "cancelled");
  assert.ok(job.drawers.total >= 36 && job.drawers.total < 120, `${job.drawers.total}`);
  assert.deepEqual(
    (await project.search("falcon")).notes.map(({ code }) => code),
    ["INDEX_INCOMPLETE"],
  );
  const rest = await project.index([]);
  assert.deepEqual([rest.status, rest.drawers.total, rest.files.unchanged > 0], ["done", 120, true]);
  assert.deepEqual((await project.search("falcon")).notes, []);
});

test("options without a path change no source by accident", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": note(1) });
  await project.index([notes], { scope: "admin" });
  await assert.rejects(project.index([], { scope: "kb" }), { code: "USAGE" });
  assert.equal((await project.index([], { scope: "admin" })).status, "done");
  assert.equal((await project.status({ caller: "public" })).counts.drawers, 0);
});

test("removing a source takes its drawers and leaves its files", async (t) => {
  const { project, notes, folder } = await setUp(t);
  writeNotes(notes, { "a.md": note(1) });
  writeFileSync(join(folder, "single.md"), note(2));
  await project.index([notes, join(folder, "single.md")], { scope: "kb" });
  assert.deepEqual(
    (await project.sources()).map(({ name, kind, status }) => [name, kind, status]),
    [
      ["notes", "folder", "ready"],
      ["single.md", "file", "ready"],
    ],
  );
  const removed = await project.removeSource("single.md");
  assert.deepEqual([removed.documents, removed.drawers], [1, 3]);
  assert.equal((await project.status()).counts.drawers, 3);
  await project.indexText({ name: "From a pipe", text: note(3) }, { scope: "kb" });
  assert.equal((await project.status()).counts.drawers, 6);
  assert.equal((await project.rebuild()).drawers.total, 6);
});

test("a file replaced by another of the same size and time is noticed", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": "# Tea\n\nGreen tea.\n", "b.md": "# Tea\n\nBlack tea.\n" });
  await project.index([notes], { scope: "kb" });
  const time = 1_700_000_000.5;
  writeNotes(notes, { "a.md": "# Tea\n\nWhite tea.\n" });
  utimesSync(join(notes, "a.md"), time, time);
  await project.index([]);
  writeNotes(notes, { "new.md": "# Tea\n\nOther tea.\n" });
  utimesSync(join(notes, "new.md"), time, time);
  renameSync(join(notes, "new.md"), join(notes, "a.md"));
  const job = await project.index([]);
  assert.deepEqual([job.files.indexed, job.files.unchanged], [1, 1]);
  assert.ok((await project.search("other")).hits.some(({ text }) => text.includes("Other tea.")));
});

test("what nobody wrote is left out and named, a link leads past no ignore file, histories are named", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, {
    "a.md": note(1),
    "node_modules/pack/README.md": note(2),
    "made/CACHEDIR.TAG": "",
    "made/deep/b.md": note(3),
    "private/secret.md": note(4),
    "in/hidden.md": note(5),
    "in/.gitignore": "hidden.md\n",
    ".gitignore": "/private/\n",
    ".git/info/exclude": "mine.md\n",
    "sub/mine.md": note(6),
    ".specstory/history/x.md": note(7),
    "foreign.md": `---\nscope: public\n---\n${note(8)}`,
  });
  symlinkSync(join(notes, "private"), join(notes, "folder"));
  symlinkSync(join(notes, "private", "secret.md"), join(notes, "link.md"));
  symlinkSync(join(notes, "in", "hidden.md"), join(notes, "nested.md"));
  symlinkSync(join(notes, "a.md"), join(notes, "again.md"));
  const job = await project.index([notes], { scope: "kb" });
  assert.equal(job.status, "done");
  assert.deepEqual(Object.keys(reasons(job)).sort(), [".specstory", "foreign.md", "made/", "node_modules/"]);
  assert.match(reasons(job)["foreign.md"] ?? "", /scope/u);
  // The link says the same as its file: of the two one is shown, by an id that the folder's path is part of.
  const paths = (await project.search("note", { limit: 100 })).hits.map(({ source }) => source.path);
  assert.deepEqual([...new Set(paths.map((path) => (path === "again.md" ? "a.md" : path)))], ["a.md"]);
});

test("what a source inside a source holds is stored once, and goes back when that one is removed", async (t) => {
  const { project, notes } = await setUp(t);
  writeNotes(notes, { "a.md": note(1), "team/b.md": note(2), "team/c.txt": note(3), "d.md": note(4) });
  const total = async (): Promise<number> => (await project.status({ caller: "owner" })).counts.drawers;
  await project.index([notes], { scope: "kb" });
  const alone = await total();
  await project.index([join(notes, "team")], { scope: "admin", include: ["*.md"] });
  await project.index([join(notes, "d.md")], { scope: "admin" });
  await project.index([]);
  assert.equal(await total(), alone);
  const scopes = new Map(
    (await project.search("note", { limit: 100 })).hits.map(({ source, scope }) => [source.path, scope]),
  );
  assert.deepEqual([scopes.get("b.md"), scopes.get("team/c.txt"), scopes.get("d.md")], ["admin", "kb", "admin"]);
  for (const { key, root } of await project.sources()) if (root !== notes) await project.removeSource(key);
  await project.index([]);
  assert.equal(await total(), alone);
});
