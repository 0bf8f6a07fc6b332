import assert from "node:assert/strict";
import { appendFileSync, cpSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

async function setUp(t: TestContext): Promise<{ readonly loci: Loci; readonly project: Project }> {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  return { loci, project: await loci.project("p") };
}

const line = (session: string, id: string, text: string): string =>
  `${JSON.stringify({ session, id, role: "user", author: "Kay", time: "2025-03-01T10:00:00Z", text })}\n`;
const claude = (uuid: string, parentUuid: string | null, text: string, type = "user"): string =>
  `${JSON.stringify({ type, uuid, parentUuid, sessionId: "s", timestamp: "2025-03-01T10:00:00Z", message: { content: text } })}\n`;

/** Everything that is stored of a project, in order: texts, places, ids, messages. */
async function all(project: Project): Promise<readonly unknown[]> {
  const { hits } = await project.search("the harbour violin kettle message", { limit: 200, mode: "lexical" });
  const documents = new Map<string, string>();
  for (const { id, source } of hits) documents.set(source.path, documents.get(source.path) ?? id);
  const drawers = [];
  for (const [, id] of [...documents].sort()) drawers.push(...(await project.expand([id], { document: true })).drawers);
  return drawers.map(({ id, text, caption, wing, hall, room, date, message, fresh }) => ({
    id,
    text,
    caption,
    wing,
    hall,
    room,
    date,
    message,
    fresh,
  }));
}

test("of a transcript that grew only what came is read and embedded, in any of its sessions", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "a.jsonl");
  const long = `${"A sentence about the harbour. ".repeat(120)}\n`;
  writeFileSync(file, line("s1", "1", "one message") + line("s1", "2", long) + line("s2", "1", "another message"));
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const size = statSync(file).size;
  appendFileSync(
    file,
    `${line("s1", "3", "the violin is sold")}{"session":"s1"}\n${line("s3", "1", "a kettle")}{"session":"s3","id":"2","ro`,
  );
  const grown = await project.index([]);
  assert.deepEqual(
    [grown.bytes, grown.messages, grown.embeddings.computed, grown.drawers.removed, grown.notes],
    [statSync(file).size - size, { added: 2, kept: 3, skipped: 2 }, 2, 0, []],
  );
  assert.deepEqual(
    grown.skipped.map(({ path, reason }) => [path, reason]),
    [
      ["a.jsonl:5", "no id"],
      ["a.jsonl:7", "unfinished last line"],
    ],
  );
  appendFileSync(file, 'le":"user","text":"half a message"}\n');
  const finished = await project.index([]);
  assert.deepEqual([finished.messages, finished.embeddings.computed], [{ added: 1, kept: 5, skipped: 0 }, 1]);
  const again = await project.index([]);
  assert.deepEqual([again.files.unchanged, again.bytes, again.messages], [1, 0, { added: 0, kept: 6, skipped: 0 }]);

  const { project: other } = await setUp(t);
  await other.mine([folder], { scope: "kb" });
  assert.deepEqual(await all(project), await all(other));
});

test("an id that was used twice counts as two messages, and a message said again as none, read on or read at once", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "a.jsonl");
  const first = line("s", "1", "one message");
  writeFileSync(
    file,
    first + first + line("s", "2", "the violin") + line("s", "1", `${"A sentence about the harbour. ".repeat(120)}`),
  );
  const { project } = await setUp(t);
  const job = await project.mine([folder], { scope: "kb" });
  assert.deepEqual(
    [job.messages, job.skipped.map(({ path }) => path)],
    [{ added: 3, kept: 0, skipped: 1 }, ["a.jsonl:2"]],
  );
  assert.deepEqual((await project.index([])).messages, { added: 0, kept: 3, skipped: 0 });
  appendFileSync(file, line("s", "3", "a kettle") + first);
  const grown = await project.index([]);
  assert.deepEqual([grown.messages, grown.drawers.removed], [{ added: 1, kept: 3, skipped: 0 }, 0]);
  const before = await all(project);
  const rebuilt = await project.rebuild();
  assert.deepEqual([rebuilt.messages, rebuilt.drawers.total], [{ added: 0, kept: 4, skipped: 2 }, grown.drawers.total]);
  assert.deepEqual(await all(project), before);
});

test("a transcript that was rewritten is noticed, said, and read again", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, {
    "a.jsonl": line("s", "1", "one message") + line("s", "2", "the violin"),
    "b.txt": "User: a kettle?\n\nAssistant: yes, a message\n",
  });
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  writeNotes(folder, {
    "a.jsonl": line("s", "1", "another message") + line("s", "2", "the violin") + line("s", "3", "the harbour"),
  });
  const job = await project.index([]);
  assert.deepEqual(
    job.notes.map(({ code, message }) => [code, message]),
    [["TRANSCRIPT_REWRITTEN", "rewritten since the last run, and read again from the beginning: a.jsonl"]],
  );
  assert.deepEqual((await project.search("message")).hits.map(({ text }) => text).includes("one message"), false);
  assert.equal((await project.index([])).notes.length, 0);
});

test("an edited prompt in what came makes its old branch one that was given up, as if all were read at once", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "session.jsonl");
  writeFileSync(
    file,
    claude("1", null, "the first message") +
      claude("2", "1", "an answer, the harbour", "assistant") +
      claude("3", "2", "a kettle?") +
      claude("4", "3", "a message on kettles", "assistant"),
  );
  const { project } = await setUp(t);
  await project.mine([file], { scope: "kb" });
  appendFileSync(file, claude("5", "2", "a violin?") + claude("6", "5", "a message on violins", "assistant"));
  const job = await project.index([]);
  assert.deepEqual([job.messages, job.notes], [{ added: 2, kept: 4, skipped: 0 }, []]);
  const { project: other } = await setUp(t);
  await other.mine([file], { scope: "kb" });
  assert.deepEqual(await all(project), await all(other));
  const kettle = (await project.search("kettles")).hits.find(({ text }) => text === "a message on kettles");
  assert.deepEqual([kettle?.message?.role, kettle?.message?.marks], ["assistant", ["abandoned"]]);
});

test("growing in any steps ends as reading once does", async (t) => {
  const { loci } = await setUp(t);
  let run = 0;
  const message = fc.record({
    session: fc.constantFrom("s1", "s2", "s3"),
    text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(message, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), async (steps) => {
      const folder = temporaryFolder(t);
      const file = join(folder, "a.jsonl");
      writeFileSync(file, line("s0", "0", "the first message"));
      const grown = await loci.project(`grown-${++run}`);
      await grown.mine([file], { scope: "kb" });
      let count = 1;
      for (const step of steps) {
        appendFileSync(
          file,
          step.map(({ session, text }) => line(session, String(count++), `message ${text}`)).join(""),
        );
        const { messages, notes } = await grown.index([]);
        assert.deepEqual([messages, notes], [{ added: step.length, kept: count - step.length, skipped: 0 }, []]);
      }
      const once = await loci.project(`once-${run}`);
      await once.mine([file], { scope: "kb" });
      const [got, wanted] = [await all(grown), await all(once)];
      assert.equal(wanted.length, readFileSync(file, "utf8").split("\n").length - 1);
      assert.deepEqual(got, wanted);
    }),
    { numRuns: rounds(15, 3) },
  );
});

test("touching a transcript changes nothing and says nothing", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, "a.jsonl");
  writeFileSync(file, line("s1", "1", "one message") + line("s2", "1", "another"));
  const { project } = await setUp(t);
  await project.mine([file], { scope: "kb" });
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  const job = await project.index([]);
  assert.deepEqual(
    [job.files.unchanged, job.messages, job.drawers.added, job.drawers.removed, job.notes],
    [1, { added: 0, kept: 2, skipped: 0 }, 0, 0, []],
  );
});

test("a position that is older than what is stored takes nothing twice: a catalog from a backup, a process that ended in between", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(temporaryFolder(t), "home");
  const file = join(folder, "a.jsonl");
  const catalog = join(home, "projects", "p", "catalog.sqlite");
  const run = async (work: (project: Project) => Promise<void>): Promise<void> => {
    const loci = await openLoci({ home });
    await work(await loci.project("p"));
    await loci.close();
  };
  writeFileSync(file, line("s1", "1", "one message"));
  await run(async (project) => void (await project.mine([folder], { scope: "kb" })));
  cpSync(catalog, `${catalog}.before`);
  appendFileSync(file, line("s1", "2", "the harbour") + line("s2", "1", "a kettle"));
  await run(async (project) => void (await project.index([])));
  cpSync(`${catalog}.before`, catalog);
  for (const rest of ["-wal", "-shm"]) rmSync(`${catalog}${rest}`, { force: true });
  appendFileSync(file, line("s1", "3", "the violin"));
  await run(async (project) => {
    const { messages, notes } = await project.index([]);
    assert.deepEqual([messages, notes], [{ added: 1, kept: 3, skipped: 0 }, []]);
    const { project: other } = await setUp(t);
    await other.mine([folder], { scope: "kb" });
    assert.deepEqual(await all(project), await all(other));
  });
});

test("a coding session stands in the wing of the project that it worked in, whether or not the folder is still there, also when it is read on", async (t) => {
  const folder = temporaryFolder(t);
  const work = join(folder, "code", "checkout-7");
  writeNotes(work, { "package.json": JSON.stringify({ name: "driftwood" }) });
  const cwd = (text: string, path: string): string => text.replace('{"type"', `{"cwd":${JSON.stringify(path)},"type"`);
  writeNotes(join(folder, "projects"), {
    "a.jsonl":
      cwd(claude("1", null, "a message of driftwood"), work) + cwd(claude("2", "1", "an answer", "assistant"), work),
    "b.jsonl": cwd(claude("1", null, "a message of what is gone"), "/nowhere/orion"),
    "rollout-c.jsonl": `${JSON.stringify({ timestamp: "2025-03-01T10:00:00Z", type: "session_meta", payload: { id: "c", cwd: "C:\\code\\apollo" } })}\n${JSON.stringify({ timestamp: "2025-03-01T10:00:00Z", type: "response_item", payload: { type: "message", role: "user", content: [{ type: "input_text", text: "a message of apollo" }] } })}\n`,
  });
  const { project } = await setUp(t);
  const wings = async (): Promise<readonly string[]> =>
    (await project.wings()).wings.map(({ wing, count }) => `${wing} ${count}`).sort();
  await project.mine([join(folder, "projects")], { scope: "kb" });
  assert.deepEqual(await wings(), ["apollo 1", "driftwood 2", "orion 1"]);
  appendFileSync(join(folder, "projects", "a.jsonl"), cwd(claude("3", "2", "another message"), join(work, "deeper")));
  assert.equal((await project.index([])).messages?.added, 1);
  assert.deepEqual(await wings(), ["apollo 1", "driftwood 3", "orion 1"]);
  appendFileSync(join(folder, "projects", "a.jsonl"), `${JSON.stringify({ type: "progress" })}\n`);
  await project.index([]);
  assert.deepEqual(await wings(), ["apollo 1", "driftwood 3", "orion 1"]);
});

test("a format that was named wrongly takes nothing away", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(folder, { "a.jsonl": claude("1", null, "a message") });
  const { project } = await setUp(t);
  await project.mine([folder], { scope: "kb" });
  const job = await project.mine([folder], { scope: "kb", format: "slack" });
  assert.deepEqual(
    [job.status, job.failed.map(({ code }) => code), job.drawers.total],
    ["failed", ["TRANSCRIPT_UNRECOGNISED"], 1],
  );
});
