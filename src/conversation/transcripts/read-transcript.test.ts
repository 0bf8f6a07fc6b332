import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { TranscriptReader } from "../../model/transcript-read.ts";
import { LociError } from "../../model/error.ts";
import { bytesSource, readZipDirectory, readZipEntry } from "../../parsing/zip/zip-directory.ts";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { jsonElements, byteLines } from "./json-lines.ts";
import { pathBundle } from "./bundles.ts";
import { jsonl, readAll } from "./read-all.fixture.ts";
import { Report } from "./format-reader.ts";
import { readTranscript } from "./read-transcript.ts";
import { transcriptReader } from "./transcript-reader.ts";

const CHATS = new URL("../../../../shared/data/chats/", import.meta.url);
const noData = existsSync(CHATS) ? false : "shared data is absent";

function claude(uuid: string, content: string) {
  return { type: "user", uuid, parentUuid: null, sessionId: "s", message: { role: "user", content } };
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** All texts inside `text` fields and text-like contents of a JSON value, wherever they are. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "text" ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((child) => textsIn(child));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, child]) => (name === "input" ? [] : textsIn(child, name)))
    : [];
}

test("every message of the real Claude Code transcripts is found byte for byte", { skip: noData }, async () => {
  const folder = new URL("claude-code/test/test_data/", CHATS);
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    const { entries, format } = await readAll(name, await pathBundle(new URL(name, folder).pathname));
    assert.equal(format, "claude-code");
    const got = new Set(entries.map(({ text }) => text));
    let checked = 0;
    for (const line of readFileSync(new URL(name, folder), "utf8").split("\n")) {
      if (line.trim() === "") continue;
      const value = JSON.parse(line) as { message?: { content?: unknown }; summary?: string };
      const content = value?.message?.content;
      for (const text of [
        ...(typeof content === "string" ? [content] : textsIn(content)),
        ...(value?.summary === undefined ? [] : [value.summary]),
      ]) {
        assert.ok(got.has(text), `${name}: ${text.slice(0, 60)}`);
        checked++;
      }
    }
    assert.ok(checked > 2);
  }
});

test("every message of the real Slack export is found byte for byte, once", { skip: noData }, async () => {
  const path = new URL("slack/tests/testarchive.zip", CHATS).pathname;
  const { entries, problems } = await readAll(path, await pathBundle(path));
  assert.deepEqual(problems, []);
  const source = bytesSource(readFileSync(path));
  let all = 0;
  for (const entry of await readZipDirectory(source, 1000)) {
    const channel = /^([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/u.exec(entry.name)?.[1];
    if (channel === undefined) continue;
    for (const { ts, text } of JSON.parse(Buffer.from(await readZipEntry(source, entry, 1 << 20)).toString()) as {
      ts: string;
      text: string;
    }[]) {
      assert.deepEqual(
        entries
          .filter((candidate) => candidate.session === channel && candidate.id === ts)
          .map((candidate) => candidate.text),
        [text],
      );
      all++;
    }
  }
  assert.equal(entries.length, all);
});

test("a transcript that grew is continued; a half-written line waits for its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-transcript-"));
  try {
    const path = join(folder, "a.jsonl");
    writeFileSync(
      path,
      jsonl([claude("1", "one"), claude("2", "two")]) + '{"type":"user","uuid":"3","parentUuid":null,"sess',
    );
    const first = await readAll(path, await pathBundle(path));
    const cursor = first.cursor();
    assert.deepEqual([first.entries.map(({ id }) => id), cursor?.lastId, first.rewritten], [["1", "2"], "2", false]);
    const again = await readAll(path, await pathBundle(path), "auto", cursor);
    assert.deepEqual([again.entries, again.rewritten, again.cursor()], [[], false, cursor]);
    appendFileSync(path, `ionId":"s","message":{"content":"three"}}\n${jsonl([claude("4", "four")])}`);
    const second = await readAll(path, await pathBundle(path), "auto", cursor);
    assert.deepEqual(
      [second.entries.map(({ id, text }) => `${id} ${text}`), second.rewritten],
      [["3 three", "4 four"], false],
    );
    assert.equal(second.cursor()?.lastId, "4");
    writeFileSync(path, jsonl([claude("1", "one, edited"), claude("2", "two")]));
    const rewritten = await readAll(path, await pathBundle(path), "auto", second.cursor());
    assert.deepEqual([rewritten.entries.map(({ text }) => text), rewritten.rewritten], [["one, edited", "two"], true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("documents: unchanged gives nothing, changed gives all again with the same ids", async () => {
  const talk = "User: a\n\nAssistant: b\n";
  const first = await readAll("t.txt", talk);
  const cursor = first.cursor();
  assert.deepEqual((await readAll("t.txt", talk, "auto", cursor)).entries, []);
  const grown = await readAll("t.txt", `${talk}\nUser: c\n`, "auto", cursor);
  assert.deepEqual([grown.entries.map(({ id }) => id), grown.rewritten], [["1", "2", "3"], false]);
  assert.equal((await readAll("t.txt", talk.replace("a", "x"), "auto", cursor)).rewritten, true);
});

test("cutting an append-only file anywhere and going on gives what reading it at once gives", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      async (texts, cut) => {
        const bytes = Buffer.from(jsonl(texts.map((text, i) => claude(String(i), text))));
        const whole = await readAll("a.jsonl", await bytesBundle("a.jsonl", bytes), "claude-code");
        const start = await readAll(
          "a.jsonl",
          await bytesBundle("a.jsonl", bytes.subarray(0, cut % bytes.length)),
          "claude-code",
        );
        const rest = await readAll("a.jsonl", await bytesBundle("a.jsonl", bytes), "claude-code", start.cursor());
        assert.deepEqual([...start.entries, ...rest.entries], whole.entries);
      },
    ),
    { numRuns: 100 },
  ));

test("lines and elements are the same however the bytes arrive", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (values, size, indented) => {
        const bytes = Buffer.from(JSON.stringify(values, null, indented ? 2 : undefined));
        const got: unknown[] = [];
        for await (const { value } of jsonElements(pieces(bytes, size), new Report())) got.push(value);
        assert.deepEqual(got, JSON.parse(JSON.stringify(values)));
        const lines: string[] = [];
        for await (const line of byteLines(pieces(Buffer.from(jsonl(values)), size)))
          lines.push(Buffer.from(line.bytes).toString());
        assert.deepEqual(
          lines,
          values.map((value) => JSON.stringify(value)),
        );
      },
    ),
  ));

test("a line without end is passed over in bounded memory", async () => {
  const lines = [];
  for await (const line of byteLines(pieces(Buffer.from(`short\n${"x".repeat(1000)}\nnext\n`), 7), 100))
    lines.push([line.number, line.bytes.length, line.oversized]);
  assert.deepEqual(lines, [
    [1, 5, false],
    [2, 0, true],
    [3, 4, false],
  ]);
});

test("ingest's reader: marks in the roles, problems as skipped, jsonl given over", async (t) => {
  const generic: TranscriptReader = async () => ({
    content: (async function* () {
      yield { session: "s", id: "1", role: "user", author: null, time: null, text: "generic", caption: null };
    })(),
    format: "jsonl" as const,
    continued: false,
    rewritten: false,
    position: () => null,
  });
  const folder = mkdtempSync(join(tmpdir(), "loci-transcript-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "a.jsonl");
  const auto = transcriptReader("auto", generic);
  assert.ok(auto !== null);
  const read = async (text: string) => {
    const got: string[] = [];
    writeFileSync(file, text);
    for await (const item of (await auto("a.jsonl", file, null)).content)
      got.push(
        "titled" in item
          ? item.titled.title
          : "skipped" in item
            ? `! ${item.skipped.line} ${item.skipped.reason}`
            : `${item.role}: ${item.text}`,
      );
    return got;
  };
  assert.deepEqual(
    await read(`${jsonl([claude("1", "hi"), { ...claude("2", "help"), isSidechain: true }])}nonsense\n`),
    ["user: hi", "user: help", "! 3 not JSON"],
  );
  assert.deepEqual(await read(jsonl([{ session: "s", id: 1, role: "user", text: "x" }])), ["user: generic"]);
  await assert.rejects(
    read("what is this"),
    (error) => error instanceof LociError && error.code === "TRANSCRIPT_UNRECOGNISED",
  );
  assert.equal(transcriptReader("nonsense", generic), null);
});

test("a packed file, and one of a program that keeps its own form, are said to be that, with what to do", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-packed-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const zipped = gzipSync(jsonl([claude("a", "hello")]));
  const said = {
    "chats.tar.gz": "an archive; unpack it",
    "chats.tgz": "an archive; unpack it",
    "a.jsonl.gz": "an archive; unpack it",
  };
  const files = { ...said, export: "an archive; unpack it", "mail.pst": "a mailbox of Outlook; export it as .mbox" };
  for (const [name, what] of Object.entries(files)) {
    writeFileSync(join(folder, name), zipped);
    const error: unknown = await readTranscript(await pathBundle(join(folder, name))).then(
      null,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof LociError && error.code === "TRANSCRIPT_UNRECOGNISED", name);
    assert.equal(error.message, `'${join(folder, name)}' is ${what}`);
    assert.equal(error.hint, "then mine what comes of it");
  }
});
