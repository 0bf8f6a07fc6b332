import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const messageText = (n: number): string => `Message ${n}: the ferry ${n * 7} leaves from pier ${n}.`;

async function open(t: TestContext, home: string): Promise<Project> {
  const loci: Loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  return await loci.project("p");
}

/** Offsets behind the lines of a file. */
function lineEnds(bytes: Buffer): readonly number[] {
  return [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
}

const MESSAGES = 5;

async function chatOf(t: TestContext): Promise<{ home: string; project: Project; file: string; whole: Buffer }> {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  for (let n = 1; n <= MESSAGES; n++)
    await project.addMessage("c", { id: `m${n}`, role: "user", text: messageText(n) });
  const file = join(home, "projects", "p", "chats", "c", "messages.jsonl");
  return { home, project, file, whole: readFileSync(file) };
}

const ids = async (project: Project): Promise<readonly string[]> =>
  (await project.chatMessages("c")).messages.map(({ id }) => id);
const ALL = ["m1", "m2", "m3", "m4", "m5"];

test("a chat that was cut at a line's end, or anywhere, gets back what was acknowledged, and says so", async (t) => {
  const { project, file, whole } = await chatOf(t);
  for (const length of [0, ...lineEnds(whole).slice(0, -1), (lineEnds(whole)[1] ?? 0) + 10]) {
    truncateSync(file, length);
    const finding = (await project.doctor()).find(({ what }) => what.includes("was cut off"));
    assert.equal(finding?.severity, "error", `${length}`);
    const job = await project.index([]);
    assert.deepEqual(
      job.notes.map(({ code }) => code),
      ["CHAT_RESTORED"],
      `${length}`,
    );
    assert.match(job.notes[0]?.hint ?? "", /to delete messages, forget them: loci forget WORDS/u);
    assert.deepEqual(await ids(project), ALL, `${length}`);
    assert.equal((await project.status()).counts.drawers, MESSAGES);
    assert.deepEqual((await project.index([])).notes, []);
    writeFileSync(file, whole);
    await project.index([]);
  }
});

const DAMAGES: Readonly<Record<string, (lost: Buffer) => Buffer>> = {
  cut: () => Buffer.alloc(0),
  NULs: (lost) => Buffer.alloc(lost.length),
  "half NULs": (lost) => Buffer.alloc(lost.length >> 1),
  bytes: (lost) => Buffer.alloc(lost.length, 0xfe),
  "another file": (lost) => Buffer.from('\n{"a": 1}\nIt rained.'.repeat(lost.length).slice(0, lost.length)),
};
const placesIn = (whole: Buffer): readonly number[] => {
  const [, second = 0] = lineEnds(whole);
  return [0, 30, second, second + 1, second + 50, whole.length - 10, whole.length - 2, whole.length - 1];
};

test("whatever stands where a chat's end was lost, what the index holds of it comes back, and a new message behind it", async (t) => {
  for (const [name, damaged] of Object.entries(DAMAGES)) {
    const { project, file } = await chatOf(t);
    const expected = [...ALL];
    for (let n = 0; n < 8; n++) {
      const whole = readFileSync(file);
      const at = placesIn(whole)[n] ?? 0;
      const about = `${name} from ${at}`;
      writeFileSync(file, Buffer.concat([whole.subarray(0, at), damaged(whole.subarray(at))]));
      const isWhole = at === whole.length - 1 && name !== "bytes";
      const found = (await project.doctor()).some(({ what }) => what.includes("was cut off"));
      if (!isWhole) assert.ok(found, about);
      if (n % 2 === 0) await project.addMessage("c", { id: `n${n}`, role: "user", text: messageText(20 + n) });
      else if (!isWhole)
        assert.ok(
          (await project.index([])).notes.some(({ code }) => code === "CHAT_RESTORED"),
          about,
        );
      if (n % 2 === 0) expected.push(`n${n}`);
      for (const reads of [() => project.index([]), () => project.rebuild()]) {
        await reads();
        assert.deepEqual(await ids(project), expected, about);
        assert.equal((await project.status()).counts.drawers, expected.length, about);
      }
    }
  }
});

test("a file that was made shorter on purpose and has grown since is cut like any other", async (t) => {
  const { project, file } = await chatOf(t);
  await project.addMessage("c", { id: "long", role: "user", text: `The zebra. ${"It was striped. ".repeat(400)}` });
  const [zebra] = (await project.search("zebra", { mode: "lexical" })).hits;
  await project.forget(zebra?.id ?? "", { yes: true });
  const { length } = readFileSync(file);
  for (const n of [6, 7]) await project.addMessage("c", { id: `m${n}`, role: "user", text: messageText(n) });
  truncateSync(file, length);
  assert.deepEqual(
    (await project.index([])).notes.map(({ code }) => code),
    ["CHAT_RESTORED"],
  );
  assert.deepEqual(await ids(project), [...ALL, "m6", "m7"]);
});

test("a chat that lost its end together with the index says so", async (t) => {
  for (const [name, damaged] of Object.entries(DAMAGES)) {
    const { home, project, file, whole } = await chatOf(t);
    await project.close();
    for (const at of placesIn(whole).slice(0, -1)) {
      const about = `${name} from ${at}`;
      writeFileSync(file, Buffer.concat([whole.subarray(0, at), damaged(whole.subarray(at))]));
      for (const end of ["", "-wal", "-shm"])
        rmSync(join(home, "projects", "p", `index.sqlite${end}`), { force: true });
      const later = await open(t, home);
      const job = await later.index([]);
      assert.equal(
        job.notes.some(({ code }) => code === "CHAT_CUT"),
        true,
        `${about} ${JSON.stringify(job)}`,
      );
      assert.equal(
        (await later.doctor()).some(({ what }) => what.includes("was cut off")),
        true,
        about,
      );
      await later.close();
    }
  }
});

test("what a message answers is written back with it", async (t) => {
  const { project, file, whole } = await chatOf(t);
  await project.addMessage("c", { id: "a6", role: "assistant", text: messageText(6), parent: "m5" });
  const before = readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
  truncateSync(file, whole.length);
  await project.index([]);
  const after = readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const parentOf = (line: string): unknown => (JSON.parse(line) as { readonly parent?: unknown }).parent;
  assert.deepEqual([parentOf(before), parentOf(after)], ["m5", "m5"]);
});

test("a message that comes after the cut stands behind what was lost, in this process and in another", async (t) => {
  const { home, project, file, whole } = await chatOf(t);
  const expected = [...ALL];
  for (const [n, writer] of [project, await open(t, home)].entries()) {
    truncateSync(file, lineEnds(whole)[1] ?? 0);
    expected.push(`n${n}`);
    await writer.addMessage("c", { id: `n${n}`, role: "user", text: messageText(20 + n) });
    assert.deepEqual(await ids(project), expected);
    await project.rebuild();
    assert.equal((await project.status()).counts.drawers, expected.length);
  }
});

test("what was forgotten, kept too long or edited is no cut", async (t) => {
  const { project, file, whole } = await chatOf(t);
  const last = (await project.search('"ferry 35"', { mode: "lexical" })).hits[0]?.id ?? "";
  await project.forget(last, { yes: true });
  assert.deepEqual((await project.index([])).notes, []);
  assert.deepEqual(await ids(project), ALL.slice(0, 4));
  await project.addMessage("c", { id: "m6", role: "user", text: messageText(6) });
  assert.deepEqual(await ids(project), [...ALL.slice(0, 4), "m6"]);

  // Somebody's editor took a line out, and another one's text.
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [lines[0], ...lines.slice(2)].join("\n").replace("the ferry 42", "a"));
  assert.deepEqual((await project.index([])).notes, []);
  assert.deepEqual(await ids(project), ["m1", "m3", "m4", "m6"]);
  assert.equal(
    (await project.doctor()).some(({ what }) => what.includes("was cut off")),
    false,
  );
  assert.ok(whole.length > 0);
});

test("what a cut took is given back before messages are forgotten or kept too long", async (t) => {
  const { home, project, file, whole } = await chatOf(t);
  const first = (await project.search('"ferry 7"', { mode: "lexical" })).hits[0]?.id ?? "";
  truncateSync(file, lineEnds(whole)[3] ?? 0);
  const last = (await project.search('"ferry 35"', { mode: "lexical" })).hits[0]?.id ?? "";
  const forgotten = await project.forget(last, { yes: true });
  assert.equal(forgotten.proof?.clean, true, JSON.stringify(forgotten.proof));
  assert.deepEqual(await ids(project), ALL.slice(0, 4));
  truncateSync(file, lineEnds(whole)[1] ?? 0);
  assert.equal((await project.forget(first, { yes: true })).proof?.clean, true);
  assert.deepEqual(await ids(project), ["m2", "m3", "m4"]);

  const old = await project.addMessage("d", {
    id: "o1",
    role: "user",
    text: messageText(8),
    time: "2020-01-01T10:00:00Z",
  });
  assert.equal(old.added, true);
  for (const n of [9, 10]) await project.addMessage("d", { id: `o${n}`, role: "user", text: messageText(n) });
  const other = join(home, "projects", "p", "chats", "d", "messages.jsonl");
  truncateSync(other, lineEnds(readFileSync(other))[0] ?? 0);
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" }, chat: { message_days: 30 } } });
  t.after(() => loci.close());
  const later = await loci.project("p");
  assert.equal((await later.retention()).items.find(({ kind, chat }) => kind === "messages" && chat === "d")?.count, 1);
  await later.retention({ yes: true });
  const { messages } = await later.chatMessages("d");
  assert.deepEqual(
    messages.map(({ id }) => id),
    ["o9", "o10"],
  );
});

test("a kept session that was cut where a frame ends gets back what was taken in", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const project = await open(t, home);
  const transcript = join(folder, "s1.jsonl");
  const line = (n: number): string =>
    `${JSON.stringify({ type: "user", uuid: `u${n}`, parentUuid: n === 1 ? null : `u${n - 1}`, sessionId: "s1", timestamp: `2025-03-01T10:0${n}:00Z`, message: { content: messageText(n) } })}\n`;
  const sizes: number[] = [];
  let text = "";
  const kept = (): string => {
    const root = join(home, "projects", "p", "sessions");
    const name = readdirSync(root, { recursive: true, encoding: "utf8" }).find((path) => path.endsWith(".kept"));
    return join(root, name ?? "");
  };
  for (let n = 1; n <= 4; n++) {
    writeFileSync(transcript, (text += line(n)));
    await project.mine([transcript], { scope: "admin" });
    sizes.push(readFileSync(kept()).length);
  }
  truncateSync(kept(), sizes[1] ?? 0);
  assert.equal((await project.doctor()).find(({ what }) => what.includes("was cut off"))?.severity, "error");
  writeFileSync(transcript, (text += line(5)));
  const job = await project.mine([transcript], { scope: "admin" });
  assert.ok(job.notes.some(({ code }) => code === "CHAT_RESTORED"));
  await project.rebuild();
  for (let n = 1; n <= 5; n++)
    assert.equal((await project.search(`"ferry ${n * 7}"`, { mode: "lexical" })).hits.length, 1, `${n}`);
});
